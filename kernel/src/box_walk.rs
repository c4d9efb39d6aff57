//! The blocks whose boxes meet another box.
//!
//! In: a tree, a box, mesh space. Out: numbers of blocks, and perhaps some more that only come close.
//!
//! Level by level, not depth first: which children meet the box is a mask, and their numbers are written behind the ones that
//! wait, or to the blocks that were found.

use crate::boxes::Bounds;
use crate::lanes::Lanes;
use crate::numbers::Numbers;
use crate::tree::Tree;

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
        let sides = lanes.load(&bounds.sides());
        let mut next = tree.nodes.first();
        let mut place = 0;
        while let Some(node) = next {
            let met = node.meeting(lanes, sides);
            if node.is_lowest() {
                blocks.extend(node.first(), met);
            } else {
                nodes.extend(node.first(), met);
            }
            next = nodes.get(place).map(|node| &tree.nodes[node]);
            place += 1;
        }
        blocks.finish()
    }
}
