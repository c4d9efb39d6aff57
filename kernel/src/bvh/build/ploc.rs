//! Clusters of neighbouring triangles, by the binary trees of `obvhs`.
//!
//! In: the boxes of all triangles. Out: an order of them, then clusters of a given size or less, neighbours one after the
//! other.
//! 1. Triangles are put in Morton order of their boxes' centres and cut into chunks.
//! 2. Over each chunk a binary tree is built bottom up by PLOC (Meister and Bittner 2018). Its subtrees that are small
//!    enough are the clusters.
//!
//! PLOC merges boxes that are each other's best neighbour: large triangles among small ones are merged late. Where all boxes
//! contain one another (a fan of needles, a nest of shells) only one pair a round is, and its time grows with the square of
//! their number: 51 s for a disc of 200,000 needles. In chunks that square is the chunk's.

use crate::base::morton::{AXIS_BITS, morton};
use alloc::vec;
use alloc::vec::Vec;
use glam::Vec3;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::ploc::{PlocBuilder, SortPrecision};

/// Triangles of a chunk. Larger: slower on nests. Smaller: the Morton order alone decides more clusters.
const CHUNK: usize = 512;

/// How far along the curve, to both sides, a box searches for the neighbour to merge with. Farther gains nothing and takes longer;
/// less far, sweeps take longer.
const SEARCH_DISTANCE: usize = 6;

/// Rounds in which a box considers the next one only: triangles that make a rectangle find each other all the same.
const ROUNDS_OF_NEXT: usize = 1;

/// Hands out indices into `bounds`, in [Morton order](in_morton_order), in clusters of up to `most`.
pub(crate) fn ploc_clusters(bounds: &[Aabb], order: &[(u64, u32)], most: usize, take: &mut impl FnMut(&[u32])) {
    let mut builder = PlocBuilder::new();
    let mut tree = Bvh2::default();
    let mut below = Below::default();
    let mut boxes = Vec::with_capacity(CHUNK);
    let mut members = Vec::with_capacity(most);
    for chunk in order.chunks(CHUNK) {
        boxes.clear();
        boxes.extend(chunk.iter().map(|&(_, place)| bounds[place as usize]));
        let all = (0..boxes.len() as u32).collect();
        builder.build_ploc::<SEARCH_DISTANCE, _>(&mut tree, &boxes, all, SortPrecision::U64, ROUNDS_OF_NEXT);
        debug_assert!(tree.children_are_ordered_after_parents, "PLOC lays them so");
        below.count(&tree.nodes);
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            let Bvh2Node { first_index, .. } = tree.nodes[node as usize];
            if below.counts[node as usize] as usize > most {
                waiting.extend([first_index + 1, first_index]);
                continue;
            }
            members.clear();
            below.leaves(&tree.nodes, node, |leaf| {
                let place = tree.primitive_indices[leaf as usize];
                members.push(chunk[place as usize].1);
            });
            take(&members);
        }
    }
}

/// The leaves below each node of a binary tree, and their numbers.
#[derive(Default)]
struct Below {
    counts: Vec<u32>,
    stack: Vec<u32>,
}

impl Below {
    /// Counts the leaves below all nodes, from the last to the first: children follow their parents.
    fn count(&mut self, nodes: &[Bvh2Node]) {
        self.counts.clear();
        self.counts.resize(nodes.len(), 1);
        for (index, node) in nodes.iter().enumerate().rev().filter(|(_, node)| !node.is_leaf()) {
            let first = node.first_index as usize;
            self.counts[index] = self.counts[first] + self.counts[first + 1];
        }
    }

    /// Hands out the indices in the leaves below a node.
    fn leaves(&mut self, nodes: &[Bvh2Node], node: u32, mut take: impl FnMut(u32)) {
        self.stack.push(node);
        while let Some(index) = self.stack.pop() {
            let node = &nodes[index as usize];
            if node.is_leaf() {
                take(node.first_index);
            } else {
                self.stack.extend([node.first_index + 1, node.first_index]);
            }
        }
    }
}

/// Morton keys and indices of the boxes, sorted by their centres along the curve; ties by index.
pub(crate) fn in_morton_order(bounds: &[Aabb]) -> Vec<(u64, u32)> {
    let center = |bounds: &Aabb| Vec3::from(bounds.min + bounds.max) * 0.5;
    let low = bounds.iter().map(center).fold(Vec3::INFINITY, Vec3::min);
    let high = bounds.iter().map(center).fold(Vec3::NEG_INFINITY, Vec3::max);
    let cells = ((1_u32 << AXIS_BITS) - 1) as f32;
    // An axis without extent gives 0 · ∞, which is NaN, which becomes cell 0.
    let scale = Vec3::splat(cells) / (high - low);
    let key = |bounds: &Aabb| morton(((center(bounds) - low) * scale).to_array().map(|cell| cell as u32));
    let mut order: Vec<(u64, u32)> = bounds.iter().zip(0..).map(|(bounds, place)| (key(bounds), place)).collect();
    order.sort_unstable();
    order
}
