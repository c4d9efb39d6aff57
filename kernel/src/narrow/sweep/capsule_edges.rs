//! When does a capsule of radius 1 that moves along a straight line first touch an edge or a corner of each of eight triangles?
//!
//! In: a block of candidates, a motion, and a mask of relevant lanes. Out: for each lane the fraction of the first contact,
//! infinite if there is none. The capsule must not overlap the triangle at the start.
//!
//! The triangle is swept along the spine instead, and the centre of the capsule moves as a sphere: corners become segments, edges
//! become parallelograms.
//! 1. *Corner, side.* Across the spine: the line of the centre against the unit circle about a corner. It counts if the corner is then
//!    beside the spine.
//! 2. *Corner, end.* Also the unit sphere about the corner, moved by half a spine to the side on which the centre comes in: to come to
//!    the other end, the centre would have to go through this one.
//! 3. *Edge, side.* The plane through the edge along the spine, which is a line across the spine. It counts if the touched point lies
//!    on the edge and beside the spine then, or at another fraction within rounding of that: at a flat angle it moves far within it.
//! 4. *Edge, end.* Also the unit cylinder about the edge, moved by half a spine as the corner was, as in
//!    [`edges`](crate::narrow::sweep::edges).
//!
//! The rules against rounding are those of that file: a miss by no more than rounding is a touch, and the closest approach lies ahead by
//! more than rounding. The centre *comes in* where it is farther than 1 by rounding: along the spine that can be a spine's length before it
//! is at 1, and the end that it passes there is touched by the first rule. A plane along the spine counts as the plane of a face does, only
//! if the whole motion leads into it. See `docs/math/capsule.md`; source of the reduction to one end: Ericson, *Real-Time Collision
//! Detection* (2005), 5.3.7.

use crate::base::tolerance::EDGE_ROUNDING;
use crate::frame::capsule_motion::CapsuleMotion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest_to_spine::{area_across, dot_across};
use crate::narrow::sweep::edges::{SideBySide, least_of_two, side_by_side};
use crate::simd::{LaneVec, Lanes, one_norm};

/// Terms of a capsule's motion that the tests of all corners and edges share, copied to all lanes; upright frame.
struct CapsuleWay<F> {
    displacement: LaneVec<F>,
    direction: LaneVec<F>,
    inverse_length: F,
    inverse_across_square: F,
    half: F,
    /// Distance from a plane below which the capsule touches it: see [`Start`](crate::narrow::sweep::hits::Start).
    touching: F,
    /// 1 plus half the spine plus the sum of the absolute components of the displacement, for bounds on rounding.
    size: F,
}

/// Corners and edges of eight triangles, seen from the start of a capsule's centre; upright frame.
pub(super) struct EdgesFromStart<F> {
    pub(super) corners: [LaneVec<F>; 3],
    pub(super) start: LaneVec<F>,
    /// Vectors from the corners to the start.
    pub(super) m: [LaneVec<F>; 3],
    pub(super) e: [LaneVec<F>; 3],
}

/// The point that touches the line of an edge at a fraction, and how it changes with the fraction.
struct SideTouch<L: Lanes> {
    touch: L::Float,
    /// Place along the edge, 0 to 1 on it.
    foot: L::Float,
    foot_rate: L::Float,
    /// Place along the spine, from its middle.
    beside: L::Float,
    beside_rate: L::Float,
}

impl<L: Lanes> SideTouch<L> {
    /// The nearest fraction at which the point is on the edge and beside the spine, and the lanes where there is one.
    #[inline(always)]
    fn onto_side(&self, lanes: L, half: L::Float) -> (L::Float, L::Mask) {
        let &Self { touch, foot, foot_rate, beside, beside_rate } = self;
        let zero = lanes.splat(0.0);
        let one = lanes.splat(1.0);
        let (on_edge, on_spine) = (lanes.max(lanes.min(foot, one), zero), lanes.max(lanes.min(beside, half), -half));
        // 0 / 0 where the point is there already.
        let is_off = lanes.lt(on_edge, foot) | lanes.gt(on_edge, foot);
        let to_edge = lanes.select(is_off, (on_edge - foot) / foot_rate, zero);
        let is_off = lanes.lt(on_spine, beside) | lanes.gt(on_spine, beside);
        let to_spine = lanes.select(is_off, (on_spine - beside) / beside_rate, zero);
        // The later of the two that must happen; the other must hold then.
        let by_edge = lanes.ge(lanes.abs(to_edge), lanes.abs(to_spine));
        let shift = lanes.select(by_edge, to_edge, to_spine);
        let foot = lanes.select(by_edge, on_edge, foot + foot_rate * shift);
        let beside = lanes.select(by_edge, beside + beside_rate * shift, on_spine);
        let comes_onto = lanes.ge(foot, zero) & lanes.le(foot, one) & lanes.le(lanes.abs(beside), half);
        (touch + shift, comes_onto)
    }
}

/// Fraction at which the capsule first touches an edge, for the lanes `open`. `touching`: distance below which a plane is touched.
#[inline(always)]
pub(super) fn first_on_capsule_edges<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    capsule: &CapsuleMotion,
    touching: f32,
    of: &EdgesFromStart<L::Float>,
    open: u32,
) -> L::Float {
    let &EdgesFromStart { corners, start, ref m, ref e } = of;
    let displacement = lanes.splat3(capsule.displacement);
    let half = lanes.splat(capsule.half);
    let way = CapsuleWay {
        displacement,
        direction: lanes.splat3(capsule.direction),
        inverse_length: lanes.splat(capsule.motion.inverse_length),
        inverse_across_square: lanes.splat(capsule.inverse_across_square),
        half,
        touching: lanes.splat(touching),
        size: lanes.splat(1.0) + half + one_norm(lanes, displacement),
    };
    if open.count_ones() <= 2 {
        let SideBySide { m, e, inverse_square } = side_by_side(lanes, block, corners, start, open);
        return least_of_two(lanes, first_on_capsule_edge(lanes, &way, m, e, inverse_square), open);
    }
    let mut fraction = lanes.splat(f32::INFINITY);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        fraction = lanes.min(first_on_capsule_edge(lanes, &way, m[k], e[k], inverse_square), fraction);
    }
    fraction
}

/// Fraction of the motion at which the capsule first touches one corner, or the edge from it to the next corner.
///
/// One function of more than 60 lines: its lanes stay in registers from the corner to the edge.
#[inline(always)]
fn first_on_capsule_edge<L: Lanes>(
    lanes: L,
    way: &CapsuleWay<L::Float>,
    m: LaneVec<L::Float>,
    e: LaneVec<L::Float>,
    inverse_square: L::Float,
) -> L::Float {
    let &CapsuleWay { displacement: d, direction: u, inverse_length, inverse_across_square, half, touching, size } =
        way;
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let rounding = lanes.splat(EDGE_ROUNDING) * (size + one_norm(lanes, m));

    // Corner, side: as an edge along the spine.
    let closing = dot_across::<L>(m, d);
    let closest = -closing * inverse_across_square;
    let miss = m + d.scale(closest);
    let depth_square = one - dot_across::<L>(miss, miss);
    let half_chord = lanes.sqrt(lanes.max(depth_square, zero) * inverse_across_square);
    let touch = lanes.max(closest - half_chord, zero);
    let beside = m.y + d.y * touch;
    let ahead_square = -closing * closest;
    let is_ahead = lanes.lt(closing, zero) & lanes.gt(ahead_square, rounding * rounding);
    let hit = is_ahead & lanes.ge(depth_square, -rounding) & lanes.le(lanes.abs(beside), half);
    let fraction = lanes.select(hit, touch, lanes.splat(f32::INFINITY));
    let wider_chord = lanes.sqrt(lanes.max(depth_square + rounding, zero) * inverse_across_square);
    let comes_in = m.y + d.y * lanes.max(closest - wider_chord, zero);

    // Corner, end: depth² = 1 - |m + u ahead|², the part of m across the motion.
    let end = lanes.select(lanes.ge(comes_in, zero), half, -half);
    let from_end = LaneVec { x: m.x, y: m.y - end, z: m.z };
    let ahead = -from_end.dot(u);
    let across = from_end + u.scale(ahead);
    let depth_square = one - across.dot(across);
    let half_chord = lanes.sqrt(lanes.max(depth_square, zero));
    let touch = lanes.max(ahead - half_chord, zero) * inverse_length;
    let hit = lanes.gt(ahead, rounding) & lanes.ge(depth_square, -rounding) & lanes.lt(touch, fraction);
    let fraction = lanes.select(hit, touch, fraction);

    // Edge, side: distance from the line of the edge across the spine, and how that changes.
    let across_square = dot_across::<L>(e, e);
    let inverse = one / lanes.sqrt(across_square);
    let signed = area_across::<L>(e, m) * inverse;
    let along = area_across::<L>(e, d) * inverse;
    let distance = lanes.abs(signed);
    let rate = lanes.select(lanes.lt(signed, zero), -along, along);
    let nears = lanes.lt(rate, zero);
    let crossing = lanes.select(nears, (distance - one) / -rate, zero);
    let window = lanes.select(nears, rounding / -rate, zero);
    let touch = lanes.max(crossing, zero);
    let then = m + d.scale(touch);
    let foot = dot_across::<L>(then, e) * (inverse * inverse);
    let foot_rate = dot_across::<L>(d, e) * (inverse * inverse);
    let beside = then.y - e.y * foot;
    let beside_rate = d.y - e.y * foot_rate;
    let leads = nears & lanes.lt(distance + rate, touching);
    let on_side = lanes.ge(foot, zero) & lanes.le(foot, one) & lanes.le(lanes.abs(beside), half);
    let hit = leads & on_side & lanes.lt(touch, fraction);
    let mut fraction = lanes.select(hit, touch, fraction);
    let early = lanes.max(crossing - window, zero);
    let comes_in = beside + beside_rate * (early - touch);

    // The side, within the rounding of its fraction.
    let foot_window = lanes.abs(foot_rate) * window;
    let beside_window = lanes.abs(beside_rate) * window;
    let near = leads
        & !on_side
        & lanes.ge(foot + foot_window, zero)
        & lanes.le(foot - foot_window, one)
        & lanes.le(lanes.abs(beside) - beside_window, half);
    if lanes.any(near) {
        let of = SideTouch::<L> { touch, foot, foot_rate, beside, beside_rate };
        let (onto, comes_onto) = of.onto_side(lanes, half);
        let in_window = lanes.ge(onto, early) & lanes.le(onto, crossing + window);
        let hit = near & comes_onto & in_window & lanes.lt(onto, fraction);
        fraction = lanes.select(hit, onto, fraction);
    }

    // Edge, end: m and d without their parts along the edge, then the same in the plane across it.
    let end = lanes.select(lanes.ge(comes_in, zero), half, -half);
    let from_end = LaneVec { x: m.x, y: m.y - end, z: m.z };
    let foot = from_end.dot(e) * inverse_square;
    let foot_rate = d.dot(e) * inverse_square;
    let m_across = from_end - e.scale(foot);
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
