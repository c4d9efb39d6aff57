//! Memory that queries reuse, so that warm calls allocate nothing.

use crate::bvh::traverse::in_box::BoxWalk;
use crate::bvh::traverse::nearest_first::Pending;
use crate::frame::placement::Placed;
use crate::narrow::candidates::Candidates;
use crate::query::block_count::BlockCount;
use crate::query::crossed::Crossed;
use crate::query::hit::{Hit, Overlap, RayHit};
use crate::world::contact_filter::Verdict;
use alloc::vec::Vec;
use glam::DVec3;

/// The capacity of a walk's stack before it grows: 63 entries on each level of a tree of billions.
const STACK: usize = 512;

/// Working memory of one caller, for any world and shape. Use one per thread, and reuse it for every call. It holds no results but
/// those that borrow it.
///
/// ```
/// let mut scratch = sweep8::Scratch::new();
/// # let _ = &mut scratch;
/// ```
#[derive(Debug)]
pub struct Scratch {
    pub(crate) stack: Vec<Pending>,
    pub(crate) box_walk: BoxWalk,
    pub(crate) candidates: Candidates,
    pub(crate) overlaps: Vec<Overlap>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) crossed: Vec<Crossed>,
    pub(crate) ray_hits: Vec<RayHit>,
    /// Indices of instances.
    pub(crate) near_instances: Vec<u32>,
    /// See [`list_blocks`](crate::character::collide::instance_blocks).
    pub(crate) listed_blocks: Vec<u32>,
    /// The instance of each range of candidates, ascending; unused in a world of one mesh.
    pub(crate) instance_keys: Vec<InstanceKey>,
    /// Indices of the instances that move near a character in this step.
    pub(crate) near_movers: Vec<u32>,
    pub(crate) mover_parts: Vec<MoverPart>,
    /// Indices of instances that a slide lets through, see [`one_sided`](crate::character::collide::one_sided); empty in queries.
    pub(crate) gone_through: Vec<u32>,
    /// Triangles that a slide ignores, with the indices of their instances; empty in queries.
    pub(crate) ignored: Vec<(u32, u32)>,
    /// Number of blocks that sweeps tested since this memory was made.
    pub(crate) blocks_swept: BlockCount,
}

/// The range of candidate numbers that belongs to one instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstanceKey {
    pub(crate) first: u32,
    /// The index of the instance.
    pub(crate) instance: u32,
}

/// The motion of an instance near a character during one part of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverPart {
    pub(crate) instance: u32,
    /// The placement of the instance at the end of the part.
    pub(crate) end: Placed,
    /// The displacement of the instance during the part, at the position of the character; world space, metres.
    pub(crate) displacement: DVec3,
    /// Whether the instance crushes the character, which has no room: it then moves through the character.
    pub(crate) crushes: bool,
    /// Whether the character is let through the instance.
    pub(crate) is_let_through: bool,
}

impl Scratch {
    /// The instance and the triangle of a candidate number.
    pub(crate) fn surface_of(&self, number: u32) -> (u32, u32) {
        surface_of(&self.instance_keys, number)
    }

    /// Clears the instances that a slide lets through and the triangles that it ignores.
    #[inline(always)]
    pub(crate) fn meet_all(&mut self) {
        self.gone_through.clear();
        self.ignored.clear();
    }

    /// Ignores a triangle or a whole instance from now on, and removes it from the candidates.
    pub(crate) fn ignore(&mut self, instance: u32, triangle: u32, verdict: Verdict) {
        let Self { candidates, instance_keys, gone_through, ignored, .. } = self;
        if verdict == Verdict::IgnoreInstance {
            gone_through.push(instance);
        } else {
            ignored.push((instance, triangle));
        }
        candidates.take_out(|number| {
            let (instance, triangle) = surface_of(instance_keys, number);
            gone_through.contains(&instance) || ignored.contains(&(instance, triangle))
        });
    }

    /// Allocates memory for one caller, some 110 KiB.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            stack: Vec::with_capacity(STACK),
            box_walk: BoxWalk::default(),
            candidates: Candidates::default(),
            overlaps: Vec::new(),
            hits: Vec::new(),
            crossed: Vec::new(),
            ray_hits: Vec::new(),
            near_instances: Vec::new(),
            listed_blocks: Vec::new(),
            instance_keys: Vec::new(),
            near_movers: Vec::new(),
            mover_parts: Vec::new(),
            gone_through: Vec::new(),
            ignored: Vec::new(),
            blocks_swept: BlockCount::default(),
        }
    }
}

fn surface_of(keys: &[InstanceKey], number: u32) -> (u32, u32) {
    let after = keys.partition_point(|key| key.first <= number);
    let key = after.checked_sub(1).map(|place| keys[place]);
    key.map_or((0, number), |InstanceKey { first, instance }| (instance, number - first))
}
