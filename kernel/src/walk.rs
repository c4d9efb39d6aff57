//! The walk through the tree for whatever wants the nearest first.
//!
//! In: a tree and a [`Visitor`], which says which children matter and takes the blocks. Out: nothing; the visitor keeps
//! what it found.
//!
//! Depth first, the nearest node first, and what has become farther than the visitor's limit is dropped when its turn
//! comes; the blocks of one node, which lie together, come in any order. The stack is the caller's, so that a warm walk
//! allocates nothing and no depth of tree overflows it. What wants all in a box has a walk of its own
//! ([`box_walk`](crate::box_walk)).

use crate::block::TriangleBlock;
use crate::lanes::{Eight, Lanes, lanes_of};
use crate::node::Node;
use crate::tree::Tree;

/// What one walk is for.
pub(crate) trait Visitor {
    /// Bit `i`: child `i` matters; and how near it is, as a fraction of the motion.
    fn children(&mut self, node: &Node) -> (u32, Eight);

    /// Takes block `index` of the tree's, which matters.
    fn block(&mut self, blocks: &[TriangleBlock], index: usize);

    /// Children whose nearness is above this are dropped.
    fn limit(&self) -> f32;
}

/// A node that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    node: u32,
    near: f32,
}

/// Walks the tree from its root.
#[inline(always)]
pub(crate) fn walk<L: Lanes, V: Visitor>(lanes: L, tree: &Tree, stack: &mut Vec<Pending>, visitor: &mut V) {
    stack.clear();
    if tree.nodes.is_empty() {
        return;
    }
    stack.push(Pending { node: 0, near: 0.0 });
    while let Some(Pending { node, near }) = stack.pop() {
        if near > visitor.limit() {
            continue;
        }
        let node = &tree.nodes[node as usize];
        let (mask, near) = visitor.children(node);
        if node.is_lowest() {
            for slot in lanes_of(mask) {
                lanes.prefetch(&tree.blocks[node.child(slot)]);
            }
            for slot in lanes_of(mask) {
                visitor.block(&tree.blocks, node.child(slot));
            }
            continue;
        }
        let first = stack.len();
        for slot in lanes_of(mask) {
            let child = node.child(slot);
            lanes.prefetch(&tree.nodes[child]);
            stack.push(Pending { node: child as u32, near: near[slot] });
            sink(&mut stack[first..]);
        }
    }
}

/// Moves the last entry down until farther ones lie below it and nearer ones above: the nearest is popped first.
#[inline(always)]
fn sink(pending: &mut [Pending]) {
    let mut place = pending.len() - 1;
    while place > 0 && pending[place - 1].near < pending[place].near {
        pending.swap(place - 1, place);
        place -= 1;
    }
}
