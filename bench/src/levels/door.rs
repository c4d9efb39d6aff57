//! A doorway between two halls, for levels in which everybody wants through it.

use glam::Vec3;

/// A doorway that leads along x, and the halls before and behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// The middle of the doorway, on the floor, metres.
    pub middle: Vec3,
    /// Between the jambs, along z, metres.
    pub width: f32,
    /// Of the wall that it leads through, metres.
    pub thick: f32,
    /// How far each hall leads along x, and how wide it is along z, metres.
    pub hall: [f32; 2],
}

impl Door {
    /// How far a place is past the middle of the wall, metres; negative before it.
    #[must_use]
    pub fn past(&self, place: Vec3) -> f32 {
        place.x - self.middle.x
    }
}
