//! A doorway between two halls, for levels in which all characters go through it.

use glam::Vec3;

/// A doorway that leads along x, and the halls before and behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// The middle of the doorway, on the floor, metres.
    pub middle: Vec3,
    /// Width between the jambs, along z, metres.
    pub width: f32,
    /// Thickness of the wall, metres.
    pub thick: f32,
    /// Length of each hall along x, and its width along z, metres.
    pub hall: [f32; 2],
}

impl Door {
    /// Distance of a place beyond the middle of the wall, metres; negative before it.
    #[must_use]
    pub fn past(&self, place: Vec3) -> f32 {
        place.x - self.middle.x
    }
}
