//! The outcome of a slide for its caller: the end, and the contacts and waypoints on the way.

use crate::base::tolerance::MAX_ITERATIONS;
use crate::character::model::ground::Ground;
use crate::character::model::slide_end::SlideEnd;
use crate::character::model::status::SlideStatus;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// A surface touched in a slide.
///
/// [`WorldStep::surface_velocity`](crate::WorldStep::surface_velocity) computes how fast the surface moves at the point.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, SlideSettings, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let (ball, settings) = (Ellipsoid::ball(0.5)?, SlideSettings::default());
/// let out = world.slide(&ball, Vec3::ZERO, Vec3::new(3.0, 0.0, 1.0), &settings)?;
/// let contact = out.contacts()[0];
/// assert_eq!((contact.triangle, contact.normal), (0, Vec3::NEG_X));
/// assert!((contact.point.x - 2.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SlideContact {
    /// Point of the triangle that the character touches, world space, metres.
    pub point: Vec3,
    /// Unit normal of the contact, world space, from the triangle towards the character.
    pub normal: Vec3,
    /// Id of the touched instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Index of the touched triangle in its mesh.
    pub triangle: u32,
    /// Index of the touched triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
}

/// Largest number of pushing instances that a step of one character reports.
pub(crate) const MAX_PUSHES_TOLD: usize = 4;

/// Waypoints of a whole move: one for each contact, three more for each iteration of a walk, which may go over a step (up, over and
/// down), and one for the motion before the slide. The end of a pass takes the place of a contact.
const WAYPOINTS: usize = SlideOutcome::MAX_CONTACTS - MAX_PUSHES_TOLD + 3 * MAX_ITERATIONS + 1;

/// Result of a slide, or of the move of one character.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Ground, Mesh, SlideSettings, SlideStatus, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let (ball, settings) = (Ellipsoid::ball(0.5)?, SlideSettings::default());
/// let out = world.slide(&ball, Vec3::ZERO, Vec3::new(3.0, 0.0, 1.0), &settings)?;
/// assert_eq!((out.status, out.ground), (SlideStatus::Slid, Ground::Air));
/// assert_eq!(out.waypoints().last(), Some(&out.travel), "the path ends where the ball is");
/// assert!(out.path <= 10_f32.sqrt(), "no longer than the displacement");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SlideOutcome {
    /// The new centre, world space, metres. It may lie beyond the largest coordinate, and is then refused as the start of
    /// another move.
    pub position: Position,
    /// Displacement of the character's centre in the move, world space, metres.
    pub travel: Vec3,
    /// How the desired displacement of the move ended.
    pub status: SlideStatus,
    /// Ground that carries the character after the move; [`Ground::Air`] after a slide, as a slide has no gravity.
    pub ground: Ground,
    /// Length of the path, metres. The path of a slide is never longer than its displacement. For a character that walks this
    /// holds for the level part; slopes, steps and the way down to the ground come on top.
    pub path: f32,
    /// Distance by which the centre was pushed out of an overlap at the start of the move, metres; not part of `path`.
    pub depenetrated_by: f32,
    /// Height by which stair steps raised the character's centre in the move, metres.
    pub stepped_by: f32,
    /// Displacement of the character's centre by moving instances, world space, metres; part of `travel`, not of `path`.
    pub carried_by: Vec3,
    /// The angle by which the ground that carried it turned about up, radians, counter-clockwise seen from above: turn the
    /// character's view with it. 0 in the air, also in the frame of an instance.
    pub turned_by: f32,
    /// Id of the instance that crushed the character; if several did, the one with the lowest index.
    pub crushed_by: Option<InstanceId>,
    contacts: [SlideContact; SlideOutcome::MAX_CONTACTS],
    waypoints: [Vec3; WAYPOINTS],
    contact_count: u32,
    waypoint_count: u32,
}

// Above 2,048 bytes the compiler writes and copies the struct byte by byte (`rep stosb`, `rep movsb`): a single slide then costs
// 1.4 times the instructions. So contacts have no velocity, which `WorldStep::surface_velocity` computes.
const _: () = assert!(size_of::<SlideOutcome>() <= 2_048);

impl SlideContact {
    const NONE: Self =
        Self { point: Vec3::ZERO, normal: Vec3::ZERO, instance: InstanceId::NONE, triangle: 0, material: 0 };
}

impl Default for SlideOutcome {
    #[inline]
    fn default() -> Self {
        Self::NOTHING
    }
}

impl SlideOutcome {
    /// Maximum number of contacts that a slide or move can report: one for each iteration of its walk, its fall and its
    /// landing, one at the end of each way down to the ground, and one for each of four instances that push.
    pub const MAX_CONTACTS: usize = 3 * MAX_ITERATIONS + 3 + MAX_PUSHES_TOLD;

    /// The outcome of a slide that has not begun. A constant, which is written once; a derived default makes each list by itself
    /// and copies it.
    pub(crate) const NOTHING: Self = Self {
        position: Position { high: Vec3::ZERO, low: Vec3::ZERO },
        travel: Vec3::ZERO,
        status: SlideStatus::Free,
        ground: Ground::Air,
        path: 0.0,
        depenetrated_by: 0.0,
        stepped_by: 0.0,
        carried_by: Vec3::ZERO,
        turned_by: 0.0,
        crushed_by: None,
        contacts: [SlideContact::NONE; Self::MAX_CONTACTS],
        waypoints: [Vec3::ZERO; WAYPOINTS],
        contact_count: 0,
        waypoint_count: 0,
    };

    /// Contacts with surfaces, in the order in which they were touched; last those with instances that pushed the character before it
    /// moved by itself.
    #[inline]
    #[must_use]
    pub fn contacts(&self) -> &[SlideContact] {
        &self.contacts[..self.contact_count as usize]
    }

    /// The path: displacements from the old centre, metres, of the points where it turned and of its end. Straight in
    /// between; empty where nothing moved.
    #[inline]
    #[must_use]
    pub fn waypoints(&self) -> &[Vec3] {
        &self.waypoints[..self.waypoint_count as usize]
    }

    /// Writes the position, travel, status, ground and other results that are known at the end of a slide.
    pub(crate) fn end_at(&mut self, position: Position, end: &SlideEnd) {
        self.position = position;
        (self.status, self.ground) = (end.status, end.ground);
        (self.travel, self.depenetrated_by) = (end.travel, end.depenetrated_by);
    }

    /// Converts a slide's outcome from body space to world space, `start` being its start position; points are already converted.
    pub(crate) fn turn_to_world(&mut self, turn: &Turn, start: Position) {
        let (contacts, waypoints) = (self.contact_count as usize, self.waypoint_count as usize);
        for contact in &mut self.contacts[..contacts] {
            contact.normal = turn.world_displacement(contact.normal);
        }
        for waypoint in &mut self.waypoints[..waypoints] {
            *waypoint = turn.world_displacement(*waypoint);
        }
        self.travel = turn.world_displacement(self.travel);
        self.position = start.moved(turn.world_displacement(self.position.to_dvec3().as_vec3()));
    }

    /// Empties the character's recorded path; elements of the array beyond the count keep their old values.
    pub(crate) fn clear_path(&mut self) {
        (self.path, self.stepped_by, self.contact_count, self.waypoint_count) = (0.0, 0.0, 0, 0);
    }

    pub(crate) fn push_waypoint(&mut self, waypoint: Vec3) {
        let free = self.waypoints.get_mut(self.waypoint_count as usize);
        debug_assert!(free.is_some(), "more than {WAYPOINTS} waypoints");
        if let Some(free) = free {
            *free = waypoint;
            self.waypoint_count += 1;
        }
    }

    pub(crate) fn push_contact(&mut self, contact: SlideContact) {
        let free = self.contacts.get_mut(self.contact_count as usize);
        debug_assert!(free.is_some(), "more than {} contacts", Self::MAX_CONTACTS);
        if let Some(free) = free {
            *free = contact;
            self.contact_count += 1;
        }
    }
}
