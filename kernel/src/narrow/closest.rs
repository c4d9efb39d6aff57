//! Distances from eight triangles to a point.
//!
//! In: triangles and a centre, ellipsoid space. Out: for each triangle the squared distance of its closest point,
//! whether that point is inside the face, and whether the side that faces the centre counts.
//! 1. Above the face, inside all three edges: the distance from the plane.
//! 2. Otherwise the minimum over the three clamped edges. ("The last outside edge" is wrong for 2.9 % of obtuse cases.)
//!
//! Lanes decide which triangles are overlapped or nearest. For those alone, [`Contact`](crate::query::contact::Contact) computes
//! the point, the depth and the way out in `f64`.
//!
//! The scalar twin is `closest` in `sweep8_scalar_ref::twin`: same names, same order, same bits.

use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::prepare::{inverse_or_zero, longer_than_first};
use crate::simd::{FloatLanes, LaneVec, Lanes, one_norm};
use glam::Vec3;

/// The point closest to a sphere's centre on each of eight triangles, as distance and masks.
#[derive(Clone, Copy)]
pub(crate) struct Closest<L: Lanes> {
    /// Squared distance of each triangle from the centre, ellipsoid space.
    pub(crate) square: L::Float,
    /// Mask of the lanes whose closest point lies inside the triangle's face, not on its edges or corners.
    pub(crate) over_face: L::Mask,
    /// Mask of the lanes with the centre on a side of the triangle that the query counts.
    pub(crate) felt: L::Mask,
}

/// Finds the points closest to `center` on eight triangles, ellipsoid space.
///
/// As of a [prepared](crate::narrow::prepare) triangle, but the normal need not be of unit length: that takes two roots and two
/// divisions, one after the other.
#[inline(always)]
pub(crate) fn closest<L: Lanes>(lanes: L, corners: &[LaneVec<L::Float>; 3], center: Vec3, sides: Sides) -> Closest<L> {
    let zero = lanes.splat(0.0);
    let s = lanes.splat3(center);
    let v = corners;
    let m = [s - v[0], s - v[1], s - v[2]];
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let l = [e[0].dot(e[0]), e[1].dot(e[1]), e[2].dot(e[2])];
    let inverse = [inverse_or_zero(lanes, l[0]), inverse_or_zero(lanes, l[1]), inverse_or_zero(lanes, l[2])];

    let (second, third) = longer_than_first(lanes, l);
    let longest = lanes.select3(third, e[2], lanes.select3(second, e[1], e[0]));
    // Of edges whose square is nearly nothing the inverse is infinite.
    let scale = lanes.select(third, inverse[2], lanes.select(second, inverse[1], inverse[0]));
    let scale = lanes.min(scale, lanes.splat(f32::MAX));
    let n = e[0].scale(scale).cross(e[1]);
    let n = n - longest.scale(n.dot(longest) * scale);
    let n_square = n.dot(n);
    let thick = lanes.gt(n_square, zero);

    let signed = n.dot(m[0]);
    let inside = [n.cross(e[0]).dot(m[0]), n.cross(e[1]).dot(m[1]), n.cross(e[2]).dot(m[2])];
    let over_face = thick & lanes.gt(inside[0], zero) & lanes.gt(inside[1], zero) & lanes.gt(inside[2], zero);
    let edge_square = nearest_on_edges(lanes, &inverse, &m, &e);
    Closest {
        square: lanes.select(over_face, signed * (signed / n_square), edge_square),
        over_face,
        felt: lanes.ge(signed, lanes.splat(sides.lowest())),
    }
}

/// Squared distance from a centre to each triangle's edges. `inverse_square`: `1 / |edge|²`; `m`: vectors from the corners to the centre;
/// `e`: the edges.
#[inline(always)]
pub(crate) fn nearest_on_edges<L: FloatLanes>(
    lanes: L,
    inverse_square: &[L::Float; 3],
    m: &[LaneVec<L::Float>; 3],
    e: &[LaneVec<L::Float>; 3],
) -> L::Float {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let mut square = lanes.splat(f32::INFINITY);
    for k in 0..3 {
        let foot = lanes.min(lanes.max(m[k].dot(e[k]) * inverse_square[k], zero), one);
        let from_foot = m[k] - e[k].scale(foot);
        square = lanes.min(from_foot.dot(from_foot), square);
    }
    square
}

/// The change of the distance to the closest point of the edges over the motion `d`, negative for an approach; and its rounding, in
/// units of `APPROACH_ROUNDING`, beyond the length of the motion. `m` and `e` as in [`nearest_on_edges`].
///
/// Along an edge the distance does not change: that part of the motion is projected out before the rest is multiplied with a vector
/// whose rounding grows with the distance of the corners. Otherwise a graze along an edge of a kilometre is rounding at any angle
/// up to some thousandths.
#[inline(always)]
pub(crate) fn approach_to_edges<L: FloatLanes>(
    lanes: L,
    block: &CandidateBlock,
    m: &[LaneVec<L::Float>; 3],
    e: &[LaneVec<L::Float>; 3],
    d: LaneVec<L::Float>,
) -> (L::Float, L::Float) {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let mut square = lanes.splat(f32::INFINITY);
    let (mut approach, mut rounding) = (zero, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let foot = m[k].dot(e[k]) * inverse_square;
        let (before, beyond) = (lanes.le(foot, zero), lanes.ge(foot, one));
        let from_foot = lanes.select3(before, m[k], lanes.select3(beyond, m[(k + 1) % 3], m[k] - e[k].scale(foot)));
        let foot_square = from_foot.dot(from_foot);
        let d_across = d - e[k].scale(d.dot(e[k]) * inverse_square);
        let ends = before | beyond;
        let d_closing = lanes.select3(ends, d, d_across);
        let nearer = lanes.lt(foot_square, square);
        let spread = lanes.select(ends, one, one_norm(lanes, m[k]));
        square = lanes.select(nearer, foot_square, square);
        approach = lanes.select(nearer, from_foot.dot(d_closing), approach);
        rounding = lanes.select(nearer, one_norm(lanes, d_closing) * spread, rounding);
    }
    (approach, rounding)
}
