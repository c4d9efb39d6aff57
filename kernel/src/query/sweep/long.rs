//! One sweep through the tree on a long way, front to back.
//!
//! In: the line of the way. Out: the nearest contact.
//! 1. A child matters if the line of the centre meets its box grown by the radii before the best contact so far. Nearer ones
//!    come first, and one that is farther than the best contact is dropped when its turn comes.
//! 2. Lanes of a block that matter wait, mapped to ellipsoid space, until there are eight of them; these are prepared
//!    and swept together.
//!
//! The traversal loop and the block test are those of every other query; the fractions are the same bits as over gathered
//! candidates.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::boxes_of;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, walk};
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::line::Line;
use crate::narrow::prepare::prepare;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::simd::{LaneVec, Lanes};

/// Walks the tree with a visitor that has met nothing yet.
#[inline(always)]
pub(super) fn sweep_long<L: Lanes>(
    lanes: L,
    tree: &Tree,
    stack: &mut Vec<Pending>,
    mut visitor: SweepVisitor<L>,
) -> Nearest {
    walk(lanes, tree, stack, &mut visitor);
    if let Some((last, live)) = visitor.compactor.last(lanes) {
        visitor.sweep(&last, live);
    }
    visitor.nearest
}

pub(super) struct SweepVisitor<'a, L: Lanes> {
    pub(super) lanes: L,
    pub(super) space: &'a Space,
    pub(super) motion: Motion,
    /// No contact beyond this fraction matters.
    pub(super) before: f32,
    pub(super) rule: Rule,
    /// The way of the centre, for boxes grown by the radii.
    pub(super) line: Line,
    /// The corners of the box around it.
    pub(super) around: L::Corners,
    /// Lanes that wait until there are eight of them.
    pub(super) compactor: LaneCompactor<L::Float>,
    pub(super) nearest: Nearest,
    /// Counts the blocks of eight that are swept.
    pub(super) blocks_swept: &'a mut BlockCount,
}

impl<L: Lanes> SweepVisitor<'_, L> {
    /// Takes in the lanes of a block that matter; eight, if there are so many now.
    #[inline(always)]
    fn take(&mut self, block: &TriangleBlock, matter: L::Mask) -> Option<Triangles<L::Float>> {
        let matter = self.lanes.bits(matter);
        if matter == 0 {
            return None;
        }
        self.compactor.join(self.lanes, &Triangles::of(self.lanes, self.space, block), matter)
    }

    /// Sweeps those of eight triangles that are live.
    #[inline(always)]
    fn sweep(&mut self, triangles: &Triangles<L::Float>, live: L::Mask) {
        let limit = self.limit();
        let block = prepare(self.lanes, triangles);
        self.blocks_swept.add(1);
        sweep_nearest(self.lanes, &block, live, &self.motion, limit, self.rule, &mut self.nearest);
    }
}

impl<L: Lanes> Visitor<L> for SweepVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let [low, high] = boxes_of(self.lanes, &blocks[index]);
        let (meets, _) = self.line.entering(self.lanes, low, high, self.limit());
        if let Some(triangles) = self.take(&blocks[index], meets) {
            self.sweep(&triangles, self.lanes.every());
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion).min(self.before)
    }
}
