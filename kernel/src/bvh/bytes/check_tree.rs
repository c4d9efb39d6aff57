//! Checks that nodes and blocks of arbitrary bits are a tree that cooking could have made.
//!
//! In: a tree with nodes, blocks, grid and number of triangles. Out: the values that follow from its blocks, or the fault.
//!
//! One traversal from the root, depth first, in the order in which the build writes nodes and blocks: the children of a node are the
//! next unclaimed ones. So there is no cycle, everything lies below one node, and memory is read once, in order: the blocks of a node
//! are hashed and then measured. On its way up the traversal builds every node anew over the boxes of its children and compares it bit by
//! bit. In an accepted tree each box contains its triangles, so a traversal misses none, whatever the origin of the bytes.
//!
//! No triangle has an id that another has or that there is none for, if as many different ids in range were noted as there are
//! triangles: a byte is written for each, and none is read before the end. Which id is at fault is looked for only then.

use crate::base::tolerance::MAX_COORDINATE;
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::bytes::faults::{check_block, check_ids};
use crate::bvh::bytes::hash::Hash;
use crate::bvh::bytes::measure_blocks::MeasureBlocks;
use crate::bvh::child_boxes::ChildBoxes;
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::{MOST_LEVELS, Tree};
use crate::simd::Chosen;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use glam::Vec3A;

/// Values of a checked tree that are not stored in its bytes but computed from its blocks.
pub(super) struct Found {
    /// Number of triangles in the blocks of the tree.
    pub(super) triangles: u64,
    pub(super) bounds: Bounds,
    pub(super) largest: f32,
}

/// State of the traversal that checks the nodes and blocks of a tree read from bytes.
struct Check<'a> {
    tree: &'a Tree,
    hash: &'a mut Hash,
    lanes: Chosen,
    /// Box in which triangles may lie, mesh space.
    allowed: Bounds,
    /// Indices of the first node and the first block that no parent has claimed yet: the next children of the traversal begin there.
    next_node: usize,
    next_block: usize,
    /// For each triangle id 1 once the traversal has found it.
    met: Vec<u8>,
    triangles: u64,
    largest: f32,
}

/// Checks that nodes and blocks read from bytes are a tree that cooking could have produced. Takes in the blocks to the hash.
pub(super) fn check_tree(tree: &Tree, hash: &mut Hash) -> Result<Found, CookedError> {
    let most = Vec3A::splat(MAX_COORDINATE);
    let allowed = Bounds { low: tree.covered.low.max(-most), high: tree.covered.high.min(most) };
    let met = vec![0; tree.triangles];
    let (lanes, triangles, largest) = (Chosen::best(), 0, 0.0);
    let mut check = Check { tree, hash, lanes, allowed, next_node: 0, next_block: 0, met, triangles, largest };
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
    let Check { met, triangles, largest, .. } = check;
    if ones(&met) != triangles {
        check_ids(tree)?;
    }
    Ok(Found { triangles, bounds, largest })
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
        let mut boxes = ChildBoxes::empty(children.len());
        if is_lowest {
            self.blocks(children.clone(), &mut boxes)?;
        } else {
            for (slot, child) in children.clone().enumerate() {
                boxes.set(slot, &self.node(child, level + 1)?);
            }
        }
        let (expected, around) = Node::over(&self.tree.grid, &boxes, children.start, is_lowest);
        if bytemuck::bytes_of(&expected) != bytemuck::bytes_of(node) {
            return Err(CookedError::NodeBoxes { node: number as u32 });
        }
        Ok(around)
    }

    /// Checks the blocks with the indices `numbers`, at most 64; writes the box around the triangles of each to `boxes`.
    fn blocks(&mut self, numbers: Range<usize>, boxes: &mut ChildBoxes) -> Result<(), CookedError> {
        let Self { tree, allowed, ref mut met, .. } = *self;
        let (first, blocks) = (numbers.start, &tree.blocks[numbers]);
        self.hash.take(bytemuck::cast_slice(blocks));
        let found = self.lanes.run(MeasureBlocks { blocks, allowed, boxes, met });
        self.largest = self.largest.max(found.largest);
        self.triangles += u64::from(found.triangles);
        for block in bits_of(found.unsure) {
            check_block(tree, first + block)?;
        }
        Ok(())
    }
}

/// Numbers of the bits that are set, lowest first.
fn bits_of(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// Number of ones among bytes that are 0 or 1.
fn ones(bytes: &[u8]) -> u64 {
    // As many words can be added before a byte of the sum is full.
    let in_words = |words: &[[u8; 8]]| {
        let sum: u64 = words.iter().map(|word| u64::from_ne_bytes(*word)).sum();
        sum.to_ne_bytes().into_iter().map(u64::from).sum::<u64>()
    };
    let (words, rest) = bytes.as_chunks();
    words.chunks(255).map(in_words).sum::<u64>() + rest.iter().copied().map(u64::from).sum::<u64>()
}
