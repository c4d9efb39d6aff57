//! Distances between boxes, and between boxes and a point.
//!
//! In: boxes, eight at a time. Out: gaps by axis; the squared distance from the origin to a box.

use crate::simd::{LaneVec, Lanes};

/// Gaps between boxes by axis; 0 where they overlap along an axis. `below` and `above` are the signed distances between the two
/// pairs of facing sides.
#[inline(always)]
pub(super) fn gap<L: Lanes>(lanes: L, below: LaneVec<L::Float>, above: LaneVec<L::Float>) -> LaneVec<L::Float> {
    let zero = lanes.splat(0.0);
    lanes.max3(lanes.max3(below, above), LaneVec { x: zero, y: zero, z: zero })
}

/// Mask of the boxes whose squared distance from the origin is at most `limit`, and that of each box.
#[inline(always)]
pub(crate) fn within<L: Lanes>(lanes: L, [low, high]: [LaneVec<L::Float>; 2], limit: f32) -> (L::Mask, L::Float) {
    let apart = gap(lanes, low, -high);
    let square = apart.dot(apart);
    (lanes.le(square, lanes.splat(limit)), square)
}
