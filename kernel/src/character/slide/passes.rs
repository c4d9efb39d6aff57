//! The task of a slide: the displacements of its two passes, and the velocities that go with them.

use glam::Vec3;

/// The task of a slide: two passes, the second from where the first ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// A desired displacement, which steep slopes stop, and a fall, which a floor ends; metres.
    pub(crate) displacements: [Vec3; 2],
    /// Velocities that the surfaces met in each pass turn aside as they do its displacement, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// Displacement and velocity of the second pass if it meets nothing, metres and m/s: those of a character that leaves a steep
    /// surface.
    pub(crate) leaving: Option<[Vec3; 2]>,
    /// Whether a character that comes down to a floor goes on along it by the rest of the level part of its fall.
    pub(crate) lands: bool,
    /// No fall is faster, m/s.
    pub(crate) max_fall_speed: f32,
    /// Unit length, or zero: then nothing is ground.
    pub(crate) up: Vec3,
    /// The normal of the floor that a character that walks stands on; none for one that slides.
    pub(crate) floor: Option<Vec3>,
}

impl Passes {
    /// The part of a displacement that is across up.
    #[inline(always)]
    pub(crate) fn level(&self, displacement: Vec3) -> Vec3 {
        displacement - self.up * displacement.dot(self.up)
    }
}
