//! Memory that queries reuse, so that nothing is allocated once it is warm.

use crate::bvh::traverse::in_box::BoxWalk;
use crate::bvh::traverse::nearest_first::Pending;
use crate::frame::placement::Placed;
use crate::narrow::candidates::Candidates;
use crate::query::block_count::BlockCount;
use crate::query::hit::{Hit, Overlap, RayHit};
use crate::query::passed::Passed;
use crate::world::contact_filter::Verdict;
use alloc::vec::Vec;
use glam::DVec3;

/// Children that can wait in a walk before the stack grows: 63 on each level of a tree of billions.
const STACK: usize = 512;

/// Working memory of one caller. Holds no results but those that borrow it; one per thread, reused for every call, for
/// any world and shape.
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
    pub(crate) passed: Vec<Passed>,
    pub(crate) ray_hits: Vec<RayHit>,
    /// Indices of instances.
    pub(crate) near_instances: Vec<u32>,
    /// See [`list_blocks`](crate::character::collide::instance_blocks).
    pub(crate) listed_blocks: Vec<u32>,
    /// Whose triangles the candidates are, ascending; unused in a world of one mesh.
    pub(crate) instance_keys: Vec<InstanceKey>,
    /// Indices of instances that move near a character, and how.
    pub(crate) near_movers: Vec<u32>,
    pub(crate) passing: Vec<Passing>,
    /// Indices of instances that a slide goes through, see [`one_sided`](crate::character::collide::one_sided); of a query none.
    pub(crate) gone_through: Vec<u32>,
    /// Triangles that a slide ignores, with the indices of their instances; of a query none.
    pub(crate) ignored: Vec<(u32, u32)>,
    /// The blocks that sweeps tested since this memory was made.
    pub(crate) blocks_swept: BlockCount,
}

/// From which number on candidates are triangles of an instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstanceKey {
    pub(crate) first: u32,
    /// The index of the instance.
    pub(crate) instance: u32,
}

/// An instance that moves past a character in a part of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub(crate) instance: u32,
    /// Where it is at the end of the part.
    pub(crate) end: Placed,
    /// How far it moves in the part, where the character is; world space, metres.
    pub(crate) displacement: DVec3,
    /// Whether it goes through the character, which has no room.
    pub(crate) crushes: bool,
    /// Whether the character goes through it.
    pub(crate) is_passed: bool,
}

impl Scratch {
    /// The instance and the triangle that a number of a candidate stands for.
    pub(crate) fn surface_of(&self, number: u32) -> (u32, u32) {
        surface_of(&self.instance_keys, number)
    }

    /// Forgets what a slide went through and ignored.
    #[inline(always)]
    pub(crate) fn meet_all(&mut self) {
        self.gone_through.clear();
        self.ignored.clear();
    }

    /// Ignores a triangle of an instance, or the whole of it, from now on, and takes that out of the candidates.
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

    /// Memory for one caller, some 110 KiB.
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
            passed: Vec::new(),
            ray_hits: Vec::new(),
            near_instances: Vec::new(),
            listed_blocks: Vec::new(),
            instance_keys: Vec::new(),
            near_movers: Vec::new(),
            passing: Vec::new(),
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
