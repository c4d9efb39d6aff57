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
use crate::boxes::Line;
use crate::lanes::{Eight, Lanes, task};
use crate::motion::Motion;
use crate::nearest::{Nearest, winning_limit};
use crate::node::Node;
use crate::prepare::mapped;
use crate::space::Space;
use crate::sweep::{Rule, sweep_block};
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::Vec3;

task! {
    /// One [`long_sweep`].
    LongSweep<'a> {
        tree: &'a Tree,
        space: &'a Space,
        displacement: Vec3,
        rule: Rule,
        before: f32,
        stack: &'a mut Vec<Pending>,
    } = long_sweep => Nearest
}

/// The nearest contact of the unit sphere of `space` moved from its origin by `displacement`, metres. One behind the
/// fraction `before` need not be found.
#[inline(always)]
pub(crate) fn long_sweep<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    displacement: Vec3,
    rule: Rule,
    before: f32,
    stack: &mut Vec<Pending>,
) -> Nearest {
    let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
    let mut visitor = SweepVisitor {
        lanes,
        space,
        motion,
        // What ties with a contact at `before` is looked at, so that the answer is the same as without it.
        before: winning_limit(before, &motion),
        rule,
        line: Line::new(space.place.center, displacement, displacement, space.radii),
        nearest: Nearest::NONE,
    };
    walk(tree, stack, &mut visitor);
    visitor.nearest
}

struct SweepVisitor<'a, L> {
    lanes: L,
    space: &'a Space,
    motion: Motion,
    /// No contact beyond this fraction matters.
    before: f32,
    rule: Rule,
    /// The way of the centre, for boxes grown by the radii.
    line: Line,
    nearest: Nearest,
}

impl<L: Lanes> Visitor for SweepVisitor<'_, L> {
    const ORDERED: bool = true;

    #[inline(always)]
    fn children(&mut self, node: &Node) -> (u32, Eight) {
        self.line.entering(self.lanes, node, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let lanes = self.lanes;
        let mapped = mapped(lanes, self.space, &blocks[index]);
        let found = sweep_block(lanes, &mapped, &self.motion, self.limit(), self.rule);
        self.nearest.take(&found, &self.motion, &mapped.ids, |lane| mapped.triangle(lane));
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion).min(self.before)
    }
}
