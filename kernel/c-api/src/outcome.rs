//! The outcome of a slide, or of the move of one character.

use crate::state::ground_of;
use crate::types::{s8_dvec3, s8_instance_id, s8_vec3};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use sweep8::{SlideContact, SlideOutcome};

/// The largest number of contacts in the outcome of a move.
pub const S8_MAX_CONTACTS: usize = 31;

/// The largest number of waypoints in the outcome of a move.
pub const S8_MAX_WAYPOINTS: usize = 52;

// One waypoint for each contact but those of four pushes, three for each of eight iterations of a walk, and one for the motion before
// the slide.
const _: () =
    assert!(S8_MAX_CONTACTS == SlideOutcome::MAX_CONTACTS && S8_MAX_WAYPOINTS == S8_MAX_CONTACTS - 4 + 3 * 8 + 1);

/// A contact with a surface in a slide or the move of a character.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_contact {
    /// The touched point of the triangle, world space, metres.
    pub point: s8_vec3,
    /// Unit normal of the contact, world space, towards the body.
    pub normal: s8_vec3,
    /// The id of the touched instance.
    pub instance: s8_instance_id,
    /// Index of the touched triangle in its mesh.
    pub triangle: u32,
    /// The material of the touched triangle; 0 without materials.
    pub material: u32,
}

/// The outcome of a slide, or of the move of one character.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_outcome {
    /// The centre at the end of the move, world space, metres.
    pub position: s8_dvec3,
    /// The displacement of the centre in the whole move, world space, metres.
    pub travel: s8_vec3,
    /// How the move ended: one of `s8_status`.
    pub status: u32,
    /// The ground of the character: one of `s8_ground`. A slide knows no gravity, and leaves it in the air.
    pub ground: u32,
    /// The unit normal of the character's ground, world space; zero in the air.
    pub ground_normal: s8_vec3,
    /// The length of the path that the centre took, metres.
    pub path: f32,
    /// The distance by which the move pushed the centre out of an overlap at the start, metres.
    pub depenetrated_by: f32,
    /// The height by which climbed stair steps raised the centre, metres.
    pub stepped_by: f32,
    /// The displacement by which moving instances carried and pushed the centre, world space, metres.
    pub carried_by: s8_vec3,
    /// The angle by which the ground turned the character about up, radians, counter-clockwise seen from above: turn
    /// the view with it.
    pub turned_by: f32,
    /// The instance that crushed the character, if `status` is `S8_STATUS_CRUSHED`.
    pub crushed_by: s8_instance_id,
    /// The number of contacts in `contacts`.
    pub contact_count: u32,
    /// The contacts of the move in the order of touching; zero from `contact_count` on.
    pub contacts: [s8_contact; S8_MAX_CONTACTS],
    /// The number of waypoints of the centre's path in `waypoints`; 0 where nothing moved.
    pub waypoint_count: u32,
    /// The points where the path turned, and its end, as displacements from the old centre, world space, metres;
    /// straight in between; zero from `waypoint_count` on.
    pub waypoints: [s8_vec3; S8_MAX_WAYPOINTS],
}

impl From<&SlideContact> for s8_contact {
    fn from(&SlideContact { point, normal, instance, triangle, material, .. }: &SlideContact) -> Self {
        let material = u32::from(material);
        Self { point: point.into(), normal: normal.into(), instance: instance.into(), triangle, material }
    }
}

/// Writes all fields of a kernel outcome to the struct of a C program.
pub(crate) fn tell(outcome: &SlideOutcome, out: &mut MaybeUninit<s8_outcome>) {
    let (contacts, waypoints) = (outcome.contacts(), outcome.waypoints());
    let (ground, ground_normal) = ground_of(outcome.ground);
    let mut told = s8_outcome {
        position: outcome.position.to_dvec3().into(),
        travel: outcome.travel.into(),
        status: outcome.status as u32,
        ground,
        ground_normal,
        path: outcome.path,
        depenetrated_by: outcome.depenetrated_by,
        stepped_by: outcome.stepped_by,
        carried_by: outcome.carried_by.into(),
        turned_by: outcome.turned_by,
        crushed_by: outcome.crushed_by.map(Into::into).unwrap_or_default(),
        contact_count: contacts.len() as u32,
        contacts: [s8_contact::zeroed(); S8_MAX_CONTACTS],
        waypoint_count: waypoints.len().min(S8_MAX_WAYPOINTS) as u32,
        waypoints: [s8_vec3::default(); S8_MAX_WAYPOINTS],
    };
    for (place, contact) in told.contacts.iter_mut().zip(contacts) {
        *place = contact.into();
    }
    for (place, &waypoint) in told.waypoints.iter_mut().zip(waypoints) {
        *place = waypoint.into();
    }
    out.write(told);
}
