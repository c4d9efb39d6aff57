//! A straight motion of a capsule of radius 1 in ellipsoid space, with the values that all lanes share.

use crate::frame::motion::Motion;
use crate::shape::axis::Axis;
use glam::Vec3;

/// A motion of the unit sphere swept along a spine: half a length to both sides of its centre, along one axis of ellipsoid space.
///
/// The tests of blocks compute in the *upright* frame: ellipsoid space with its axes in another order, so that y is the axis of the
/// spine ([`Axis::upright`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleMotion {
    /// Motion of the capsule's centre.
    pub(crate) motion: Motion,
    pub(crate) axis: Axis,
    /// Half the length of the spine, ellipsoid space.
    pub(crate) half: f32,
    /// Start of the centre in the upright frame.
    pub(crate) start: Vec3,
    /// Displacement in the upright frame.
    pub(crate) displacement: Vec3,
    /// Unit vector along the displacement in the upright frame; zero if the displacement is zero.
    pub(crate) direction: Vec3,
    /// Inverse of the squared length of the displacement's part across the spine; zero if that part is zero.
    pub(crate) inverse_across_square: f32,
}

impl CapsuleMotion {
    pub(crate) fn new(motion: Motion, axis: Axis, half: f32) -> Self {
        let (displacement, direction) = (axis.upright(motion.displacement), axis.upright(motion.direction));
        let across_square = displacement.x * displacement.x + displacement.z * displacement.z;
        // Below the least normal number a square loses digits.
        let inverse_across_square = if across_square >= f32::MIN_POSITIVE { 1.0 / across_square } else { 0.0 };
        let start = axis.upright(motion.start);
        Self { motion, axis, half, start, displacement, direction, inverse_across_square }
    }
}
