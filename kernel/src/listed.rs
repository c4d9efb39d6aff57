//! One sweep over listed blocks.
//!
//! In: numbers of blocks, in any order; a [`Swath`], which says what of them matters. Out: the nearest contact.
//!
//! Lanes in reach wait, mapped to ellipsoid space, until there are eight of them; these are prepared and swept together. Most
//! often eight are never reached: the lanes behind the last are left as they are, and do not count.

use crate::block::TriangleBlock;
use crate::boxes::{Line, Rounded, boxes_of};
use crate::lanes::{LaneVec, Lanes};
use crate::motion::Motion;
use crate::nearest::Nearest;
use crate::prepare::prepare;
use crate::space::Space;
use crate::sweep::Rule;
use crate::tree::Tree;
use crate::triangles::Triangles;
use crate::waiting::Waiting;
use std::slice::Iter;

/// What something sweeps over on its way.
pub(crate) trait Swath {
    /// The boxes from `low` to `high` that it reaches, and perhaps not if only behind the fraction `limit`.
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask;
}

impl Swath for Rounded {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, _: f32) -> L::Mask {
        self.meeting(lanes, low, high)
    }
}

impl Swath for Line {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask {
        self.entering(lanes, low, high, limit).0
    }
}

/// Blocks that are still to be looked at.
pub(crate) struct Listed<'a, S> {
    tree: &'a Tree,
    left: Iter<'a, u32>,
    swath: S,
    /// Counts the blocks of eight that are swept.
    blocks_swept: &'a mut u64,
}

/// A block, and a bit for each of its lanes in reach.
type Reached<'a> = (&'a TriangleBlock, u32);

impl<'a, S: Swath> Listed<'a, S> {
    /// The blocks with these numbers.
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(
        lanes: L,
        tree: &'a Tree,
        numbers: &'a [u32],
        swath: S,
        blocks_swept: &'a mut u64,
    ) -> Self {
        tree.ask_for(lanes, numbers);
        Self { tree, left: numbers.iter(), swath, blocks_swept }
    }

    /// The next block with lanes in reach before `limit`.
    #[inline(always)]
    pub(crate) fn next<L: Lanes>(&mut self, lanes: L, limit: f32) -> Option<Reached<'a>> {
        for &number in &mut self.left {
            let block = &self.tree.blocks[number as usize];
            let [low, high] = boxes_of(lanes, block);
            let mask = lanes.bits(self.swath.reached(lanes, low, high, limit));
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
        (block, mask): Reached,
        space: &Space,
        motion: &Motion,
        before: f32,
        rule: Rule,
    ) -> Nearest {
        let mut nearest = Nearest::NONE;
        let mut waiting = Waiting::of(lanes, &Triangles::of(lanes, space, block), mask);
        loop {
            let limit = || nearest.limit(motion).min(before);
            let swept = loop {
                let Some((block, mask)) = self.next(lanes, limit()) else { break waiting.last(lanes) };
                if let Some(eight) = waiting.join(lanes, &Triangles::of(lanes, space, block), mask) {
                    break Some((eight, lanes.every()));
                }
            };
            let Some((eight, live)) = swept else { return nearest };
            nearest.sweep(lanes, &prepare(lanes, &eight), live, motion, limit(), rule);
            *self.blocks_swept += 1;
        }
    }
}
