//! Walking characters of an engine, and checks of their paths.
//!
//! In: an engine with characters at their starts. Out: the time of its steps, and for every character: its distance and
//! climb, whether it went through a triangle, whether it left the level, and whether it overlaps a triangle at the end.
//! The checks are those of the crowd program.
//!
//! Each engine has its own walkers, which begin alike and turn by the positions of their characters. Paths are kept and
//! checked at the end, so that only the engine's own work runs between its frames.

use super::peer::WalkPeer;
use crate::checking::{Tree, left_level, penetration};
use crate::walking::ascent::climbed;
use crate::walking::walkers::Walkers;
use glam::DVec3;
use rayon::prelude::*;
use serde::Serialize;
use std::time::{Duration, Instant};
use sweep8::Shape;
use sweep8_scalar_ref::brute_force::segment_crosses;

/// Maximum overlap of a character that is not counted, metres: engines that keep a gap by iteration overlap surfaces a little.
pub const TOLERATED: f64 = 0.001;

/// Characters of one engine that walk through a level, with their recorded paths.
pub struct Walk {
    peer: Box<dyn WalkPeer>,
    /// Shape of each character.
    shape: Shape,
    walkers: Walkers,
    /// Centres of all characters at the start and after each frame, world space, metres.
    ways: Vec<Vec<DVec3>>,
}

/// Results of the walk of one engine's characters: progress, and faults against the level.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Mean horizontal distance that each character moves per frame, metres.
    #[serde(skip)]
    pub ways: Vec<f64>,
    /// Sum of the climbs of each character's path, metres.
    #[serde(skip)]
    pub climbs: Vec<f64>,
    /// Number of times that a character's centre crossed a triangle from the front in a frame.
    pub through_fronts: usize,
    /// Number of times that a character's centre crossed a triangle from the back in a frame.
    pub through_backs: usize,
    /// Number of characters that are below the level or far outside at the end of the walk.
    pub left: usize,
    /// Number of characters that overlap a triangle by more than [`TOLERATED`] at the end of the walk.
    pub overlapping: usize,
    /// Deepest overlap of a character with a triangle at the end of the walk, metres.
    pub deepest: f64,
}

impl Walk {
    /// Creates a walk of the engine's characters, which have that shape, with desired speeds of up to `speed`, m/s.
    #[must_use]
    pub fn new((peer, shape): (Box<dyn WalkPeer>, Shape), speed: f32, seed: u64) -> Self {
        let starts: Vec<DVec3> = (0..peer.count()).map(|character| peer.center(character)).collect();
        Self { walkers: Walkers::new(&starts, speed, seed), peer, shape, ways: vec![starts] }
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

    /// Walks `count` frames; returns the time that the engine's steps took.
    pub fn frames(&mut self, count: usize) -> Duration {
        (0..count).map(|_| self.frame()).sum()
    }

    fn frame(&mut self) -> Duration {
        for (character, &center) in self.ways[self.ways.len() - 1].iter().enumerate() {
            if let Some(velocity) = self.walkers.turn(character, center) {
                self.peer.desired(character, velocity);
            }
        }
        let started = Instant::now();
        self.peer.step();
        let time = started.elapsed();
        self.ways.push((0..self.peer.count()).map(|character| self.peer.center(character)).collect());
        time
    }

    /// Returns the results from the frame `from` to the last frame.
    ///
    /// # Panics
    ///
    /// When a character's position is not finite.
    #[must_use]
    pub fn outcome(&self, tree: &Tree, from: usize) -> Outcome {
        let frames = self.ways.len() - 1 - from;
        let way = |character: usize| {
            let steps = self.ways[from..].windows(2).map(|two| two[1][character] - two[0][character]);
            steps.map(|step| step.x.hypot(step.z)).sum::<f64>() / frames as f64
        };
        let climb = |character: usize| climbed(self.ways[from..].iter().map(|centers| centers[character].y));
        let through = |side: Side| -> usize {
            let frames = self.ways.par_windows(2).map(|two| {
                let both = two[0].iter().zip(&two[1]);
                both.filter(|&(&before, &after)| crosses_from(side, tree, before, after)).count()
            });
            frames.sum()
        };
        let ends = &self.ways[self.ways.len() - 1];
        let shape = self.shape;
        let depths: Vec<f64> = ends.par_iter().map(|&end| penetration(tree, end, shape)).collect();
        assert!(depths.iter().all(|depth| depth.is_finite()), "{}: a position is not finite", self.name());
        Outcome {
            ways: (0..self.count()).map(way).collect(),
            climbs: (0..self.count()).map(climb).collect(),
            through_fronts: through(Side::Front),
            through_backs: through(Side::Back),
            left: ends.iter().filter(|&&end| left_level(tree, end)).count(),
            overlapping: depths.iter().filter(|&&depth| depth > TOLERATED).count(),
            deepest: depths.iter().copied().fold(0.0, f64::max),
        }
    }
}

/// The side of a triangle on which a path begins that crosses the triangle.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Back,
}

/// Returns true if the segment from `a` to `b` (metres) crosses a triangle of `tree`, coming from its `side`.
fn crosses_from(side: Side, tree: &Tree, a: DVec3, b: DVec3) -> bool {
    tree.any(a.min(b), a.max(b), |_, triangle| {
        let [p, q, r] = *triangle;
        let seen = if (q - p).cross(r - p).dot(a - p) > 0.0 { Side::Front } else { Side::Back };
        seen == side && segment_crosses(a, b, triangle)
    })
}

impl Outcome {
    /// Returns the mean horizontal distance that the first `count` characters move per frame, metres.
    #[must_use]
    pub fn mean_way(&self, count: usize) -> f64 {
        mean(&self.ways[..count])
    }

    /// Returns the mean of the total climbs of the first `count` characters, metres.
    #[must_use]
    pub fn mean_climb(&self, count: usize) -> f64 {
        mean(&self.climbs[..count])
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
