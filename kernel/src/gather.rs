//! One tree walk for a character and a frame: everything it can touch, in ellipsoid space.
//!
//! In: the tree, ellipsoid space about the character, how far it may go. Out: dense candidate blocks.
//! 1. The box that holds the hull wherever it may go, slightly grown for rounding, selects nodes and blocks.
//! 2. A block is mapped to ellipsoid space once; lanes whose box misses the hull's are dropped, the rest packed.
//! 3. What all later tests need is computed on the packed blocks.
//!
//! All passes of the frame (slide, gravity, recovery) then run over these few blocks. Growing the box can only add
//! lanes that no sweep reaches, so results do not depend on it.

use crate::block::TriangleBlock;
use crate::candidates::Candidates;
use crate::lanes::{Eight, Lanes};
use crate::node::Node;
use crate::prepare::prepare;
use crate::space::Space;
use crate::tolerance::{BOX_ROUNDING, REACH_ROUNDING};
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::Vec3;

/// Collects all triangles that the unit sphere of `space` can touch while its centre stays within `reach` metres of the
/// origin.
#[inline(always)]
pub(crate) fn gather<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    reach: f32,
    stack: &mut Vec<Pending>,
    candidates: &mut Candidates,
) {
    candidates.clear();
    let half = (space.radii + Vec3::splat(reach)) * (1.0 + REACH_ROUNDING) + space.place.center.abs() * BOX_ROUNDING;
    let low = space.place.center - half;
    let high = space.place.center + half;
    let extent = Vec3::ONE + space.displacement(Vec3::splat(reach));
    let extent = extent * (1.0 + REACH_ROUNDING) + space.displacement(space.place.center.abs() * BOX_ROUNDING);
    let mut visitor = BoxVisitor { lanes, space, low, high, extent, candidates };
    walk(tree, stack, &mut visitor);
    for block in &mut candidates.blocks {
        prepare(lanes, block);
    }
}

struct BoxVisitor<'a, L> {
    lanes: L,
    space: &'a Space,
    /// Query box, mesh space.
    low: Vec3,
    high: Vec3,
    /// Half the query box in ellipsoid space.
    extent: Vec3,
    candidates: &'a mut Candidates,
}

impl<L: Lanes> Visitor for BoxVisitor<'_, L> {
    const ORDERED: bool = false;

    #[inline(always)]
    fn children(&mut self, node: &Node) -> (u32, Eight) {
        let lanes = self.lanes;
        let low = lanes.load3(&node.low);
        let high = lanes.load3(&node.high);
        let from = lanes.splat3(self.low);
        let to = lanes.splat3(self.high);
        let meets = lanes.le(low.x, to.x)
            & lanes.le(low.y, to.y)
            & lanes.le(low.z, to.z)
            & lanes.ge(high.x, from.x)
            & lanes.ge(high.y, from.y)
            & lanes.ge(high.z, from.z);
        (lanes.bits(meets), [0.0; 8])
    }

    #[inline(always)]
    fn block(&mut self, block: &TriangleBlock) {
        let lanes = self.lanes;
        let v = [0, 1, 2].map(|corner| self.space.points(lanes, lanes.load3(&block.corners[corner])));
        let extent = lanes.splat3(self.extent);
        let meets = |a: L::Float, b: L::Float, c: L::Float, extent: L::Float| {
            let low = lanes.min(lanes.min(a, b), c);
            let high = lanes.max(lanes.max(a, b), c);
            lanes.le(low, extent) & lanes.ge(high, -extent)
        };
        let mask = meets(v[0].x, v[1].x, v[2].x, extent.x)
            & meets(v[0].y, v[1].y, v[2].y, extent.y)
            & meets(v[0].z, v[1].z, v[2].z, extent.z);
        let mask = lanes.bits(mask);
        if mask != 0 {
            self.candidates.extend(&v.map(|corner| lanes.store3(corner)), block, mask);
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        f32::INFINITY
    }
}
