//! Checks that nodes and blocks of arbitrary bits are a tree that cooking could have made.
//!
//! In: a tree with nodes, blocks, grid and number of triangles. Out: the values that follow from its blocks, or the fault.
//!
//! One walk from the root, depth first, in the order in which the build writes nodes and blocks: the children of a node are the
//! next unclaimed ones. So there is no cycle, everything lies below one node, and memory is read in order. On its way up the walk
//! builds every node anew over the boxes of its children and compares it bit by bit. In an accepted tree each box contains its
//! triangles, so a walk misses none, whatever the origin of the bytes.

use crate::bvh::block::{NO_TRIANGLE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::bytes::measure_blocks::{MeasureBlocks, WrongLane, fault};
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::{MOST_LEVELS, Tree};
use crate::simd::{Chosen, WIDTH, lanes_of};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Values of a checked tree that are not stored in its bytes but computed from its blocks.
pub(super) struct Found {
    /// Number of triangles in the blocks of the tree.
    pub(super) triangles: u64,
    pub(super) bounds: Bounds,
    pub(super) largest: f32,
}

/// State of the walk that checks the nodes and blocks of a tree read from bytes.
struct Check<'a> {
    tree: &'a Tree,
    lanes: Chosen,
    /// Indices of the first node and the first block that no parent has claimed yet: the next children on the walk begin there.
    next_node: usize,
    next_block: usize,
    /// Bit set of the triangle ids that the walk has found so far. The last word stands for
    /// ids that no triangle can have; its bits are always set.
    met: Vec<u64>,
    triangles: u64,
    largest: f32,
}

/// Checks that nodes and blocks read from bytes are a tree that cooking could have produced.
pub(super) fn check_tree(tree: &Tree) -> Result<Found, CookedError> {
    // Ids behind the last count as found: there is no triangle that could have them.
    let (words, last) = (tree.triangles / u64::BITS as usize, tree.triangles % u64::BITS as usize);
    let mut met = vec![0; words];
    met.extend([u64::MAX << last, u64::MAX]);
    let mut check = Check { tree, lanes: Chosen::best(), next_node: 0, next_block: 0, met, triangles: 0, largest: 0.0 };
    let mut bounds = Bounds::NONE;
    if !tree.nodes.is_empty() {
        check.next_node = 1;
        let all = check.node(0, 1)?;
        if !all.is_empty() {
            bounds = all;
        }
    }
    let (nodes, blocks) = (tree.nodes.len() - check.next_node, tree.blocks.len() - check.next_block);
    if nodes > 0 || blocks > 0 {
        return Err(CookedError::Unreached { nodes: nodes as u32, blocks: blocks as u32 });
    }
    Ok(Found { triangles: check.triangles, bounds, largest: check.largest })
}

impl Check<'_> {
    /// Checks the node with index `number` and everything below it; returns the box around its triangles.
    fn node(&mut self, number: usize, level: usize) -> Result<Bounds, CookedError> {
        let node = &self.tree.nodes[number];
        if level > MOST_LEVELS {
            return Err(CookedError::Depth { node: number as u32 });
        }
        let is_lowest = node.is_lowest();
        let (next, most) = if is_lowest {
            (&mut self.next_block, self.tree.blocks.len())
        } else {
            (&mut self.next_node, self.tree.nodes.len())
        };
        let children = node.children();
        if children.start != *next || children.is_empty() || children.len() > MOST_CHILDREN || children.end > most {
            return Err(CookedError::Children { node: number as u32 });
        }
        *next = children.end;
        let mut boxes = [Bounds::EMPTY; MOST_CHILDREN];
        let boxes = &mut boxes[..children.len()];
        if is_lowest {
            self.blocks(children.clone(), boxes)?;
        } else {
            for (around, child) in boxes.iter_mut().zip(children.clone()) {
                *around = self.node(child, level + 1)?;
            }
        }
        let expected = Node::new(&self.tree.grid, boxes, children.start, is_lowest);
        if bytemuck::bytes_of(&expected) != bytemuck::bytes_of(node) {
            return Err(CookedError::NodeBoxes { node: number as u32 });
        }
        Ok(Bounds::around(boxes))
    }

    /// Checks the blocks with the indices `numbers`; writes the box around the triangles of each to `boxes`.
    fn blocks(&mut self, numbers: Range<usize>, boxes: &mut [Bounds]) -> Result<(), CookedError> {
        let first = numbers.start;
        let blocks = &self.tree.blocks[numbers];
        let largest = self.lanes.run(MeasureBlocks { blocks, boxes: &mut *boxes });
        let largest = largest.map_err(|WrongLane { block, lane }| fault(&blocks[block], first + block, lane))?;
        self.largest = self.largest.max(largest);
        for (number, (block, around)) in (first..).zip(blocks.iter().zip(boxes)) {
            if !around.is_empty() && !self.tree.covered.holds(around) {
                return Err(CookedError::Outside { block: number as u32 });
            }
            self.meet(block, number)?;
        }
        Ok(())
    }

    /// Checks that the triangle ids of block `number` are in range and were not found in an earlier block.
    #[inline(always)]
    fn meet(&mut self, block: &TriangleBlock, number: usize) -> Result<(), CookedError> {
        let behind = self.met.len() - 1;
        let mut met = 0;
        for (lane, &triangle) in block.ids.iter().enumerate() {
            let bit = triangle % u64::BITS;
            let word = &mut self.met[behind.min((triangle / u64::BITS) as usize)];
            met |= (*word >> bit & 1) << lane;
            *word |= 1 << bit;
        }
        self.triangles += WIDTH as u64;
        if met == 0 { Ok(()) } else { self.meet_again(block, number, met) }
    }

    /// Ends [`meet`](Self::meet) for a block in which some lanes, a bit each in `met`, have an id that was found before or that no triangle
    /// has. Empty lanes are among them, and are no fault.
    #[inline(never)]
    fn meet_again(&mut self, block: &TriangleBlock, number: usize, met: u64) -> Result<(), CookedError> {
        let (triangles, count) = (block.ids, self.tree.triangles as u32);
        for lane in lanes_of(met as u32) {
            let triangle = triangles[lane];
            if triangle == NO_TRIANGLE {
                self.triangles -= 1;
            } else if triangle < count {
                return Err(CookedError::Twice { triangle });
            } else {
                return Err(CookedError::TriangleOutOfRange {
                    block: number as u32,
                    lane: lane as u32,
                    triangle,
                    count,
                });
            }
        }
        Ok(())
    }
}
