//! One sweep through the tree itself, without gathering first.
//!
//! In: the tree, ellipsoid space, a displacement. Out: the nearest contact.
//! 1. A child matters if the ray of the centre meets its box grown by the radii before the best contact so far. Nearer
//!    ones come first, and one that is farther than the best contact is dropped when its turn comes.
//! 2. On a short way a child matters if its box meets the one around the way, in any order. On one that is shorter than
//!    the radii even less pays: see [`near_sweep`](crate::near_sweep).
//! 3. Lanes of a block that matter wait, mapped to ellipsoid space, until there are eight of them; these are prepared
//!    and swept together. On the shorter ways [`listed`](crate::listed) does that.
//!
//! The same traversal loop and the same block test as everywhere; the fractions are the same bits as over gathered
//! candidates.

use crate::block::TriangleBlock;
use crate::boxes::{Line, boxes_of};
use crate::lanes::{LaneVec, Lanes, Task};
use crate::listed::Listed;
use crate::motion::Motion;
use crate::near_sweep::near_sweep;
use crate::nearest::{Nearest, winning_limit};
use crate::prepare::prepare;
use crate::scratch::Scratch;
use crate::space::Space;
use crate::sweep::Rule;
use crate::tree::Tree;
use crate::triangles::Triangles;
use crate::waiting::Waiting;
use crate::walk::{Visitor, walk};
use glam::{Vec3, Vec3A};

/// Longest motion, ellipsoid space, for which the box around all of it is walked: so few nodes lie in it that their order
/// does not pay.
const SHORT_WAY: f32 = 4.0;

/// Longest motion, ellipsoid space, that is near.
const NEAR_WAY: f32 = 1.0;

/// Whether a displacement, metres, is near for something with these radii.
///
/// It decides between two programs, each entered by itself: what one of them keeps in registers must not be written to
/// memory because the other asks for it there.
#[inline(always)]
pub(crate) fn is_near(displacement: Vec3A, radii: Vec3A) -> bool {
    (displacement * radii.recip()).length_squared() <= NEAR_WAY * NEAR_WAY
}

/// One sweep: the unit sphere of `space` moved from its origin by `displacement`, metres. A contact behind the fraction
/// `before` need not be found; what ties with one at it is looked at, so that the answer is the same as without. `IS_NEAR`
/// is what [`is_near`] said; the answer does not depend on it.
pub(crate) struct TreeSweep<'a, const IS_NEAR: bool> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a Space,
    pub(crate) displacement: Vec3,
    pub(crate) rule: Rule,
    pub(crate) before: f32,
    pub(crate) scratch: &'a mut Scratch,
}

impl<const IS_NEAR: bool> Task for TreeSweep<'_, IS_NEAR> {
    type Output = Nearest;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Nearest {
        if IS_NEAR { near_sweep(lanes, self) } else { far_sweep(lanes, self) }
    }
}

/// The sweep on a way of any length.
#[inline(always)]
fn far_sweep<L: Lanes, const IS_NEAR: bool>(lanes: L, sweep: TreeSweep<IS_NEAR>) -> Nearest {
    let TreeSweep { tree, space, displacement, rule, before, scratch } = sweep;
    let Scratch { stack, box_walk, blocks_swept, .. } = scratch;
    let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
    let (radii, inverse_radii) = (space.radii, space.inverse_radii);
    let line = Line::new(space.place.center, displacement, displacement, radii, inverse_radii, tree.bounds);
    let around = tree.grid.corners(lanes, &line.around);
    let before = winning_limit(before, &motion);
    if motion.length <= SHORT_WAY {
        let mut blocks = Listed::new(lanes, tree, box_walk.blocks_in(lanes, tree, around), line, blocks_swept);
        let Some(first) = blocks.next(lanes, before) else {
            return Nearest::NONE;
        };
        return blocks.sweep(lanes, first, space, &motion, before, rule);
    }
    let mut visitor = SweepVisitor {
        lanes,
        space,
        motion,
        before,
        rule,
        line,
        around,
        waiting: Waiting::none(lanes),
        nearest: Nearest::NONE,
        blocks_swept,
    };
    walk(lanes, tree, stack, &mut visitor);
    if let Some((last, live)) = visitor.waiting.last(lanes) {
        visitor.sweep(&last, live);
    }
    visitor.nearest
}

struct SweepVisitor<'a, L: Lanes> {
    lanes: L,
    space: &'a Space,
    motion: Motion,
    /// No contact beyond this fraction matters.
    before: f32,
    rule: Rule,
    /// The way of the centre, for boxes grown by the radii.
    line: Line,
    /// The corners of the box around it.
    around: L::Corners,
    /// Lanes that wait until there are eight of them.
    waiting: Waiting<L::Float>,
    nearest: Nearest,
    /// Counts the blocks of eight that are swept.
    blocks_swept: &'a mut u64,
}

impl<L: Lanes> SweepVisitor<'_, L> {
    /// Takes in the lanes of a block that matter; eight, if there are so many now.
    #[inline(always)]
    fn take(&mut self, block: &TriangleBlock, matter: L::Mask) -> Option<Triangles<L::Float>> {
        let matter = self.lanes.bits(matter);
        if matter == 0 {
            return None;
        }
        self.waiting.join(self.lanes, &Triangles::of(self.lanes, self.space, block), matter)
    }

    /// Sweeps those of eight triangles that are live.
    #[inline(always)]
    fn sweep(&mut self, triangles: &Triangles<L::Float>, live: L::Mask) {
        let limit = self.limit();
        let block = prepare(self.lanes, triangles);
        *self.blocks_swept += 1;
        self.nearest.sweep(self.lanes, &block, live, &self.motion, limit, self.rule);
    }
}

impl<L: Lanes> Visitor<L> for SweepVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let [low, high] = boxes_of(self.lanes, &blocks[index]);
        let (meets, _) = self.line.entering(self.lanes, low, high, self.limit());
        if let Some(triangles) = self.take(&blocks[index], meets) {
            self.sweep(&triangles, self.lanes.every());
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.nearest.limit(&self.motion).min(self.before)
    }
}
