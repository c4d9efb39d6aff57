//! The twin of the kernel's `frame/capsule_motion.rs`: a straight motion of a capsule.

use crate::twin::closest_to_spine::Spine;
use crate::twin::scalar::{dot, one_norm, select};
use glam::Vec3;

/// Motion of a capsule, upright frame, with values that the tests of all triangles share.
pub(super) struct CapsuleWay {
    pub(super) start: Vec3,
    pub(super) d: Vec3,
    /// Unit vector along the displacement; zero for a zero displacement.
    pub(super) u: Vec3,
    pub(super) length: f32,
    pub(super) inverse_length: f32,
    pub(super) inverse_across_square: f32,
    /// Sum of the absolute components of the displacement, in the order of ellipsoid space.
    pub(super) size: f32,
    pub(super) half: f32,
}

impl CapsuleWay {
    pub(super) fn new(start: Vec3, displacement: Vec3, spine: Spine) -> Self {
        let square = dot(displacement, displacement);
        let moves = square >= f32::MIN_POSITIVE;
        let (d, length) = (select(moves, displacement, Vec3::ZERO), select(moves, square.sqrt(), 0.0));
        let inverse_length = if length > 0.0 { 1.0 / length } else { 0.0 };
        let (u, size) = (d * inverse_length, one_norm(d));
        let d = spine.upright(d);
        let across_square = d.x * d.x + d.z * d.z;
        let inverse_across_square = if across_square >= f32::MIN_POSITIVE { 1.0 / across_square } else { 0.0 };
        let (start, u, half) = (spine.upright(start), spine.upright(u), spine.half);
        Self { start, d, u, length, inverse_length, inverse_across_square, size, half }
    }
}
