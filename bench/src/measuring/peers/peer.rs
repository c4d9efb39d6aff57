//! The interface of every engine: two small traits, and the settings that all engines share.

use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};

/// Gap that walkers keep to surfaces, metres: the kernel's skin, asked of every engine.
pub(super) const SKIN: f32 = 0.01;

/// Acceleration of gravity, m/s², downwards.
pub(super) const GRAVITY: f32 = 9.81;

/// Steepest slope that holds a walker, radians: 50°.
pub(super) const STEEPEST: f32 = 50.0 * std::f32::consts::PI / 180.0;

/// Highest step that a character with steps climbs, metres.
pub(super) const STEP_HEIGHT: f32 = 0.4;

/// Longest motion down to the ground that a character with steps follows, metres.
pub(super) const SNAP_DISTANCE: f32 = 0.4;

/// An engine that sweeps the [`ball`](crate::measuring::workload::ball) through a level, two-sided.
pub trait SweepPeer {
    /// Name of the engine in tables.
    fn name(&self) -> &'static str;

    /// Fractions of the motions at first contact, in their order; `None` without a contact.
    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>);
}

/// An engine that lets balls of [`RADIUS`](crate::measuring::workload::RADIUS) walk through a level under gravity.
pub trait WalkPeer {
    /// Name of the engine in tables.
    fn name(&self) -> &'static str;

    /// Number of characters.
    fn count(&self) -> usize;

    /// The centre of a character, world space, metres.
    fn center(&self, character: usize) -> DVec3;

    /// Sets the desired velocity of a character, horizontal, m/s.
    fn desired(&mut self, character: usize, velocity: Vec3);

    /// Moves every character by a frame.
    fn step(&mut self);
}

/// The fall of a character, which all engines but the kernel leave to the caller.
///
/// A fall ends on the ground. A fall that is stopped or deflected continues at its real speed: a character wedged where an
/// engine reports no ground would otherwise fall faster and faster.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fall {
    speed: f32,
}

impl Fall {
    /// Speed after another frame of gravity, m/s.
    pub(super) fn faster(&mut self) -> f32 {
        self.speed += GRAVITY * FRAME;
        self.speed
    }

    /// Takes in the motion down in that frame, metres, and whether the character stands.
    pub(super) fn moved(&mut self, down: f32, on_ground: bool) {
        self.speed = if on_ground { 0.0 } else { (down / FRAME).clamp(0.0, self.speed) };
    }
}
