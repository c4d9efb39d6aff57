//! The interface of every engine: two small traits, and the settings that all engines share.

use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use serde::Serialize;
use std::iter::Sum;
use std::ops::Add;
use std::time::{Duration, Instant};
use sweep8::Placement;

/// Gap that characters of every engine keep to surfaces, metres: the kernel's skin.
pub(super) const SKIN: f32 = 0.01;

/// Acceleration of gravity in every engine, downwards, m/s².
pub(super) const GRAVITY: f32 = 9.81;

/// Angle of the steepest slope on which a character of any engine stands, radians: 50°.
pub(super) const STEEPEST: f32 = 50.0 * std::f32::consts::PI / 180.0;

/// Maximum height of a step that a character of any engine climbs in walk mode, metres.
pub(super) const STEP_HEIGHT: f32 = 0.4;

/// Maximum distance down to the ground to which a walking character of any engine snaps, metres.
pub(super) const SNAP_DISTANCE: f32 = 0.4;

/// Distance within which the closest point of a level is looked for, metres.
pub(super) const WITHIN: f32 = 2.0;

/// A kind of query, about a level whose triangles have two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Along a motion of the [`Form`](super::Form): the fraction (0 to 1) at first contact.
    Sweep,
    /// Along a motion, from its start: the fraction (0 to 1) at the first triangle.
    Ray,
    /// Along a motion: whether there is any triangle.
    AnyHit,
    /// At the start of a motion: whether the form overlaps a triangle.
    Overlap,
    /// At the start of a motion: distance of the closest point, metres, up to 2 m.
    ClosestPoint,
}

/// An engine that answers queries about a level.
pub trait QueryPeer {
    /// Name of the engine in the tables.
    fn name(&self) -> &'static str;

    /// Answers a question for all motions: a fraction, a distance, or 0 for yes and `None` for no. Returns false, without
    /// answers, if the engine has no such query.
    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool;
}

/// Durations of the two parts of a frame in which machines and characters move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Duration of the engine's step of its world, which moves the machines; nothing on a level without machines.
    pub world: Duration,
    /// Duration of the moves of all characters.
    pub characters: Duration,
}

impl Add for Times {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { world: self.world + other.world, characters: self.characters + other.characters }
    }
}

impl Sum for Times {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        times.fold(Self::default(), Self::add)
    }
}

/// Does some work, and adds its duration to `total`.
pub(super) fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *total += started.elapsed();
    result
}

/// An engine whose characters, of one [`Form`](super::Form), walk through a level under gravity.
pub trait WalkPeer {
    /// Name of the engine in the tables.
    fn name(&self) -> &'static str;

    /// Number of characters in the level.
    fn count(&self) -> usize;

    /// Returns the centre of a character, world space, metres.
    fn center(&self, character: usize) -> DVec3;

    /// Sets the horizontal desired velocity of a character, m/s, until it is set again.
    fn desired(&mut self, character: usize, velocity: Vec3);

    /// Moves every machine and every character by one frame; `machines` are the placements of the level's machines at the end
    /// of the frame, in the order of the level.
    fn step(&mut self, machines: &[Placement]) -> Times;
}

/// Fall speed of a character, which every engine except the kernel leaves to the caller.
///
/// A fall ends on the ground. A fall that is stopped or deflected continues at its real speed: a character wedged where an
/// engine reports no ground would otherwise fall faster and faster.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fall {
    speed: f32,
}

impl Fall {
    /// Increases the fall speed by one frame of gravity, and returns it, m/s.
    pub(super) fn faster(&mut self) -> f32 {
        self.speed += GRAVITY * FRAME;
        self.speed
    }

    /// Updates the fall speed after a frame from the character's actual downward motion, metres, and whether it is grounded.
    pub(super) fn moved(&mut self, down: f32, on_ground: bool) {
        self.speed = if on_ground { 0.0 } else { (down / FRAME).clamp(0.0, self.speed) };
    }
}
