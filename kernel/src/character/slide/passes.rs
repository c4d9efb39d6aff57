//! The input of a slide: the displacements of its two passes, and their velocities.

use glam::Vec3;

/// The input of a slide: two passes, the second from the end of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// A desired displacement, which steep slopes stop, and a fall, which a floor ends; metres.
    pub(crate) displacements: [Vec3; 2],
    /// The velocity of each pass, which contacts turn as they turn its displacement, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// Displacement and velocity of a character that leaves a steep surface, in metres and m/s; they replace those of the second
    /// pass if that meets nothing.
    pub(crate) leaving: Option<[Vec3; 2]>,
    /// Whether a character that falls on a floor goes on along it by the rest of the level part of its fall.
    pub(crate) lands: bool,
    /// Upper bound of the speed of a fall, m/s.
    pub(crate) max_fall_speed: f32,
    /// The up direction, unit length; with zero there is no ground.
    pub(crate) up: Vec3,
    /// The normal of the floor under a walking character; `None` for a character that slides.
    pub(crate) floor: Option<Vec3>,
}

impl Passes {
    /// The part of a displacement across up.
    #[inline(always)]
    pub(crate) fn level(&self, displacement: Vec3) -> Vec3 {
        displacement - self.up * displacement.dot(self.up)
    }
}
