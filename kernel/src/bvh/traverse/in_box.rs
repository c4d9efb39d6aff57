//! Lists the blocks whose boxes meet another box.
//!
//! In: a tree, a box, mesh space. Out: numbers of blocks; conservative, so that near misses may be among them.
//!
//! Depth first. The children of a node that meet the box are a mask: those that wait at a level are bits in a register, so that the
//! address of the next node is known before the current one has been tested. Only indices of blocks are written to memory.

use crate::bvh::traverse::index_list::{IndexList, WriteIndices};
use crate::bvh::tree::{MOST_LEVELS, Tree};
use crate::simd::Lanes;

/// Reusable memory of a tree traversal that lists all blocks in a box.
#[derive(Debug, Default)]
pub(crate) struct BoxTraversal {
    blocks: IndexList,
}

/// Children of a node that meet the box of the traversal and are still to be visited.
#[derive(Clone, Copy, Default)]
struct PendingChildren {
    /// Index of the first child of the visited node.
    first: usize,
    /// Bit `i`: child `first + i` is still to be visited.
    met: u64,
}

impl BoxTraversal {
    /// Lists the indices of the blocks whose boxes meet the box with these [corners](crate::bvh::grid::Grid::corners).
    #[inline(always)]
    pub(crate) fn blocks_in<L: Lanes>(&mut self, lanes: L, tree: &Tree, corners: L::Corners) -> &[u32] {
        let mut blocks = self.blocks.start();
        list(lanes, tree, corners, &mut blocks);
        blocks.finish()
    }

    /// Version of [`blocks_in`](Self::blocks_in) that returns `None` if the list of block indices would be long.
    #[inline(always)]
    pub(crate) fn few_blocks_in<L: Lanes>(&mut self, lanes: L, tree: &Tree, corners: L::Corners) -> Option<&[u32]> {
        let mut blocks = self.blocks.start_few();
        list(lanes, tree, corners, &mut blocks).then(|| blocks.finish())
    }
}

/// Appends the indices of the blocks whose boxes meet the box with these corners; false if the list is full.
#[inline(always)]
fn list<L: Lanes>(lanes: L, tree: &Tree, corners: L::Corners, blocks: &mut impl WriteIndices) -> bool {
    // The pending children of the levels above the current one.
    let mut above = [PendingChildren::default(); MOST_LEVELS];
    let mut levels = 0;
    let mut here = PendingChildren { first: 0, met: u64::from(!tree.nodes.is_empty()) };
    loop {
        if here.met == 0 {
            if levels == 0 {
                return true;
            }
            levels -= 1;
            here = above[levels];
        }
        let node = &tree.nodes[here.first + here.met.trailing_zeros() as usize];
        here.met &= here.met - 1;
        let children = PendingChildren { first: node.first(), met: node.meeting(lanes, corners) };
        if node.is_lowest() {
            if !blocks.extend(children.first, children.met) {
                return false;
            }
            continue;
        }
        if here.met != 0 {
            above[levels] = here;
            levels += 1;
        }
        here = children;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::TriangleBlock;
    use crate::bvh::boxes::Bounds;
    use crate::bvh::build::from_mesh::build_tree;
    use crate::mesh::mesh::Mesh;
    use crate::simd::{Backend, Chosen, WIDTH, task};
    use alloc::vec::Vec;
    use glam::Vec3;

    task! {
        /// Task that returns the indices of the blocks whose boxes meet a box, sorted.
        struct BlocksIn<'a> {
            tree: &'a Tree,
            bounds: Bounds,
        }
        fn run<L>(lanes) -> Vec<u32> {
            let mut blocks = BoxTraversal::default().blocks_in(lanes, tree, tree.grid.corners(lanes, &bounds)).to_vec();
            blocks.sort_unstable();
            blocks
        }
    }

    fn blocks_in(backend: Backend, tree: &Tree, low: Vec3, high: Vec3) -> Vec<u32> {
        Chosen::new(backend)
            .expect("it is available")
            .run(BlocksIn { tree, bounds: Bounds { low: low.into(), high: high.into() } })
    }

    /// Makes the tree of a floor of `side` by `side` metres with one triangle in every square metre.
    fn floor(side: u16) -> Tree {
        let mut corners = Vec::new();
        for cell in 0..u32::from(side) * u32::from(side) {
            let low = Vec3::new((cell % u32::from(side)) as f32, 0.0, (cell / u32::from(side)) as f32);
            corners.extend([low, low + Vec3::Z * 0.9, low + Vec3::X * 0.9]);
        }
        let triangles: Vec<[u32; 3]> =
            (0..corners.len() as u32 / 3).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
        build_tree(&Mesh::new(&corners, &triangles).expect("it is a mesh"))
    }

    #[test]
    fn a_walk_over_one_two_or_three_levels_finds_every_block_that_meets_the_box_once() {
        for (side, levels) in [(8, 1), (40, 2), (200, 3)] {
            let tree = floor(side);
            let (mut node, mut depth) = (&tree.nodes[0], 1);
            while !node.is_lowest() {
                (node, depth) = (&tree.nodes[node.first()], depth + 1);
            }
            assert_eq!(depth, levels, "{side}");
            let side = f32::from(side);
            for (low, high) in [(0.0, 1.0), (0.3, 0.31), (0.2, 0.8), (0.99, 2.0), (1.01, 2.0), (-1.0, -0.01)] {
                let (low, high) = (Vec3::new(low * side, -0.1, low * side), Vec3::new(high * side, 0.1, high * side));
                let meets = |block: &TriangleBlock| {
                    (0..WIDTH).any(|lane| {
                        let [a, b, c] = block.triangle(lane);
                        a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
                    })
                };
                for backend in Backend::available() {
                    let found = blocks_in(backend, &tree, low, high);
                    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{backend}: twice in {low} to {high}");
                    for (number, _) in tree.blocks.iter().enumerate().filter(|(_, block)| meets(block)) {
                        assert!(
                            found.binary_search(&(number as u32)).is_ok(),
                            "{backend}: {number} of {low} to {high}"
                        );
                    }
                    let all = low.min_element() <= 0.0 && high.max_element() >= side;
                    assert!(all || found.len() < tree.blocks.len(), "{backend}: all of {side} in {low} to {high}");
                }
            }
        }
    }

    #[test]
    fn a_walk_through_nothing_finds_nothing() {
        let tree = build_tree(&Mesh::new(&[], &[]).expect("it is a mesh"));
        assert!(blocks_in(Backend::best(), &tree, Vec3::splat(-1.0), Vec3::ONE).is_empty());
    }
}
