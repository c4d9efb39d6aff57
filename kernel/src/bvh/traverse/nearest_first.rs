//! The walk through the tree that visits the nearest boxes first.
//!
//! In: a tree and a [`Visitor`], which selects boxes and takes blocks. Out: nothing; the visitor keeps its results.
//!
//! Depth first, the nearest first among the children of a node. Entries that have become farther than the visitor's limit are
//! dropped when their turn comes. The stack is the caller's, so that a warm walk allocates nothing and no depth of tree overflows
//! it. A search for all blocks in a box has its own walk ([`box_walk`](crate::bvh::traverse::in_box)).

use crate::base::sorting_network::{FEW, sort_descending};
use crate::base::tolerance::MAX_TRIANGLES;
use crate::bvh::block::TriangleBlock;
use crate::bvh::node::{GROUPS, MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::simd::{Lanes, WIDTH};
use alloc::vec::Vec;

/// Callbacks that select boxes and receive blocks in a walk through a tree, nearest node first.
pub(crate) trait Visitor<L: Lanes> {
    /// The [corners](crate::bvh::grid::Grid::corners) of a box that all triangles relevant to the walk meet.
    fn around(&self) -> L::Corners;

    /// A node whose children the walk looks at.
    type Opened<'n>;

    /// Whether many blocks of a node are near, and the nearest of them leaves few: then the others are sorted after it was visited.
    const LEAVES_FEW: bool = false;

    /// Prepares a node before the walk looks at its children.
    fn open<'n>(&self, node: &'n Node) -> Self::Opened<'n>;

    /// Mask of the children `8 * group` to `8 * group + 7` that the walk must visit, and their distances, up to the limit; one below 0
    /// counts as 0.
    fn near(&mut self, node: &Self::Opened<'_>, group: usize) -> (L::Mask, L::Float);

    /// Receives the next visited block, which has this index in `blocks`.
    fn block(&mut self, blocks: &[TriangleBlock], index: usize);

    /// Distance beyond which the walk drops nodes and blocks.
    fn limit(&self) -> f32;
}

/// A node or block of the tree that waits on the stack of a walk: the bits of its distance, which is not negative, above its number and
/// one bit that is set for a block. So entries are ordered by distance as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pending(u64);

// The number of a node or a block, which is less than that of triangles, and the bit take 32 bits.
const _: () = assert!(MAX_TRIANGLES <= 1 << 31);

impl Pending {
    #[inline(always)]
    fn new(number: usize, is_block: bool, near: f32) -> Self {
        Self(u64::from(near.to_bits()) << 32 | (number as u64) << 1 | u64::from(is_block))
    }

    #[inline(always)]
    fn near(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn number(self) -> usize {
        (self.0 as u32 >> 1) as usize
    }

    #[inline(always)]
    fn is_block(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Walks a tree from its root, nearest node first, and calls the visitor; `stack` is reusable memory.
#[inline(always)]
pub(crate) fn walk<L: Lanes, V: Visitor<L>>(lanes: L, tree: &Tree, stack: &mut Vec<Pending>, visitor: &mut V) {
    stack.clear();
    if tree.nodes.is_empty() {
        return;
    }
    stack.push(Pending::new(0, false, 0.0));
    let mut unsorted = None;
    while let Some(next) = stack.pop() {
        if next.near() > visitor.limit() {
            continue;
        }
        if next.is_block() {
            visitor.block(&tree.blocks, next.number());
            if let Some(begin) = unsorted.take() {
                keep_nearest_last(stack, begin, visitor.limit());
            }
        } else {
            unsorted = open(lanes, tree, &tree.nodes[next.number()], stack, visitor);
        }
    }
}

/// Pushes the children of a node that the visitor selects onto the stack, the nearest on top. If the visitor says so, those below it are
/// not sorted yet where they are many blocks; returns where they begin.
#[inline(always)]
fn open<L: Lanes, V: Visitor<L>>(
    lanes: L,
    tree: &Tree,
    node: &Node,
    stack: &mut Vec<Pending>,
    visitor: &mut V,
) -> Option<usize> {
    let mut met = node.meeting(lanes, visitor.around());
    if met == 0 {
        return None;
    }
    let opened = visitor.open(node);
    let (mut matters, mut near) = (0_u64, [[0.0; WIDTH]; GROUPS]);
    while met != 0 {
        let group = met.trailing_zeros() as usize / WIDTH % GROUPS;
        let of_group = met >> (WIDTH * group) & 0xFF;
        met &= !(0xFF << (WIDTH * group));
        let (entered, at) = visitor.near(&opened, group);
        near[group] = lanes.store(lanes.max(at, lanes.splat(0.0)));
        matters |= (u64::from(lanes.bits(entered)) & of_group) << (WIDTH * group);
    }
    let (first, is_lowest) = (node.first(), node.is_lowest());
    let entry = |child: usize| {
        if is_lowest {
            lanes.prefetch(&tree.blocks[first + child]);
        } else {
            lanes.prefetch(&tree.nodes[first + child]);
        }
        Pending::new(first + child, is_lowest, near[child / WIDTH][child % WIDTH])
    };
    let found = matters.count_ones() as usize;
    if found > FEW {
        let begin = stack.len();
        let mut nearest = (Pending(u64::MAX), begin);
        for child in children_of(matters) {
            let entry = entry(child);
            if V::LEAVES_FEW {
                nearest = if entry < nearest.0 { (entry, stack.len()) } else { nearest };
            }
            stack.push(entry);
        }
        if V::LEAVES_FEW && is_lowest {
            let last = stack.len() - 1;
            stack.swap(nearest.1, last);
            return Some(begin);
        }
        sort_nearest_last(&mut stack[begin..]);
        return None;
    }
    let mut nearest_last = [Pending(0); FEW];
    for (place, child) in children_of(matters).enumerate() {
        nearest_last[place % FEW] = entry(child);
    }
    sort_descending(&mut nearest_last, found);
    let len = stack.len() + found;
    stack.extend_from_slice(&nearest_last);
    stack.truncate(len);
    None
}

/// Numbers of the children in a mask.
#[inline(always)]
fn children_of(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let child = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (child < MOST_CHILDREN).then_some(child)
    })
}

/// Sorts a long list. One function for all visitors and lanes: a sort in the walk is compiled once more for each of them, and all of
/// these were a sixth of the crate.
#[inline(never)]
fn sort_nearest_last(pending: &mut [Pending]) {
    pending.sort_unstable_by(|a, b| b.cmp(a));
}

/// Drops the entries from `begin` on that are beyond the limit, and sorts those that are left.
#[inline(never)]
fn keep_nearest_last(stack: &mut Vec<Pending>, begin: usize, limit: f32) {
    // The walk may have taken entries from below it, where the nearest block was itself beyond the limit.
    let begin = begin.min(stack.len());
    let mut kept = begin;
    for place in begin..stack.len() {
        let entry = stack[place];
        stack[kept] = entry;
        kept += usize::from(entry.near() <= limit);
    }
    stack.truncate(kept);
    if kept - begin > FEW {
        sort_nearest_last(&mut stack[begin..]);
    } else {
        let mut nearest_last = [Pending(0); FEW];
        nearest_last[..kept - begin].copy_from_slice(&stack[begin..]);
        sort_descending(&mut nearest_last, kept - begin);
        stack[begin..].copy_from_slice(&nearest_last[..kept - begin]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::boxes::Bounds;
    use crate::bvh::test_trees::rubble;
    use crate::simd::{Backend, Chosen, task};
    use glam::{Vec3, Vec3A};
    use sweep8_scalar_ref::random::Random;

    /// Test visitor that records visited blocks: all, or those nearer than the nearest corner so far.
    struct NearestTriangle<L> {
        lanes: L,
        point: Vec3A,
        stops: bool,
        least: f32,
        visited: Vec<usize>,
        around: Bounds,
        tree_grid: crate::bvh::grid::Grid,
    }

    /// Distance from a point to the nearest triangle corner in a block.
    fn to_corner(block: &TriangleBlock, point: Vec3A) -> f32 {
        let corners = (0..WIDTH).flat_map(|lane| block.triangle(lane));
        corners.map(|corner| Vec3A::from(corner).distance(point)).fold(f32::INFINITY, f32::min)
    }

    impl<L: Lanes> Visitor<L> for NearestTriangle<L> {
        type Opened<'n> = &'n Node;

        #[inline(always)]
        fn around(&self) -> L::Corners {
            self.tree_grid.corners(self.lanes, &self.around)
        }

        #[inline(always)]
        fn open<'n>(&self, node: &'n Node) -> &'n Node {
            node
        }

        #[inline(always)]
        fn near(&mut self, node: &&Node, group: usize) -> (L::Mask, L::Float) {
            let [low, high] = node.boxes(self.lanes, group);
            let (lanes, zero) = (self.lanes, self.lanes.splat3(Vec3::ZERO));
            let point = lanes.splat3(self.point.into());
            let apart = lanes.max3(lanes.max3(low - point, point - high), zero);
            // Boxes are slightly larger than their contents; the distance to them is rounded.
            let near = lanes.sqrt(apart.dot(apart)) * lanes.splat(0.9999);
            (lanes.le(near, lanes.splat(self.limit())), near)
        }

        #[inline(always)]
        fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
            self.visited.push(index);
            self.least = self.least.min(to_corner(&blocks[index], self.point));
        }

        #[inline(always)]
        fn limit(&self) -> f32 {
            if self.stops { self.least } else { f32::INFINITY }
        }
    }

    task! {
        /// Task that walks a tree; returns the distance from a point to the nearest corner, and the indices of the visited blocks.
        struct WalkTriangles<'a> {
            tree: &'a Tree,
            point: Vec3A,
            stops: bool,
        }
        fn run<L>(lanes) -> (f32, Vec<usize>) {
            let (around, visited) = (tree.bounds, Vec::new());
            let mut visitor =
                NearestTriangle { lanes, point, stops, least: f32::INFINITY, visited, around, tree_grid: tree.grid };
            walk(lanes, tree, &mut Vec::new(), &mut visitor);
            (visitor.least, visitor.visited)
        }
    }

    #[test]
    fn a_walk_that_stops_at_the_nearest_finds_it_and_looks_at_few_blocks() {
        let mut random = Random(1);
        for count in [1, 9, 600, 6_000, 40_000] {
            let tree = rubble(&mut random, count, 10.0, 0.2);
            let (mut looked, points) = (0, 30);
            for _ in 0..points {
                let point = random.signed_vector() * 12.0;
                let expected = tree.blocks.iter().map(|block| to_corner(block, point)).fold(f32::INFINITY, f32::min);
                for backend in Backend::available() {
                    let (least, visited) = Chosen::new(backend).expect("it is available").run(WalkTriangles {
                        tree: &tree,
                        point,
                        stops: true,
                    });
                    assert_eq!(least, expected, "{backend}: {count} triangles, {point}");
                    looked += visited.len();
                }
            }
            let most = (points * Backend::available().count() * tree.blocks.len()) as f32;
            assert!(count < 600 || looked < (0.1 * most) as usize, "{looked} of {most}, {count} triangles");
        }
    }

    #[test]
    fn a_walk_without_a_limit_goes_to_every_block_once() {
        let mut random = Random(2);
        let tree = rubble(&mut random, 40_000, 10.0, 0.2);
        for backend in Backend::available() {
            let walk = WalkTriangles { tree: &tree, point: Vec3A::ZERO, stops: false };
            let (_, mut visited) = Chosen::new(backend).expect("it is available").run(walk);
            visited.sort_unstable();
            assert!(visited.iter().copied().eq(0..tree.blocks.len()), "{backend}: {} blocks", visited.len());
        }
    }
}
