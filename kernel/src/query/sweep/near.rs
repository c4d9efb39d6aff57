//! One sweep through the tree whose motion is not longer than the radii.
//!
//! In: a [`SweepTask`](super::sweep_task::SweepTask). Out: the nearest contact, `None` in a [dense place](super::dense_place).
//! 1. Lists the blocks whose boxes meet the box around the motion, in any order.
//! 2. Selects the lanes whose box the sphere reaches from anywhere in the box around the way of its centre: the line would rule out
//!    fewer.
//! 3. [Sweeps](super::leaf_blocks) these lanes.
//!
//! It is a separate entry point, so that its live values fit in registers. More than half of such sweeps have nothing
//! in reach and end after step 2; step 2 is kept small so that the out-of-order window reaches past it. Step 3 prepares
//! its own inputs only when there is something in reach.

use crate::narrow::mover::{Mover, ShapeSpace};
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::sweep::nearest::{Nearest, winning_limit};
use crate::narrow::way_box::around_way;
use crate::query::sweep::dense_place::is_dense;
use crate::query::sweep::leaf_blocks::LeafBlocks;
use crate::query::sweep::sweep_task::SweepTask;
use crate::simd::Lanes;

/// Sweeps a shape against a mesh along a motion that is not longer than its radii; returns the nearest contact, `None` in a dense place.
#[inline(always)]
pub(crate) fn sweep_near<L: Lanes, const IS_NEAR: bool, S: ShapeSpace>(
    lanes: L,
    sweep: SweepTask<IS_NEAR, S>,
) -> Option<Nearest> {
    let SweepTask { tree, space, displacement, rule, before, scratch } = sweep;
    let of = space.of_ellipsoid();
    let around = around_way(of.position.high, displacement, space.half_extents(), of.inverse_radii, tree.bounds);
    let indices = scratch.box_traversal.blocks_in(lanes, tree, tree.grid.corners(lanes, &around));
    if is_dense(indices.len()) {
        return None;
    }
    let reach = RoundedBox::filling(&around, of);
    let mut blocks = LeafBlocks::new(lanes, tree, indices, reach, &mut scratch.blocks_swept);
    let Some(first) = blocks.next(lanes, 1.0) else {
        return Some(Nearest::NONE);
    };
    let mover = space.mover_from_origin(displacement);
    Some(blocks.sweep(lanes, first, space, &mover, winning_limit(before, mover.motion()), rule))
}
