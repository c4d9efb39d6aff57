//! The outcome of a body's slide: that of a slide, and the part of each contact.

use crate::character::model::outcome::{SlideContact, SlideOutcome};
use glam::Vec3;

/// Result of the slide of a [`Body`](crate::Body), see [`World::slide_body`](crate::World::slide_body).
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Body, BodyPart, Ellipsoid, Mesh, SlideSettings, World};
///
/// // Head, trunk and legs, one above the other, before a wall.
/// let head = BodyPart { shape: Ellipsoid::ball(0.2)?, offset: Vec3::Y * 0.6 };
/// let trunk = BodyPart { shape: Ellipsoid::ball(0.4)?, offset: Vec3::ZERO };
/// let legs = BodyPart { shape: Ellipsoid::ball(0.3)?, offset: Vec3::Y * -0.6 };
/// let person = Body::new(&[head, trunk, legs])?;
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let out = world.slide_body(&person, Vec3::ZERO, Vec3::X * 4.0, &SlideSettings::default())?;
/// // The trunk is the widest: it is the part that touches.
/// assert_eq!(out.contacts().map(|(part, _)| part).next(), Some(1));
/// assert!((out.slide.travel.x - (2.0 - 0.4 - 0.01)).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BodySlideOutcome {
    /// Place, path and contacts of the body; `position` is its centre.
    pub slide: SlideOutcome,
    /// Part of each contact.
    parts: [u8; SlideOutcome::MAX_CONTACTS],
}

impl BodySlideOutcome {
    /// Contacts with surfaces in the order in which they were touched, each with the index of the part that touched.
    #[must_use]
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = (usize, &SlideContact)> {
        self.parts.iter().map(|&part| usize::from(part)).zip(self.slide.contacts())
    }

    /// Makes the outcome of a slide that has not begun.
    pub(crate) fn clear(&mut self) {
        self.slide.clear_path();
        self.slide.travel = Vec3::ZERO;
    }

    /// Adds a straight piece of the path, of `length` metres, that ends at `travel` from the start.
    pub(crate) fn advance(&mut self, travel: Vec3, length: f32) {
        self.slide.path += length;
        self.slide.push_waypoint(travel);
        self.slide.travel = travel;
    }

    pub(crate) fn touch(&mut self, part: usize, contact: SlideContact) {
        if let Some(place) = self.parts.get_mut(self.slide.contacts().len()) {
            *place = part as u8;
        }
        self.slide.push_contact(contact);
    }
}
