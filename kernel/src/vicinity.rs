//! The blocks around a character, kept from frame to frame.
//!
//! In: the tree, a box. Out: the blocks that may meet the box, and some more.
//!
//! A character goes some centimetres a frame. So the tree is walked with a larger box, and what is found holds for as
//! long as the box of the frame stays inside. What is too much is dropped lane by lane in the gather, as is what a walk
//! with the box itself would find too much: results are the same bits with and without.

use crate::box_walk::BoxWalk;
use crate::boxes::Bounds;
use crate::lanes::Lanes;
use crate::tree::Tree;
use glam::{Vec3, Vec3A};

/// Blocks that are kept for one character: with their box and what it is for, two cache lines.
const MOST: usize = 23;

/// Frames that a character walks on as it does until its box leaves the one that is kept.
const FRAMES_AHEAD: f32 = 8.0;

/// By how much the box that is kept is larger to all sides, as part of the extents of the one asked for.
const MARGIN_PART: f32 = 0.05;

/// A larger box: by some more to all sides, and along a motion by no more than it is large.
fn grown_along(bounds: Bounds, motion: Vec3) -> Bounds {
    let (Bounds { low, high }, motion) = (bounds, Vec3A::from(motion));
    let extents = high - low;
    let margin = extents * MARGIN_PART;
    let ahead = motion.clamp(-extents, extents);
    Bounds { low: low - margin + ahead.min(Vec3A::ZERO), high: high + margin + ahead.max(Vec3A::ZERO) }
}

/// What was found around one character.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Vicinity {
    /// The corners of the box, mesh space.
    low: Vec3,
    high: Vec3,
    /// In which tree.
    tree: u64,
    /// How many; more than [`MOST`] where there is no room for them.
    count: u32,
    blocks: [u32; MOST],
}

const _: () = assert!(size_of::<Vicinity>() == 128);

impl Vicinity {
    /// That of someone who has not moved yet.
    pub(crate) const UNKNOWN: Self = Self { low: Vec3::NAN, high: Vec3::NAN, tree: 0, count: 0, blocks: [0; MOST] };

    /// The blocks that may meet a box, which goes on by `motion` in a frame.
    #[inline(always)]
    pub(crate) fn blocks<'a, L: Lanes>(
        &'a mut self,
        lanes: L,
        tree: &Tree,
        near: Bounds,
        motion: Vec3,
        walk: &'a mut BoxWalk,
    ) -> &'a [u32] {
        if self.tree != tree.id || !self.bounds().holds(&near) {
            self.look_around(lanes, tree, grown_along(near, motion * FRAMES_AHEAD), walk);
        }
        match self.blocks.get(..self.count as usize) {
            Some(blocks) => blocks,
            None => walk.blocks_in(lanes, tree, tree.grid.corners(lanes, &near)),
        }
    }

    #[inline(always)]
    fn look_around<L: Lanes>(&mut self, lanes: L, tree: &Tree, bounds: Bounds, walk: &mut BoxWalk) {
        (self.low, self.high) = (bounds.low.into(), bounds.high.into());
        self.tree = tree.id;
        let blocks = walk.blocks_in(lanes, tree, tree.grid.corners(lanes, &bounds));
        self.count = blocks.len() as u32;
        for (kept, &block) in self.blocks.iter_mut().zip(blocks) {
            *kept = block;
        }
    }

    /// The box that was asked for.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        Bounds { low: self.low.into(), high: self.high.into() }
    }

    /// Asks for the memory of what will be looked at.
    #[inline(always)]
    pub(crate) fn prefetch<L: Lanes>(&self, lanes: L, tree: &Tree) {
        if self.tree == tree.id {
            for &block in &self.blocks[..MOST.min(self.count as usize)] {
                lanes.prefetch(&tree.blocks[block as usize]);
            }
        }
    }
}
