//! The connectivity of a deformable mesh, which never changes.
//!
//! In: a mesh, and the tree over all of its triangles. Out: the triangle in each lane of each block, with its vertices; the blocks
//! that use each vertex; the node above each block and each node. Read-only, and shared by all copies of the mesh.

use crate::bvh::block::NO_TRIANGLE;
use crate::bvh::node::MOST_CHILDREN;
use crate::bvh::tree::Tree;
use crate::mesh::mesh::Mesh;
use crate::simd::WIDTH;
use alloc::vec;
use alloc::vec::Vec;

/// Triangle ids and vertex indices of a block of a deformable mesh, lane by lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockTriangles {
    /// Triangle id in each lane of the block; [`NO_TRIANGLE`] in a lane that is always empty.
    pub(super) ids: [u32; WIDTH],
    /// Indices of the three vertices of the triangle in each lane of the block.
    pub(super) corners: [[u32; 3]; WIDTH],
}

/// Parent node of a node or block of a tree.
#[derive(Clone, Copy, Debug, Default)]
struct Above {
    node: u32,
    /// Index of the node or block among the children of its parent.
    slot: u32,
}

/// Connectivity of a deformable mesh and its tree, which never changes: users of each vertex, parents of nodes and blocks.
#[derive(Debug)]
pub(super) struct Topology {
    pub(super) blocks: Vec<BlockTriangles>,
    /// For each vertex, the index in `users` of the first block that uses the vertex; one more entry marks the end.
    first_user: Vec<u32>,
    users: Vec<u32>,
    above_block: Vec<Above>,
    /// The parent of each node of the tree; the entry of the root is unused.
    above_node: Vec<Above>,
}

impl Topology {
    /// Makes the connectivity of a mesh and its tree, in which every triangle of the mesh has a lane.
    pub(super) fn new(mesh: &Mesh, tree: &Tree) -> Self {
        let blocks: Vec<BlockTriangles> = tree
            .blocks
            .iter()
            .map(|block| BlockTriangles {
                ids: block.ids,
                corners: block.ids.map(|id| mesh.triangles().get(id as usize).copied().unwrap_or_default()),
            })
            .collect();
        let (first_user, users) = users(&blocks, mesh.positions().len());
        let (above_block, above_node) = hang(tree);
        Self { blocks, first_user, users, above_block, above_node }
    }

    /// Indices of the blocks with a triangle that uses a vertex.
    pub(super) fn users(&self, vertex: usize) -> &[u32] {
        &self.users[self.first_user[vertex] as usize..self.first_user[vertex + 1] as usize]
    }

    /// Marks a block as changed: sets the bit of the child in the mask of each ancestor node, upwards until a mask is already set.
    pub(super) fn note_change(&self, block: usize, changed: &mut [u64]) {
        let mut above = self.above_block[block];
        loop {
            let bits = &mut changed[above.node as usize];
            let is_known = *bits != 0;
            *bits |= 1 << above.slot;
            if is_known || above.node == 0 {
                return;
            }
            above = self.above_node[above.node as usize];
        }
    }

    /// Memory of the connectivity lists, bytes.
    pub(super) fn bytes(&self) -> usize {
        let Self { blocks, first_user, users, above_block, above_node } = self;
        size_of_val(&blocks[..])
            + size_of_val(&first_user[..])
            + size_of_val(&users[..])
            + size_of_val(&above_block[..])
            + size_of_val(&above_node[..])
    }
}

/// Indices of the blocks that use each vertex, vertex by vertex; the first list has the index where each vertex's blocks begin.
fn users(blocks: &[BlockTriangles], vertices: usize) -> (Vec<u32>, Vec<u32>) {
    let mut uses = Vec::new();
    for (block, triangles) in blocks.iter().enumerate() {
        let live = triangles.ids.iter().zip(&triangles.corners).filter(|(id, _)| **id != NO_TRIANGLE);
        uses.extend(live.flat_map(|(_, corners)| corners.map(|vertex| (vertex, block as u32))));
    }
    uses.sort_unstable();
    uses.dedup();
    let first = (0..=vertices as u32).map(|vertex| uses.partition_point(|&(used, _)| used < vertex) as u32).collect();
    (first, uses.into_iter().map(|(_, block)| block).collect())
}

/// Finds the parent of each block (first list) and of each node (second list) of a tree.
fn hang(tree: &Tree) -> (Vec<Above>, Vec<Above>) {
    let (mut blocks, mut nodes) = (vec![Above::default(); tree.blocks.len()], vec![Above::default(); tree.nodes.len()]);
    for (number, node) in tree.nodes.iter().enumerate() {
        let below = if node.is_lowest() { &mut blocks } else { &mut nodes };
        for (slot, above) in below[node.children()].iter_mut().enumerate() {
            *above = Above { node: number as u32, slot: slot as u32 };
        }
    }
    (blocks, nodes)
}

// Marks of the children of a node fit in 64 bits.
const _: () = assert!(MOST_CHILDREN == u64::BITS as usize);
