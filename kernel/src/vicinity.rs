//! The blocks around a character, kept from frame to frame.
//!
//! In: the tree, ellipsoid space about the character, a box. Out: the blocks of which a triangle may be reached from the
//! box, and some more.
//!
//! A character goes some centimetres a frame. So the tree is walked with a larger box, what is found is sifted by what can
//! be reached from anywhere in that, and the rest holds for as long as the box of the frame stays inside and the shape is
//! the same: less of it is reached from a smaller box, rounded or not. What is too much is dropped lane by lane in the
//! gather, as is what a walk with the box itself would find too much: results are the same bits with and without.

use crate::box_walk::BoxWalk;
use crate::boxes::{Bounds, Rounded, boxes_of};
use crate::lanes::Lanes;
use crate::space::Space;
use crate::tree::Tree;
use glam::{Vec3, Vec3A};

/// Blocks that are kept for one character: with their box and what it is for, two cache lines.
const MOST: usize = 20;

/// Said instead of a count where there are more.
const TOO_MANY: u32 = u32::MAX;

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
    /// Of the shape that they are for, metres.
    radii: Vec3,
    /// How many, or [`TOO_MANY`].
    count: u32,
    /// In which tree.
    tree: u64,
    blocks: [u32; MOST],
}

const _: () = assert!(size_of::<Vicinity>() == 128);

impl Vicinity {
    /// That of someone who has not moved yet.
    pub(crate) const UNKNOWN: Self =
        Self { low: Vec3::NAN, high: Vec3::NAN, radii: Vec3::NAN, count: 0, tree: 0, blocks: [0; MOST] };

    /// The blocks that may be reached from the box `near` about `space`, which goes on by `motion` in a frame; `None` where
    /// they are too many to be listed.
    #[inline(always)]
    pub(crate) fn blocks<'a, L: Lanes>(
        &'a mut self,
        lanes: L,
        tree: &Tree,
        space: &Space,
        near: Bounds,
        motion: Vec3,
        walk: &'a mut BoxWalk,
    ) -> Option<&'a [u32]> {
        if self.tree != tree.id || self.radii != space.radii || !self.bounds().holds(&near) {
            self.look_around(lanes, tree, space, grown_along(near, motion * FRAMES_AHEAD), walk);
        }
        match self.blocks.get(..self.count as usize) {
            Some(blocks) => Some(blocks),
            None => walk.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &near)),
        }
    }

    #[inline(always)]
    fn look_around<L: Lanes>(&mut self, lanes: L, tree: &Tree, space: &Space, bounds: Bounds, walk: &mut BoxWalk) {
        (self.low, self.high) = (bounds.low.into(), bounds.high.into());
        (self.tree, self.radii) = (tree.id, space.radii);
        let reached = Rounded::filling(&bounds, space);
        self.count = 0;
        let Some(blocks) = walk.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &bounds)) else {
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

    /// The box that was asked for.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        Bounds { low: self.low.into(), high: self.high.into() }
    }

    /// Asks for the memory of what will be looked at.
    #[inline(always)]
    pub(crate) fn prefetch<L: Lanes>(&self, lanes: L, tree: &Tree) {
        if self.tree == tree.id {
            for &block in self.blocks.get(..self.count as usize).unwrap_or_default() {
                lanes.prefetch(&tree.blocks[block as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ellipsoid::Ellipsoid;
    use crate::gather::{Reach, gather};
    use crate::lanes::{Backend, Chosen, Task};
    use crate::mesh::Mesh;
    use crate::scratch::Scratch;
    use crate::space::Place;
    use crate::strewn::Strewn;
    use crate::tree;
    use std::array::from_fn;

    /// What is gathered about a space, in its order.
    struct Gather<'a> {
        tree: &'a Tree,
        space: &'a Space,
        reach: Reach,
        vicinity: Option<&'a mut Vicinity>,
        scratch: &'a mut Scratch,
    }

    impl Task for Gather<'_> {
        type Output = Vec<u32>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Vec<u32> {
            let Self { tree, space, reach, vicinity, scratch } = self;
            assert!(gather(lanes, tree, space, reach, vicinity, scratch), "there is room for all");
            scratch.candidates.blocks().iter().flat_map(|block| block.ids).collect()
        }
    }

    /// Small triangles everywhere in a cube of 6 m.
    fn rubble(strewn: &mut Strewn) -> Tree {
        let corners: Vec<Vec3> = (0..4_000)
            .flat_map(|_| {
                let middle = strewn.vector() * 3.0;
                from_fn::<Vec3, 3, _>(|_| (middle + strewn.vector() * 0.1).into())
            })
            .collect();
        let triangles: Vec<[u32; 3]> = (0..4_000).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect();
        tree::build(&Mesh::new(&corners, &triangles).expect("it is a mesh"))
    }

    /// Walks aslant through rubble with the shapes of `radii` in turn, `steps` each; how often it looked around.
    fn looks(radii: &[Vec3], steps: usize, strewn: &mut Strewn) -> usize {
        let tree = rubble(strewn);
        let mut looked = 0;
        for backend in Backend::available() {
            let chosen = Chosen::new(backend).expect("it is available");
            let (mut vicinity, mut scratch) = (Vicinity::UNKNOWN, Scratch::new());
            let mut place = Place::new(Vec3::splat(-2.0));
            let mut wish = Vec3::ZERO;
            for step in 0..600 {
                if step % 50 == 0 {
                    let towards = -Vec3A::from(place.center) + strewn.vector();
                    wish = (towards.normalize() * 0.05 * (1.5 + strewn.next())).into();
                }
                let shape = Ellipsoid::new(radii[step / steps % radii.len()]).expect("it is a shape");
                let space = &Space::new(shape, place);
                let reach = Reach::of_slide(wish, Vec3::NEG_Y * 0.01, 0.0);
                let mut run =
                    |vicinity| chosen.run(Gather { tree: &tree, space, reach, vicinity, scratch: &mut scratch });
                let (before, walked) = (vicinity.low, run(None));
                assert_eq!(run(Some(&mut vicinity)), walked, "{backend}, step {step}");
                looked += usize::from(vicinity.low != before);
                place = place.moved(wish);
            }
        }
        looked / Backend::available().count()
    }

    #[test]
    fn what_is_kept_around_a_walker_holds_all_that_a_walk_of_the_tree_finds() {
        let mut strewn = Strewn(1);
        for radii in [Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.2)] {
            let looked = looks(&[radii], 1, &mut strewn);
            assert!((30..200).contains(&looked), "{looked} times in 600 steps");
        }
    }

    #[test]
    fn what_is_kept_around_a_walker_is_given_up_when_its_shape_changes() {
        let mut strewn = Strewn(2);
        let (large, small) = (Vec3::splat(0.45), Vec3::splat(0.2));
        let looked = looks(&[large, small], 3, &mut strewn);
        assert!(looked >= 200, "{looked} times for 200 changes");
    }
}
