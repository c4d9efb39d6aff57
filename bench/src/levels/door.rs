//! A doorway between two halls, for levels in which all characters go through it.

use glam::Vec3;

/// A doorway that leads along x through a wall, with the halls in front of and behind the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// Middle of the doorway at floor height, world space, metres.
    pub middle: Vec3,
    /// Width of the doorway along z, metres.
    pub width: f32,
    /// Thickness along x of the wall around the doorway, metres.
    pub thick: f32,
    /// Length along x and width along z of each of the two halls, metres.
    pub hall: [f32; 2],
}

impl Door {
    /// Returns the signed distance along x of a place from the middle of the doorway's wall, metres; negative in front
    /// of the wall.
    #[must_use]
    pub fn past(&self, place: Vec3) -> f32 {
        place.x - self.middle.x
    }
}
