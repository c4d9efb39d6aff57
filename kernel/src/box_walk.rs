//! The blocks whose boxes meet another box.
//!
//! In: a tree, a box, mesh space. Out: numbers of blocks.
//!
//! Level by level, not depth first: which children meet the box is a mask, and the numbers of those are moved together in
//! a register and written behind the ones that wait. A step has no branch for a child, and its nodes were asked from
//! memory while those before them in the level had their turn.

use crate::boxes::{self, Bounds};
use crate::lanes::Lanes;
use crate::numbers::Numbers;
use crate::tree::Tree;

/// How many nodes ahead memory is asked for.
const AHEAD: usize = 2;

/// Memory of one walk.
#[derive(Debug, Default)]
pub(crate) struct BoxWalk {
    nodes: Numbers,
    blocks: Numbers,
}

impl BoxWalk {
    /// The blocks whose boxes meet one.
    #[inline(always)]
    pub(crate) fn blocks_in<L: Lanes>(&mut self, lanes: L, tree: &Tree, bounds: Bounds) -> &[u32] {
        let Self { nodes, blocks } = self;
        let (mut nodes, mut blocks) = (nodes.start(), blocks.start());
        if !tree.nodes.is_empty() {
            nodes.push(0);
        }
        let mut place = 0;
        while let Some(node) = nodes.get(place) {
            if let Some(later) = tree.nodes.get(nodes.peek(place + AHEAD)) {
                lanes.prefetch(later);
            }
            let node = &tree.nodes[node];
            let met = boxes::meeting(lanes, node, bounds);
            if node.is_lowest() {
                blocks.extend(lanes, node.children(), met);
            } else {
                nodes.extend(lanes, node.children(), met);
            }
            place += 1;
        }
        blocks.finish()
    }
}
