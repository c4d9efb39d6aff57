//! One sweep through the tree itself, without gathering first.
//!
//! In: the tree, ellipsoid space, a displacement. Out: the nearest contact.
//! 1. A child matters if the ray of the centre meets its box grown by the radii before the best contact so far. Nearer
//!    ones come first, and one that is farther than the best contact is dropped when its turn comes.
//! 2. On a short way a child matters if its box meets the one around the way, in any order; on one that is shorter than
//!    the radii so does a triangle.
//! 3. Lanes of a block that matter wait, mapped to ellipsoid space, until there are eight of them; these are prepared
//!    and swept together.
//!
//! The same traversal loop and the same block test as everywhere; the fractions are the same bits as over gathered
//! candidates.

use crate::block::TriangleBlock;
use crate::boxes::{Bounds, Line, boxes_of};
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

/// Longest motion, ellipsoid space, on which a triangle matters if its box meets the one around the way: the line would
/// rule out so few more that it does not pay to ask.
const NEAR_WAY: f32 = 1.0;

/// How many blocks ahead memory is asked for.
const AHEAD: usize = 8;

/// How many blocks the processor asks for by itself, soon enough, while it is at the first of them.
const AT_ONCE: usize = 4;

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
            if motion.length > NEAR_WAY {
                visitor.each::<false>(&tree.blocks, blocks);
            } else {
                visitor.each::<true>(&tree.blocks, blocks);
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
    /// Takes in the blocks with these numbers.
    #[inline(always)]
    fn each<const IS_NEAR: bool>(&mut self, blocks: &[TriangleBlock], numbers: &[u32]) {
        if numbers.len() > AT_ONCE {
            for &first in numbers.iter().take(AHEAD) {
                self.lanes.prefetch(&blocks[first as usize]);
            }
        }
        for (place, &number) in numbers.iter().enumerate() {
            if let Some(&later) = numbers.get(place + AHEAD) {
                self.lanes.prefetch(&blocks[later as usize]);
            }
            let block = &blocks[number as usize];
            let [low, high] = boxes_of(self.lanes, block);
            let meets = if IS_NEAR {
                self.line.around.meeting(self.lanes, low, high)
            } else {
                self.line.entering(self.lanes, low, high, self.limit()).0
            };
            self.take(block, meets);
        }
    }

    /// Takes in the lanes of a block that matter.
    #[inline(always)]
    fn take(&mut self, block: &TriangleBlock, matter: L::Mask) {
        let lanes = self.lanes;
        let matter = lanes.bits(matter);
        if matter == 0 {
            return;
        }
        self.candidates.extend(lanes, &self.space.corners(lanes, block), &block.ids, matter);
        if self.candidates.count() >= WIDTH {
            self.sweep_first();
            self.candidates.drop_first();
        }
    }

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
        let [low, high] = boxes_of(self.lanes, &blocks[index]);
        let (meets, _) = self.line.entering(self.lanes, low, high, self.limit());
        self.take(&blocks[index], meets);
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion).min(self.before)
    }
}
