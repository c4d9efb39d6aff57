//! The gather of a character and a frame: all triangles that it can touch, in ellipsoid space.
//!
//! In: the tree, ellipsoid space about the character, the box that is [sought](Reach::sought). Out: dense candidate blocks.
//! 1. The box that contains the hull wherever it may go, slightly grown for rounding, selects blocks: from the tree, or from the
//!    cache of a frame before.
//! 2. The gather drops lanes that the hull cannot reach from anywhere in its box. It maps the rest to ellipsoid space, once, and
//!    packs them.
//! 3. The values that all later tests need are computed on the packed blocks, unless these are so many that each sweep
//!    [culls](crate::query::sweep::culled) triangles, and prepares the few that are left.
//!
//! All passes of a slide then run over these few blocks; depenetration gathers its own. Growing the box can only add lanes that no sweep
//! reaches, so results do not depend on it.

use crate::bvh::boxes::boxes_of;
use crate::bvh::tree::Tree;
use crate::character::collide::block_cache::{BlockCache, Sought};
use crate::frame::ellipsoid_space::Space;
use crate::narrow::candidates::Candidates;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::prepare::prepare;
use crate::narrow::rounded_box::RoundedBox;
use crate::narrow::triangles::Triangles;
use crate::query::scratch::Scratch;
use crate::query::sweep::regime::is_culled;
use crate::simd::{Lanes, WIDTH, task};
use glam::Vec3;

/// Ball that contains the hull's centre during a slide; its middle is relative to the start of the slide, world axes, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) middle: Vec3,
    pub(crate) radius: f32,
}

impl Reach {
    /// Ball of this radius, metres, around the start of the slide.
    pub(crate) fn around(radius: f32) -> Self {
        Self { middle: Vec3::ZERO, radius }
    }

    /// The ball that holds every end of a slide by `first` and then by `second`. Clipping turns a desired displacement into a projection
    /// `p` of it, `p·(desired - p) = 0`: a point of the ball whose diameter is the desired displacement (Thales). Parts of
    /// several such add up to a point of the same ball. The ball is larger by `ahead`, metres.
    pub(crate) fn of_slide(first: Vec3, second: Vec3, ahead: f32) -> Self {
        Self { middle: (first + second) * 0.5, radius: (first.length() + second.length()) * 0.5 + ahead }
    }

    /// The box around everything that the shape of `space` can touch with its centre in this ball; `largest` is the largest extent of a
    /// triangle, metres.
    #[inline(always)]
    pub(crate) fn sought<S: MeshBoxes>(&self, space: &S, largest: f32) -> Sought {
        Sought { near: space.near(self.middle, self.radius, largest), motion: self.middle * 2.0 }
    }

    /// Whether the ball contains another one, of `radius` metres around `offset` from the start of the slide.
    pub(crate) fn covers(&self, offset: Vec3, radius: f32) -> bool {
        let apart = self.radius - radius;
        apart >= 0.0 && (offset - self.middle).length_squared() <= apart * apart
    }

    /// The ball about the same middle that also contains another one.
    pub(crate) fn covering(&self, offset: Vec3, radius: f32) -> Self {
        Self { radius: self.radius.max((offset - self.middle).length() + radius), ..*self }
    }
}

task! {
    /// Arguments of [`gather`], to be run on a SIMD backend: for callers that gather rarely.
    pub(crate) struct Gather<'a> {
        pub(crate) tree: &'a Tree,
        pub(crate) space: &'a Space,
        pub(crate) sought: Sought,
        pub(crate) block_cache: Option<&'a mut BlockCache>,
        pub(crate) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> bool {
        gather(lanes, tree, space, sought, block_cache, scratch)
    }
}

/// Collects all triangles that the unit sphere of `space` can touch in the box that is `sought`; false if they are too many. With a
/// `block_cache` the tree is walked only if the cache does not hold the blocks.
///
/// For a shape with a spine the box holds all spheres along the spine: to a gather it is one unit sphere whose centre may be anywhere in
/// that larger box.
#[inline(always)]
pub(crate) fn gather<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    sought: Sought,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> bool {
    let Scratch { box_traversal, candidates, .. } = scratch;
    let blocks = match block_cache {
        Some(block_cache) => block_cache.blocks(lanes, tree, space, sought, box_traversal),
        None => box_traversal.few_blocks_in(lanes, tree, tree.grid.corners(lanes, &sought.near)),
    };
    let Some(blocks) = blocks else { return false };
    let reached = RoundedBox::filling(&sought.near, space);
    candidates.clear();
    let may_be_many = is_culled(blocks.len());
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
        let Some(eight) = eight else { break };
        if !keep(lanes, candidates, &eight, count, may_be_many) {
            return false;
        }
    }
    prepare_few(lanes, candidates, may_be_many);
    true
}

/// Adds the first `count` of eight triangles to the candidates; false if there is no room. They are prepared at once unless there
/// `may_be_many`.
#[inline(always)]
pub(super) fn keep<L: Lanes>(
    lanes: L,
    candidates: &mut Candidates,
    eight: &Triangles<L::Float>,
    count: usize,
    may_be_many: bool,
) -> bool {
    let Some(room) = candidates.room(count) else { return false };
    if may_be_many {
        room.set_unprepared(lanes, eight);
    } else {
        *room = prepare(lanes, eight);
    }
    true
}

/// Prepares the candidates of a finished gather if there are few after all, but there [could have been many](keep).
#[inline(always)]
pub(super) fn prepare_few<L: Lanes>(lanes: L, candidates: &mut Candidates, may_be_many: bool) {
    let blocks = candidates.blocks_mut();
    if may_be_many && !is_culled(blocks.len()) {
        for block in blocks {
            *block = prepare(lanes, &block.triangles(lanes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::NO_TRIANGLE;
    use crate::bvh::test_trees::{rubble, triangles_of};
    use crate::frame::position::Position;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use alloc::vec::Vec;
    use sweep8_scalar_ref::brute_force::{distance, to_ellipsoid_space};
    use sweep8_scalar_ref::random::Random;

    /// Ids of the triangles that a gather without a cache collects; `None` if there are too many.
    fn gathered(backend: Backend, tree: &Tree, space: &Space, reach: Reach) -> Option<Vec<u32>> {
        let scratch = &mut Scratch::new();
        let sought = reach.sought(space, tree.largest);
        let task = Gather { tree, space, sought, block_cache: None, scratch };
        let fits = Chosen::new(backend).expect("it is available").run(task);
        let ids = scratch.candidates.blocks().iter().flat_map(|block| block.ids);
        fits.then(|| ids.filter(|id| *id != NO_TRIANGLE).collect())
    }

    #[test]
    fn every_triangle_that_is_touched_from_within_reach_is_gathered_once_and_most_others_are_not() {
        let mut random = Random(1);
        let tree = rubble(&mut random, 2_000, 4.0, 0.3);
        let triangles = triangles_of(&tree);
        let (mut touched, mut taken, mut cases) = (0, 0, 0);
        for radii in [Vec3::splat(0.4), Vec3::new(0.3, 0.9, 0.3), Vec3::new(0.05, 1.0, 0.05)] {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            for _ in 0..40 {
                let space = Space::new(shape, Position::new(Vec3::from(random.signed_vector() * 3.0)));
                let (first, second) = (Vec3::from(random.signed_vector() * 0.3), Vec3::NEG_Y * 0.1);
                let reach = Reach::of_slide(first, second, 0.01);
                let places: Vec<Vec3> = (0..30)
                    .map(|_| reach.middle + Vec3::from(random.signed_vector().normalize() * reach.radius))
                    .collect();
                for backend in Backend::available() {
                    let mut ids = gathered(backend, &tree, &space, reach).expect("there is room");
                    ids.sort_unstable();
                    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{backend}: twice in {ids:?}");
                    for (id, corners) in &triangles {
                        let touches = |place: &&Vec3| {
                            let center = space.position.high.as_dvec3() + place.as_dvec3();
                            let radii = radii.as_dvec3();
                            distance(glam::DVec3::ZERO, &corners.map(|v| to_ellipsoid_space(v, center, radii))) < 1.0
                        };
                        if let Some(place) = places.iter().find(touches) {
                            assert!(
                                ids.binary_search(id).is_ok(),
                                "{backend}: {id} is touched from {place}, {space:?}"
                            );
                            touched += 1;
                        }
                    }
                    (taken, cases) = (taken + ids.len(), cases + 1);
                }
            }
        }
        assert!(touched > 5 * cases, "{touched} in {cases} cases");
        assert!(taken < 2 * touched, "{taken} gathered, {touched} touched");
    }

    #[test]
    fn more_blocks_than_there_is_room_for_are_not_gathered() {
        let mut random = Random(2);
        let tree = rubble(&mut random, 4_000, 1.0, 0.05);
        let space = Space::new(Ellipsoid::ball(0.4).expect("it is a shape"), Position::new(Vec3::ZERO));
        assert_eq!(gathered(Backend::best(), &tree, &space, Reach::around(2.0)), None);
        assert!(gathered(Backend::best(), &tree, &space, Reach::around(0.0)).is_some());
    }
}
