//! The one traversal loop of the crate.
//!
//! In: a tree and a [`Visitor`], which says which children matter and takes the blocks. Out: nothing; the visitor keeps
//! what it found.
//!
//! Depth first. An ordered visitor gets the nearest child first, and what has become farther than its limit is dropped
//! when its turn comes. The stack is the caller's, so that a warm walk allocates nothing and no depth of tree overflows
//! it.

use crate::block::TriangleBlock;
use crate::lanes::{Eight, WIDTH};
use crate::node::{Child, Node};
use crate::tree::Tree;

/// What one walk is for.
pub(crate) trait Visitor {
    /// Whether near children come first.
    const ORDERED: bool;

    /// Bit `i`: child `i` matters; and how near it is, as a fraction of the motion (read by ordered visitors only).
    fn children(&mut self, node: &Node) -> (u32, Eight);

    /// Takes block `index` of the tree's, which matters.
    fn block(&mut self, blocks: &[TriangleBlock], index: usize);

    /// Children whose nearness is above this are dropped.
    fn limit(&self) -> f32;
}

/// A child that waits for its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    child: Child,
    near: f32,
}

/// Walks the tree from its root.
#[inline(always)]
pub(crate) fn walk<V: Visitor>(tree: &Tree, stack: &mut Vec<Pending>, visitor: &mut V) {
    stack.clear();
    if tree.nodes.is_empty() {
        return;
    }
    stack.push(Pending { child: Child::node(0), near: 0.0 });
    while let Some(Pending { child, near }) = stack.pop() {
        if V::ORDERED && near > visitor.limit() {
            continue;
        }
        if let Some(block) = child.as_block() {
            visitor.block(&tree.blocks, block);
            continue;
        }
        let node = &tree.nodes[child.as_node()];
        let (mut mask, near) = visitor.children(node);
        let first = stack.len();
        while mask != 0 {
            let slot = mask.trailing_zeros() as usize % WIDTH;
            mask &= mask - 1;
            stack.push(Pending { child: node.children[slot], near: near[slot] });
            if V::ORDERED {
                sink(&mut stack[first..]);
            }
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
