//! From validated triangles to blocks of eight under an eight-wide tree.
//!
//! In: a [`Mesh`]. Out: nodes and blocks in walk order, the root first.
//! 1. Triangles without area and duplicates are left out and counted ([`sift`](crate::sift)).
//! 2. A binary tree is built over the rest ([`binary`](crate::binary)).
//! 3. The child with the largest surface is opened until a node has eight children (Wald, Benthin and Boulos 2008). A
//!    subtree of up to 64 triangles becomes a node of the lowest level, whose children are full blocks
//!    ([`pack`](crate::pack)).

use crate::binary;
use crate::block::TriangleBlock;
use crate::boxes::Bounds;
use crate::lanes::WIDTH;
use crate::material::Materials;
use crate::mesh::Mesh;
use crate::node::Node;
use crate::pack::{MOST_PACKED, pack};
use crate::sift::{Sifted, sift};
use glam::Vec3A;
use obvhs::aabb::Aabb;
use obvhs::bvh2::node::Bvh2Node;
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks and the tree over them. Node 0 is the root; without triangles there are no nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    /// No other tree of the process has it.
    pub(crate) id: u64,
    pub(crate) nodes: Vec<Node>,
    pub(crate) blocks: Vec<TriangleBlock>,
    /// Triangles without area, left out.
    pub(crate) degenerate: usize,
    /// Copies of another triangle, left out.
    pub(crate) duplicates: usize,
    /// Largest extent of a triangle along an axis, mesh units.
    pub(crate) largest: f32,
    /// The box around all triangles, mesh space.
    pub(crate) bounds: Bounds,
    /// What the triangles are made of, by id.
    pub(crate) materials: Materials,
}

/// Trees that were built.
static BUILT: AtomicU64 = AtomicU64::new(0);

/// Builds the tree over all triangles of `mesh` that are worth keeping.
pub(crate) fn build(mesh: &Mesh) -> Tree {
    let Sifted { kept, degenerate, duplicates } = sift(mesh);
    let mut tree = Tree {
        id: BUILT.fetch_add(1, Ordering::Relaxed) + 1,
        nodes: Vec::new(),
        blocks: Vec::new(),
        degenerate,
        duplicates,
        largest: 0.0,
        bounds: Bounds::NONE,
        materials: mesh.materials().clone(),
    };
    if !kept.is_empty() {
        Collapse::new(mesh, &kept).run(&mut tree);
    }
    tree
}

/// A child to be.
#[derive(Clone, Copy)]
struct Slot {
    binary: u32,
    triangles: usize,
    bounds: Aabb,
}

/// A node that waits to be written: the binary subtree, and where its parent wants to hear the index.
struct Waiting {
    binary: u32,
    parent: Option<(usize, usize)>,
}

/// The binary tree with the number of triangles below each of its nodes.
struct Collapse<'a> {
    mesh: &'a Mesh,
    kept: &'a [u32],
    /// Of the triangles in `kept`.
    bounds: Vec<Aabb>,
    /// Its leaves name places in `kept`.
    binary: Vec<Bvh2Node>,
    counts: Vec<u32>,
}

impl<'a> Collapse<'a> {
    fn new(mesh: &'a Mesh, kept: &'a [u32]) -> Self {
        let bounds: Vec<Aabb> = kept
            .iter()
            .map(|&id| {
                let [a, b, c] = mesh.corners(id as usize);
                Aabb::new(Vec3A::from(a.min(b).min(c)), Vec3A::from(a.max(b).max(c)))
            })
            .collect();
        let binary = binary::build(&bounds);
        let counts = count_below(&binary);
        Self { mesh, kept, bounds, binary, counts }
    }

    fn run(&self, tree: &mut Tree) {
        tree.largest = self.bounds.iter().map(|bounds| bounds.diagonal().max_element()).fold(0.0, f32::max);
        let all = self.binary[0].aabb();
        tree.bounds = Bounds { low: all.min.into(), high: all.max.into() };
        tree.blocks.reserve(self.kept.len() / (WIDTH - 1) + 1);
        let mut waiting = vec![Waiting { binary: 0, parent: None }];
        while let Some(Waiting { binary, parent }) = waiting.pop() {
            let index = tree.nodes.len();
            if let Some((node, slot)) = parent {
                tree.nodes[node].set_child(slot, index);
            }
            let mut node = Node::EMPTY;
            if self.slot(binary).triangles <= MOST_PACKED {
                node = self.fill(tree, binary);
            } else {
                let (slots, count) = self.open(binary);
                for (place, slot) in slots[..count].iter().enumerate() {
                    node.set_box(place, slot.bounds.min.into(), slot.bounds.max.into());
                }
                // The last pushed is written next: the first child follows its parent in memory.
                let children = slots[..count].iter().enumerate().rev();
                waiting.extend(
                    children.map(|(place, slot)| Waiting { binary: slot.binary, parent: Some((index, place)) }),
                );
            }
            tree.nodes.push(node);
        }
    }

    /// Chooses the up to eight children of the node made from a binary subtree.
    fn open(&self, binary: u32) -> ([Slot; WIDTH], usize) {
        let mut slots = [self.slot(binary); WIDTH];
        let mut count = 1;
        while count < WIDTH {
            let widest = (0..count)
                .filter(|&place| slots[place].triangles > MOST_PACKED)
                .max_by(|&a, &b| slots[a].bounds.half_area().total_cmp(&slots[b].bounds.half_area()));
            let Some(place) = widest else { break };
            let first = self.binary[slots[place].binary as usize].first_index;
            slots[place] = self.slot(first);
            slots[count] = self.slot(first + 1);
            count += 1;
        }
        (slots, count)
    }

    fn slot(&self, binary: u32) -> Slot {
        let triangles = self.counts[binary as usize] as usize;
        Slot { binary, triangles, bounds: *self.binary[binary as usize].aabb() }
    }

    /// A node of the lowest level with its blocks.
    fn fill(&self, tree: &mut Tree, binary: u32) -> Node {
        let mut members = [0; MOST_PACKED];
        let mut count = 0;
        // A subtree of so few leaves is not deeper than they are many.
        let mut stack = [0_u32; MOST_PACKED];
        stack[0] = binary;
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let below = &self.binary[stack[depth] as usize];
            if below.is_leaf() {
                members[count] = below.first_index;
                count += 1;
            } else {
                stack[depth] = below.first_index + 1;
                stack[depth + 1] = below.first_index;
                depth += 2;
            }
        }
        let mut node = Node::LOWEST;
        let mut slot = 0;
        pack(&self.bounds, &mut members[..count], &mut |group, bounds| {
            let mut block = TriangleBlock::EMPTY;
            for (lane, &member) in group.iter().enumerate() {
                let id = self.kept[member as usize];
                block.set(lane, id, self.mesh.corners(id as usize));
            }
            node.set_box(slot, bounds.min.into(), bounds.max.into());
            node.set_child(slot, tree.blocks.len());
            tree.blocks.push(block);
            slot += 1;
        });
        node
    }
}

/// Triangles below each binary node; children are counted before their parents, without recursion.
fn count_below(binary: &[Bvh2Node]) -> Vec<u32> {
    let mut counts = vec![0_u32; binary.len()];
    let mut order = Vec::with_capacity(binary.len());
    let mut stack = vec![0_u32];
    while let Some(index) = stack.pop() {
        order.push(index);
        let node = &binary[index as usize];
        if !node.is_leaf() {
            stack.extend([node.first_index, node.first_index + 1]);
        }
    }
    for &index in order.iter().rev() {
        let node = &binary[index as usize];
        counts[index as usize] =
            if node.is_leaf() { 1 } else { counts[node.first_index as usize] + counts[node.first_index as usize + 1] };
    }
    counts
}
