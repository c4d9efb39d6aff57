//! The engines that were compiled in.

#[cfg(feature = "peer-jolt")]
use super::jolt;
use super::peer::{SweepPeer, WalkPeer};
#[cfg(feature = "peer-physx")]
use super::physx;
use super::{kernel, parry, rapier};
use crate::levels::Level;
use glam::Vec3;
use sweep8::MoveMode;

/// Creates every engine that was compiled in, the kernel first.
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

/// Every engine that was compiled in, the kernel first, with characters at the `starts` that move in that mode: `Walk`
/// climbs steps and stays on the ground as far as the engine does that, `Slide` does neither. Slow engines take the
/// first `few` characters only.
///
/// # Panics
///
/// When an engine refuses the level.
#[must_use]
pub fn walkers(level: &Level, starts: &[Vec3], few: usize, mode: MoveMode) -> Vec<Box<dyn WalkPeer>> {
    let first = &starts[..few.min(starts.len())];
    vec![
        Box::new(kernel::Walkers::new(level, starts, mode)),
        Box::new(rapier::Walkers::new(level, first, rapier::Shape::Ball, mode)),
        Box::new(rapier::Walkers::new(level, first, rapier::Shape::Capsule, mode)),
        #[cfg(feature = "peer-jolt")]
        Box::new(jolt::Walkers::new(level, starts, mode)),
        #[cfg(feature = "peer-physx")]
        Box::new(physx::Walkers::new(level, starts, mode)),
    ]
}
