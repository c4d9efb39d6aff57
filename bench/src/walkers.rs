//! What the characters want: headings that change now and then.
//!
//! In: a seed, and every frame where each walker is. Out: the velocity it wishes for. A heading is kept for some time;
//! who gets nowhere with it for a third of a second turns by a quarter, as people do in a corner. Each walker draws
//! from a generator of its own, so that its way does not depend on how many others there are. No trigonometry: a
//! heading is a point of the disc, so that it has the same bits on every machine.

use crate::random::{Random, mix};
use glam::{DVec3, Vec3};

/// Shortest and longest time that a heading is kept, in frames: 1/3 s to 1.5 s at 60 Hz.
const HEADING_FRAMES: (usize, usize) = (20, 90);

/// Frames without progress after which a walker turns, and what counts as progress, metres.
const PATIENCE: u32 = 20;
const PROGRESS: f64 = 0.05;

/// Slowest walker, as part of the given speed.
const SLOWEST_PART: f32 = 0.5;

/// The wishes of all walkers.
#[derive(Clone, Debug)]
pub struct Walkers {
    walkers: Vec<Walker>,
}

#[derive(Clone, Debug)]
struct Walker {
    random: Random,
    velocity: Vec3,
    speed: f32,
    frames_left: usize,
    /// Where it last got on, and for how many frames it has not since.
    anchor: DVec3,
    waiting: u32,
}

impl Walkers {
    /// One walker at each of `starts` (metres), with speeds of half of `speed` to `speed`, m/s.
    #[must_use]
    pub fn new(starts: &[DVec3], speed: f32, seed: u64) -> Self {
        let walker = |(number, &anchor): (u64, &DVec3)| {
            let mut random = Random::new(mix(seed) ^ mix(number.wrapping_add(1)));
            let speed = speed * random.range(SLOWEST_PART, 1.0);
            Walker { random, velocity: Vec3::ZERO, speed, frames_left: 0, anchor, waiting: 0 }
        };
        Self { walkers: (0..).zip(starts).map(walker).collect() }
    }

    /// Advances walker `index`, who is at `position` (metres), by one frame; its new velocity, m/s, if it turned.
    pub fn turn(&mut self, index: usize, position: DVec3) -> Option<Vec3> {
        self.walkers.get_mut(index)?.turn(position)
    }

    /// The velocity that walker `index` wishes for now, m/s.
    #[must_use]
    pub fn velocity(&self, index: usize) -> Vec3 {
        self.walkers.get(index).map_or(Vec3::ZERO, |walker| walker.velocity)
    }
}

impl Walker {
    fn turn(&mut self, position: DVec3) -> Option<Vec3> {
        self.waiting = if position.distance(self.anchor) < PROGRESS { self.waiting + 1 } else { 0 };
        let gave_up = self.waiting >= PATIENCE;
        if self.waiting == 0 || gave_up {
            (self.anchor, self.waiting) = (position, 0);
        }
        if self.frames_left > 0 && !gave_up {
            self.frames_left -= 1;
            return None;
        }
        self.frames_left = HEADING_FRAMES.0 + self.random.below(HEADING_FRAMES.1 - HEADING_FRAMES.0);
        self.velocity = if gave_up {
            Vec3::new(-self.velocity.z, 0.0, self.velocity.x)
        } else {
            heading(&mut self.random) * self.speed
        };
        Some(self.velocity)
    }
}

/// A horizontal unit vector.
fn heading(random: &mut Random) -> Vec3 {
    loop {
        let point = Vec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0));
        let square = point.length_squared();
        if square > 0.01 && square <= 1.0 {
            return point / square.sqrt();
        }
    }
}
