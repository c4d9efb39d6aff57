//! Contacts of the last step, of the characters whose contacts are recorded.
//!
//! They lie in one list, by character and then in the order of touching.

use crate::character::model::outcome::SlideContact;
use crate::crowd::id::CharacterId;
use crate::query::contact::Touch;
use crate::world::solids::Solids;
use glam::Vec3;

/// A surface that a character touched in the last step.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
/// crowd.watch_contacts(person)?;
/// crowd.step(&world, 1.0 / 60.0)?;
/// let touched = crowd.contacts(person)?[0];
/// assert_eq!((touched.character, touched.number), (person, 0));
/// assert_eq!((touched.contact.triangle, touched.contact.normal), (0, Vec3::Y));
/// assert_eq!((touched.face_normal, touched.is_front), (Vec3::Y, true));
/// // It stands on the floor with its weight: 80 kg times 9.81 m/s² for 1/60 s.
/// let impulse = touched.velocity_into() * touched.mass;
/// assert!((impulse - Vec3::NEG_Y * 80.0 * 9.81 / 60.0).length() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterContact {
    /// Id of the character that touched the surface; in a step of slices its [index](CharacterId::index) is that in the slice.
    pub character: CharacterId,
    /// Number of the contact among those of its character in the step, from 0.
    pub number: u16,
    /// Touched surface, point and normal of the contact.
    pub contact: SlideContact,
    /// Unit normal of the touched triangle's front side, world space; as in a [`Hit`](crate::Hit).
    pub face_normal: Vec3,
    /// Touched point as barycentric weights of the triangle's corners in mesh order; as in a [`Hit`](crate::Hit).
    pub barycentric: Vec3,
    /// Whether the character's centre is on the triangle's front side; as in a [`Hit`](crate::Hit).
    pub is_front: bool,
    /// Velocity of the touched surface at the point of the contact, world space, m/s, as
    /// [`WorldStep::surface_velocity`](crate::WorldStep::surface_velocity) computes it; zero if the surface lies still.
    pub surface_velocity: Vec3,
    /// The velocity that the character would have at the end of the step, were nothing in its way, world space, m/s:
    /// see [`CharacterState::free_velocity`](crate::CharacterState::free_velocity).
    pub free_velocity: Vec3,
    /// Mass of the character that touched the surface, kg, from its profile.
    pub mass: f32,
}

/// Velocity and mass of a character, which determine how strongly it pushes the surfaces that it touches.
#[derive(Clone, Copy)]
pub(crate) struct Push {
    pub(crate) free_velocity: Vec3,
    pub(crate) mass: f32,
}

impl CharacterContact {
    #[inline(never)]
    pub(crate) fn new(
        [index, number]: [u32; 2],
        push: &Push,
        instances: Solids,
        touch: &Touch,
        normal: Vec3,
        material: u16,
    ) -> Self {
        let &Touch { instance, triangle, .. } = touch;
        let contact = SlideContact { point: touch.point(), normal, instance, triangle, material };
        let face = touch.face(instances.corner_order(instance.index() as u32, triangle));
        Self {
            character: CharacterId::of_place(index),
            number: number as u16,
            contact,
            face_normal: face.normal,
            barycentric: face.barycentric,
            is_front: face.is_front,
            surface_velocity: Vec3::ZERO,
            free_velocity: push.free_velocity,
            mass: push.mass,
        }
    }

    /// The part of the [velocity](Self::free_velocity), relative to that of the touched surface, that leads into the surface, against
    /// the normal, m/s; zero where it leads off the surface. `docs/worlds.md`, of the [guides](crate#guides), explains how a
    /// character pushes with it, and how to have an engine's own bodies pushed.
    #[must_use]
    pub fn velocity_into(&self) -> Vec3 {
        let normal = self.contact.normal;
        normal * (self.free_velocity - self.surface_velocity).dot(normal).min(0.0)
    }

    /// Sort key of a contact: index of its character, then number of the contact.
    pub(crate) fn key(&self) -> (usize, u16) {
        (self.character.index(), self.number)
    }
}

/// Part of the list `contacts` with the contacts of the character `index`; the list must be sorted.
pub(crate) fn of_one(contacts: &[CharacterContact], index: usize) -> &[CharacterContact] {
    let first = contacts.partition_point(|contact| contact.character.index() < index);
    let count = contacts[first..].partition_point(|contact| contact.character.index() == index);
    &contacts[first..first + count]
}
