//! The walk through the tree for whatever wants the nearest first.
//!
//! In: a tree and a [`Visitor`], which says which boxes matter and takes the blocks. Out: nothing; the visitor keeps
//! what it found.
//!
//! Depth first, the nearest first among the children of a node, and what has become farther than the visitor's limit is
//! dropped when its turn comes. The stack is the caller's, so that a warm walk allocates nothing and no depth of tree
//! overflows it. What wants all in a box has a walk of its own ([`box_walk`](crate::bvh::traverse::in_box)).

use crate::bvh::block::TriangleBlock;
use crate::bvh::node::{GROUPS, Node};
use crate::bvh::tree::Tree;
use crate::simd::{LaneVec, Lanes, WIDTH, lanes_of};

/// What one walk is for.
pub(crate) trait Visitor<L: Lanes> {
    /// Everything that matters lies in the box with these [corners](crate::bvh::grid::Grid::corners), or reaches into it.
    fn around(&self) -> L::Corners;

    /// Which of eight boxes from `low` to `high` matter; and how near they are, from 0 to the limit.
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float);

    /// Takes block `index` of the tree's, which matters.
    fn block(&mut self, blocks: &[TriangleBlock], index: usize);

    /// What is farther than this is dropped.
    fn limit(&self) -> f32;
}

/// A node or block that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    number: u32,
    is_block: bool,
    near: f32,
}

/// Walks the tree from its root.
#[inline(always)]
pub(crate) fn walk<L: Lanes, V: Visitor<L>>(lanes: L, tree: &Tree, stack: &mut Vec<Pending>, visitor: &mut V) {
    stack.clear();
    if tree.nodes.is_empty() {
        return;
    }
    stack.push(Pending { number: 0, is_block: false, near: 0.0 });
    while let Some(Pending { number, is_block, near }) = stack.pop() {
        if near > visitor.limit() {
            continue;
        }
        if is_block {
            visitor.block(&tree.blocks, number as usize);
        } else {
            open(lanes, tree, &tree.nodes[number as usize], stack, visitor);
        }
    }
}

/// Puts the children of a node that matter on the stack, the nearest on top.
#[inline(always)]
fn open<L: Lanes, V: Visitor<L>>(lanes: L, tree: &Tree, node: &Node, stack: &mut Vec<Pending>, visitor: &mut V) {
    let met = node.meeting(lanes, visitor.around());
    let begin = stack.len();
    for group in 0..GROUPS {
        let met = (met >> (WIDTH * group)) as u32 & 0xFF;
        if met == 0 {
            continue;
        }
        let [low, high] = node.boxes(lanes, group);
        let (matters, near) = visitor.near(low, high);
        let near = lanes.store(near);
        for slot in lanes_of(lanes.bits(matters) & met) {
            let child = node.first() + WIDTH * group + slot;
            if node.is_lowest() {
                lanes.prefetch(&tree.blocks[child]);
            } else {
                lanes.prefetch(&tree.nodes[child]);
            }
            stack.push(Pending { number: child as u32, is_block: node.is_lowest(), near: near[slot] });
        }
    }
    stack[begin..].sort_unstable_by(|a, b| b.near.total_cmp(&a.near));
}
