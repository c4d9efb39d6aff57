//! The cull of triangles that a sphere surely passes by, decided without a root: most of those whose plane it reaches.
//!
//! In: where the centre is over a motion, seen from the plane and the edges of eight triangles. Out: lanes that are not
//! touched up to a fraction.
//!
//! A triangle lies in its plane and on the inner side of each edge, so that height and distance outside of an edge are two
//! legs of a right triangle whose hypotenuse is not longer than the distance. Both change linearly along the way.
//! 1. *At the ends.* The least of each, which the ends of the way have, are taken together, though they may belong to
//!    different ends. This test decides most lanes.
//! 2. *At the closest.* For lanes that are left: the least that both have at one time.
//!
//! The roots find no touch in a lane that is dropped here either: the answers are the same bits, and the scalar twin goes
//! without. See `docs/math/sweep.md`.

use crate::base::tolerance::{CULL_MOST_INVERSE, CULL_MOST_ROUNDING};
use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::simd::Lanes;

/// Where the sphere is, over a motion, beside the three edges: in the frame of the triangle's plane.
pub(crate) struct EdgeDistances<F> {
    /// Of the centre above the plane, and its change over the motion.
    pub(crate) height: F,
    pub(crate) rate: F,
    /// Distance of the centre inside each edge times the length of the edge, and its change over the motion.
    pub(crate) inside: [F; 3],
    pub(crate) change: [F; 3],
    /// A bound on the error of each of these.
    pub(crate) rounding: F,
}

/// Lanes whose triangle can be judged by its normal, and by squares: both legs are wrong by no more than rounding, unless a
/// triangle is so thin that rounding has turned its normal.
#[inline(always)]
pub(crate) fn can_be_judged<L: Lanes>(lanes: L, block: &CandidateBlock, of: &EdgeDistances<L::Float>) -> L::Mask {
    let rounding = of.rounding;
    let [a, b, c] = &block.inverse_square;
    let longest = lanes.min(lanes.load(c), lanes.min(lanes.load(b), lanes.load(a)));
    // Twice the area over the longest edge: how high the triangle is.
    let area = of.inside[0] + of.inside[1] + of.inside[2];
    let thick = lanes.gt(area, lanes.splat(0.0)) & lanes.gt(area * longest * area, rounding * rounding);
    let sane = lanes.lt(longest, lanes.splat(CULL_MOST_INVERSE)) & lanes.lt(rounding, lanes.splat(CULL_MOST_ROUNDING));
    thick & sane
}

/// Lanes that the sphere does not touch up to the fraction `end`, as it stays outside of an edge, farther than its section
/// with the plane is ever wide.
#[inline(always)]
pub(crate) fn at_ends<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    end: L::Float,
    of: &EdgeDistances<L::Float>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let lowest = lanes.max(lanes.min(of.height, of.height + of.rate * end), zero);
    // Squares with their signs: what is outside is negative.
    let width = lanes.min(lowest * lowest - (one + of.rounding), zero);
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let most = lanes.max(of.inside[k], of.inside[k] + of.change[k] * end);
        missed = missed | lanes.lt(most * lanes.load(&block.inverse_square[k]) * lanes.abs(most), width);
    }
    missed
}

/// The same by a closer look, with a division an edge: lanes whose sphere, where it is closest to the line of an edge, is
/// outside of it and farther than its radius.
#[inline(always)]
pub(crate) fn at_closest<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    end: L::Float,
    of: &EdgeDistances<L::Float>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    // The fraction is rounded, too: what that moves grows with the way and with how far off it begins.
    let least = one + of.rounding * lanes.splat(1.0 + motion.size);
    let sinking = of.height * of.rate;
    let rate_square = of.rate * of.rate;
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let change = of.change[k] * inverse_square;
        let closest = -(of.inside[k] * change + sinking) / (of.change[k] * change + rate_square);
        // No motion across the edge is 0 / 0, and any fraction the closest. The start counts even where the end is before it.
        let closest = lanes.max(lanes.min(closest, end), zero);
        let inside = of.inside[k] + of.change[k] * closest;
        let height = of.height + of.rate * closest;
        let square = inside * inverse_square * inside + height * height;
        missed = missed | (lanes.lt(inside, zero) & lanes.gt(square, least));
    }
    missed
}
