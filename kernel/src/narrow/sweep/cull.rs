//! The cull: finds triangles that a sphere surely misses, without a root; it drops most of those whose plane the sphere reaches.
//!
//! In: the positions of the centre over a motion, relative to the plane and the edges of eight triangles. Out: lanes that are not
//! touched up to a fraction.
//!
//! A triangle lies in its plane and on the inner side of each edge, so that height and distance outside of an edge are two legs of
//! a right triangle whose hypotenuse is not longer than the distance. Both change linearly along the way.
//! 1. *At the ends.* The least of each, which is at one of the ends, are taken together, though they may belong to different ends.
//!    This test decides most lanes.
//! 2. *At the closest.* For the remaining lanes: the least that both have at one time.
//!
//! The roots find no touch in a dropped lane either: the results are the same bits, and the scalar twin has no cull. See
//! `docs/math/sweep.md`.

use crate::base::tolerance::{CULL_MOST_INVERSE, CULL_MOST_ROUNDING};
use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::simd::FloatLanes;

/// Distances of the sphere's centre from the plane and the three edges of a triangle, at the start and over the motion.
pub(crate) struct EdgeDistances<F> {
    /// Height of the sphere's centre above each triangle's plane at the start of its motion, ellipsoid space.
    pub(crate) height: F,
    /// Change of `height` over the whole motion, ellipsoid space.
    pub(crate) rate: F,
    /// Distance of the sphere's centre at the start inside each edge of the triangle, times the edge's length; ellipsoid space.
    pub(crate) inside: [F; 3],
    /// Change of `inside` over the whole motion, ellipsoid space.
    pub(crate) change: [F; 3],
    /// Bound on the rounding error of `height`, `rate`, `inside` and `change`.
    pub(crate) rounding: F,
}

/// Lanes whose triangle can be judged by its normal and by squares: both legs are exact to rounding, unless a triangle is so thin
/// that rounding has turned its normal.
#[inline(always)]
pub(crate) fn can_be_judged<L: FloatLanes>(lanes: L, block: &CandidateBlock, of: &EdgeDistances<L::Float>) -> L::Mask {
    let rounding = of.rounding;
    let [a, b, c] = &block.inverse_square;
    let longest = lanes.min(lanes.load(c), lanes.min(lanes.load(b), lanes.load(a)));
    // Twice the area over the longest edge is the height of the triangle.
    let area = of.inside[0] + of.inside[1] + of.inside[2];
    let thick = lanes.gt(area, lanes.splat(0.0)) & lanes.gt(area * longest * area, rounding * rounding);
    let sane = lanes.lt(longest, lanes.splat(CULL_MOST_INVERSE)) & lanes.lt(rounding, lanes.splat(CULL_MOST_ROUNDING));
    thick & sane
}

/// Lanes that the sphere misses up to the fraction `end`: it stays farther outside of an edge than its section with the plane ever
/// extends.
#[inline(always)]
pub(crate) fn at_ends<L: FloatLanes>(
    lanes: L,
    block: &CandidateBlock,
    end: L::Float,
    of: &EdgeDistances<L::Float>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let lowest = lanes.max(lanes.min(of.height, of.height + of.rate * end), zero);
    // Signed squares: negative outside.
    let width = lanes.min(lowest * lowest - (one + of.rounding), zero);
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let most = lanes.max(of.inside[k], of.inside[k] + of.change[k] * end);
        missed = missed | lanes.lt(most * lanes.load(&block.inverse_square[k]) * lanes.abs(most), width);
    }
    missed
}

/// As [`at_ends`], more precise, with a division an edge: lanes whose sphere, at its closest to the line of an edge, is outside of
/// it and farther than its radius.
#[inline(always)]
pub(crate) fn at_closest<L: FloatLanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    end: L::Float,
    of: &EdgeDistances<L::Float>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    // The fraction is rounded, too; the effect grows with the length of the motion and the distance of its start.
    let least = one + of.rounding * lanes.splat(1.0 + motion.size);
    let sinking = of.height * of.rate;
    let rate_square = of.rate * of.rate;
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let change = of.change[k] * inverse_square;
        let closest = -(of.inside[k] * change + sinking) / (of.change[k] * change + rate_square);
        // Without motion across the edge this is 0 / 0, and any fraction is the closest. The start counts even if `end` is before
        // it.
        let closest = lanes.max(lanes.min(closest, end), zero);
        let inside = of.inside[k] + of.change[k] * closest;
        let height = of.height + of.rate * closest;
        let square = inside * inverse_square * inside + height * height;
        missed = missed | (lanes.lt(inside, zero) & lanes.gt(square, least));
    }
    missed
}
