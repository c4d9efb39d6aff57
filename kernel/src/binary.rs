//! The binary tree, built by `obvhs` in chunks.
//!
//! In: the boxes of all triangles. Out: nodes, the root first, two children side by side, one triangle a leaf.
//! 1. Triangles are put in Morton order of their boxes' centres and cut into chunks.
//! 2. Each chunk, and then the row of chunks, is built bottom up by PLOC (Meister and Bittner 2018).
//!
//! PLOC merges boxes that are each other's best neighbour. Where all boxes contain one another (a fan of needles, a
//! nest of shells) only one pair a round is, and its time grows with the square of their number: 51 s for a disc of
//! 200,000 needles. In chunks that square is the chunk's.

use crate::morton::{AXIS_BITS, morton};
use glam::Vec3;
use obvhs::aabb::Aabb;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::node::Bvh2Node;
use obvhs::ploc::{PlocBuilder, PlocSearchDistance, SortPrecision};

/// Triangles of a chunk. Larger: slower on nests. Smaller: more of the tree is decided by the Morton order alone.
const CHUNK: usize = 512;

/// Builds the tree over `bounds`; a leaf's `first_index` is a place in them. There must be at least one.
pub(crate) fn build(bounds: &[Aabb]) -> Vec<Bvh2Node> {
    let order = in_morton_order(bounds);
    let mut builder = PlocBuilder::new();
    let mut part = Bvh2::default();
    let mut build = |part: &mut Bvh2, boxes: &[Aabb]| {
        let all = (0..boxes.len() as u32).collect();
        builder.build_with_bvh(part, PlocSearchDistance::Low, boxes, all, SortPrecision::U64, 0);
        // What a leaf names is where its box stands in the list.
        for node in part.nodes.iter_mut().filter(|node| node.is_leaf()) {
            node.first_index = part.primitive_indices[node.first_index as usize];
        }
    };

    let mut below: Vec<Bvh2Node> = Vec::with_capacity(2 * bounds.len());
    let mut roots = Vec::with_capacity(bounds.len() / CHUNK + 1);
    let mut boxes = Vec::with_capacity(CHUNK);
    for chunk in order.chunks(CHUNK) {
        boxes.clear();
        boxes.extend(chunk.iter().map(|&(_, place)| bounds[place as usize]));
        build(&mut part, &boxes);
        let shift = below.len() as u32;
        let moved = part.nodes.iter().map(|&node| {
            let first_index =
                if node.is_leaf() { chunk[node.first_index as usize].1 } else { node.first_index - 1 + shift };
            Bvh2Node { first_index, ..node }
        });
        let mut moved = moved.collect::<Vec<_>>().into_iter();
        roots.extend(moved.next());
        below.extend(moved);
    }

    let root_boxes: Vec<Aabb> = roots.iter().map(|root| *root.aabb()).collect();
    build(&mut part, &root_boxes);
    let mut nodes = std::mem::take(&mut part.nodes);
    let shift = nodes.len() as u32;
    let lift = |node: &mut Bvh2Node| {
        if !node.is_leaf() {
            node.first_index += shift;
        }
    };
    for node in nodes.iter_mut().filter(|node| node.is_leaf()) {
        *node = roots[node.first_index as usize];
        lift(node);
    }
    below.iter_mut().for_each(lift);
    nodes.append(&mut below);
    nodes
}

/// Places of the boxes, sorted by their centres along the Morton curve; ties by place.
fn in_morton_order(bounds: &[Aabb]) -> Vec<(u64, u32)> {
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
