//! When does a unit sphere that moves along a straight line first touch an edge or a corner of each of eight triangles?
//!
//! In: a block of candidates, a motion, and a mask of relevant lanes. Out: for each lane the fraction of the first contact,
//! infinite if there is none. The sphere must not overlap the triangle at the start.
//! 1. *Vertex.* The line of the centre against the unit sphere about a corner.
//! 2. *Edge.* The line of the centre against the unit cylinder about the edge from that corner to the next; it counts if the
//!    touched point lies on the segment.
//!
//! In most blocks one or two lanes matter. Their three or six edges are then laid side by side in one vector and tested at once,
//! not in three rounds over all lanes. Both orders compute the same fractions and take the least, which does not depend on the
//! order: both give the same bits.
//!
//! Two rules against rounding:
//! - *A miss by no more than rounding is a touch.* The face test leaves a touch within rounding of an edge to this file, so these
//!   points of the face form a strip along the edge. If the sphere comes in almost parallel to the face, the strip is much wider
//!   than rounding, yet a sphere that touches within it overlaps the edge by less than rounding. If both tests were strict there,
//!   both would miss, and the sphere would sink through the strip. The same holds between an edge and its corners.
//! - *The closest approach lies ahead by more than rounding.* Once the part along an edge of kilometres is projected out of a
//!   motion along it, the rest is rounding. Without this rule the motion would touch that edge again and again.

use crate::base::tolerance::EDGE_ROUNDING;
use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::simd::{FloatLanes, LaneVec, Lanes, OneLane, one_norm};

/// Terms of a sphere's motion that the tests of all corners and edges share, copied to all lanes.
pub(crate) struct LaneWay<F> {
    displacement: LaneVec<F>,
    direction: LaneVec<F>,
    inverse_length: F,
    /// 1 plus the sum of the absolute components of the displacement, for bounds on rounding.
    size: F,
}

/// Fraction at which the sphere first touches an edge, for the lanes `open`. `m`: from corners to its start; `e`: edges.
#[inline(always)]
pub(crate) fn first_on_edges<L: EdgeLanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    m: &[LaneVec<L::Float>; 3],
    e: &[LaneVec<L::Float>; 3],
    open: u32,
) -> L::Float {
    let displacement = lanes.splat3(motion.displacement);
    let way = LaneWay {
        displacement,
        direction: lanes.splat3(motion.direction),
        inverse_length: lanes.splat(motion.inverse_length),
        size: lanes.splat(1.0) + one_norm(lanes, displacement),
    };
    if open.count_ones() <= 2
        && let Some(fraction) = lanes.first_of_two(block, motion, &way, open)
    {
        return fraction;
    }
    let mut fraction = lanes.splat(f32::INFINITY);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        fraction = lanes.min(first_on_edge(lanes, &way, m[k], e[k], inverse_square), fraction);
    }
    fraction
}

/// Lanes that test edges: of eight triangles one edge after the other, and of one or two triangles all edges at once, where they can.
pub(crate) trait EdgeLanes: FloatLanes {
    /// Computes [`first_on_edges`] for one or two lanes at once: the first lane's edges in the low half, the last's in the high half.
    /// `None` from lanes that do not change places.
    fn first_of_two(
        self,
        block: &CandidateBlock,
        motion: &Motion,
        way: &LaneWay<Self::Float>,
        open: u32,
    ) -> Option<Self::Float>;
}

impl<L: Lanes> EdgeLanes for L {
    #[inline(always)]
    fn first_of_two(
        self,
        block: &CandidateBlock,
        motion: &Motion,
        way: &LaneWay<L::Float>,
        open: u32,
    ) -> Option<L::Float> {
        let v = self.load_corners(&block.corners);
        let SideBySide { m, e, inverse_square } = side_by_side(self, block, v, self.splat3(motion.start), open);
        Some(least_of_two(self, first_on_edge(self, way, m, e, inverse_square), open))
    }
}

impl EdgeLanes for OneLane {
    #[inline(always)]
    fn first_of_two(self, _: &CandidateBlock, _: &Motion, _: &LaneWay<f32>, _: u32) -> Option<f32> {
        None
    }
}

/// The edges of one or two triangles, each in a lane: those of the first in the low half, of the last in the high half.
pub(super) struct SideBySide<F> {
    /// Vectors from the first corner of each edge to the sphere's start.
    pub(super) m: LaneVec<F>,
    pub(super) e: LaneVec<F>,
    pub(super) inverse_square: F,
}

/// Lays the edges of the one or two lanes in `open` side by side. `v`: the corners of all lanes; `start`: of the sphere.
#[inline(always)]
pub(super) fn side_by_side<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    v: [LaneVec<L::Float>; 3],
    start: LaneVec<L::Float>,
    open: u32,
) -> SideBySide<L::Float> {
    let (first, last) = (open.trailing_zeros(), u32::BITS - 1 - open.leading_zeros());
    let halves = lanes.order(0x0101_0101 * (u64::from(first) | u64::from(last) << 32));
    let [a, b, c] = [lanes.permute3(v[0], halves), lanes.permute3(v[1], halves), lanes.permute3(v[2], halves)];
    let from = lanes.weave3([a, b, c]);
    let (m, e) = (start - from, lanes.weave3([b, c, a]) - from);
    let inverse_square = lanes.load3(&block.inverse_square);
    let LaneVec { x, y, z } = lanes.permute3(inverse_square, halves);
    SideBySide { m, e, inverse_square: lanes.weave([x, y, z]) }
}

/// The least over the edges of each of the one or two lanes in `open`, in its own lane. `of_one`: of the edges side by side.
#[inline(always)]
pub(super) fn least_of_two<L: Lanes>(lanes: L, of_one: L::Float, open: u32) -> L::Float {
    let last = u32::BITS - 1 - open.leading_zeros();
    // The least of each half, in all of its lanes: first of neighbours, then of pairs.
    let of_pair = lanes.min(of_one, lanes.permute(of_one, lanes.order(0x0607_0405_0203_0001)));
    let of_all = lanes.min(of_pair, lanes.permute(of_pair, lanes.order(0x0504_0706_0100_0302)));
    lanes.permute(of_all, lanes.order(4 << (u8::BITS * last)))
}

/// Fraction of the motion at which the sphere first touches one corner, or the edge from it to the next corner.
#[inline(always)]
fn first_on_edge<L: FloatLanes>(
    lanes: L,
    way: &LaneWay<L::Float>,
    m: LaneVec<L::Float>,
    e: LaneVec<L::Float>,
    inverse_square: L::Float,
) -> L::Float {
    let &LaneWay { displacement: d, direction: u, inverse_length, size } = way;
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let rounding = lanes.splat(EDGE_ROUNDING) * (size + one_norm(lanes, m));

    // Vertex: depth² = 1 - |m + u ahead|², the part of m across the motion.
    let ahead = -m.dot(u);
    let across = m + u.scale(ahead);
    let depth_square = one - across.dot(across);
    let half_chord = lanes.sqrt(lanes.max(depth_square, zero));
    let touch = lanes.max(ahead - half_chord, zero) * inverse_length;
    let hit = lanes.gt(ahead, rounding) & lanes.ge(depth_square, -rounding);
    let fraction = lanes.select(hit, touch, lanes.splat(f32::INFINITY));

    // Edge: m and d without their parts along the edge, then the same in the plane across it.
    let foot = m.dot(e) * inverse_square;
    let foot_rate = d.dot(e) * inverse_square;
    let m_across = m - e.scale(foot);
    let d_across = d - e.scale(foot_rate);
    let inverse = one / d_across.dot(d_across);
    let closing = m_across.dot(d_across);
    let closest = -closing * inverse;
    let miss = m_across + d_across.scale(closest);
    let depth_square = one - miss.dot(miss);
    let half_chord = lanes.sqrt(lanes.max(depth_square, zero) * inverse);
    let touch = lanes.max(closest - half_chord, zero);
    let foot_then = foot + foot_rate * touch;
    let on_segment = lanes.ge(foot_then, zero) & lanes.le(foot_then, one);
    let ahead_square = -closing * closest;
    let is_ahead = lanes.lt(closing, zero) & lanes.gt(ahead_square, rounding * rounding);
    let hit = is_ahead & lanes.ge(depth_square, -rounding) & on_segment & lanes.lt(touch, fraction);
    lanes.select(hit, touch, fraction)
}
