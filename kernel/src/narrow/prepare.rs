//! The values of a triangle that every test needs, computed once: the unit normal and the inverse squared edge lengths.
//!
//! In: corners in ellipsoid space, eight lanes. Out: normal and `1 / |edge|²`.
//! 1. Edges, their squared lengths, the longest of them.
//! 2. The cross product of two edges, scaled by the longest first, so that no size over- or underflows.
//! 3. The part of the normal along the longest edge is rounding, and is projected out. Without this step the normal of a needle 100
//!    m long and 1 cm high is tilted so far that its plane misses the far corner by centimetres; with it the plane contains the
//!    longest edge to rounding, and the rest of the triangle is never farther from that edge than its height.
//!
//! A triangle too thin to have a normal in `f32` gets the zero vector: the face test then never holds, and only its edges are
//! tested.
//!
//! The scalar twin is `sweep8_scalar_ref::twin::prepare`: same names, same order.

use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::triangles::Triangles;
use crate::simd::{LaneVec, Lanes};

/// Makes a candidate block from eight triangles: computes their unit normals and inverse squared edge lengths.
#[inline(always)]
pub(crate) fn prepare<L: Lanes>(lanes: L, triangles: &Triangles<L::Float>) -> CandidateBlock {
    let [v0, v1, v2] = triangles.corners;
    let (e0, e1, e2) = (v1 - v0, v2 - v1, v0 - v2);
    let (l0, l1, l2) = (e0.dot(e0), e1.dot(e1), e2.dot(e2));

    let (second, third) = longer_than_first(lanes, [l0, l1, l2]);
    let longest = lanes.select3(third, e2, lanes.select3(second, e1, e0));
    let square = lanes.select(third, l2, lanes.select(second, l1, l0));

    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let scale_by = one / lanes.sqrt(square);
    let axis = longest.scale(scale_by);
    let normal = e0.scale(scale_by).cross(e1.scale(scale_by));
    let normal = normal - axis.scale(normal.dot(axis));
    let normal_square = normal.dot(normal);
    let thick = lanes.gt(normal_square, zero);
    let normal = normal.scale(one / lanes.sqrt(normal_square));
    let none = LaneVec { x: zero, y: zero, z: zero };

    CandidateBlock {
        corners: lanes.store_corners(triangles.corners),
        normal: lanes.store3(lanes.select3(thick, normal, none)),
        inverse_square: [
            lanes.store(inverse_or_zero(lanes, l0)),
            lanes.store(inverse_or_zero(lanes, l1)),
            lanes.store(inverse_or_zero(lanes, l2)),
        ],
        ids: lanes.store_bits(triangles.ids),
    }
}

/// Masks of the lanes in which the second edge is longer than the first, and the third longer than both; by their squared lengths.
#[inline(always)]
pub(super) fn longer_than_first<L: Lanes>(lanes: L, [l0, l1, l2]: [L::Float; 3]) -> (L::Mask, L::Mask) {
    let second = lanes.gt(l1, l0);
    (second, lanes.gt(l2, lanes.select(second, l1, l0)))
}

/// Inverse of a squared length in each lane; 0 for a square of 0.
#[inline(always)]
pub(super) fn inverse_or_zero<L: Lanes>(lanes: L, square: L::Float) -> L::Float {
    let zero = lanes.splat(0.0);
    lanes.select(lanes.gt(square, zero), lanes.splat(1.0) / square, zero)
}
