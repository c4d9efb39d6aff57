//! One sweep through the tree itself, without gathering first.
//!
//! In: the tree, ellipsoid space, a displacement. Out: the nearest contact.
//! 1. A child matters if the ray of the centre meets its box grown by the radii before the best contact so far. Nearer
//!    ones come first, and one that is farther than the best contact is dropped when its turn comes.
//! 2. On a short way a child matters if its box meets the one around the way, in any order.
//! 3. Lanes of a block whose boxes the ray meets wait, mapped to ellipsoid space, until there are eight of them; these
//!    are prepared and swept together.
//!
//! The same traversal loop and the same block test as everywhere; the fractions are the same bits as over gathered
//! candidates.

use crate::block::TriangleBlock;
use crate::boxes::{Bounds, Line};
use crate::candidates::Candidates;
use crate::lanes::{LaneVec, Lanes, Task, WIDTH};
use crate::motion::Motion;
use crate::nearest::{Nearest, winning_limit};
use crate::prepare::prepare;
use crate::scratch::Scratch;
use crate::space::Space;
use crate::sweep::{Rule, sweep_block};
use crate::tree::Tree;
use crate::walk::{Visitor, walk};
use glam::Vec3;

/// Longest motion, ellipsoid space, for which the box around all of it is walked: so few nodes lie in it that their order
/// does not pay.
const SHORT_WAY: f32 = 4.0;

/// How many blocks ahead memory is asked for.
const AHEAD: usize = 8;

/// One sweep: the unit sphere of `space` moved from its origin by `displacement`, metres. A contact behind the fraction
/// `before` need not be found.
pub(crate) struct TreeSweep<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a Space,
    pub(crate) displacement: Vec3,
    pub(crate) rule: Rule,
    pub(crate) before: f32,
    pub(crate) scratch: &'a mut Scratch,
}

impl Task for TreeSweep<'_> {
    type Output = Nearest;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Nearest {
        let Self { tree, space, displacement, rule, before, scratch } = self;
        let Scratch { stack, box_walk, candidates, .. } = scratch;
        candidates.clear();
        let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
        let mut visitor = SweepVisitor {
            lanes,
            space,
            motion,
            // What ties with a contact at `before` is looked at, so that the answer is the same as without it.
            before: winning_limit(before, &motion),
            rule,
            line: Line::new(
                space.place.center,
                displacement,
                displacement,
                space.radii,
                space.inverse_radii,
                tree.bounds,
            ),
            candidates,
            nearest: Nearest::NONE,
        };
        if motion.length > SHORT_WAY {
            walk(lanes, tree, stack, &mut visitor);
        } else {
            let blocks = box_walk.blocks_in(lanes, tree, visitor.line.around);
            for &first in blocks.iter().take(AHEAD) {
                lanes.prefetch(&tree.blocks[first as usize]);
            }
            for (place, &block) in blocks.iter().enumerate() {
                if let Some(&later) = blocks.get(place + AHEAD) {
                    lanes.prefetch(&tree.blocks[later as usize]);
                }
                visitor.block(&tree.blocks, block as usize);
            }
        }
        visitor.candidates.close(lanes);
        visitor.sweep_first();
        visitor.nearest
    }
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
    /// Lanes that wait until there are eight of them.
    candidates: &'a mut Candidates,
    nearest: Nearest,
}

impl<L: Lanes> SweepVisitor<'_, L> {
    /// Prepares and sweeps the first block of candidates, if there is one.
    #[inline(always)]
    fn sweep_first(&mut self) {
        let limit = self.limit();
        let Some(block) = self.candidates.blocks_mut().first_mut() else { return };
        prepare(self.lanes, block);
        let found = sweep_block(self.lanes, block, &self.motion, limit, self.rule);
        self.nearest.take(&found, &self.motion, &block.ids, |lane| block.triangle(lane));
    }
}

impl<L: Lanes> Visitor<L> for SweepVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> Bounds {
        self.line.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let (lanes, block) = (self.lanes, &blocks[index]);
        let v = lanes.load_corners(&block.corners);
        let low = lanes.min3(lanes.min3(v[0], v[1]), v[2]);
        let high = lanes.max3(lanes.max3(v[0], v[1]), v[2]);
        let (meets, _) = self.line.entering(lanes, low, high, self.limit());
        let meets = lanes.bits(meets);
        if meets == 0 {
            return;
        }
        self.candidates.extend(lanes, &self.space.corners(lanes, block), &block.ids, meets);
        if self.candidates.count() >= WIDTH {
            self.sweep_first();
            self.candidates.drop_first();
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion).min(self.before)
    }
}
