//! The cull of a capsule's sweep: finds triangles that a capsule surely misses, without a root; see [`cull`](crate::narrow::sweep::cull).
//!
//! In: the positions of the centre over a motion, relative to the plane and the edges of eight triangles, and the spine. Out: lanes that
//! are not touched up to a fraction.
//!
//! Along the spine from its near end the height above the plane grows, while the distance outside of an edge may shrink. Where the
//! first outweighs the second, the *near end* is closest, and the cull is that of its sphere. Elsewhere the least distance outside along
//! the whole spine counts, though the end that has it may be higher than the near end.
//! 1. *At the ends.* Height of the near end and distance outside, each the least over the way. Both grow the distance, so that the least
//!    of each also tells whether the near end is closest.
//! 2. *At the closest.* The least that both have at one time, if the near end is then closest: the distance is convex along the way.
//!
//! The roots find no touch in a dropped lane either, and the scalar twin has no cull. See `docs/math/capsule.md`.

use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::sweep::cull::EdgeDistances;
use crate::simd::Lanes;

/// Distances of a capsule from the plane and the three edges of a triangle; the heights are those of the near end.
pub(super) struct PrismDistances<L: Lanes> {
    /// Before [`at_ends_of_capsule`] the insides are those of the centre, after it those of the end that counts.
    pub(super) of: EdgeDistances<L::Float>,
    /// Change of the insides per unit along the spine.
    pub(super) slope: [L::Float; 3],
    /// Change of the height per unit along the spine from the near end.
    pub(super) lean: L::Float,
    /// Place of the near end on the spine.
    pub(super) near_end: L::Float,
    pub(super) half: L::Float,
    /// Lanes in which the near end counts for an edge.
    pub(super) is_near: [L::Mask; 3],
}

impl<L: Lanes> PrismDistances<L> {
    /// Lanes in which the near end is closest to the outside of the edge `k`, at a height and a distance inside.
    #[inline(always)]
    fn is_closest(&self, lanes: L, height: L::Float, inside: L::Float, k: usize, inverse_square: L::Float) -> L::Mask {
        lanes.ge(height * self.lean, -inside * lanes.abs(self.slope[k]) * inverse_square)
    }
}

/// As [`at_ends`](crate::narrow::sweep::cull::at_ends); chooses the end that counts for each edge.
#[inline(always)]
pub(super) fn at_ends_of_capsule<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    end: L::Float,
    prism: &mut PrismDistances<L>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let lowest = lanes.max(lanes.min(prism.of.height, prism.of.height + prism.of.rate * end), zero);
    let width = lanes.min(lowest * lowest - (one + prism.of.rounding), zero);
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let further = lanes.max(prism.of.change[k] * end, zero);
        let near = prism.of.inside[k] + prism.slope[k] * prism.near_end;
        let is_near = prism.is_closest(lanes, lowest, near + further, k, inverse_square);
        let inside = lanes.select(is_near, near, prism.of.inside[k] + lanes.abs(prism.slope[k]) * prism.half);
        let most = inside + further;
        missed = missed | lanes.lt(most * inverse_square * lanes.abs(most), width);
        (prism.of.inside[k], prism.is_near[k]) = (inside, is_near);
    }
    missed
}

/// As [`at_closest`](crate::narrow::sweep::cull::at_closest), of a spine that stays on one side of the plane; after
/// [`at_ends_of_capsule`].
#[inline(always)]
pub(super) fn at_closest_of_capsule<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    motion: &Motion,
    end: L::Float,
    prism: &PrismDistances<L>,
) -> L::Mask {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let of = &prism.of;
    let least = one + of.rounding * lanes.splat(1.0 + motion.size);
    let sinking = of.height * of.rate;
    let rate_square = of.rate * of.rate;
    let mut missed = lanes.lt(one, zero);
    for k in 0..3 {
        let inverse_square = lanes.load(&block.inverse_square[k]);
        let change = of.change[k] * inverse_square;
        let closest = -(of.inside[k] * change + sinking) / (of.change[k] * change + rate_square);
        let closest = lanes.max(lanes.min(closest, end), zero);
        let inside = of.inside[k] + of.change[k] * closest;
        let height = of.height + of.rate * closest;
        let square = inside * inverse_square * inside + height * height;
        let counts = !prism.is_near[k] | prism.is_closest(lanes, height, inside, k, inverse_square);
        missed = missed | (lanes.lt(inside, zero) & lanes.gt(square, least) & counts);
    }
    missed
}
