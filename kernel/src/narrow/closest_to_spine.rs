//! Distances from eight triangles to a segment along one axis of ellipsoid space: the spine of a capsule.
//!
//! In: a block of candidates, the middle of the spine, half its length. Out: for each triangle the square of its distance, whether the
//! closest point is inside the face, and whether the side that faces the middle counts.
//! 1. *Face.* Only the point of the spine that is nearest to the plane can be closest to the inside of the face.
//! 2. *Edges.* The point of an edge that is closest across the spine; if it is beside the spine's part between the ends, that is
//!    the distance, otherwise that of the end on its side. No iteration: the distance is convex along the edge.
//! 3. *Crossing.* A spine that crosses the face has the distance 0. Its depth is that of its middle in the prism that the triangle
//!    covers when it is swept along the spine: the least distance from one of the prism's five planes. Its square counts as
//!    negative, so that the order of squares is that of depths.
//!
//! All of it is computed in the upright frame, in which the spine lies along y: see [`Axis::upright`](crate::shape::axis::Axis).
//! Products of coordinates across the spine have no part of those along it, however long it is.
//!
//! Source: Ericson, *Real-Time Collision Detection* (2005), 5.1.9 and 5.1.10, with a segment along an axis. The scalar twin is
//! `closest_to_spine` in `sweep8_scalar_ref::twin`: same names, same order, same bits. See `docs/math/capsule.md`.

use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::Closest;
use crate::shape::axis::Axis;
use crate::simd::{Eight, LaneVec, Lanes, one_norm};
use glam::Vec3;

/// Eight triangles seen from the middle of a spine, upright frame.
pub(crate) struct SpineView<F> {
    /// Vectors from the triangles' corners to the middle of the spine.
    pub(crate) m: [LaneVec<F>; 3],
    pub(crate) e: [LaneVec<F>; 3],
    pub(crate) inverse_square: [F; 3],
    /// Height of the middle of the spine above each triangle's plane; negative on the back.
    pub(crate) signed: F,
    /// Component of each triangle's normal along the spine.
    pub(crate) lean: F,
    /// Distance from the plane of the spine's end that is nearest to it; negative where the spine crosses the plane.
    pub(crate) height: F,
    /// Distance of the middle of the spine inside each edge, times the edge's length.
    pub(crate) inside: [F; 3],
    /// Change of `inside` per unit along the spine.
    pub(crate) slope: [F; 3],
    pub(crate) half: F,
}

/// Where a triangle is closest to a spine.
pub(crate) struct SpineDistance<L: Lanes> {
    /// Squared distance of each triangle from the spine; where the spine crosses, minus the squared depth of its middle.
    pub(crate) square: L::Float,
    /// Mask of the lanes whose closest point lies inside the face, and of those crossed that are left soonest along the normal.
    pub(crate) on_face: L::Mask,
    crosses: L::Mask,
}

/// Loads vectors of eight lanes in the upright frame of a spine along the axis with these [indices](Axis::indices).
#[inline(always)]
pub(crate) fn load_upright<L: Lanes>(
    lanes: L,
    values: &[Eight; 3],
    [own, next, last]: [usize; 3],
) -> LaneVec<L::Float> {
    LaneVec { x: lanes.load(&values[last]), y: lanes.load(&values[own]), z: lanes.load(&values[next]) }
}

/// Product of the parts of two vectors across the spine.
#[inline(always)]
pub(crate) fn dot_across<L: Lanes>(a: LaneVec<L::Float>, b: LaneVec<L::Float>) -> L::Float {
    a.x * b.x + a.z * b.z
}

/// Area between the parts of two vectors across the spine.
#[inline(always)]
pub(crate) fn area_across<L: Lanes>(a: LaneVec<L::Float>, b: LaneVec<L::Float>) -> L::Float {
    a.x * b.z - a.z * b.x
}

/// Measures the distances of the triangles of one block from the spine about `center`, ellipsoid space.
#[inline(always)]
pub(crate) fn closest_to_spine<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    center: Vec3,
    (axis, half): (Axis, f32),
    sides: Sides,
) -> Closest<L> {
    let s = lanes.splat3(axis.upright(center));
    let [a, b, c] = &block.corners;
    let of_axis = axis.indices();
    let v = [load_upright(lanes, a, of_axis), load_upright(lanes, b, of_axis), load_upright(lanes, c, of_axis)];
    let n = load_upright(lanes, &block.normal, of_axis);
    let half = lanes.splat(half);
    let m = [s - v[0], s - v[1], s - v[2]];
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];

    let signed = n.dot(m[0]);
    let height = lanes.abs(signed) - lanes.abs(n.y) * half;
    let inward = [n.cross(e[0]), n.cross(e[1]), n.cross(e[2])];
    let inside = [inward[0].dot(m[0]), inward[1].dot(m[1]), inward[2].dot(m[2])];
    let slope = [inward[0].y, inward[1].y, inward[2].y];
    let [a, b, c] = &block.inverse_square;
    let inverse_square = [lanes.load(a), lanes.load(b), lanes.load(c)];
    let view = SpineView { m, e, inverse_square, signed, lean: n.y, height, inside, slope, half };
    let found = spine_distance(lanes, &view);
    let felt = lanes.ge(signed, lanes.splat(sides.lowest()));
    Closest { square: found.square, over_face: found.on_face, felt }
}

/// Distance of the spine from each triangle.
#[inline(always)]
pub(crate) fn spine_distance<L: Lanes>(lanes: L, of: &SpineView<L::Float>) -> SpineDistance<L> {
    let &SpineView { height, half, .. } = of;
    let zero = lanes.splat(0.0);

    // Face: the point of the spine nearest to the plane.
    let nearest = lanes.max(lanes.min(-of.signed / of.lean, half), -half);
    let mut over_face = lanes.gt(of.inside[0] + of.slope[0] * nearest, zero);
    for k in 1..3 {
        over_face = over_face & lanes.gt(of.inside[k] + of.slope[k] * nearest, zero);
    }

    let mut edge_square = lanes.splat(f32::INFINITY);
    for k in 0..3 {
        let apart = from_edge(lanes, of, k).apart;
        edge_square = lanes.min(apart.dot(apart), edge_square);
    }
    let square = lanes.select(over_face, height * height, edge_square);

    // Crossing: the depth of the middle in the prism, below both caps and inside of its three sides.
    let crosses = over_face & lanes.le(height, zero);
    if !lanes.any(crosses) {
        return SpineDistance { square, on_face: over_face, crosses };
    }
    let mut depth = -height;
    let mut on_cap = crosses;
    for k in 0..3 {
        let side = lanes.abs(area_across::<L>(of.e[k], of.m[k])) / lanes.sqrt(dot_across::<L>(of.e[k], of.e[k]));
        let nearer = lanes.lt(side, depth);
        depth = lanes.select(nearer, side, depth);
        on_cap = on_cap & !nearer;
    }
    let square = lanes.select(crosses, -(depth * depth), square);
    SpineDistance { square, on_face: (over_face & !crosses) | on_cap, crosses }
}

/// The closest points of a spine and an edge.
struct FromEdge<L: Lanes> {
    /// Vector from the edge's point to the spine's.
    apart: LaneVec<L::Float>,
    /// Mask of the lanes whose point lies between the ends of the spine.
    is_between: L::Mask,
    /// Part of the edge up to its point, not clamped.
    foot: L::Float,
}

/// Finds the closest points of the spine and the edge `k` of each triangle.
#[inline(always)]
fn from_edge<L: Lanes>(lanes: L, of: &SpineView<L::Float>, k: usize) -> FromEdge<L> {
    let (m, e, half) = (of.m[k], of.e[k], of.half);
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    // Across the spine; an edge along the spine has no such point, and takes its first corner.
    let across_foot = dot_across::<L>(m, e) / dot_across::<L>(e, e);
    let part = lanes.min(lanes.max(across_foot, zero), one);
    let beside = m - e.scale(part);
    let end = lanes.select(lanes.ge(beside.y, zero), half, -half);
    let is_between = lanes.le(lanes.abs(beside.y), half);
    // From the end of the spine on the edge's side.
    let from_end = LaneVec { x: m.x, y: m.y - end, z: m.z };
    let end_foot = from_end.dot(e) * of.inverse_square[k];
    let end_part = lanes.min(lanes.max(end_foot, zero), one);
    let off_end = from_end - e.scale(end_part);
    let apart = lanes.select3(is_between, LaneVec { x: beside.x, y: zero, z: beside.z }, off_end);
    FromEdge { apart, is_between, foot: lanes.select(is_between, across_foot, end_foot) }
}

/// The change of the signed distance to each triangle over the motion `d`, negative for an approach, for the lanes that are not
/// [on the face](SpineDistance::on_face); and its rounding, in units of `APPROACH_ROUNDING`, beyond the length of the motion. As
/// [`approach_to_edges`](crate::narrow::closest::approach_to_edges).
#[inline(always)]
pub(crate) fn approach_of_spine<L: Lanes>(
    lanes: L,
    of: &SpineView<L::Float>,
    found: &SpineDistance<L>,
    d: LaneVec<L::Float>,
) -> (L::Float, L::Float) {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let mut square = lanes.splat(f32::INFINITY);
    let (mut approach, mut rounding) = (zero, zero);
    let d_beside = LaneVec { x: d.x, y: zero, z: d.z };
    for k in 0..3 {
        let (m, e) = (of.m[k], of.e[k]);
        let FromEdge { apart, is_between, foot } = from_edge(lanes, of, k);
        let apart_square = apart.dot(apart);
        // Between the ends, the distance does not change along the spine; between the corners, not along the edge.
        let across_part = dot_across::<L>(d, e) / dot_across::<L>(e, e);
        let d_across_spine = LaneVec { x: d.x - e.x * across_part, y: zero, z: d.z - e.z * across_part };
        let d_across_edge = d - e.scale(d.dot(e) * of.inverse_square[k]);
        let ends = lanes.le(foot, zero) | lanes.ge(foot, one);
        let d_at_ends = lanes.select3(is_between, d_beside, d);
        let d_along = lanes.select3(is_between, d_across_spine, d_across_edge);
        // An edge along the spine has no foot across it.
        let has_foot = !ends & lanes.ge(foot, zero);
        let d_closing = lanes.select3(has_foot, d_along, d_at_ends);
        let nearer = lanes.lt(apart_square, square);
        let spread = lanes.select(has_foot, one_norm(lanes, m) + of.half, one);
        square = lanes.select(nearer, apart_square, square);
        approach = lanes.select(nearer, apart.dot(d_closing), approach);
        rounding = lanes.select(nearer, one_norm(lanes, d_closing) * spread, rounding);
    }

    // Of the lanes that the spine crosses: towards the inside of the prism, away from its nearest side.
    let mut depth = -of.height;
    for k in 0..3 {
        let length = lanes.sqrt(dot_across::<L>(of.e[k], of.e[k]));
        let area = area_across::<L>(of.e[k], of.m[k]);
        let change = area_across::<L>(of.e[k], d) / length;
        let side = lanes.abs(area) / length;
        let nearer = lanes.lt(side, depth) & found.crosses;
        depth = lanes.select(nearer, side, depth);
        approach = lanes.select(nearer, lanes.select(lanes.lt(area, zero), change, -change), approach);
        rounding = lanes.select(nearer, one_norm(lanes, d), rounding);
    }
    (approach, rounding)
}
