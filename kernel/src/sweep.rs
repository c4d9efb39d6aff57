//! The exact sweep: when does a unit sphere that moves along a straight line first touch each of eight triangles?
//!
//! In: a block of candidates and a motion, ellipsoid space. Out: the fraction of first contact a lane, or that there is
//! none.
//! 1. *Plane.* Signed distance to the plane, turned so that the centre is in front. Lanes that stay more than a radius
//!    away are done, and those whose back the centre is on, where only fronts count.
//! 2. *Face.* The fraction at which the sphere touches the plane; the touching point is tested against the three edges.
//! 3. *Beside.* Lanes that the sphere surely passes by are done, first those that both ends of the way tell. A face that is
//!    touched ends the way: its neighbours, which it would touch later or along a seam, are mostly passed by until then.
//! 4. *Start.* A lane whose plane cuts the sphere is measured: squared distance of the closest point. Below 1 it
//!    overlaps.
//! 5. *Vertices.* Reverse ray against the unit sphere about each corner.
//! 6. *Edges.* Reverse ray against the unit cylinder about each edge, the foot inside the segment.
//!
//! The steps are those of Nettle (2000) and Fauerby (2000); the contact is not theirs: they test the one point of the
//! perimeter nearest to the plane intersection, which misses low steps, here every feature is tested. Both roots are
//! taken in perpendicular form: what lies along the axis or the motion is projected out before anything is squared, so
//! that errors grow with the coordinates and not with their squares. No tolerance decides a hit.
//!
//! The scalar twin is `sweep8_scalar_ref::twin::sweep`: same names, same order, same bits.

use crate::candidates::CandidateBlock;
use crate::closest::nearest_on_edges;
use crate::lanes::{Eight, LaneVec, Lanes, one_norm};
use crate::motion::Motion;
use crate::sides::Sides;
use crate::tolerance::{
    APPROACH_ROUNDING, BESIDE_MOST_INVERSE, BESIDE_MOST_ROUNDING, BESIDE_ROUNDING, OUTLINE_ROUNDING, SEAM_WINDOW,
};

/// What an overlap at the start means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// Contact at fraction 0, wherever the motion goes.
    Contact,
    /// Contact at fraction 0 where the motion goes deeper, none where it goes out or along. The distance to a triangle
    /// is convex along a line: one that does not shrink at the start never does.
    Approach,
}

/// What counts as a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) start: Start,
    pub(crate) sides: Sides,
}

/// What the sweep found in one block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockHits {
    /// Bit `i`: lane `i` is touched at `fraction[i]`, which is at most the limit. A lane that surely loses against the
    /// face of another may be left out.
    pub(crate) hits: u32,
    /// Fraction of the displacement, `0..=limit`; meaningful where `hits` has the lane.
    pub(crate) fraction: Eight,
    /// Bit `i`: lane `i` overlaps at the start.
    pub(crate) overlaps: u32,
    /// Squared distance at the start, `0..1`; meaningful where `overlaps` has the lane.
    pub(crate) start_square: Eight,
    /// Bit `i`: what lane `i` touches is its face, or to rounding the rim of it, and not its outline from the side;
    /// meaningful where `hits` or `overlaps` has the lane.
    pub(crate) faces: u32,
}

impl BlockHits {
    const NONE: Self = Self { hits: 0, fraction: [0.0; 8], overlaps: 0, start_square: [0.0; 8], faces: 0 };
}

/// Sweeps the unit sphere against one block, contacts up to `limit` (a fraction, inclusive).
#[inline(always)]
pub(crate) fn sweep_block<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    limit: f32,
    rule: Rule,
) -> BlockHits {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let d = lanes.splat3(motion.displacement);
    let s = lanes.splat3(motion.start);
    let v = lanes.load_corners(&block.corners);
    let from_first = s - v[0];
    let n = lanes.load3(&block.normal);

    // Plane: height of the centre above it, and how that changes over the whole motion.
    let signed = n.dot(from_first);
    let below = lanes.lt(signed, zero);
    let height = lanes.abs(signed);
    let along = n.dot(d);
    let rate = lanes.select(below, -along, along);
    let felt = lanes.ge(signed, lanes.splat(rule.sides.lowest()));
    let cuts = felt & lanes.lt(height, one);
    let reached = cuts | (felt & lanes.lt(height + rate, one));
    if !lanes.any(reached) {
        return BlockHits::NONE;
    }

    let m = [from_first, s - v[1], s - v[2]];

    // Face: inside all three edges when the sphere touches the plane. n × e points into the triangle.
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let inward = [n.cross(e[0]), n.cross(e[1]), n.cross(e[2])];
    let inside = [inward[0].dot(m[0]), inward[1].dot(m[1]), inward[2].dot(m[2])];
    let change = [inward[0].dot(d), inward[1].dot(d), inward[2].dot(d)];
    let touch = (height - one) / -rate;
    let mut face = reached & !cuts & lanes.lt(rate, zero);
    for k in 0..3 {
        face = face & lanes.gt(inside[k] + change[k] * touch, zero);
    }

    // A face that is touched ends the way for all that cannot win against it: its neighbours, mostly. What is as near but
    // for the rounding of the nearest contact, which is less than this one, may win.
    let size = one_norm(lanes, m[0]) + one_norm(lanes, m[1]) + one_norm(lanes, m[2]);
    let rounding = lanes.splat(BESIDE_ROUNDING) * (size + lanes.splat(1.0 + motion.size));
    let mut fraction = lanes.select(face, touch, lanes.splat(f32::INFINITY));
    let behind = lanes.min(rounding, lanes.splat(SEAM_WINDOW)) * lanes.splat(motion.inverse_length);
    let limit = lanes.min(lanes.least(fraction) + behind, lanes.splat(limit));

    // Beside: what the sphere surely passes by needs no roots.
    let course = Beside { height, rate, inside, change, rounding };
    let judged = can_be_judged(lanes, block, &course);
    let mut open = reached & !face & !(judged & beside_at_ends(lanes, block, limit, &course));
    if lanes.any(open) {
        open = open & !(judged & beside_at_closest(lanes, block, motion, limit, &course));
    }
    let cuts = cuts & open;
    let mut overlaps = 0;
    let mut start_square = [0.0; 8];
    let mut faces = lanes.bits(face);

    // Start: closest point of the lanes whose plane cuts the sphere.
    if lanes.any(cuts) {
        let over_face = lanes.gt(inside[0], zero) & lanes.gt(inside[1], zero) & lanes.gt(inside[2], zero);
        let (edge_square, from_edge) = nearest_on_edges(lanes, block, &m, &e);
        let square = lanes.select(over_face, height * height, edge_square);
        let overlap = cuts & lanes.lt(square, one);
        overlaps = lanes.bits(overlap);
        if overlaps != 0 {
            start_square = lanes.store(square);
            faces |= lanes.bits(over_face) & overlaps;
            let deeper = match rule.start {
                Start::Contact => overlap,
                Start::Approach => {
                    let approach = lanes.select(over_face, rate, from_edge.dot(d));
                    let spread = one_norm(lanes, m[0]) + one_norm(lanes, m[1]) + one_norm(lanes, m[2]);
                    let rounding = lanes.splat(APPROACH_ROUNDING * motion.length);
                    let rounding = lanes.select(over_face, rounding, rounding * (one + spread));
                    overlap & lanes.lt(approach, -rounding)
                }
            };
            fraction = lanes.select(deeper, zero, fraction);
            open = open & !overlap;
        }
    }

    if lanes.any(open) {
        let outline = first_on_outline(lanes, block, motion, &m, &e, d);
        fraction = lanes.select(open, outline, fraction);
        // The rim: the outline is touched while the sphere is, to rounding, at the height at which it touches the
        // plane.
        let rounding = lanes.splat(OUTLINE_ROUNDING) * (one + one_norm(lanes, d) + one_norm(lanes, m[0]));
        let on_plane = lanes.ge(height + rate * outline, one - rounding);
        faces |= lanes.bits(open & !cuts & on_plane);
    }
    let hits = lanes.bits(lanes.le(fraction, limit));
    BlockHits { hits, fraction: lanes.store(fraction), overlaps, start_square, faces }
}

/// Where the sphere is, over a motion, beside the three edges: in the frame of the triangle's plane.
struct Beside<F> {
    /// Of the centre above the plane, and its change over the motion.
    height: F,
    rate: F,
    /// Distance of the centre inside each edge times the length of the edge, and its change over the motion.
    inside: [F; 3],
    change: [F; 3],
    /// What all of these may be wrong by, and more.
    rounding: F,
}

/// Lanes whose triangle can be judged by its normal, and by squares.
///
/// A triangle lies in its plane and on the inner side of each edge, so that height and distance outside of an edge are two
/// legs of a triangle whose hypotenuse is not longer than the distance. Both are wrong by no more than rounding, unless
/// the triangle is so thin that rounding has turned its normal.
#[inline(always)]
fn can_be_judged<L: Lanes>(lanes: L, block: &CandidateBlock, of: &Beside<L::Float>) -> L::Mask {
    let rounding = of.rounding;
    let [a, b, c] = &block.inverse_square;
    let longest = lanes.min(lanes.load(c), lanes.min(lanes.load(b), lanes.load(a)));
    // Twice the area over the longest edge: how high the triangle is.
    let area = of.inside[0] + of.inside[1] + of.inside[2];
    let thick = lanes.gt(area, lanes.splat(0.0)) & lanes.gt(area * longest * area, rounding * rounding);
    let sane =
        lanes.lt(longest, lanes.splat(BESIDE_MOST_INVERSE)) & lanes.lt(rounding, lanes.splat(BESIDE_MOST_ROUNDING));
    thick & sane
}

/// Lanes that the sphere does not touch up to the fraction `end`, as it stays outside of an edge, farther than its section
/// with the plane is ever wide.
#[inline(always)]
fn beside_at_ends<L: Lanes>(lanes: L, block: &CandidateBlock, end: L::Float, of: &Beside<L::Float>) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let lowest = lanes.max(lanes.min(of.height, of.height + of.rate * end), zero);
    // Squares with their signs: what is outside is negative.
    let width = lanes.min(lowest * lowest - (one + of.rounding), zero);
    let mut beside = lanes.lt(one, zero);
    for k in 0..3 {
        let most = lanes.max(of.inside[k], of.inside[k] + of.change[k] * end);
        beside = beside | lanes.lt(most * lanes.load(&block.inverse_square[k]) * lanes.abs(most), width);
    }
    beside
}

/// The same by a closer look, with a division an edge: lanes whose sphere, where it is closest to the line of an edge, is
/// outside of it and farther than its radius.
#[inline(always)]
fn beside_at_closest<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    end: L::Float,
    of: &Beside<L::Float>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    // The fraction is rounded, too: what that moves grows with the way and with how far off it begins.
    let least = one + of.rounding * lanes.splat(1.0 + motion.size);
    let sinking = of.height * of.rate;
    let rate_square = of.rate * of.rate;
    let mut beside = lanes.lt(one, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let change = of.change[k] * inverse_square;
        let closest = -(of.inside[k] * change + sinking) / (of.change[k] * change + rate_square);
        // No motion across the edge is 0 / 0: the start, then.
        let closest = lanes.min(lanes.max(closest, zero), end);
        let inside = of.inside[k] + of.change[k] * closest;
        let height = of.height + of.rate * closest;
        let square = inside * inverse_square * inside + height * height;
        beside = beside | (lanes.lt(inside, zero) & lanes.gt(square, least));
    }
    beside
}

/// Fraction of first contact with corners and edges, infinite where there is none. The sphere must not overlap at the
/// start.
///
/// A miss by no more than its own rounding is a touch, if the closest approach is ahead by more than rounding. The face
/// has left to the outline what touches it within rounding of an edge. On a flat approach that is a strip much wider
/// than rounding, over which the sphere's depth at the edge is still hidden by it: were both strict, the sphere would
/// sink through the strip. The same holds between an edge and its corners.
#[inline(always)]
fn first_on_outline<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    m: &[LaneVec<L::Float>; 3],
    e: &[LaneVec<L::Float>; 3],
    d: LaneVec<L::Float>,
) -> L::Float {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let u = lanes.splat3(motion.direction);
    let inverse_length = lanes.splat(motion.inverse_length);
    let motion_size = one + one_norm(lanes, d);
    let mut fraction = lanes.splat(f32::INFINITY);
    for k in 0..3 {
        let rounding = lanes.splat(OUTLINE_ROUNDING) * (motion_size + one_norm(lanes, m[k]));

        // Vertex: depth² = 1 - |m + u ahead|², the part of m across the motion.
        let ahead = -m[k].dot(u);
        let across = m[k] + u.scale(ahead);
        let depth_square = one - across.dot(across);
        let half_chord = lanes.sqrt(lanes.max(depth_square, zero));
        let touch = lanes.max(ahead - half_chord, zero) * inverse_length;
        let hit = lanes.gt(ahead, rounding) & lanes.ge(depth_square, -rounding) & lanes.lt(touch, fraction);
        fraction = lanes.select(hit, touch, fraction);

        // Edge: m and d without their parts along the edge, then the same in the plane across it.
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let foot = m[k].dot(e[k]) * inverse_square;
        let foot_rate = d.dot(e[k]) * inverse_square;
        let m_across = m[k] - e[k].scale(foot);
        let d_across = d - e[k].scale(foot_rate);
        let inverse = one / d_across.dot(d_across);
        let closing = m_across.dot(d_across);
        let closest = -closing * inverse;
        let miss = m_across + d_across.scale(closest);
        let depth_square = one - miss.dot(miss);
        let half_chord = lanes.sqrt(lanes.max(depth_square, zero) * inverse);
        let touch = lanes.max(closest - half_chord, zero);
        let foot_then = foot + foot_rate * touch;
        let on_segment = lanes.ge(foot_then, zero) & lanes.le(foot_then, one);
        let hit = lanes.lt(closing, zero) & lanes.ge(depth_square, -rounding) & on_segment & lanes.lt(touch, fraction);
        fraction = lanes.select(hit, touch, fraction);
    }
    fraction
}
