//! Walking characters of an engine.
//!
//! In: an engine with characters at their starts in a level. Out: the times of its steps, and every character's path, for
//! [`Judge`](super::outcome::Judge).
//!
//! Each engine has its own walkers, which begin alike and turn by the positions of their characters. Machines are placed by the
//! number of the frame, so that they are in the same places in every engine. Paths are kept and checked at the end, so that only the
//! engine's own work runs between its frames.

use super::peer::{Times, WalkPeer};
use crate::levels::Parts;
use crate::levels::parts::Part;
use crate::simulating::simulation::FRAME;
use crate::walking::walkers::Walkers;
use glam::DVec3;
use sweep8::{Placement, Shape};

/// Maximum desired speed of a character, m/s.
const SPEED: f32 = 4.0;

/// Seed of the desired velocities.
const SEED: u64 = 1;

/// Characters of one engine that walk through a level, with their recorded paths.
pub struct Walk {
    peer: Box<dyn WalkPeer>,
    /// Shape of each character.
    shape: Shape,
    walkers: Walkers,
    machines: Vec<Part>,
    /// Centres of all characters at the start and after each frame, world space, metres.
    ways: Vec<Vec<DVec3>>,
}

impl Walk {
    /// Creates a walk of the engine's characters, which have that shape, in the level in which the engine was created.
    #[must_use]
    pub fn new((peer, shape): (Box<dyn WalkPeer>, Shape), parts: &Parts) -> Self {
        let starts: Vec<DVec3> = (0..peer.count()).map(|character| peer.center(character)).collect();
        let machines = parts.machines().copied().collect();
        Self { walkers: walkers_at(&starts), peer, shape, machines, ways: vec![starts] }
    }

    /// Name of the engine.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.peer.name()
    }

    /// Number of walking characters.
    #[must_use]
    pub fn count(&self) -> usize {
        self.peer.count()
    }

    /// Shape of the walking characters.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Centres of all characters at the start and after each frame, world space, metres.
    #[must_use]
    pub fn ways(&self) -> &[Vec<DVec3>] {
        &self.ways
    }

    /// Walks `count` frames; returns the times that the engine's steps took.
    pub fn frames(&mut self, count: usize) -> Times {
        (0..count).map(|_| self.frame()).sum()
    }

    fn frame(&mut self) -> Times {
        for (character, &center) in self.ways[self.ways.len() - 1].iter().enumerate() {
            if let Some(velocity) = self.walkers.turn(character, center) {
                self.peer.desired(character, velocity);
            }
        }
        let seconds = seconds_after(self.ways.len());
        let targets: Vec<Placement> = self.machines.iter().map(|machine| machine.placement(seconds)).collect();
        let times = self.peer.step(&targets);
        self.ways.push((0..self.peer.count()).map(|character| self.peer.center(character)).collect());
        times
    }
}

/// Creates the walkers of characters that begin at `starts`; they turn alike whenever the characters are at the same places.
pub(super) fn walkers_at(starts: &[DVec3]) -> Walkers {
    Walkers::new(starts, SPEED, SEED)
}

/// Returns the time of the level's clock after a number of frames, seconds.
#[must_use]
pub fn seconds_after(frames: usize) -> f64 {
    f64::from(FRAME) * frames as f64
}
