//! A sweep over triangles that a traversal visits block by block.
//!
//! In: blocks in ellipsoid space, and masks of relevant lanes. Out: the nearest contact.
//!
//! The lanes wait until there are eight of them; these are prepared and swept as one block. [`finish`](PackedSweep::finish) sweeps
//! the remaining lanes at the end of the traversal.

use crate::frame::motion::Motion;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::mover::Mover;
use crate::narrow::prepare::prepare;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::simd::Lanes;

/// State of one sweep of the unit sphere or of a capsule: its best contact so far, and the triangles that wait for a full block of eight.
pub(super) struct PackedSweep<'a, L: Lanes, M = Motion> {
    lanes: L,
    pub(super) mover: M,
    rule: Rule,
    compactor: LaneCompactor<L::Float>,
    pub(super) nearest: Nearest,
    blocks_swept: &'a mut BlockCount,
}

impl<'a, L: Lanes, M: Mover> PackedSweep<'a, L, M> {
    #[inline(always)]
    pub(super) fn new(lanes: L, mover: M, rule: Rule, blocks_swept: &'a mut BlockCount) -> Self {
        Self { lanes, mover, rule, compactor: LaneCompactor::none(lanes), nearest: Nearest::NONE, blocks_swept }
    }

    /// Adds the triangles whose lanes are in `mask`; returns eight triangles to sweep as soon as eight wait.
    #[inline(always)]
    pub(super) fn join(&mut self, triangles: &Triangles<L::Float>, mask: u32) -> Option<Triangles<L::Float>> {
        self.compactor.join(self.lanes, triangles, mask)
    }

    /// Sweeps the shape against eight triangles. Contacts beyond the fraction `limit` of the motion don't matter.
    #[inline(always)]
    pub(super) fn sweep_eight(&mut self, triangles: &Triangles<L::Float>, limit: f32) {
        self.sweep(triangles, self.lanes.every(), limit);
    }

    /// Sweeps the triangles that still wait for a full block; returns the nearest contact of the whole sweep.
    #[inline(always)]
    pub(super) fn finish(mut self, limit: f32) -> Nearest {
        if let Some((last, live)) = self.compactor.last(self.lanes) {
            self.sweep(&last, live, limit);
        }
        self.nearest
    }

    #[inline(always)]
    fn sweep(&mut self, triangles: &Triangles<L::Float>, live: L::Mask, limit: f32) {
        let block = prepare(self.lanes, triangles);
        self.blocks_swept.add(1);
        self.mover.sweep_nearest(self.lanes, &block, live, limit, self.rule, &mut self.nearest);
    }
}
