//! One long sweep through the tree, front to back.
//!
//! In: the line of the centre. Out: the nearest contact, `None` in a [dense place](super::dense_place).
//! 1. A child matters if the line of the centre meets its box, grown by the radii, before the best contact so far. Nearer ones come
//!    first, and one that has become farther than the best contact is dropped when its turn comes.
//! 2. Lanes of a block that matter are mapped to ellipsoid space, [compacted and swept](super::packed_sweep).
//!
//! The traversal loop and the block test are those of every other query; the fractions are the same bits as over gathered
//! candidates.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::boxes_of;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, traverse};
use crate::bvh::tree::Tree;
use crate::narrow::line::{ChildrenOnLine, Line};
use crate::narrow::mover::{Mover, ShapeSpace};
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::triangles::Triangles;
use crate::query::sweep::dense_place::is_dense_on_way;
use crate::query::sweep::packed_sweep::PackedSweep;
use crate::simd::Lanes;
use alloc::vec::Vec;

/// Sweeps a long motion: traverses the tree front to back with a new visitor. Returns the nearest contact, `None` in a dense place.
#[inline(always)]
pub(super) fn sweep_long<L: Lanes, S: ShapeSpace>(
    lanes: L,
    tree: &Tree,
    stack: &mut Vec<Pending>,
    mut visitor: SweepVisitor<L, S>,
) -> Option<Nearest> {
    traverse(lanes, tree, stack, &mut visitor);
    if visitor.is_over() {
        return None;
    }
    let limit = visitor.limit();
    Some(visitor.sweep.finish(limit))
}

pub(super) struct SweepVisitor<'a, L: Lanes, S: ShapeSpace> {
    pub(super) lanes: L,
    pub(super) space: &'a S,
    /// Fraction of the motion beyond which contacts don't matter.
    pub(super) before: f32,
    /// Line of the shape's centre, tested against boxes that are grown by the radii.
    pub(super) line: Line,
    /// Corners of the box around the line, in units of the tree's grid.
    pub(super) around: L::Corners,
    pub(super) sweep: PackedSweep<'a, L, S::Mover>,
    /// Number of times that eight triangles were swept.
    pub(super) eights: usize,
}

impl<L: Lanes, S: ShapeSpace> Visitor<L> for SweepVisitor<'_, L, S> {
    type Opened<'n> = ChildrenOnLine<'n, L>;

    #[inline(always)]
    fn around(&mut self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> ChildrenOnLine<'n, L> {
        self.line.children_of(self.lanes, node)
    }

    #[inline(always)]
    fn near(&mut self, node: &ChildrenOnLine<'_, L>, group: usize) -> (L::Mask, L::Float) {
        node.entering(self.lanes, group, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let lanes = self.lanes;
        let [low, high] = boxes_of(lanes, &blocks[index]);
        let (meets, _) = self.line.entering(lanes, low, high, self.limit());
        let mask = lanes.bits(meets);
        if mask == 0 {
            return;
        }
        if let Some(eight) = self.sweep.join(&Triangles::of(lanes, self.space, &blocks[index]), mask) {
            self.sweep.sweep_eight(&eight, self.limit());
            self.eights += 1;
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        is_dense_on_way(self.eights)
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.sweep.nearest.limit(self.sweep.mover.motion()).min(self.before)
    }
}
