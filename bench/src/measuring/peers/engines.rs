//! The engines that were compiled in.

#[cfg(feature = "peer-jolt")]
use super::jolt;
use super::peer::{SweepPeer, WalkPeer};
#[cfg(feature = "peer-physx")]
use super::physx;
use super::{kernel, parry, rapier};
use crate::levels::Level;
use glam::Vec3;

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
