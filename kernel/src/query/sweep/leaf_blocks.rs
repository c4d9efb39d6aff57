//! One sweep over the leaf blocks that a traversal has found.
//!
//! In: indices of blocks, in any order; a [`CullVolume`], which selects lanes. Out: the nearest contact.
//!
//! Lanes in reach are compacted, mapped to ellipsoid space, until there are eight of them; these are prepared and swept as one
//! block. Most sweeps end with fewer than eight: the lanes behind the last are undefined and masked out.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::boxes_of;
use crate::bvh::tree::Tree;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::line::Line;
use crate::narrow::mover::{Mover, ShapeSpace};
use crate::narrow::prepare::prepare;
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::simd::{LaneVec, Lanes};
use core::slice::Iter;

/// Volume that a moving shape covers, for tests of which boxes of a mesh it reaches.
pub(crate) trait CullVolume {
    /// Mask of the boxes that the shape reaches; may omit boxes that it reaches only behind the fraction `limit` of its motion.
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask;
}

impl CullVolume for RoundedBox {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, _: f32) -> L::Mask {
        self.meeting(lanes, low, high)
    }
}

impl CullVolume for Line {
    #[inline(always)]
    fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, limit: f32) -> L::Mask {
        self.entering(lanes, low, high, limit).0
    }
}

/// List of a tree's blocks that a traversal found, and those of them that are still to be swept.
pub(crate) struct LeafBlocks<'a, S> {
    tree: &'a Tree,
    left: Iter<'a, u32>,
    volume: S,
    /// Counter of the blocks of eight triangles that are swept.
    blocks_swept: &'a mut BlockCount,
}

/// A block of eight triangles, and the mask of the lanes whose triangle is in reach.
pub(super) type MaskedBlock<'a> = (&'a TriangleBlock, u32);

impl<'a, S: CullVolume> LeafBlocks<'a, S> {
    /// Makes a list of the tree's blocks with these indices, to be swept by a shape that covers `volume`.
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(
        lanes: L,
        tree: &'a Tree,
        indices: &'a [u32],
        volume: S,
        blocks_swept: &'a mut BlockCount,
    ) -> Self {
        tree.ask_for(lanes, indices);
        Self { tree, left: indices.iter(), volume, blocks_swept }
    }

    /// Returns the next block with a triangle in reach before the fraction `limit` of the motion; `None` at the end of the list.
    #[inline(always)]
    pub(crate) fn next<L: Lanes>(&mut self, lanes: L, limit: f32) -> Option<MaskedBlock<'a>> {
        for &index in &mut self.left {
            let block = &self.tree.blocks[index as usize];
            let [low, high] = boxes_of(lanes, block);
            let mask = lanes.bits(self.volume.reached(lanes, low, high, limit));
            if mask != 0 {
                return Some((block, mask));
            }
        }
        None
    }

    /// Sweeps the lanes in reach of a first block and of all remaining ones. Contacts beyond the fraction `before` don't matter.
    ///
    /// Seven arguments: it is inlined, and a struct of them would be built for every query.
    #[inline(always)]
    pub(crate) fn sweep<L: Lanes, V: ShapeSpace>(
        mut self,
        lanes: L,
        (block, mask): MaskedBlock,
        space: &V,
        mover: &V::Mover,
        before: f32,
        rule: Rule,
    ) -> Nearest {
        let mut nearest = Nearest::NONE;
        let mut compactor = LaneCompactor::of(lanes, &Triangles::of(lanes, space, block), mask);
        loop {
            let limit = || nearest.limit(mover.motion()).min(before);
            let swept = loop {
                let Some((block, mask)) = self.next(lanes, limit()) else { break compactor.last(lanes) };
                if let Some(eight) = compactor.join(lanes, &Triangles::of(lanes, space, block), mask) {
                    break Some((eight, lanes.every()));
                }
            };
            let Some((eight, live)) = swept else { return nearest };
            mover.sweep_nearest(lanes, &prepare(lanes, &eight), live, limit(), rule, &mut nearest);
            self.blocks_swept.add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::test_trees::{rubble, triangles_of};
    use crate::frame::ellipsoid_space::Space;
    use crate::frame::motion::Motion;
    use crate::frame::position::Position;
    use crate::mesh::sides::Sides;
    use crate::narrow::sweep::hits::Start;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH, task};
    use alloc::vec::Vec;
    use glam::{DVec3, Vec3};
    use sweep8_scalar_ref::brute_force::{first_contact, to_ellipsoid_space};
    use sweep8_scalar_ref::random::Random;

    /// Test volume that reaches all boxes that begin before the plane `x =` its field.
    struct Before(f32);

    impl CullVolume for Before {
        #[inline(always)]
        fn reached<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, _: LaneVec<L::Float>, _: f32) -> L::Mask {
            lanes.lt(low.x, lanes.splat(self.0))
        }
    }

    task! {
        /// Test task that sweeps all blocks of a tree; returns the nearest contact, and the number of blocks of eight swept.
        struct SweepTree<'a> {
            tree: &'a Tree,
            space: &'a Space,
            displacement: Vec3,
            volume: Before,
        }
        fn run<L>(lanes) -> (Nearest, u64) {
            let indices: Vec<u32> = (0..tree.blocks.len() as u32).collect();
            let mut count = BlockCount::default();
            let rule = Rule { start: Start::Contact, sides: Sides::Both };
            let motion = Motion::new(Vec3::ZERO, space.displacement(displacement));
            let mut blocks = LeafBlocks::new(lanes, tree, &indices, volume, &mut count);
            let nearest = match blocks.next(lanes, 1.0) {
                Some(first) => blocks.sweep(lanes, first, space, &motion, 1.0, rule),
                None => Nearest::NONE,
            };
            (nearest, count.get())
        }
    }

    #[test]
    fn of_the_lanes_in_reach_the_first_that_is_touched_is_found_however_many_they_are() {
        let mut random = Random(1);
        let radii = Vec3::new(0.3, 0.5, 0.3);
        let (mut touched, mut free) = (0, 0);
        for count in (1..=40).cycle().take(400) {
            let tree = rubble(&mut random, count, 2.0, 0.5);
            let center = Vec3::from(random.signed_vector());
            let displacement = Vec3::from(random.signed_vector() * 1.5);
            let edge = random.signed();
            let space = Space::new(Ellipsoid::new(radii).expect("it is a shape"), Position::new(center));
            let before: Vec<_> = triangles_of(&tree)
                .into_iter()
                .filter(|(_, [a, b, c])| a.x.min(b.x).min(c.x) < f64::from(edge))
                .map(|(_, corners)| corners.map(|v| to_ellipsoid_space(v, center.as_dvec3(), radii.as_dvec3())))
                .collect();
            let way = displacement.as_dvec3() / radii.as_dvec3();
            let contacts = before.iter().filter_map(|corners| first_contact(DVec3::ZERO, way, corners));
            let expected = contacts.map(|contact| contact.fraction).fold(f64::INFINITY, f64::min);
            for backend in Backend::available() {
                let task = SweepTree { tree: &tree, space: &space, displacement, volume: Before(edge) };
                let (nearest, blocks) = Chosen::new(backend).expect("it is available").run(task);
                assert_eq!(nearest.found.is_some(), expected.is_finite(), "{backend}: {count}, {expected}");
                let off = f64::from(nearest.fraction) - expected.min(1.0);
                assert!(off.abs() < 1e-5, "{backend}: {} instead of {expected}", nearest.fraction);
                assert_eq!(blocks, before.len().div_ceil(WIDTH) as u64, "{backend}: lanes are not packed");
            }
            *(if expected.is_finite() { &mut touched } else { &mut free }) += 1;
        }
        assert!(touched > 100 && free > 50, "{touched} touched, {free} free");
    }
}
