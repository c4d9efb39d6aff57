//! The outcome of a slide, or of the move of one character.

use crate::state::ground_of;
use crate::types::{s8_dvec3, s8_instance_id, s8_vec3};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use sweep8::{SlideContact, SlideOutcome};

/// Most contacts that a move tells.
pub const S8_MAX_CONTACTS: usize = 27;

const _: () = assert!(S8_MAX_CONTACTS == SlideOutcome::MAX_CONTACTS);

/// A surface that was touched in a move.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_contact {
    /// The touched point of the triangle, world space, metres.
    pub point: s8_vec3,
    /// Unit normal of the contact, world space, towards the body.
    pub normal: s8_vec3,
    /// Which instance.
    pub instance: s8_instance_id,
    /// Index of the triangle in its mesh.
    pub triangle: u32,
    /// The material of the triangle; 0 where none was given.
    pub material: u32,
}

/// Where a slide, or the move of one character, led.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_outcome {
    /// The new centre, world space, metres.
    pub position: s8_dvec3,
    /// The displacement from the old centre, metres.
    pub travel: s8_vec3,
    /// One of `s8_status`.
    pub status: u32,
    /// One of `s8_ground`; air after a slide, which knows no gravity.
    pub ground: u32,
    /// The normal of the ground, unit length; zero in the air.
    pub ground_normal: s8_vec3,
    /// Length of the path, metres.
    pub path: f32,
    /// How far the centre was pushed out of an overlap at the start, metres.
    pub depenetrated_by: f32,
    /// How far steps raised the centre, metres.
    pub stepped_by: f32,
    /// How far instances that move carried and pushed the centre, metres.
    pub carried_by: s8_vec3,
    /// By how much the ground that carried it turned about up, radians, counter-clockwise from above: turn the view
    /// with it.
    pub turned_by: f32,
    /// The instance that crushed it, where the status says that one did.
    pub crushed_by: s8_instance_id,
    /// How many of the contacts were touched.
    pub contact_count: u32,
    /// The surfaces touched, in the order they were; zero from the count on.
    pub contacts: [s8_contact; S8_MAX_CONTACTS],
}

impl From<&SlideContact> for s8_contact {
    fn from(&SlideContact { point, normal, instance, triangle, material, .. }: &SlideContact) -> Self {
        let material = u32::from(material);
        Self { point: point.into(), normal: normal.into(), instance: instance.into(), triangle, material }
    }
}

/// Writes all of it.
pub(crate) fn tell(outcome: &SlideOutcome, out: &mut MaybeUninit<s8_outcome>) {
    let contacts = outcome.contacts();
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
    };
    for (place, contact) in told.contacts.iter_mut().zip(contacts) {
        *place = contact.into();
    }
    out.write(told);
}
