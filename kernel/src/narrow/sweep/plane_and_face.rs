//! The exact sweep: when does a unit sphere that moves along a straight line first touch each of eight triangles?
//!
//! In: a block of candidates and a motion, ellipsoid space. Out: the fraction of first contact a lane, or none.
//! 1. *Plane.* Signed distance to the plane, with the sign that puts the centre in front. Lanes that stay more than a radius away
//!    are done; so are lanes with the centre on their back, if only fronts count.
//! 2. *Face.* The fraction at which the sphere touches the plane; the touching point is tested against the three edges.
//! 3. *Cull.* Lanes that the sphere surely misses are done ([`cull`](crate::narrow::sweep::cull)). A touched face shortens the way:
//!    its neighbours, which the sphere would touch later or along a seam, are mostly missed up to there.
//! 4. *Start.* For a lane whose plane cuts the sphere, the squared distance of the closest point is computed. Below 1 it is an
//!    overlap.
//! 5. *Edges.* Corners and edges of the remaining lanes ([`edges`](crate::narrow::sweep::edges)).
//!
//! The steps are those of Nettle (2000) and Fauerby (2000); the contact is not theirs: they test the one point of the perimeter
//! nearest to the plane intersection, which misses low steps; here every feature is tested. Both roots are taken in perpendicular
//! form: the component along the axis or the motion is projected out before anything is squared, so that errors grow with the
//! coordinates and not with their squares. No tolerance decides a hit.
//!
//! The scalar twin is `sweep8_scalar_ref::twin::sweep`: same names, same order, same bits.

use crate::base::tolerance::{APPROACH_ROUNDING, CULL_ROUNDING, EDGE_ROUNDING, SEAM_WINDOW};
use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::{approach_to_edges, nearest_on_edges};
use crate::narrow::sweep::cull::{EdgeDistances, at_closest, at_ends, can_be_judged};
use crate::narrow::sweep::edges::{EdgeLanes, first_on_edges};
use crate::narrow::sweep::hits::{BlockHits, Rule, Start};
use crate::simd::{Lanes, OneLane, lanes_of, one_norm, task};

/// Sweeps the unit sphere against the lanes `live` of one block, for contacts up to `limit`, inclusive. The limit is a fraction of
/// at most 1: the cull considers the whole way up to it, and beyond the motion's end changes of a distance too small for its square
/// would add up.
#[inline(always)]
pub(crate) fn sweep_block<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    limit: f32,
    rule: Rule,
) -> BlockHits {
    lanes.call_shared(SweepBlock { lanes, block, live, motion, limit, rule })
}

task! {
    /// A task that sweeps the unit sphere against the lanes `live` of one block, for the nearest hit.
    struct SweepBlock<'a, L: Lanes> {
        lanes: L,
        block: &'a CandidateBlock,
        live: L::Mask,
        motion: &'a Motion,
        limit: f32,
        rule: Rule,
    }
    fn run<M>(_) -> BlockHits {
        if L::ONE_BY_ONE {
            return sweep_one_by_one(block, lanes.bits(live), motion, limit, rule);
        }
        sweep_lanes::<L, false>(lanes, block, live, motion, limit, rule)
    }
}

/// As [`sweep_block`], one lane after the other: each ends as soon as the sphere surely misses it.
#[inline(always)]
pub(super) fn sweep_one_by_one(
    block: &CandidateBlock,
    live: u32,
    motion: &Motion,
    mut limit: f32,
    rule: Rule,
) -> BlockHits {
    let mut found = BlockHits::NONE;
    for lane in lanes_of(live) {
        let of_lane = sweep_lanes::<OneLane, false>(OneLane(lane), block, true, motion, limit, rule);
        found.hits |= of_lane.hits;
        found.overlaps |= of_lane.overlaps;
        found.faces |= of_lane.faces;
        found.fraction[lane] = of_lane.fraction[lane];
        found.start_square[lane] = of_lane.start_square[lane];
        if of_lane.hits != 0 {
            limit = limit.min(of_lane.fraction[lane] + SEAM_WINDOW * motion.inverse_length);
        }
    }
    found
}

/// Sweeps the unit sphere against each triangle of a block by itself: a lane has the bits that it would have alone.
#[inline(always)]
pub(crate) fn sweep_each<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    rule: Rule,
) -> BlockHits {
    sweep_lanes::<L, true>(lanes, block, live, motion, 1.0, rule)
}

/// The sweep of a block, for the nearest hit or for each lane by itself.
///
/// One function of more than 60 lines: its lanes stay in registers from the planes to the edges.
#[inline(always)]
fn sweep_lanes<L: EdgeLanes, const EACH: bool>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    limit: f32,
    rule: Rule,
) -> BlockHits {
    debug_assert!(limit <= 1.0, "a sweep ends with its motion, not at {limit}");
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
    let felt = live & lanes.ge(signed, lanes.splat(rule.sides.lowest()));
    let cuts = felt & lanes.lt(height, one);
    let reached = cuts | (felt & lanes.lt(height + rate, lanes.splat(rule.start.touching_height(motion))));
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
    let mut face = reached & !cuts;
    for k in 0..3 {
        face = face & lanes.gt(inside[k] + change[k] * touch, zero);
    }

    // A touched face ends the way for all lanes that cannot win against it: mostly its neighbours. A contact may still win if it is
    // as near up to the rounding of the nearest one, which is less than the rounding here.
    let size = one_norm(lanes, m[0]) + one_norm(lanes, m[1]) + one_norm(lanes, m[2]);
    let rounding = lanes.splat(CULL_ROUNDING) * (size + lanes.splat(1.0 + motion.size));
    let mut fraction = lanes.select(face, touch, lanes.splat(f32::INFINITY));
    let behind = lanes.min(rounding, lanes.splat(SEAM_WINDOW)) * lanes.splat(motion.inverse_length);
    let limit = lanes.splat(limit);
    let limit = if EACH { limit } else { lanes.min(lanes.least(fraction) + behind, limit) };

    // Cull: lanes that the sphere surely misses need no roots.
    let distances = EdgeDistances { height, rate, inside, change, rounding };
    let judged = can_be_judged(lanes, block, &distances);
    let mut open = reached & !face & !(judged & at_ends(lanes, block, limit, &distances));
    let mut faces = lanes.bits(face);
    if !lanes.any(open) {
        let hits = lanes.bits(lanes.le(fraction, limit));
        return BlockHits { hits, fraction: lanes.store(fraction), faces, ..BlockHits::NONE };
    }
    let mut overlaps = 0;
    let mut start_square = [0.0; 8];
    open = open & !(judged & at_closest(lanes, block, motion, limit, &distances));
    let cuts = cuts & open;

    // Start: closest point of the lanes whose plane cuts the sphere.
    if lanes.any(cuts) {
        let over_face = lanes.gt(inside[0], zero) & lanes.gt(inside[1], zero) & lanes.gt(inside[2], zero);
        let edge_square = nearest_on_edges(lanes, &block.inverse_squares(lanes), &m, &e);
        let square = lanes.select(over_face, height * height, edge_square);
        let overlap = cuts & lanes.lt(square, one);
        overlaps = lanes.bits(overlap);
        if overlaps != 0 {
            start_square = lanes.store(square);
            faces |= lanes.bits(over_face) & overlaps;
            let deeper = match rule.start {
                Start::Contact => overlap,
                Start::Approach => {
                    let (to_edges, to_edges_rounding) = approach_to_edges(lanes, block, &m, &e, d);
                    let approach = lanes.select(over_face, rate, to_edges);
                    let beyond_length = lanes.select(over_face, zero, to_edges_rounding);
                    let rounding = lanes.splat(APPROACH_ROUNDING) * (lanes.splat(motion.length) + beyond_length);
                    overlap & lanes.lt(approach, -rounding)
                }
            };
            fraction = lanes.select(deeper, zero, fraction);
            open = open & !overlap;
        }
    }

    if lanes.any(open) {
        let on_edges = first_on_edges(lanes, block, motion, &m, &e, lanes.bits(open));
        fraction = lanes.select(open, on_edges, fraction);
        // The rim: an edge contact counts as a face if the sphere is then, to rounding, at the height at which it touches the
        // plane.
        let rounding = lanes.splat(EDGE_ROUNDING) * (one + one_norm(lanes, d) + one_norm(lanes, m[0]));
        let on_plane = lanes.ge(height + rate * on_edges, one - rounding);
        faces |= lanes.bits(open & !cuts & on_plane);
    }
    let hits = lanes.bits(lanes.le(fraction, limit));
    BlockHits { hits, fraction: lanes.store(fraction), overlaps, start_square, faces }
}
