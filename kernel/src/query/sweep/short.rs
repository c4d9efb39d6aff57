//! One sweep through the tree whose motion is up to four radii long.
//!
//! In: the line of the centre, and the blocks whose boxes meet the box around it, in any order. Out: the nearest contact.

use crate::narrow::line::Line;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::query::sweep::leaf_blocks::LeafBlocks;
use crate::simd::Lanes;

/// Sweeps the triangles whose boxes the line of the centre enters. Contacts beyond the fraction `before` don't matter.
#[inline(always)]
pub(super) fn sweep_short<L: Lanes, S: ShapeSpace>(
    lanes: L,
    mut blocks: LeafBlocks<Line>,
    space: &S,
    mover: &S::Mover,
    before: f32,
    rule: Rule,
) -> Nearest {
    let Some(first) = blocks.next(lanes, before) else {
        return Nearest::NONE;
    };
    blocks.sweep(lanes, first, space, mover, before, rule)
}
