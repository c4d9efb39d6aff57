//! The exact sweep of a capsule: when does a unit sphere swept along a spine, which moves along a straight line, first touch each of
//! eight triangles?
//!
//! In: a block of candidates and a motion, ellipsoid space. Out: the fraction of first contact a lane, or none. The steps are those of
//! [`plane_and_face`](crate::narrow::sweep::plane_and_face) for a sphere:
//! 1. *Plane.* Signed distance of the centre to the plane, less the part of the spine across it: the height of the *near end*.
//! 2. *Face.* The fraction at which the near end touches the plane; its touching point is tested against the three edges. A spine along
//!    the plane has two near ends: either will do, as the edges find the part of the face that the other is over.
//! 3. *Cull.* Where the near end is closest, that of its sphere; elsewhere that of the prism that the triangle is when it is swept along
//!    the spine ([`capsule_cull`](crate::narrow::sweep::capsule_cull)).
//! 4. *Start.* The distance of the spine from the triangle ([`closest_to_spine`](crate::narrow::closest_to_spine)).
//! 5. *Edges.* Corners and edges of the remaining lanes ([`capsule_edges`](crate::narrow::sweep::capsule_edges)).
//!
//! A capsule without a spine has the contacts of a sphere, but is never swept here: that would take half as long again.
//!
//! The scalar twin is `sweep_capsule` in `sweep8_scalar_ref::twin`: same names, same order, same bits. See `docs/math/capsule.md`.

use crate::base::tolerance::{APPROACH_ROUNDING, CULL_ROUNDING, EDGE_ROUNDING, SEAM_WINDOW};
use crate::frame::capsule_motion::CapsuleMotion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest_to_spine::{SpineView, approach_of_spine, load_upright, spine_distance};
use crate::narrow::sweep::capsule_cull::{PrismDistances, at_closest_of_capsule, at_ends_of_capsule};
use crate::narrow::sweep::capsule_edges::{EdgesFromStart, first_on_capsule_edges};
use crate::narrow::sweep::cull::{EdgeDistances, can_be_judged};
use crate::narrow::sweep::hits::{BlockHits, Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::simd::{Lanes, one_norm, task};

task! {
    /// A task that sweeps a capsule against the lanes `live` of some blocks, one after the other, and merges the hits up to `limit` into the
    /// nearest contact. A task, so that all regimes share one function; of several blocks, so that what they share is in registers once.
    pub(crate) struct SweepCapsuleBlocks<'a, L: Lanes> {
        pub(crate) lanes: L,
        pub(crate) blocks: &'a [CandidateBlock],
        pub(crate) live: L::Mask,
        pub(crate) capsule: &'a CapsuleMotion,
        pub(crate) limit: f32,
        pub(crate) rule: Rule,
        pub(crate) nearest: &'a mut Nearest,
    }
    fn run<M>(_) {
        // A copy: writes to the nearest contact change nothing of it.
        let capsule = &{ *capsule };
        let of_axis = capsule.axis.indices();
        let mut until = nearest.limit(&capsule.motion).min(limit);
        for block in blocks {
            if let Some(found) = sweep_capsule::<L, false>(lanes, block, live, (capsule, of_axis), until, rule) {
                nearest.take_capsule(&found, capsule, block);
                until = nearest.limit(&capsule.motion).min(limit);
            }
        }
    }
}

task! {
    /// A task that sweeps a capsule against the lanes `live` of one block, for contacts up to `limit`, inclusive; as
    /// [`sweep_block`](crate::narrow::sweep::plane_and_face::sweep_block). `EACH`: each triangle by itself.
    pub(crate) struct SweepCapsule<'a, L: Lanes; const EACH: bool> {
        pub(crate) lanes: L,
        pub(crate) block: &'a CandidateBlock,
        pub(crate) live: L::Mask,
        pub(crate) capsule: &'a CapsuleMotion,
        pub(crate) limit: f32,
        pub(crate) rule: Rule,
    }
    fn run<M>(_) -> BlockHits {
        let capsule = (capsule, capsule.axis.indices());
        sweep_capsule::<L, EACH>(lanes, block, live, capsule, limit, rule).unwrap_or(BlockHits::NONE)
    }
}

/// The sweep of a block, for the nearest hit or for each lane by itself; `None` if no lane is touched or overlapped.
/// `of_axis`: the indices of the spine's axis.
///
/// One function of more than 60 lines: its lanes stay in registers from the planes to the edges.
#[inline(always)]
fn sweep_capsule<L: Lanes, const EACH: bool>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    (capsule, of_axis): (&CapsuleMotion, [usize; 3]),
    limit: f32,
    rule: Rule,
) -> Option<BlockHits> {
    debug_assert!(limit <= 1.0, "a sweep ends with its motion, not at {limit}");
    let motion = &capsule.motion;
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let half = lanes.splat(capsule.half);
    let d = lanes.splat3(capsule.displacement);
    let s = lanes.splat3(capsule.start);
    let [a, b, c] = &block.corners;
    let v = [load_upright(lanes, a, of_axis), load_upright(lanes, b, of_axis), load_upright(lanes, c, of_axis)];
    let from_first = s - v[0];
    let n = load_upright(lanes, &block.normal, of_axis);

    // Plane: height of the near end above it, negative where the spine crosses it, and how that changes over the whole motion.
    let signed = n.dot(from_first);
    let below = lanes.lt(signed, zero);
    let height = lanes.abs(signed) - lanes.abs(n.y) * half;
    let along = n.dot(d);
    let rate = lanes.select(below, -along, along);
    let felt = live & lanes.ge(signed, lanes.splat(rule.sides.lowest()));
    let cuts = felt & lanes.lt(height, one);
    let touching = rule.start.touching_height(motion);
    let reached = cuts | (felt & lanes.lt(height + rate, lanes.splat(touching)));
    if !lanes.any(reached) {
        return None;
    }

    let m = [from_first, s - v[1], s - v[2]];

    // Face: the near end inside all three edges when it touches the plane. n × e points into the triangle.
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let inward = [n.cross(e[0]), n.cross(e[1]), n.cross(e[2])];
    let inside = [inward[0].dot(m[0]), inward[1].dot(m[1]), inward[2].dot(m[2])];
    let change = [inward[0].dot(d), inward[1].dot(d), inward[2].dot(d)];
    let slope = [inward[0].y, inward[1].y, inward[2].y];
    let rises = lanes.lt(lanes.select(below, -n.y, n.y), zero);
    let near_end = lanes.select(rises, half, -half);
    let touch = (height - one) / -rate;
    let mut face = reached & !cuts;
    for k in 0..3 {
        face = face & lanes.gt(inside[k] + slope[k] * near_end + change[k] * touch, zero);
    }

    // A touched face ends the way for all lanes that cannot win against it.
    let size = one_norm(lanes, m[0]) + one_norm(lanes, m[1]) + one_norm(lanes, m[2]);
    let rounding = lanes.splat(CULL_ROUNDING) * (size + lanes.splat(1.0 + motion.size + 3.0 * capsule.half));
    let mut fraction = lanes.select(face, touch, lanes.splat(f32::INFINITY));
    let behind = lanes.min(rounding, lanes.splat(SEAM_WINDOW)) * lanes.splat(motion.inverse_length);
    let limit = lanes.splat(limit);
    let limit = if EACH { limit } else { lanes.min(lanes.least(fraction) + behind, limit) };

    // Cull: lanes whose prism the sphere surely misses need no roots.
    let of = EdgeDistances { height, rate, inside, change, rounding };
    let judged = can_be_judged(lanes, block, &of);
    let lean = lanes.abs(n.y);
    let mut prism = PrismDistances { of, slope, lean, near_end, half, is_near: [judged; 3] };
    let mut open = reached & !face & !(judged & at_ends_of_capsule(lanes, block, limit, &mut prism));
    let mut faces = lanes.bits(face);
    if !lanes.any(open) {
        let hits = lanes.bits(lanes.le(fraction, limit));
        if hits == 0 {
            return None;
        }
        return Some(BlockHits { hits, fraction: lanes.store(fraction), faces, ..BlockHits::NONE });
    }
    let mut overlaps = 0;
    let mut start_square = [0.0; 8];
    let stays = lanes.ge(height, zero) & lanes.ge(height + rate * limit, zero);
    open = open & !(judged & stays & at_closest_of_capsule(lanes, block, motion, limit, &prism));
    let cuts = cuts & open;

    // Start: distance of the spine from the lanes whose plane cuts the capsule.
    if lanes.any(cuts) {
        let [a, b, c] = &block.inverse_square;
        let inverse_square = [lanes.load(a), lanes.load(b), lanes.load(c)];
        let view = SpineView { m, e, inverse_square, signed, lean: n.y, height, inside, slope, half };
        let found = spine_distance(lanes, &view);
        let overlap = cuts & lanes.lt(found.square, one);
        overlaps = lanes.bits(overlap);
        if overlaps != 0 {
            start_square = lanes.store(found.square);
            faces |= lanes.bits(found.on_face) & overlaps;
            let deeper = match rule.start {
                Start::Contact => overlap,
                Start::Approach => {
                    let (to_edges, to_edges_rounding) = approach_of_spine(lanes, &view, &found, d);
                    let approach = lanes.select(found.on_face, rate, to_edges);
                    let beyond_length = lanes.select(found.on_face, zero, to_edges_rounding);
                    let rounding = lanes.splat(APPROACH_ROUNDING) * (lanes.splat(motion.length) + beyond_length);
                    overlap & lanes.lt(approach, -rounding)
                }
            };
            fraction = lanes.select(deeper, zero, fraction);
            open = open & !overlap;
        }
    }

    if lanes.any(open) {
        let of = EdgesFromStart { corners: v, start: s, m, e };
        let on_edges = first_on_capsule_edges(lanes, block, capsule, touching, &of, lanes.bits(open));
        fraction = lanes.select(open, on_edges, fraction);
        // The rim: an edge contact counts as a face if the near end is then, to rounding, at the height at which it touches the
        // plane.
        let rounding = lanes.splat(EDGE_ROUNDING) * (one + half + one_norm(lanes, d) + one_norm(lanes, m[0]));
        let on_plane = lanes.ge(height + rate * on_edges, one - rounding);
        faces |= lanes.bits(open & !cuts & on_plane);
    }
    let hits = lanes.bits(lanes.le(fraction, limit));
    Some(BlockHits { hits, fraction: lanes.store(fraction), overlaps, start_square, faces })
}
