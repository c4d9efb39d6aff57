//! The interface of every engine: two small traits, and the settings that all engines share.

use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};

/// Gap that characters keep to surfaces, metres: the kernel's skin, set for every engine.
pub(super) const SKIN: f32 = 0.01;

/// Acceleration of gravity, m/s², downwards.
pub(super) const GRAVITY: f32 = 9.81;

/// Maximum slope on which a character stands, radians: 50°.
pub(super) const STEEPEST: f32 = 50.0 * std::f32::consts::PI / 180.0;

/// Maximum height of a step that a character with steps climbs, metres.
pub(super) const STEP_HEIGHT: f32 = 0.4;

/// Maximum distance to the ground that a character with steps follows downwards, metres.
pub(super) const SNAP_DISTANCE: f32 = 0.4;

/// An engine that sweeps the [`ball`](crate::measuring::workload::ball) through a level, two-sided.
pub trait SweepPeer {
    /// Name of the engine in the tables.
    fn name(&self) -> &'static str;

    /// Sweeps the ball along all motions; `answers` gets the fraction at first contact of each, or `None` without a contact.
    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>);
}

/// An engine that lets balls of [`RADIUS`](crate::measuring::workload::RADIUS) walk through a level under gravity.
pub trait WalkPeer {
    /// Name of the engine in the tables.
    fn name(&self) -> &'static str;

    /// Number of characters.
    fn count(&self) -> usize;

    /// Returns the centre of a character, world space, metres.
    fn center(&self, character: usize) -> DVec3;

    /// Sets the desired velocity of a character, horizontal, m/s.
    fn desired(&mut self, character: usize, velocity: Vec3);

    /// Moves every character by one frame.
    fn step(&mut self);
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
    /// Adds gravity for one frame and returns the fall speed, m/s.
    pub(super) fn faster(&mut self) -> f32 {
        self.speed += GRAVITY * FRAME;
        self.speed
    }

    /// Updates the fall speed from the motion down in the frame, metres, and from whether the character is grounded.
    pub(super) fn moved(&mut self, down: f32, on_ground: bool) {
        self.speed = if on_ground { 0.0 } else { (down / FRAME).clamp(0.0, self.speed) };
    }
}
