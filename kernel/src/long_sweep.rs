//! One sweep through the tree itself, front to back: for a long motion, whose box would hold half the level.
//!
//! In: the tree, ellipsoid space, a displacement. Out: the nearest contact.
//! 1. A child matters if the ray of the centre meets its box grown by the radii before the best contact so far.
//! 2. Nearer children come first; a child farther than the best contact is dropped when its turn comes.
//! 3. A block is mapped to ellipsoid space, prepared and swept as it lies.
//!
//! The same traversal loop and the same block test as everywhere; the fractions are the same bits as over gathered
//! candidates.

use crate::block::TriangleBlock;
use crate::candidates::CandidateBlock;
use crate::lanes::{Eight, Lanes};
use crate::motion::Motion;
use crate::nearest::Nearest;
use crate::node::Node;
use crate::prepare::prepare;
use crate::space::Space;
use crate::sweep::{Start, sweep_block};
use crate::tolerance::{BOX_ROUNDING, REACH_ROUNDING};
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::Vec3;

/// Slowest motion along an axis that the ray test divides by: its reciprocal times any coordinate stays finite.
const SLOWEST: f32 = 1e-25;

/// The nearest contact of the unit sphere of `space` moved from its origin by `displacement`, metres.
#[inline(always)]
pub(crate) fn long_sweep<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    displacement: Vec3,
    start: Start,
    stack: &mut Vec<Pending>,
) -> Nearest {
    let grow = (space.radii + space.place.center.abs() * BOX_ROUNDING + displacement.abs() * BOX_ROUNDING)
        * (1.0 + REACH_ROUNDING);
    let steps = displacement.to_array().map(|step| if step.abs() < SLOWEST { SLOWEST } else { step });
    let mut visitor = RayVisitor {
        lanes,
        space,
        motion: Motion::new(Vec3::ZERO, space.displacement(displacement)),
        start,
        grow,
        inverse: Vec3::from_array(steps).recip(),
        nearest: Nearest::NONE,
    };
    walk(tree, stack, &mut visitor);
    visitor.nearest
}

struct RayVisitor<'a, L> {
    lanes: L,
    space: &'a Space,
    motion: Motion,
    start: Start,
    /// By how much a box grows to hold the centre of every touching ellipsoid, metres.
    grow: Vec3,
    /// One over the displacement, by axis.
    inverse: Vec3,
    nearest: Nearest,
}

impl<L: Lanes> Visitor for RayVisitor<'_, L> {
    const ORDERED: bool = true;

    #[inline(always)]
    fn children(&mut self, node: &Node) -> (u32, Eight) {
        let lanes = self.lanes;
        let center = lanes.splat3(self.space.place.center);
        let grow = lanes.splat3(self.grow);
        let inverse = lanes.splat3(self.inverse);
        let a = (lanes.load3(&node.low) - grow - center).multiply(inverse);
        let b = (lanes.load3(&node.high) + grow - center).multiply(inverse);
        let enter = lanes.max(lanes.max(lanes.min(a.x, b.x), lanes.min(a.y, b.y)), lanes.min(a.z, b.z));
        let leave = lanes.min(lanes.min(lanes.max(a.x, b.x), lanes.max(a.y, b.y)), lanes.max(a.z, b.z));
        // A little early in, a little late out: the products are rounded.
        let enter = enter - lanes.abs(enter) * lanes.splat(REACH_ROUNDING);
        let leave = leave + lanes.abs(leave) * lanes.splat(REACH_ROUNDING);
        let meets =
            lanes.le(enter, leave) & lanes.ge(leave, lanes.splat(0.0)) & lanes.le(enter, lanes.splat(self.limit()));
        (lanes.bits(meets), lanes.store(enter))
    }

    #[inline(always)]
    fn block(&mut self, block: &TriangleBlock) {
        let lanes = self.lanes;
        let mut mapped = CandidateBlock::EMPTY;
        mapped.ids = block.ids;
        mapped.corners =
            [0, 1, 2].map(|corner| lanes.store3(self.space.points(lanes, lanes.load3(&block.corners[corner]))));
        prepare(lanes, &mut mapped);
        let found = sweep_block(lanes, &mapped, &self.motion, self.limit(), self.start);
        self.nearest.take(&found, &self.motion, &mapped.ids, |lane| mapped.triangle(lane));
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion)
    }
}
