//! The gather of a character and a frame in a world of instances: see [`gather`](crate::character::collide::gather).
//!
//! In: instances, ellipsoid space about the character, the ball its centre stays in. Out: dense candidate blocks with the triangles
//! of all instances in turn, numbered through; and the first number of each instance. So sweeps need not know of instances.

use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::traverse::index_list::MOST_FEW;
use crate::character::collide::block_cache::{BlockCache, Sought};
use crate::character::collide::gather::{Reach, keep, prepare_few};
use crate::character::collide::instance_blocks::{Centers, Listing, Marked, SeenInstance, list_blocks};
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_view::PlacedView;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::mover::ShapeSpace;
use crate::query::scratch::{InstanceKey, Scratch};
use crate::query::sweep::regime::is_culled;
use crate::simd::{Lanes, WIDTH, task};
use crate::world::solids::Solids;
use glam::Vec3;

task! {
    /// Arguments of [`gather_instances`], to be run on a SIMD backend.
    pub(super) struct GatherInstances<'a> {
        pub(super) instances: Solids<'a>,
        pub(super) space: &'a Space,
        /// Half extents of the shape along the axes of the body, metres; they count where the body is turned.
        pub(super) half_extents: Vec3,
        /// Ball of the centre, from which the box is made anew where the body is turned.
        pub(super) reach: Reach,
        pub(super) sought: Sought,
        pub(super) block_cache: Option<&'a mut BlockCache>,
        pub(super) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> bool {
        gather_instances(lanes, instances, (space, half_extents), (reach, sought), block_cache, scratch)
    }
}

impl<'a> GatherInstances<'a> {
    /// The gather of a shape whose centre stays in `reach`.
    #[inline(always)]
    pub(super) fn of<S: ShapeSpace>(
        instances: Solids<'a>,
        shape: &'a S,
        reach: Reach,
        block_cache: Option<&'a mut BlockCache>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let (sought, half_extents) = (reach.sought(shape, instances.largest()), shape.half_extents());
        Self { instances, space: shape.of_ellipsoid(), half_extents, reach, sought, block_cache, scratch }
    }
}

/// Ellipsoid space in the world of a ball that contains a hull in body space. Blocks are listed for the ball, so that the block
/// cache serves the body however it turns.
#[inline(never)]
fn ball_around(space: &Space, half_extents: Vec3, turn: &Turn) -> Space {
    let spine = (half_extents - space.radii).max_element();
    let radii = Vec3::splat((space.radii.max_element() + spine) * (1.0 + REACH_ROUNDING));
    let position = Position::from(turn.world_point(space.position.to_dvec3()));
    Space { position, radii, inverse_radii: radii.recip() }
}

/// Instance index and triangle index of a gathered triangle, from its number among the triangles of all gathered instances.
pub(super) fn surface_of(keys: &[InstanceKey], number: u32) -> (u32, u32) {
    let after = keys.partition_point(|key| key.first <= number);
    let key = after.checked_sub(1).map(|place| keys[place]);
    key.map_or((0, number), |InstanceKey { first, instance }| (instance, number - first))
}

/// Maximum number of entries in a list of nearby blocks and instances: twice the number of blocks that a gather can hold.
const MOST_LISTED: usize = 2 * MOST_FEW;

/// Collects all triangles that the unit sphere of `space` can touch in the box that is `sought`, see
/// [`gather`](crate::character::collide::gather::gather); false if they are too many. With a `block_cache` trees are walked only if the
/// cache does not hold the blocks.
///
/// One function of more than 60 lines: the compactor stays in registers from the first instance to the last.
#[inline(always)]
fn gather_instances<L: Lanes>(
    lanes: L,
    instances: Solids,
    (space, half_extents): (&Space, Vec3),
    (reach, sought): (Reach, Sought),
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> bool {
    let Scratch { box_traversal, candidates, near_instances, listed_blocks, instance_keys, let_through, .. } = scratch;
    let centers = Centers::within(&sought.near, space);
    let (mut looking, mut sought) = (*space, sought);
    if let Some(turn) = instances.turn() {
        looking = ball_around(space, half_extents, turn);
        let reach = Reach { middle: turn.world_displacement(reach.middle), ..reach };
        sought = reach.sought(&looking, instances.largest());
    }
    let (space_of_list, of_world) = (&looking, instances.as_they_lie());
    // The block cache holds blocks of all layers: another profile may ask for others.
    let cached = block_cache.and_then(|cache| {
        let memory = (&mut *box_traversal, &mut *near_instances);
        cache.instance_blocks(lanes, of_world.of_all_layers(), space_of_list, sought, memory)
    });
    let listed = if let Some(cached) = cached {
        cached
    } else {
        listed_blocks.clear();
        let add = |number| {
            listed_blocks.push(number);
            listed_blocks.len() < MOST_LISTED
        };
        let listing = Listing { space: space_of_list, bounds: sought.near, only_reached: false, earlier: None };
        if !list_blocks(lanes, of_world, &listing, (box_traversal, near_instances), add) {
            return false;
        }
        listed_blocks
    };
    candidates.clear();
    let may_be_many = is_culled(listed.len());
    instance_keys.clear();
    let (mut compactor, mut first, mut next) = (LaneCompactor::none(lanes), 0_u32, 0_u32);
    let mut seen: Option<SeenInstance> = None;
    let are_all = instances.are_all();
    for &number in listed {
        match Marked::of(number) {
            Marked::Instance(index) => {
                let Some(instance) = instances.get(index) else { return false };
                seen = None;
                if !are_all && (!instances.counts(index) || let_through.has_instance(index)) {
                    continue;
                }
                let view = PlacedView::new(space, &instances.placed(instance));
                let now = SeenInstance::new(instance, view, space, centers);
                instance_keys.push(InstanceKey { first: next, instance: index });
                first = next;
                let Some(after) = first.checked_add(now.tree.triangles as u32) else { return false };
                next = after;
                seen = Some(now);
            }
            Marked::Block(block) => {
                let Some(seen) = &seen else { continue };
                let (triangles, mask) = seen.block(lanes, block);
                if mask == 0 {
                    continue;
                }
                if let Some(eight) = compactor.join(lanes, &triangles.numbered_from(lanes, first), mask)
                    && !keep(lanes, candidates, &eight, WIDTH, may_be_many)
                {
                    return false;
                }
            }
        }
    }
    // Read before `rest`, which empties the compactor.
    let count = compactor.count();
    if let Some(eight) = compactor.rest(lanes)
        && !keep(lanes, candidates, &eight, count, may_be_many)
    {
        return false;
    }
    prepare_few(lanes, candidates, may_be_many);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::NO_TRIANGLE;
    use crate::bvh::cooked_mesh::CookedMesh;
    use crate::bvh::test_trees::rubble;
    use crate::frame::placement::Placement;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use crate::world::instance_id::InstanceId;
    use crate::world::world::World;
    use alloc::vec::Vec;
    use glam::Quat;
    use sweep8_scalar_ref::random::Random;

    /// Instance and triangle of each candidate of a gather about `space`, in order.
    fn gathered(
        chosen: Chosen,
        world: &World,
        space: &Space,
        reach: Reach,
        block_cache: Option<&mut BlockCache>,
    ) -> Vec<(u32, u32)> {
        let (instances, scratch) = (Solids::new(&world.instances, u32::MAX), &mut Scratch::new());
        assert!(chosen.run(GatherInstances::of(instances, space, reach, block_cache, scratch)), "there is room");
        let ids = scratch.candidates.blocks().iter().flat_map(|block| block.ids);
        ids.filter(|&id| id != NO_TRIANGLE).map(|id| surface_of(&scratch.instance_keys, id)).collect()
    }

    fn anywhere(random: &mut Random, within: f32) -> Placement {
        let rotation = Quat::from_axis_angle(Vec3::from(random.signed_vector()).normalize_or(Vec3::Y), random.signed());
        Placement { translation: Vec3::from(random.signed_vector() * within).as_dvec3(), rotation, scale: Vec3::ONE }
    }

    /// Twenty instances, of which in each step two move, and now and then one comes, goes or is moved at once.
    fn change(world: &mut World, ids: &mut Vec<InstanceId>, mesh: &CookedMesh, step: usize, random: &mut Random) {
        for mover in [step / 40 % 3, 5] {
            let mut target = world.placement(ids[mover]).expect("it is there");
            target.translation += Vec3::from(random.signed_vector() * 0.05).as_dvec3();
            world.move_to(ids[mover], target).expect("it is in range");
        }
        drop(world.begin_step(0.02).expect("a step"));
        match step % 30 {
            10 => world.place(ids[7], anywhere(random, 1.0)).expect("it is in range"),
            17 => world.remove(ids.swap_remove(9)).expect("it is there"),
            18 => ids.push(world.add(mesh, anywhere(random, 1.0)).expect("it is in range")),
            25 => *world = world.clone(),
            _ => {}
        }
    }

    #[test]
    fn beside_instances_that_move_a_block_cache_lists_those_anew_and_finds_all_that_a_search_does() {
        let mut random = Random(4);
        let mesh = CookedMesh { tree: rubble(&mut random, 60, 0.4, 0.15).into() };
        for backend in Backend::available() {
            let chosen = Chosen::new(backend).expect("it is available");
            let mut world = World::new();
            let mut ids: Vec<_> =
                (0..20).map(|_| world.add(&mesh, anywhere(&mut random, 1.2)).expect("it is in range")).collect();
            let mut block_cache = BlockCache::UNKNOWN;
            let (mut position, mut looked, mut touched, mut more) = (Position::new(Vec3::NEG_X), 0, 0, 0);
            for step in 0..600 {
                change(&mut world, &mut ids, &mesh, step, &mut random);
                let towards = Vec3::from(random.signed_vector()) - position.high;
                let desired = towards.normalize_or(Vec3::X) * 0.02;
                let space = &Space::new(Ellipsoid::ball(0.15).expect("it is a shape"), position);
                let reach = Reach::of_slide(desired, Vec3::NEG_Y * 0.005, 0.0);
                let before = block_cache.bounds();
                let searched = gathered(chosen, &world, space, reach, None);
                let mut cached = gathered(chosen, &world, space, reach, Some(&mut block_cache));
                let all = cached.len();
                cached.retain(|triangle| searched.contains(triangle));
                assert_eq!(cached, searched, "{backend}, step {step}");
                more += all - cached.len();
                looked += usize::from(before != block_cache.bounds());
                touched += cached.len();
                position = position.moved(desired);
            }
            assert!(looked < 200, "{backend}: a new box in {looked} of 600 steps, in each of which something moved");
            // Boxes of a tree lie along the axes of its mesh, those of a gather along the axes of the body: either may leave out what
            // the other, and the shape, comes near.
            assert!(20 * more < touched, "{backend}: {more} of {touched} triangles are found with a cache only");
            assert!(touched > 2_000, "{backend}: {touched} triangles in 600 steps");
        }
    }
}
