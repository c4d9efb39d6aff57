//! One tree walk for a character and a frame: everything it can touch, in ellipsoid space.
//!
//! In: the tree, ellipsoid space about the character, the ball its centre stays in. Out: dense candidate blocks.
//! 1. The box that holds the hull wherever it may go, slightly grown for rounding, selects nodes and blocks.
//! 2. A block is mapped to ellipsoid space once; lanes whose box misses the hull's are dropped, the rest packed.
//! 3. What all later tests need is computed on the packed blocks.
//!
//! All passes of the frame (slide, gravity, recovery) then run over these few blocks. Growing the box can only add
//! lanes that no sweep reaches, so results do not depend on it.

use crate::block::TriangleBlock;
use crate::boxes;
use crate::candidates::Candidates;
use crate::lanes::{Eight, Lanes};
use crate::node::Node;
use crate::prepare::prepare;
use crate::space::Space;
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::Vec3;

/// Where the centre may go, relative to the centre of ellipsoid space: a ball, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) middle: Vec3,
    pub(crate) radius: f32,
}

impl Reach {
    /// Anywhere within `radius` of the start.
    pub(crate) fn around(radius: f32) -> Self {
        Self { middle: Vec3::ZERO, radius }
    }

    /// Anywhere that a slide by `first` and then by `second` can lead. What is left of a wish after clipping is a
    /// projection `p` of it, `p·(wish - p) = 0`: a point of the ball whose diameter is the wish (Thales). Parts of
    /// several such add up to a point of the same ball.
    pub(crate) fn of_slide(first: Vec3, second: Vec3) -> Self {
        Self { middle: (first + second) * 0.5, radius: (first.length() + second.length()) * 0.5 }
    }
}

/// Collects all triangles that the unit sphere of `space` can touch while its centre stays in `reach`; false if they
/// are too many.
#[inline(always)]
pub(crate) fn gather<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    reach: Reach,
    stack: &mut Vec<Pending>,
    candidates: &mut Candidates,
) -> bool {
    candidates.clear();
    let half = boxes::half_extents(space, reach.middle, reach.radius, tree.largest);
    let middle = space.place.center + reach.middle;
    let mut visitor = BoxVisitor {
        lanes,
        space,
        low: middle - half,
        high: middle + half,
        low_here: space.displacement(reach.middle - half),
        high_here: space.displacement(reach.middle + half),
        fits: true,
        candidates,
    };
    walk(tree, stack, &mut visitor);
    let fits = visitor.fits;
    for block in &mut candidates.blocks {
        prepare(lanes, block);
    }
    fits
}

/// Whether triangles reach into what lies between `from` and `to` along one axis.
#[inline(always)]
fn meets<L: Lanes>(lanes: L, v: [L::Float; 3], from: L::Float, to: L::Float) -> L::Mask {
    let low = lanes.min(lanes.min(v[0], v[1]), v[2]);
    let high = lanes.max(lanes.max(v[0], v[1]), v[2]);
    lanes.le(low, to) & lanes.ge(high, from)
}

struct BoxVisitor<'a, L> {
    lanes: L,
    space: &'a Space,
    /// Query box, mesh space.
    low: Vec3,
    high: Vec3,
    /// The same in ellipsoid space.
    low_here: Vec3,
    high_here: Vec3,
    /// Whether there was room for all so far.
    fits: bool,
    candidates: &'a mut Candidates,
}

impl<L: Lanes> Visitor for BoxVisitor<'_, L> {
    const ORDERED: bool = false;

    #[inline(always)]
    fn children(&mut self, node: &Node) -> (u32, Eight) {
        (boxes::meeting(self.lanes, node, self.low, self.high), [0.0; 8])
    }

    #[inline(always)]
    fn block(&mut self, block: &TriangleBlock) {
        let lanes = self.lanes;
        let v = self.space.corners(lanes, block);
        let from = lanes.splat3(self.low_here);
        let to = lanes.splat3(self.high_here);
        let mask = meets(lanes, [v[0].x, v[1].x, v[2].x], from.x, to.x)
            & meets(lanes, [v[0].y, v[1].y, v[2].y], from.y, to.y)
            & meets(lanes, [v[0].z, v[1].z, v[2].z], from.z, to.z);
        let mask = lanes.bits(mask);
        if mask != 0 && self.fits {
            self.fits = self.candidates.extend(&lanes.store_corners(v), block, mask);
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        f32::INFINITY
    }
}
