//! From validated triangles to blocks of eight under an eight-wide tree.
//!
//! In: a [`Mesh`]. Out: nodes and blocks in walk order, the root first.
//! 1. Triangles without area and duplicates are left out and counted ([`sift`](crate::sift)).
//! 2. A binary tree is built over the rest ([`binary`](crate::binary)).
//! 3. A subtree of up to eight triangles becomes a block. Elsewhere the child with the largest surface is opened until
//!    a node has eight children (Wald, Benthin and Boulos 2008); two small blocks under one node become one where their
//!    common box costs no more than the two, which is what keeps blocks full.

use crate::binary;
use crate::block::TriangleBlock;
use crate::lanes::WIDTH;
use crate::material::Materials;
use crate::mesh::Mesh;
use crate::node::{Child, Node};
use crate::sift::{Sifted, sift};
use glam::{Vec3, Vec3A};
use obvhs::aabb::Aabb;
use obvhs::bvh2::node::Bvh2Node;

/// Blocks and the tree over them. Node 0 is the root; without triangles there are no nodes.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) blocks: Vec<TriangleBlock>,
    /// Triangles without area, left out.
    pub(crate) degenerate: usize,
    /// Copies of another triangle, left out.
    pub(crate) duplicates: usize,
    /// Largest extent of a triangle along an axis, mesh units.
    pub(crate) largest: f32,
    /// What the triangles are made of, by id.
    pub(crate) materials: Materials,
}

/// Builds the tree over all triangles of `mesh` that are worth keeping.
pub(crate) fn build(mesh: &Mesh) -> Tree {
    let Sifted { kept, degenerate, duplicates } = sift(mesh);
    let mut tree = Tree { degenerate, duplicates, materials: mesh.materials().clone(), ..Tree::default() };
    if !kept.is_empty() {
        let collapse = Collapse::new(mesh, &kept);
        collapse.run(&mut tree);
        tree.largest = collapse.largest;
    }
    tree
}

/// A child to be: one or more binary subtrees.
#[derive(Clone, Copy)]
struct Slot {
    roots: [u32; WIDTH],
    root_count: usize,
    triangles: u32,
    bounds: Aabb,
}

impl Slot {
    fn is_block(&self) -> bool {
        self.triangles as usize <= WIDTH
    }

    fn cost(&self) -> f32 {
        self.bounds.half_area()
    }

    fn merged(&self, other: &Self) -> Self {
        let mut both = *self;
        both.roots[self.root_count..self.root_count + other.root_count]
            .copy_from_slice(&other.roots[..other.root_count]);
        both.root_count += other.root_count;
        both.triangles += other.triangles;
        both.bounds = self.bounds.union(&other.bounds);
        both
    }
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
    /// Its leaves name places in `kept`.
    binary: Vec<Bvh2Node>,
    counts: Vec<u32>,
    largest: f32,
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
        let largest = bounds.iter().map(|bounds| bounds.diagonal().max_element()).fold(0.0, f32::max);
        let binary = binary::build(&bounds);
        let counts = count_below(&binary);
        Self { mesh, kept, binary, counts, largest }
    }

    fn run(&self, tree: &mut Tree) {
        tree.blocks.reserve(self.kept.len() / 6 + 1);
        let mut waiting = vec![Waiting { binary: 0, parent: None }];
        while let Some(Waiting { binary, parent }) = waiting.pop() {
            let index = tree.nodes.len();
            if let Some((node, slot)) = parent {
                tree.nodes[node].children[slot] = Child::node(index);
            }
            let (slots, count) = self.open(binary);
            let mut node = Node::EMPTY;
            for (place, slot) in slots[..count].iter().enumerate() {
                let child = if slot.is_block() { self.push_block(tree, slot) } else { Child::NONE };
                node.set(place, child, slot.bounds.min.into(), slot.bounds.max.into());
            }
            tree.nodes.push(node);
            // The last pushed is written next: the first child follows its parent in memory.
            for (place, slot) in slots[..count].iter().enumerate().rev() {
                if !slot.is_block() {
                    waiting.push(Waiting { binary: slot.roots[0], parent: Some((index, place)) });
                }
            }
        }
    }

    /// Chooses the up to eight children of the node made from a binary subtree.
    fn open(&self, binary: u32) -> ([Slot; WIDTH], usize) {
        let mut slots = [self.slot(binary); WIDTH];
        let mut count = 1;
        loop {
            let widest = (0..count)
                .filter(|&place| !slots[place].is_block())
                .max_by(|&a, &b| slots[a].cost().total_cmp(&slots[b].cost()));
            match widest {
                Some(place) if count < WIDTH => {
                    let first = self.binary[slots[place].roots[0] as usize].first_index;
                    slots[place] = self.slot(first);
                    slots[count] = self.slot(first + 1);
                    count += 1;
                }
                _ => {
                    let Some((a, b)) = cheapest_merge(&slots[..count]) else { return (slots, count) };
                    slots[a] = slots[a].merged(&slots[b]);
                    slots[b] = slots[count - 1];
                    count -= 1;
                }
            }
        }
    }

    fn slot(&self, binary: u32) -> Slot {
        let mut roots = [0; WIDTH];
        roots[0] = binary;
        let node = &self.binary[binary as usize];
        Slot { roots, root_count: 1, triangles: self.counts[binary as usize], bounds: *node.aabb() }
    }

    fn push_block(&self, tree: &mut Tree, slot: &Slot) -> Child {
        let mut block = TriangleBlock::EMPTY;
        let mut lane = 0;
        // A subtree of eight leaves has at most seven inner nodes on any path.
        let mut stack = [0_u32; 2 * WIDTH];
        stack[..slot.root_count].copy_from_slice(&slot.roots[..slot.root_count]);
        let mut depth = slot.root_count;
        while depth > 0 {
            depth -= 1;
            let node = &self.binary[stack[depth] as usize];
            if node.is_leaf() {
                let id = self.kept[node.first_index as usize];
                block.set(lane, id, self.mesh.corners(id as usize));
                lane += 1;
            } else {
                stack[depth] = node.first_index + 1;
                stack[depth + 1] = node.first_index;
                depth += 2;
            }
        }
        tree.blocks.push(block);
        Child::block(tree.blocks.len() - 1)
    }
}

/// The pair of blocks to be that gains most by becoming one, if any does.
fn cheapest_merge(slots: &[Slot]) -> Option<(usize, usize)> {
    let mut best: Option<(f32, usize, usize)> = None;
    for (a, first) in slots.iter().enumerate() {
        for (b, second) in slots.iter().enumerate().skip(a + 1) {
            if (first.triangles + second.triangles) as usize > WIDTH {
                continue;
            }
            let growth = first.bounds.union(&second.bounds).half_area() - (first.cost() + second.cost());
            if growth <= 0.0 && best.is_none_or(|(least, ..)| growth < least) {
                best = Some((growth, a, b));
            }
        }
    }
    best.map(|(_, a, b)| (a, b))
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

/// The box around all kept triangles, mesh space.
pub(crate) fn bounds(tree: &Tree) -> Option<(Vec3, Vec3)> {
    let root = tree.nodes.first()?;
    let low = Vec3::from_array(root.low.map(|axis| axis.into_iter().fold(f32::INFINITY, f32::min)));
    let high = Vec3::from_array(root.high.map(|axis| axis.into_iter().fold(f32::NEG_INFINITY, f32::max)));
    Some((low, high))
}
