//! Clusters of neighbouring triangles, by binary trees that are built bottom up.
//!
//! In: the boxes of all triangles. Out: an order of them, then clusters of a given size or less, neighbours one after the
//! other.
//! 1. Triangles are put in Morton order of their boxes' centres and cut into chunks.
//! 2. Over each chunk a binary tree is built by PLOC (Meister and Bittner, "Parallel Locally-Ordered Clustering for Bounding
//!    Volume Hierarchy Construction", 2018). Its subtrees that are small enough are the clusters.
//!
//! PLOC keeps a row of subtrees in Morton order, at first the boxes. In each round every subtree looks a few places to both
//! sides for the partner with which it has the smallest common surface. Two that are each other's partner become one subtree,
//! at the place of the later one. The rounds end when one subtree is left.
//!
//! Large triangles among small ones are merged late. Where all boxes contain one another (a fan of needles, a nest of shells)
//! only one pair a round is merged, and the time grows with the square of their number: 51 s for a disc of 200,000 needles.
//! In chunks that square is the chunk's.
//!
//! Own code rather than a library: `obvhs` built the same trees, and with its dependencies took as long to compile as a
//! quarter of this crate (bench/log/performance.md#compiling).

use crate::base::morton::{AXIS_BITS, morton};
use crate::bvh::boxes::Bounds;
use alloc::vec::Vec;
use core::mem;
use glam::Vec3;

/// Number of triangles in a chunk, over which a binary tree is built. Larger: slower for dense regions. Smaller: worse clusters.
const CHUNK: usize = 512;

/// Distance in the row, to both sides, within which a subtree looks for its partner. Farther gains nothing, and takes longer;
/// less far, sweeps take longer.
const REACH: usize = 6;

/// Number of first rounds in which a subtree only tries to merge with its next neighbour: enough for the two halves of a rectangle.
const ROUNDS_OF_NEXT: usize = 1;

/// Calls `take` with clusters of up to `most` neighbouring boxes, as indices into `bounds`; `order` is the [Morton order](in_morton_order).
pub(crate) fn ploc_clusters(bounds: &[Bounds], order: &[(u64, u32)], most: usize, take: &mut impl FnMut(&[u32])) {
    let mut tree = BinaryTree::default();
    let mut boxes = Vec::with_capacity(CHUNK);
    let mut members = Vec::with_capacity(most);
    let mut waiting = Vec::new();
    for chunk in order.chunks(CHUNK) {
        boxes.clear();
        boxes.extend(chunk.iter().map(|&(_, place)| bounds[place as usize]));
        waiting.push(tree.build(&boxes));
        while let Some(node) = waiting.pop() {
            if tree.counts[node as usize] as usize > most {
                waiting.extend(tree.children_of(node));
                continue;
            }
            members.clear();
            tree.leaves_below(node, |leaf| members.push(chunk[leaf as usize].1));
            take(&members);
        }
    }
}

/// Binary tree over the boxes of a chunk of triangles, and the memory to build it.
#[derive(Default)]
struct BinaryTree {
    /// Morton keys and indices of the chunk's boxes, in Morton order. Tree node `i` is the leaf of box `i` of this order.
    leaves: Vec<(u64, u32)>,
    /// Both children of each inner node of the binary tree, in the order in which nodes were merged, the first child last.
    children: Vec<[u32; 2]>,
    /// Number of leaves below each node of the binary tree.
    counts: Vec<u32>,
    row: Vec<Subtree>,
    next_row: Vec<Subtree>,
    partners: Vec<Partner>,
    stack: Vec<u32>,
}

/// A subtree of the binary tree under construction that has no parent yet.
#[derive(Clone, Copy)]
struct Subtree {
    around: Bounds,
    node: u32,
}

/// Best partner so far for merging a subtree with another.
#[derive(Clone, Copy)]
struct Partner {
    /// Cost of the merge: half the surface area of the box around both subtrees.
    cost: f32,
    /// Index of the partner in the list of subtrees that have no parent yet.
    place: u32,
}

impl BinaryTree {
    /// Builds the binary tree over at least one box; returns the index of its root.
    fn build(&mut self, boxes: &[Bounds]) -> u32 {
        in_order_of_chunk(boxes, &mut self.leaves);
        self.children.clear();
        self.counts.clear();
        self.counts.resize(boxes.len(), 1);
        self.row.clear();
        let subtrees = self.leaves.iter().zip(0..);
        self.row.extend(subtrees.map(|(&(_, place), node)| Subtree { around: boxes[place as usize], node }));
        let mut round = 0;
        while self.row.len() > 1 {
            self.find_partners(if round < ROUNDS_OF_NEXT { 1 } else { REACH });
            self.merge_partners();
            round += 1;
        }
        self.row[0].node
    }

    /// Finds for each subtree the best partner to merge with, up to `reach` positions away; ties go to the last one.
    fn find_partners(&mut self, reach: usize) {
        self.partners.clear();
        self.partners.resize(self.row.len(), Partner { cost: f32::INFINITY, place: 0 });
        for place in 0..self.row.len() {
            let (around, end) = (self.row[place].around, (place + 1 + reach).min(self.row.len()));
            let (to_here, behind) = self.partners[..end].split_at_mut(place + 1);
            let mut best = to_here[place];
            for ((other, partner), other_place) in self.row[place + 1..end].iter().zip(behind).zip(place as u32 + 1..) {
                // Each pair is examined once, for both: the earlier one of the pair asks.
                let cost = half_area(&around.union(&other.around));
                if cost <= best.cost {
                    best = Partner { cost, place: other_place };
                }
                if cost <= partner.cost {
                    *partner = Partner { cost, place: place as u32 };
                }
            }
            to_here[place] = best;
        }
    }

    /// Merges every two subtrees that are each other's best partner; other subtrees stay unchanged.
    fn merge_partners(&mut self) {
        self.next_row.clear();
        for (place, (&subtree, partner)) in self.row.iter().zip(&self.partners).enumerate() {
            if self.partners[partner.place as usize].place as usize != place {
                self.next_row.push(subtree);
            } else if (partner.place as usize) < place {
                let other = self.row[partner.place as usize];
                self.next_row
                    .push(Subtree { around: subtree.around.union(&other.around), node: self.counts.len() as u32 });
                self.children.push([other.node, subtree.node]);
                self.counts.push(self.counts[subtree.node as usize] + self.counts[other.node as usize]);
            }
        }
        mem::swap(&mut self.row, &mut self.next_row);
    }

    /// Children of an inner node of the binary tree, the first child last.
    fn children_of(&self, node: u32) -> [u32; 2] {
        self.children[node as usize - self.leaves.len()]
    }

    /// Calls `take` with the index of each box below a node of the binary tree.
    fn leaves_below(&mut self, node: u32, mut take: impl FnMut(u32)) {
        self.stack.push(node);
        while let Some(node) = self.stack.pop() {
            match self.leaves.get(node as usize) {
                Some(&(_, place)) => take(place),
                None => self.stack.extend(self.children[node as usize - self.leaves.len()]),
            }
        }
    }
}

/// Half the surface area of a box.
fn half_area(around: &Bounds) -> f32 {
    let [x, y, z] = around.extent().to_array();
    (x + y) * z + x * y
}

/// Keys and places of the boxes of a chunk along the Morton curve through its own bounds, which is finer than the one through
/// all bounds. A centre on the high side of the bounds, whose cell has one bit too many, goes to cell 0.
fn in_order_of_chunk(boxes: &[Bounds], order: &mut Vec<(u64, u32)>) {
    let all = Bounds::around(boxes);
    let scale = all.extent().as_dvec3().recip();
    let offset = -all.low.as_dvec3() * scale;
    let key = |bounds: &Bounds| {
        let center = ((bounds.high + bounds.low) * 0.5).as_dvec3() * scale + offset;
        // An axis without extent gives NaN, which becomes cell 0.
        morton((center * f64::from(1 << AXIS_BITS)).to_array().map(|cell| cell as u32))
    };
    order.clear();
    order.extend(boxes.iter().zip(0..).map(|(bounds, place)| (key(bounds), place)));
    order.sort_unstable_by_key(|&(key, _)| key);
}

/// Morton keys and indices of the boxes, sorted by the Morton keys of their centres; ties by index.
pub(crate) fn in_morton_order(bounds: &[Bounds]) -> Vec<(u64, u32)> {
    let center = |bounds: &Bounds| Vec3::from(bounds.low + bounds.high) * 0.5;
    let low = bounds.iter().map(center).fold(Vec3::INFINITY, Vec3::min);
    let high = bounds.iter().map(center).fold(Vec3::NEG_INFINITY, Vec3::max);
    let cells = ((1_u32 << AXIS_BITS) - 1) as f32;
    // An axis without extent gives 0 · ∞, which is NaN, which becomes cell 0.
    let scale = Vec3::splat(cells) / (high - low);
    let key = |bounds: &Bounds| morton(((center(bounds) - low) * scale).to_array().map(|cell| cell as u32));
    let mut order: Vec<(u64, u32)> = bounds.iter().zip(0..).map(|(bounds, place)| (key(bounds), place)).collect();
    order.sort_unstable();
    order
}
