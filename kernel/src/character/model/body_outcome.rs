//! The outcome of a body's slide: that of a slide, and the part of each contact.

use crate::character::model::outcome::{SlideContact, SlideOutcome};
use glam::Vec3;

/// Result of the slide of a [`Body`](crate::Body). [`World::slide_body`](crate::World::slide_body) has an example.
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
