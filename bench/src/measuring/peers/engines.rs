//! The engines that were compiled in.

#[cfg(feature = "peer-embree")]
use super::embree;
use super::form::Form;
#[cfg(feature = "peer-jolt")]
use super::jolt;
use super::peer::{QueryPeer, WalkPeer};
#[cfg(feature = "peer-physx")]
use super::physx;
use super::{kernel, obvhs, parry, rapier};
use crate::levels::{Level, Parts};
use glam::Vec3;
use sweep8::{MoveMode, Shape};

/// Creates every engine that was compiled in, the kernel first, to be asked about the level and that form in it.
///
/// # Panics
///
/// When an engine refuses the level.
#[must_use]
pub fn queried(level: &Level, form: Form) -> Vec<Box<dyn QueryPeer>> {
    vec![
        Box::new(kernel::Queries::new(level, form)),
        Box::new(parry::Queries::new(level, form)),
        #[cfg(feature = "peer-jolt")]
        Box::new(jolt::Queries::new(level, form)),
        #[cfg(feature = "peer-physx")]
        Box::new(physx::Queries::new(level, form)),
        Box::new(obvhs::Queries::new(level)),
        #[cfg(feature = "peer-embree")]
        Box::new(embree::Queries::new(level)),
    ]
}

/// Creates every engine that was compiled in, the kernel first, with characters of that form at the `starts` in a level. `Walk` climbs
/// steps and stays on the ground as far as the engine does that, `Slide` does neither. Slow engines take the first `few`
/// characters only. With each engine comes the shape of its characters.
///
/// # Panics
///
/// When an engine refuses the level.
#[must_use]
pub fn walkers(
    parts: &Parts,
    starts: &[Vec3],
    few: usize,
    mode: MoveMode,
    form: Form,
) -> Vec<(Box<dyn WalkPeer>, Shape)> {
    let first = &starts[..few.min(starts.len())];
    let shape = form.shape();
    let mut peers: Vec<(Box<dyn WalkPeer>, Shape)> =
        vec![(Box::new(kernel::Walkers::new(parts, starts, mode, shape, kernel::NAME)), shape)];
    if let Some(ellipsoid) = form.ellipsoid() {
        let within = Shape::from(ellipsoid);
        let name = kernel::OF_ELLIPSOIDS;
        peers.push((Box::new(kernel::Walkers::new(parts, starts, mode, within, name)), within));
    }
    if form == Form::Ball {
        peers.push((Box::new(rapier::Walkers::new(parts, first, rapier::Body::Ball, mode)), shape));
    }
    let body = rapier::Body::Capsule { half_height: form.half_height_of_capsule(), radius: form.radius() };
    peers.push((Box::new(rapier::Walkers::new(parts, first, body, mode)), shape));
    #[cfg(feature = "peer-jolt")]
    peers.push((Box::new(jolt::Walkers::new(parts, starts, mode, form)), shape));
    #[cfg(feature = "peer-physx")]
    peers.push((Box::new(physx::Walkers::new(parts, starts, mode, form)), shape));
    peers
}
