//! Distances between boxes, and between boxes and a point.
//!
//! In: boxes, eight at a time, mesh space. Out: gaps by axis; a lower bound of the distance to anything in a box, rounding
//! included.

use crate::base::tolerance::NEAR_ROUNDING;
use crate::simd::{LaneVec, Lanes};

/// Gaps between boxes by axis; 0 where they overlap along an axis. `below` and `above` are the signed distances between the two
/// pairs of facing sides.
#[inline(always)]
pub(super) fn gap<L: Lanes>(lanes: L, below: LaneVec<L::Float>, above: LaneVec<L::Float>) -> LaneVec<L::Float> {
    let zero = lanes.splat(0.0);
    lanes.max3(lanes.max3(below, above), LaneVec { x: zero, y: zero, z: zero })
}

/// Returns the larger absolute value of `a` and `b` in each lane.
#[inline(always)]
fn larger<L: Lanes>(lanes: L, a: L::Float, b: L::Float) -> L::Float {
    lanes.max(lanes.abs(a), lanes.abs(b))
}

/// Mask of the boxes within `limit` metres of the origin, and a lower bound of each box's distance from the origin, metres.
#[inline(always)]
pub(crate) fn within<L: Lanes>(
    lanes: L,
    low: LaneVec<L::Float>,
    high: LaneVec<L::Float>,
    limit: f32,
) -> (L::Mask, L::Float) {
    let zero = lanes.splat(0.0);
    let origin = LaneVec { x: zero, y: zero, z: zero };
    let (below, above) = (low, origin - high);
    let apart = gap(lanes, below, above);
    let distance = lanes.sqrt(apart.dot(apart));
    // The distance to a triangle has the rounding of its coordinates, seen from the point: those of the box's far side.
    let size = larger(lanes, below.x, above.x) + larger(lanes, below.y, above.y) + larger(lanes, below.z, above.z);
    let near = lanes.max(distance - size * lanes.splat(NEAR_ROUNDING), zero);
    (lanes.le(near, lanes.splat(limit)), near)
}
