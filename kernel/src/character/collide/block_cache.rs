//! The blocks around a character, kept from frame to frame.
//!
//! In: the tree, ellipsoid space about the character, a box. Out: the blocks with a triangle that the shape can reach from the
//! box, and some more.
//!
//! A character moves some centimetres a frame. So the tree is walked with a larger box, and the cache keeps the blocks that the
//! shape can reach from anywhere in it. They serve as long as the box of a frame stays inside and the shape is the same. Of instances
//! that have changed the blocks are searched anew. The gather tests every lane against the box of the frame, whether its block comes
//! from here or from a walk: results are the same bits with and without a cache.

use crate::bvh::boxes::{Bounds, boxes_of};
use crate::bvh::traverse::in_box::BoxTraversal;
use crate::bvh::tree::Tree;
use crate::character::collide::instance_blocks::{EarlierList, Listing, list_blocks};
use crate::frame::ellipsoid_space::Space;
use crate::narrow::rounded_box::RoundedBox;
use crate::simd::Lanes;
use crate::world::changes::Stamp;
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::{Vec3, Vec3A};

/// Maximum number of triangle blocks in a character's cache: with the box and its key they fill two cache lines.
const MOST: usize = 20;

/// Value of the field `count` of a block cache if the search found more blocks than the cache can hold.
const TOO_MANY: u32 = u32::MAX;

/// Number of further steps with the same motion that the box of a character's block cache covers.
const FRAMES_AHEAD: f32 = 8.0;

/// Margin on each side of a block cache's box, as a fraction of the extents of the box that one step searches.
const MARGIN_PART: f32 = 0.05;

/// Box in which the current step searches for triangle blocks, world space, and the motion of the step, metres.
#[derive(Clone, Copy)]
pub(crate) struct Sought {
    pub(crate) near: Bounds,
    pub(crate) motion: Vec3,
}

impl Sought {
    /// Box of the block cache: larger by a margin on each side and by the motion of some steps, at most by its own extents.
    fn grown(&self) -> Bounds {
        let (Bounds { low, high }, motion) = (self.near, Vec3A::from(self.motion * FRAMES_AHEAD));
        let extents = high - low;
        let margin = extents * MARGIN_PART;
        let ahead = motion.clamp(-extents, extents);
        Bounds { low: low - margin + ahead.min(Vec3A::ZERO), high: high + margin + ahead.max(Vec3A::ZERO) }
    }
}

/// Cache of the triangle blocks found near one character, and the key of the search: box, radii, world.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct BlockCache {
    /// Low corner of the box in which the cached blocks were searched; mesh space in a world of one mesh, else world space.
    low: Vec3,
    high: Vec3,
    /// Radii of the ellipsoid that the cached blocks were searched for, metres; NaN if there are none.
    radii: Vec3,
    /// Number of cached blocks, or [`TOO_MANY`].
    count: u32,
    /// What was searched: id of the tree, or in a world of instances the stamp of the world.
    searched: u64,
    blocks: [u32; MOST],
}

const _: () = assert!(size_of::<BlockCache>() == 128);

impl BlockCache {
    /// Empty block cache of a character that has not moved yet.
    pub(crate) const UNKNOWN: Self =
        Self { low: Vec3::NAN, high: Vec3::NAN, radii: Vec3::NAN, count: 0, searched: 0, blocks: [0; MOST] };

    /// Indices of the blocks that the ellipsoid of `space` may reach in the sought box, searched if not cached; `None` if too many.
    #[inline(always)]
    pub(crate) fn blocks<'a, L: Lanes>(
        &'a mut self,
        lanes: L,
        tree: &Tree,
        space: &Space,
        sought: Sought,
        traversal: &'a mut BoxTraversal,
    ) -> Option<&'a [u32]> {
        let near = sought.near;
        if self.is_stale(tree.id, space, near) {
            self.look_around(lanes, tree, space, sought.grown(), traversal);
        }
        match self.blocks.get(..self.count as usize) {
            Some(blocks) => Some(blocks),
            None => traversal.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &near)),
        }
    }

    /// Entries of [`list_blocks`], searched in a world of instances if they are not cached; `None` if the search finds too many.
    #[inline(always)]
    pub(crate) fn instance_blocks<L: Lanes>(
        &mut self,
        lanes: L,
        instances: Solids,
        space: &Space,
        sought: Sought,
        memory: (&mut BoxTraversal, &mut Vec<u32>),
    ) -> Option<&[u32]> {
        self.renew_stamp(lanes, instances);
        let stamp = instances.stamp().number();
        if self.is_stale(stamp, space, sought.near) {
            // Where only some instances have changed, the entries of the others are still right.
            let (before, since) = (*self, Stamp::of_number(self.searched));
            let are_others_right =
                instances.knows_changes_since(since) && !self.is_stale(self.searched, space, sought.near);
            let entries = before.blocks.get(..before.count as usize).filter(|_| are_others_right);
            let earlier = entries.map(|entries| EarlierList { entries, stamp: since });
            let bounds = if earlier.is_some() { self.bounds() } else { sought.grown() };
            (self.low, self.high) = (bounds.low.into(), bounds.high.into());
            (self.searched, self.radii) = (stamp, space.radii);
            self.count = 0;
            let add = |number| {
                let Some(free) = self.blocks.get_mut(self.count as usize) else { return false };
                *free = number;
                self.count += 1;
                true
            };
            let listing = Listing { space, bounds, only_reached: true, earlier };
            if !list_blocks(lanes, instances, &listing, memory, add) {
                self.count = TOO_MANY;
            }
        }
        self.blocks.get(..self.count as usize)
    }

    /// Advances the stamp if nothing has changed in the cache's box since the blocks were searched, in a world of instances: they are then
    /// as good as searched now. Returns whether it did.
    #[inline(always)]
    fn renew_stamp<L: Lanes>(&mut self, lanes: L, instances: Solids) -> bool {
        let is_unchanged = instances.lies_still_since(lanes, Stamp::of_number(self.searched), &self.bounds());
        if is_unchanged {
            self.searched = instances.stamp().number();
        }
        is_unchanged
    }

    /// Whether surely no instance moves through a box, world space, in the current step: the cache's box contains it, and nothing has
    /// changed there.
    #[inline(always)]
    pub(crate) fn lies_still<L: Lanes>(&mut self, lanes: L, instances: Solids, near: &Bounds) -> bool {
        self.bounds().holds(near) && self.renew_stamp(lanes, instances)
    }

    #[inline(always)]
    fn look_around<L: Lanes>(
        &mut self,
        lanes: L,
        tree: &Tree,
        space: &Space,
        bounds: Bounds,
        traversal: &mut BoxTraversal,
    ) {
        (self.low, self.high) = (bounds.low.into(), bounds.high.into());
        (self.searched, self.radii) = (tree.id, space.radii);
        let reached = RoundedBox::filling(&bounds, space);
        self.count = 0;
        let Some(blocks) = traversal.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &bounds)) else {
            self.count = TOO_MANY;
            return;
        };
        for &block in blocks {
            let [low, high] = boxes_of(lanes, &tree.blocks[block as usize]);
            if lanes.any(reached.meeting(lanes, low, high)) {
                let Some(free) = self.blocks.get_mut(self.count as usize) else {
                    self.count = TOO_MANY;
                    return;
                };
                *free = block;
                self.count += 1;
            }
        }
    }

    /// Whether the cache is of another world, state of the world or ellipsoid, or its box does not contain `near`.
    #[inline(always)]
    fn is_stale(&self, searched: u64, space: &Space, near: Bounds) -> bool {
        self.searched != searched || self.radii != space.radii || !self.bounds().holds(&near)
    }

    /// Box in which the cached blocks were searched, world space.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { low: self.low.into(), high: self.high.into() }
    }

    /// Extends the cache's box by another one, world space, so that a change there wakes a character at rest, too. The cache then holds no
    /// blocks: the next call searches again.
    pub(crate) fn watch(&mut self, more: &Bounds) {
        let Bounds { low, high } = self.bounds().union(more);
        (self.low, self.high) = (low.into(), high.into());
        (self.radii, self.count) = (Vec3::NAN, 0);
    }

    /// Invalidates the cached blocks; the next call searches again.
    pub(crate) fn forget(&mut self) {
        self.searched = 0;
    }

    /// Whether the cached blocks were searched or confirmed at this stamp (state) of a world of instances.
    #[inline(always)]
    pub(crate) fn is_of(&self, stamp: Stamp) -> bool {
        self.searched == stamp.number()
    }

    /// Prefetches the cached triangle blocks of a tree.
    #[inline(always)]
    pub(crate) fn prefetch<L: Lanes>(&self, lanes: L, tree: &Tree) {
        if self.searched == tree.id {
            for &block in self.blocks.get(..self.count as usize).unwrap_or_default() {
                lanes.prefetch(&tree.blocks[block as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::test_trees::{rubble, tree_of};
    use crate::character::collide::gather::{Reach, gather};
    use crate::frame::position::Position;
    use crate::query::scratch::Scratch;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, task};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Task that gathers the triangles near the origin of an ellipsoid space; returns their ids in order of gathering.
        struct Gather<'a> {
            tree: &'a Tree,
            space: &'a Space,
            reach: Reach,
            block_cache: Option<&'a mut BlockCache>,
            scratch: &'a mut Scratch,
        }
        fn run<L>(lanes) -> Vec<u32> {
            assert!(gather(lanes, tree, space, reach.sought(space, tree.largest), block_cache, scratch), "there is room for all");
            scratch.candidates.blocks().iter().flat_map(|block| block.ids).collect()
        }
    }

    /// Moves ellipsoids of the given radii in turn through rubble, `steps` steps each; returns the number of searches for blocks.
    fn looks(radii: &[Vec3], steps: usize, random: &mut Random) -> usize {
        let tree = rubble(random, 4_000, 3.0, 0.1);
        let mut looked = 0;
        for backend in Backend::available() {
            let chosen = Chosen::new(backend).expect("it is available");
            let (mut block_cache, mut scratch) = (BlockCache::UNKNOWN, Scratch::new());
            let mut position = Position::new(Vec3::splat(-2.0));
            let mut desired = Vec3::ZERO;
            for step in 0..600 {
                if step % 50 == 0 {
                    let towards = -Vec3A::from(position.high) + random.signed_vector();
                    desired = (towards.normalize() * 0.05 * (1.5 + random.signed())).into();
                }
                let shape = Ellipsoid::new(radii[step / steps % radii.len()]).expect("it is a shape");
                let space = &Space::new(shape, position);
                let reach = Reach::of_slide(desired, Vec3::NEG_Y * 0.01, 0.0);
                let mut run =
                    |block_cache| chosen.run(Gather { tree: &tree, space, reach, block_cache, scratch: &mut scratch });
                let (before, walked) = (block_cache.low, run(None));
                assert_eq!(run(Some(&mut block_cache)), walked, "{backend}, step {step}");
                looked += usize::from(block_cache.low != before);
                position = position.moved(desired);
            }
        }
        looked / Backend::available().count()
    }

    #[test]
    fn a_block_cache_holds_all_blocks_that_a_walk_of_the_tree_finds() {
        let mut random = Random(1);
        for radii in [Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.2)] {
            let looked = looks(&[radii], 1, &mut random);
            assert!((30..200).contains(&looked), "{looked} times in 600 steps");
        }
    }

    #[test]
    fn a_block_cache_is_stale_when_the_shape_changes() {
        let mut random = Random(2);
        let (large, small) = (Vec3::splat(0.45), Vec3::splat(0.2));
        let looked = looks(&[large, small], 3, &mut random);
        assert!(looked >= 200, "{looked} times for 200 changes");
    }

    #[test]
    fn a_block_cache_is_stale_in_another_world() {
        let (mut block_cache, mut scratch) = (BlockCache::UNKNOWN, Scratch::new());
        let shape = Ellipsoid::ball(0.5).expect("it is a shape");
        let space = &Space::new(shape, Position::new(Vec3::ZERO));
        let reach = Reach::around(0.1);
        // A triangle in reach, in one world the only one, in the other behind some that are not.
        let near = [Vec3::new(-1.0, -0.4, -1.0), Vec3::new(0.0, -0.4, 1.0), Vec3::new(1.0, -0.4, -1.0)];
        let far = (1..=200_u8).flat_map(|far| near.map(|corner| corner + Vec3::X * 10.0 * f32::from(far)));
        let worlds = [tree_of(&near), tree_of(&far.chain(near).collect::<Vec<_>>())];
        for (tree, id) in worlds.iter().zip([0, 200]).cycle().take(4) {
            let block_cache = Some(&mut block_cache);
            let gathered = Chosen::best().run(Gather { tree, space, reach, block_cache, scratch: &mut scratch });
            assert!(gathered.contains(&id), "{gathered:?} without {id}");
        }
    }

    #[test]
    fn every_frame_walks_the_tree_where_there_are_more_blocks_than_a_cache_holds() {
        let mut random = Random(3);
        // So dense that a frame lists fewer blocks than a gather holds, and more than are kept.
        let tree = rubble(&mut random, 4_000, 1.5, 0.05);
        let (mut block_cache, mut scratch) = (BlockCache::UNKNOWN, Scratch::new());
        let shape = Ellipsoid::ball(0.4).expect("it is a shape");
        for step in 0..20_u8 {
            let space = &Space::new(shape, Position::new(Vec3::X * (0.02 * f32::from(step))));
            let reach = Reach::around(0.02);
            let mut run = |block_cache| {
                Chosen::best().run(Gather { tree: &tree, space, reach, block_cache, scratch: &mut scratch })
            };
            let walked = run(None);
            assert_eq!(run(Some(&mut block_cache)), walked, "step {step}");
            assert!(walked.len() > MOST && block_cache.count == TOO_MANY, "{} in step {step}", block_cache.count);
        }
    }
}
