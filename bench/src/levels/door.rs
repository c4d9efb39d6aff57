//! A doorway between two halls, for levels in which all characters go through it.

use glam::Vec3;

/// A doorway along x, with the halls in front of and behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// Middle of the doorway at floor height, world space, metres.
    pub middle: Vec3,
    /// Width of the doorway along z, metres.
    pub width: f32,
    /// Thickness of the wall, metres.
    pub thick: f32,
    /// Length of each hall along x and width of each hall along z, metres.
    pub hall: [f32; 2],
}

impl Door {
    /// Returns the distance of a place beyond the middle of the wall, metres; negative in front of the wall.
    #[must_use]
    pub fn past(&self, place: Vec3) -> f32 {
        place.x - self.middle.x
    }
}
