//! One sweep over leaf blocks that a walk has listed.
//!
//! In: indices of blocks, in any order; a [`CullVolume`], which says which of their lanes matter. Out: the nearest contact.
//!
//! Lanes in reach are compacted, mapped to ellipsoid space, until there are eight of them; these are prepared and swept
//! together. Mostly eight are never reached: the lanes behind the last are left as they are, and do not count.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::boxes_of;
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::line::Line;
use crate::narrow::prepare::prepare;
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::simd::{LaneVec, Lanes};
use std::slice::Iter;

/// What something sweeps over on its way.
pub(crate) trait CullVolume {
    /// The boxes from `low` to `high` that it reaches, and perhaps not if only behind the fraction `limit`.
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask;
}

impl CullVolume for RoundedBox {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, _: f32) -> L::Mask {
        self.meeting(lanes, low, high)
    }
}

impl CullVolume for Line {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask {
        self.entering(lanes, low, high, limit).0
    }
}

/// Blocks that are still to be looked at.
pub(crate) struct LeafBlocks<'a, S> {
    tree: &'a Tree,
    left: Iter<'a, u32>,
    volume: S,
    /// Counts the blocks of eight that are swept.
    blocks_swept: &'a mut BlockCount,
}

/// A block, and a bit for each of its lanes in reach.
pub(super) type MaskedBlock<'a> = (&'a TriangleBlock, u32);

impl<'a, S: CullVolume> LeafBlocks<'a, S> {
    /// The blocks with these numbers.
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(
        lanes: L,
        tree: &'a Tree,
        indices: &'a [u32],
        volume: S,
        blocks_swept: &'a mut BlockCount,
    ) -> Self {
        tree.ask_for(lanes, indices);
        Self { tree, left: indices.iter(), volume, blocks_swept }
    }

    /// The next block with lanes in reach before `limit`.
    #[inline(always)]
    pub(crate) fn next<L: Lanes>(&mut self, lanes: L, limit: f32) -> Option<MaskedBlock<'a>> {
        for &index in &mut self.left {
            let block = &self.tree.blocks[index as usize];
            let [low, high] = boxes_of(lanes, block);
            let mask = lanes.bits(self.volume.reached(lanes, low, high, limit));
            if mask != 0 {
                return Some((block, mask));
            }
        }
        None
    }

    /// Sweeps what is in reach of a first block and of all that are left. No contact beyond the fraction `before` matters.
    #[inline(always)]
    pub(crate) fn sweep<L: Lanes>(
        mut self,
        lanes: L,
        (block, mask): MaskedBlock,
        space: &Space,
        motion: &Motion,
        before: f32,
        rule: Rule,
    ) -> Nearest {
        let mut nearest = Nearest::NONE;
        let mut compactor = LaneCompactor::of(lanes, &Triangles::of(lanes, space, block), mask);
        loop {
            let limit = || nearest.limit(motion).min(before);
            let swept = loop {
                let Some((block, mask)) = self.next(lanes, limit()) else { break compactor.last(lanes) };
                if let Some(eight) = compactor.join(lanes, &Triangles::of(lanes, space, block), mask) {
                    break Some((eight, lanes.every()));
                }
            };
            let Some((eight, live)) = swept else { return nearest };
            sweep_nearest(lanes, &prepare(lanes, &eight), live, motion, limit(), rule, &mut nearest);
            self.blocks_swept.add(1);
        }
    }
}
