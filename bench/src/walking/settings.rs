//! What to simulate: characters, their walks, and how often they are checked.

use crate::walking::walkers::Manner;
use sweep8::{Backend, Ellipsoid};

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many characters.
    pub characters: usize,
    /// How many frames.
    pub frames: usize,
    /// Frames in a second, above 0.
    pub hz: u32,
    /// Threads of the pool; 0 takes one for each processor.
    pub threads: usize,
    /// Seed of places and desired velocities.
    pub seed: u64,
    /// Shape of every character.
    pub shape: Ellipsoid,
    /// Largest desired speed, m/s.
    pub speed: f32,
    /// What walkers do that get nowhere.
    pub manner: Manner,
    /// Frames between two checks.
    pub verify_every: usize,
    /// Lanes of the kernel.
    pub backend: Backend,
}

impl Settings {
    /// Time step, seconds.
    #[must_use]
    pub fn seconds(&self) -> f32 {
        1.0 / self.hz as f32
    }
}
