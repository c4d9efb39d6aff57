//! Other engines that do the kernel's work, for comparison.
//!
//! In: a level, motions, places to stand. Out: engines behind two small traits, one for the sweep of a ball and one for
//! walking characters, the kernel among them; their answers, judged in `f64`. The benches time them in turns
//! ([`measure`](crate::speed::measure)).
//!
//! | file | what it does |
//! |---|---|
//! | `kernel`, `parry`, `rapier`, `jolt`, `physx` | one engine each, only glue |
//! | [`answers`] | counts wrong answers |
//! | [`walk`] | lets an engine's characters walk, and checks their paths |
//! | [`command_line`] | arguments and output of both benches |
//!
//! Every engine gets the same positions, triangles, motions, starts and desired velocities, through its own interface: one
//! call for a sweep, one call for a character's move. Each has the fastest known settings for the work; the header of each
//! names its differences.

pub mod answers;
pub mod command_line;
#[cfg(feature = "peer-jolt")]
mod jolt;
mod kernel;
mod parry;
#[cfg(feature = "peer-physx")]
mod physx;
mod rapier;
pub mod walk;

use crate::level::Level;
use crate::simulation::FRAME;
use crate::workload::Motion;
use glam::{DVec3, Vec3};

/// Gap that walkers keep to surfaces, metres: the kernel's skin, asked of every engine.
const SKIN: f32 = 0.01;

/// Acceleration of gravity, m/s², downwards.
const GRAVITY: f32 = 9.81;

/// Steepest slope that holds a walker, radians: 50°.
const STEEPEST: f32 = 50.0 * std::f32::consts::PI / 180.0;

/// An engine that sweeps the [`ball`](crate::workload::ball) through a level, feeling both sides of its triangles.
pub trait SweepPeer {
    /// Its name in tables.
    fn name(&self) -> &'static str;

    /// Fractions of the motions at first contact, in their order; `None` where the way is free.
    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>);
}

/// An engine that lets balls of [`RADIUS`](crate::workload::RADIUS) walk through a level under gravity.
pub trait WalkPeer {
    /// Its name in tables.
    fn name(&self) -> &'static str;

    /// How many characters walk.
    fn count(&self) -> usize;

    /// The centre of a character, world space, metres.
    fn center(&self, character: usize) -> DVec3;

    /// Sets the desired velocity of a character, horizontal, m/s.
    fn desired(&mut self, character: usize, velocity: Vec3);

    /// Moves every character by a frame.
    fn step(&mut self);
}

/// Every engine that was compiled in, the kernel first.
///
/// # Panics
///
/// When an engine refuses the level.
#[must_use]
pub fn sweepers(level: &Level) -> Vec<Box<dyn SweepPeer>> {
    vec![
        Box::new(kernel::Sweeper::new(level)),
        Box::new(parry::Sweeper::new(level)),
        #[cfg(feature = "peer-jolt")]
        Box::new(jolt::Sweeper::new(level)),
        #[cfg(feature = "peer-physx")]
        Box::new(physx::Sweeper::new(level)),
    ]
}

/// Every engine that was compiled in, the kernel first, with characters at the `starts`; slow engines take the first
/// `few` of them only.
///
/// # Panics
///
/// When an engine refuses the level.
#[must_use]
pub fn walkers(level: &Level, starts: &[Vec3], few: usize) -> Vec<Box<dyn WalkPeer>> {
    let first = &starts[..few.min(starts.len())];
    vec![
        Box::new(kernel::Walkers::new(level, starts)),
        Box::new(rapier::Walkers::new(level, first, rapier::Shape::Ball)),
        Box::new(rapier::Walkers::new(level, first, rapier::Shape::Capsule)),
        #[cfg(feature = "peer-jolt")]
        Box::new(jolt::Walkers::new(level, starts)),
        #[cfg(feature = "peer-physx")]
        Box::new(physx::Walkers::new(level, starts)),
    ]
}

/// The fall of a character, which all engines but the kernel leave to the caller.
///
/// It ends on the ground. A fall that is stopped or deflected continues at its real speed: a character wedged where an
/// engine reports no ground would otherwise fall faster and faster.
#[derive(Clone, Copy, Debug, Default)]
struct Fall {
    speed: f32,
}

impl Fall {
    /// Speed after another frame of gravity, m/s.
    fn faster(&mut self) -> f32 {
        self.speed += GRAVITY * FRAME;
        self.speed
    }

    /// Takes in how far the character got down in that frame, metres, and whether it stands.
    fn moved(&mut self, down: f32, on_ground: bool) {
        self.speed = if on_ground { 0.0 } else { (down / FRAME).clamp(0.0, self.speed) };
    }
}
