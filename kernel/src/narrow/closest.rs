//! The closest points of eight triangles to a point, and what separates a sphere from them.
//!
//! In: a block of candidates and a centre, ellipsoid space. Out: squared distance and the vector from each triangle's
//! closest point to the centre; for a unit sphere there, how deep it overlaps and which way is out, in the world.
//! 1. Above the face, inside all three edges: the foot on the plane.
//! 2. Otherwise the minimum over the three clamped edges. ("The last outside edge" is wrong for 2.9 % of obtuse cases.)
//! 3. *Out.* Along that vector in ellipsoid space, `n / r` in the world; on a face along its normal, which has no
//!    rounding to speak of however deep the centre lies. Moving so clears the whole triangle: it lies behind the
//!    plane through its closest point. A centre so near to an edge that the vector is made of rounding leaves by
//!    the face too.
//!
//! The scalar twins are `closest` and `separate` in `sweep8_scalar_ref::twin`: same names, same order, same bits.

use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::tolerance::OUT_ROUNDING;
use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::simd::{LaneVec, Lanes, one_norm};
use glam::Vec3;

/// The closest points of one block.
#[derive(Clone, Copy)]
pub(crate) struct Closest<L: Lanes> {
    /// Squared distance.
    pub(crate) square: L::Float,
    /// From the closest point to the centre.
    pub(crate) apart: LaneVec<L::Float>,
    /// Lanes whose closest point is inside the face.
    pub(crate) over_face: L::Mask,
    /// Lanes with a face and a centre so near to one of its edges that `apart` is made of rounding.
    pub(crate) on_edges: L::Mask,
    /// Distance from the face's plane.
    pub(crate) height: L::Float,
    /// The face's normal on the centre's side; of a triangle too thin for one, a direction across it.
    pub(crate) facing: LaneVec<L::Float>,
    /// Lanes whose side counts.
    pub(crate) felt: L::Mask,
}

/// Finds the closest points of the triangles of one block to `center`.
#[inline(always)]
pub(crate) fn closest<L: Lanes>(lanes: L, block: &CandidateBlock, center: Vec3, sides: Sides) -> Closest<L> {
    let zero = lanes.splat(0.0);
    let s = lanes.splat3(center);
    let v = lanes.load_corners(&block.corners);
    let m = [s - v[0], s - v[1], s - v[2]];
    let n = lanes.load3(&block.normal);
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];

    let signed = n.dot(m[0]);
    let below = lanes.lt(signed, zero);
    let thick = lanes.gt(n.dot(n), zero);
    let facing = lanes.select3(thick, lanes.select3(below, -n, n), across(lanes, &e));
    let inside = [n.cross(e[0]).dot(m[0]), n.cross(e[1]).dot(m[1]), n.cross(e[2]).dot(m[2])];
    let over_face = lanes.gt(inside[0], zero) & lanes.gt(inside[1], zero) & lanes.gt(inside[2], zero);
    let (edge_square, from_edge) = nearest_on_edges(lanes, block, &m, &e);
    // The rounding of a vector turns it by that over its length: half the digits are lost where the square is the
    // rounding.
    let spread = one_norm(lanes, m[0]) + one_norm(lanes, m[1]) + one_norm(lanes, m[2]);
    let rounding = lanes.splat(OUT_ROUNDING) * (lanes.splat(1.0) + spread);
    let on_edges = thick & lanes.lt(edge_square, rounding);
    Closest {
        square: lanes.select(over_face, signed * signed, edge_square),
        apart: lanes.select3(over_face, n.scale(signed), from_edge),
        over_face,
        on_edges,
        height: lanes.abs(signed),
        facing,
        felt: lanes.ge(signed, lanes.splat(sides.lowest())),
    }
}

/// Closest point of the three edges: squared distance, and the vector from it to the centre. `m` are the vectors from the
/// corners to the centre, `e` the edges.
#[inline(always)]
pub(crate) fn nearest_on_edges<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    m: &[LaneVec<L::Float>; 3],
    e: &[LaneVec<L::Float>; 3],
) -> (L::Float, LaneVec<L::Float>) {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let mut square = lanes.splat(f32::INFINITY);
    let mut apart = LaneVec { x: zero, y: zero, z: zero };
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let foot = lanes.min(lanes.max(m[k].dot(e[k]) * inverse_square, zero), one);
        let from_foot = m[k] - e[k].scale(foot);
        let foot_square = from_foot.dot(from_foot);
        let nearer = lanes.lt(foot_square, square);
        square = lanes.select(nearer, foot_square, square);
        apart = lanes.select3(nearer, from_foot, apart);
    }
    (square, apart)
}

/// How fast a motion `d` approaches the closest point of the edges, per whole motion, negative where it does; and what
/// that is rounded by, in units of `APPROACH_ROUNDING` and above the length of the motion. `m` and `e` as above.
///
/// Along an edge the distance does not change: that part of the motion is taken out before the rest is multiplied with a
/// vector that is rounded as far as the corners are away. Otherwise a graze along an edge of a kilometre is rounding at
/// any angle that leads in by some thousandths.
#[inline(always)]
pub(crate) fn approach_to_edges<L: Lanes>(
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

/// A unit vector at right angles to the longest edge, any where the edges have no length.
#[inline(always)]
fn across<L: Lanes>(lanes: L, e: &[LaneVec<L::Float>; 3]) -> LaneVec<L::Float> {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let second = lanes.gt(e[1].dot(e[1]), e[0].dot(e[0]));
    let longest = lanes.select3(second, e[1], e[0]);
    let third = lanes.gt(e[2].dot(e[2]), longest.dot(longest));
    let longest = lanes.select3(third, e[2], longest);
    let along_x = lanes.gt(lanes.abs(longest.x), lanes.abs(longest.z));
    let in_xy = LaneVec { x: -longest.y, y: longest.x, z: zero };
    let in_yz = LaneVec { x: zero, y: -longest.z, z: longest.y };
    let across = lanes.select3(along_x, in_xy, in_yz);
    let square = across.dot(across);
    let any = lanes.splat3(FALLBACK_DIRECTION);
    lanes.select3(lanes.gt(square, zero), across.scale(one / lanes.sqrt(square)), any)
}

/// What separates the unit sphere at the centre from the triangles of one block.
#[derive(Clone, Copy)]
pub(crate) struct Separation<L: Lanes> {
    /// Lanes that the sphere overlaps.
    pub(crate) overlap: L::Mask,
    /// How far out, metres along `normal`; meaningful where they overlap.
    pub(crate) depth: L::Float,
    /// The way out, unit length, world space; meaningful where they overlap.
    pub(crate) normal: LaneVec<L::Float>,
}

/// What separates the unit sphere from triangles whose closest points are known. `inverse_radii` lead from the world to
/// ellipsoid space.
#[inline(always)]
pub(crate) fn separate<L: Lanes>(lanes: L, found: &Closest<L>, inverse_radii: Vec3) -> Separation<L> {
    let one = lanes.splat(1.0);
    let distance = lanes.sqrt(found.square);
    // Out of an edge along the line to the centre; a centre on the edge itself leaves by the face. In a triangle
    // without a face it is on an edge where the square is below the smallest normal number, and has lost its digits.
    let away = found.apart.scale(one / distance);
    let by_face = found.over_face | found.on_edges | lanes.lt(found.square, lanes.splat(f32::MIN_POSITIVE));
    let out = lanes.select3(by_face, found.facing, away);
    let normal = out.multiply(lanes.splat3(inverse_radii));
    let length = lanes.sqrt(normal.dot(normal));
    Separation {
        overlap: found.felt & lanes.lt(found.square, one),
        depth: (one - lanes.select(by_face, found.height, distance)) / length,
        normal: normal.scale(one / length),
    }
}
