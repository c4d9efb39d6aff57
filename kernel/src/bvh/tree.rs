//! Blocks of eight triangles, and the tree of nodes with up to 64 children over them. No query and no building happens here.

use crate::base::elements::Elements;
use crate::base::unique::unique_number;
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::corner_order::FirstCorners;
use crate::bvh::grid::Grid;
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::mesh::material::Materials;
use crate::simd::Lanes;

/// The tree of a cooked mesh: blocks of triangles and the nodes over them. Node 0 is the root; without triangles there are no nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Number that no other tree of the process has, to recognise the tree in caches.
    pub(crate) id: u64,
    pub(crate) nodes: Elements<Node>,
    pub(crate) blocks: Elements<TriangleBlock>,
    /// The number of triangles of the mesh, including those left out of the tree.
    pub(crate) triangles: usize,
    /// The number of triangles left out of the tree because they have no area.
    pub(crate) degenerate: usize,
    /// The number of triangles left out of the tree because they are copies of others.
    pub(crate) duplicates: usize,
    /// Largest extent of any triangle of the tree along an axis, mesh units.
    pub(crate) largest: f32,
    /// The box around all triangles of the tree, mesh space.
    pub(crate) bounds: Bounds,
    /// The grid whose units the nodes of the tree store boxes in.
    pub(crate) grid: Grid,
    pub(crate) covered: Bounds,
    /// The materials of the mesh, and the material index of each triangle by id.
    pub(crate) materials: Materials,
    /// For each triangle id, the corner with which the triangle begins in its block.
    pub(crate) first_corners: FirstCorners,
}

impl Clone for Tree {
    /// Copies the tree with a new id, because data cached for one tree is not valid for another.
    fn clone(&self) -> Self {
        let Self { ref nodes, ref blocks, ref materials, ref first_corners, .. } = *self;
        Self {
            id: unique_number(),
            nodes: nodes.clone(),
            blocks: blocks.clone(),
            materials: materials.clone(),
            first_corners: first_corners.clone(),
            ..*self
        }
    }
}

/// Maximum number of blocks of a list that are prefetched before the first of them is tested.
const AHEAD: usize = 8;

/// Up to this many blocks need no prefetch: out-of-order execution loads them early enough from a near cache, which holds the
/// blocks of a world that is not [large](LARGE).
const AT_ONCE: usize = 4;

/// Number of blocks above which a tree exceeds a near cache of 5 MB.
const LARGE: usize = 1 << 14;

/// Maximum number of levels of nodes in a tree: block indices are `u32`, and nodes are as full as they can be.
pub(crate) const MOST_LEVELS: usize = (u32::BITS as usize).div_ceil(MOST_CHILDREN.ilog2() as usize);

impl Tree {
    /// Prefetches the first blocks of a list that will soon be tested, if it is worth it. Changes no result.
    #[inline(always)]
    pub(crate) fn ask_for<L: Lanes>(&self, lanes: L, numbers: &[u32]) {
        let not_worth_it = if self.blocks.len() > LARGE { 0 } else { AT_ONCE };
        if numbers.len() > not_worth_it {
            for &number in numbers.iter().take(AHEAD) {
                lanes.prefetch(&self.blocks[number as usize]);
            }
        }
    }
}
