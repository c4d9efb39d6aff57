//! One gather for a character and a frame in a world of instances: see [`gather`](crate::character::collide::gather).
//!
//! In: instances, ellipsoid space about the character, the ball its centre stays in. Out: dense candidate blocks in which the
//! triangles of all instances follow each other, each with a number of its own, and which numbers belong to which instance.
//! So sweeps know nothing of instances.

use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::traverse::index_list::MOST_FEW;
use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::gather::Reach;
use crate::character::collide::instance_blocks::{Centers, Marked, Seen, list_blocks};
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::prepare::prepare;
use crate::query::scratch::{InstanceKey, Scratch};
use crate::simd::{Lanes, WIDTH, task};
use crate::world::solids::Solids;
use glam::Vec3;

task! {
    /// One [`gather_instances`].
    GatherInstances<'a> {
        instances: Solids<'a>,
        space: &'a Space,
        reach: Reach,
        block_cache: Option<&'a mut BlockCache>,
        scratch: &'a mut Scratch,
    } = gather_instances => bool
}

/// Ellipsoid space in the world about a ball that holds the hull of a space seen along the axes of a body: blocks are listed for
/// it, so that the block cache serves the body however it turns.
#[inline(never)]
fn ball_around(space: &Space, turn: &Turn) -> Space {
    let radii = Vec3::splat(space.radii.max_element() * (1.0 + REACH_ROUNDING));
    let position = Position::from(turn.world_point(space.position.to_dvec3()));
    Space { position, radii, inverse_radii: radii.recip() }
}

/// Most numbers of a list: more blocks than a gather holds.
const MOST_LISTED: usize = 2 * MOST_FEW;

/// Collects all triangles that the unit sphere of `space` can touch while its centre stays in `reach`; false if they are too
/// many. With a `block_cache` trees are walked only where that does not hold what is sought.
#[inline(always)]
fn gather_instances<L: Lanes>(
    lanes: L,
    instances: Solids,
    space: &Space,
    reach: Reach,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> bool {
    let Scratch { box_walk, candidates, near_instances, listed_blocks, instance_keys, gone_through, .. } = scratch;
    let near = space.near(reach.middle, reach.radius, instances.largest());
    let centers = Centers::within(&near, space);
    let (mut looking, mut looked_at, mut ahead) = (*space, near, reach.middle * 2.0);
    if let Some(turn) = instances.turn() {
        looking = ball_around(space, turn);
        let middle = turn.world_displacement(reach.middle);
        looked_at = looking.near(middle, reach.radius, instances.largest());
        ahead = middle * 2.0;
    }
    let (space_of_list, of_world) = (&looking, instances.as_they_lie());
    // The block cache holds blocks of all layers: another profile may ask for others.
    let cached = block_cache.and_then(|cache| {
        let memory = (&mut *box_walk, &mut *near_instances);
        cache.instance_blocks(lanes, of_world.of_all_layers(), space_of_list, looked_at, ahead, memory)
    });
    let listed = if let Some(cached) = cached {
        cached
    } else {
        listed_blocks.clear();
        let add = |number| {
            listed_blocks.push(number);
            listed_blocks.len() < MOST_LISTED
        };
        if !list_blocks(lanes, of_world, space_of_list, &looked_at, false, (box_walk, near_instances), add) {
            return false;
        }
        listed_blocks
    };
    candidates.clear();
    instance_keys.clear();
    let (mut compactor, mut first, mut next) = (LaneCompactor::none(lanes), 0_u32, 0_u32);
    let mut seen: Option<Seen> = None;
    let are_all = instances.are_all();
    for &number in listed {
        match Marked::of(number) {
            Marked::Instance(index) => {
                let Some(instance) = instances.get(index) else { return false };
                seen = None;
                if !are_all && (!instances.counts(index) || gone_through.contains(&index)) {
                    continue;
                }
                let now = Seen::new(instance, &instances.placed(instance), space, centers);
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
                if let Some(eight) = compactor.join(lanes, &triangles.numbered_from(lanes, first), mask) {
                    let Some(room) = candidates.room(WIDTH) else { return false };
                    *room = prepare(lanes, &eight);
                }
            }
        }
    }
    // Asked first: nothing waits after `rest`.
    let count = compactor.count();
    if let Some(eight) = compactor.rest(lanes) {
        let Some(room) = candidates.room(count) else { return false };
        *room = prepare(lanes, &eight);
    }
    true
}
