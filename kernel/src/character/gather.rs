//! One gather for a character and a frame: everything it can touch, in ellipsoid space.
//!
//! In: the tree, ellipsoid space about the character, the ball its centre stays in. Out: dense candidate blocks.
//! 1. The box that holds the hull wherever it may go, slightly grown for rounding, selects blocks: by a walk, or those
//!    that are remembered from a frame before.
//! 2. Lanes whose box the hull cannot reach from anywhere in its own are dropped, the rest mapped to ellipsoid space, once,
//!    and packed.
//! 3. What all later tests need is computed on the packed blocks.
//!
//! All passes of the frame (slide, gravity, depenetration) then run over these few blocks. Growing the box can only add
//! lanes that no sweep reaches, so results do not depend on it.

use crate::bvh::boxes::{Bounds, boxes_of};
use crate::bvh::tree::Tree;
use crate::character::block_cache::BlockCache;
use crate::frame::ellipsoid_space::Space;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::prepare::prepare;
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::triangles::Triangles;
use crate::narrow::way_box::half_extents;
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, WIDTH};
use glam::{Vec3, Vec3A};

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

    /// Anywhere that a slide by `first` and then by `second` can lead. What is left of a desired displacement after
    /// clipping is a projection `p` of it, `p·(desired - p) = 0`: a point of the ball whose diameter is the desired
    /// displacement (Thales). Parts of several such add up to a point of the same ball. It looks `ahead` by so much
    /// more, metres.
    pub(crate) fn of_slide(first: Vec3, second: Vec3, ahead: f32) -> Self {
        Self { middle: (first + second) * 0.5, radius: (first.length() + second.length()) * 0.5 + ahead }
    }
}

/// Collects all triangles that the unit sphere of `space` can touch while its centre stays in `reach`; false if they
/// are too many. With a `block_cache` the tree is walked only where that does not hold what is sought.
#[inline(always)]
pub(crate) fn gather<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    reach: Reach,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> bool {
    let Scratch { box_walk, candidates, .. } = scratch;
    let near = near(tree, space, reach);
    let blocks = match block_cache {
        Some(block_cache) => block_cache.blocks(lanes, tree, space, near, reach.middle * 2.0, box_walk),
        None => box_walk.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &near)),
    };
    let Some(blocks) = blocks else { return false };
    let reached = RoundedBox::filling(&near, space);
    candidates.clear();
    let mut compactor = LaneCompactor::none(lanes);
    let mut blocks = blocks.iter();
    loop {
        let (count, eight) = loop {
            let Some(&block) = blocks.next() else { break (compactor.count(), compactor.rest(lanes)) };
            let block = &tree.blocks[block as usize];
            let [low, high] = boxes_of(lanes, block);
            let mask = lanes.bits(reached.meeting(lanes, low, high));
            if mask == 0 {
                continue;
            }
            let eight = compactor.join(lanes, &Triangles::of(lanes, space, block), mask);
            if eight.is_some() {
                break (WIDTH, eight);
            }
        };
        let Some(eight) = eight else { return true };
        let Some(room) = candidates.room(count) else { return false };
        *room = prepare(lanes, &eight);
    }
}

/// The box that holds the unit sphere of `space` wherever it may go, mesh space.
#[inline(always)]
pub(crate) fn near(tree: &Tree, space: &Space, reach: Reach) -> Bounds {
    let half = half_extents(space, reach.middle, reach.radius, tree.largest);
    Bounds::about(Vec3A::from(space.position.high) + Vec3A::from(reach.middle), half)
}
