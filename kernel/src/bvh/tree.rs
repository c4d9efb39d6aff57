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

/// Blocks and the tree over them. Node 0 is the root; without triangles there are no nodes.
#[derive(Debug)]
pub(crate) struct Tree {
    /// No other tree of the process has it.
    pub(crate) id: u64,
    pub(crate) nodes: Elements<Node>,
    pub(crate) blocks: Elements<TriangleBlock>,
    /// Triangles of the mesh, those that are left out among them.
    pub(crate) triangles: usize,
    /// Triangles without area, left out.
    pub(crate) degenerate: usize,
    /// Copies of another triangle, left out.
    pub(crate) duplicates: usize,
    /// Largest extent of a triangle along an axis, mesh units.
    pub(crate) largest: f32,
    /// The box around all triangles, mesh space.
    pub(crate) bounds: Bounds,
    /// The grid that the nodes count in, and the box that it is laid over.
    pub(crate) grid: Grid,
    pub(crate) covered: Bounds,
    /// The materials of the triangles, by id.
    pub(crate) materials: Materials,
    /// Which corner of each triangle its block begins with, by id.
    pub(crate) first_corners: FirstCorners,
}

impl Clone for Tree {
    /// The copy is another tree: what is remembered of one holds in no other.
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

/// How many blocks are prefetched before the first of them is tested.
const AHEAD: usize = 8;

/// Up to so many blocks need no prefetch: out-of-order execution loads them early enough, if they lie in a near cache, as
/// those of a world that is not [large](LARGE) do.
const AT_ONCE: usize = 4;

/// From how many blocks on a world is larger than such a cache: 5 MB.
const LARGE: usize = 1 << 14;

/// Most levels of nodes: blocks are numbered by a `u32`, and nodes are as full as they can be.
pub(crate) const MOST_LEVELS: usize = (u32::BITS as usize).div_ceil(MOST_CHILDREN.ilog2() as usize);

impl Tree {
    /// Prefetches blocks that are about to be tested, where that pays. Changes no result.
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
