//! The movers of a step: instances that move in it.
//!
//! In: targets, set one by one. Out, during the step: the motions whose boxes meet another.

use crate::base::place_order::sort_keys;
use crate::bvh::boxes::Bounds;
use crate::frame::rigid_motion::RigidMotion;
use crate::simd::Lanes;
use crate::world::box_tree::BoxTree;
use crate::world::changes::Stamp;
use alloc::vec::Vec;

/// An instance that moves to its target in a step, and its motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    /// Index of the moving instance.
    pub(crate) instance: u32,
    pub(crate) motion: RigidMotion,
    /// Box around the instance's whole motion in the step, world space.
    pub(crate) bounds: Bounds,
}

/// Instances that move to a target in the current step, or in the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    list: Vec<Mover>,
    /// Tree over the boxes around the instances' motions, used during a step.
    boxes: BoxTree,
    is_stepping: bool,
    /// Version of the world after the motions of the latest step.
    moved_at: Stamp,
}

impl Movers {
    /// Instances that move in the current step, with their motions; empty between steps.
    #[inline(always)]
    pub(super) fn stepping(&self) -> &[Mover] {
        if self.is_stepping { &self.list } else { &[] }
    }

    /// Whether a step of the world has begun and was not ended.
    pub(super) fn is_stepping(&self) -> bool {
        self.is_stepping
    }

    /// Lowest index of an instance that has a target for the next step; `None` during a step, or without targets.
    pub(super) fn first_waiting(&self) -> Option<u32> {
        let waiting = if self.is_stepping { &[][..] } else { &self.list };
        waiting.iter().map(|mover| mover.instance).min()
    }

    pub(super) fn get(&self, place: u32) -> Option<&Mover> {
        self.list.get(place as usize)
    }

    /// Adds a moving instance; returns its place in the list of movers.
    pub(super) fn push(&mut self, mover: Mover) -> u32 {
        self.list.push(mover);
        (self.list.len() - 1) as u32
    }

    pub(super) fn replace(&mut self, place: u32, mover: Mover) {
        self.list[place as usize] = mover;
    }

    /// Removes the moving instance at `place` in the list; moves the last one to this place, and returns that one.
    pub(super) fn swap_remove(&mut self, place: u32) -> Option<&Mover> {
        self.list.swap_remove(place as usize);
        self.list.get(place as usize)
    }

    /// Begins a step, in which the motions make the version `moved_at` of the world.
    pub(super) fn begin(&mut self, moved_at: Stamp) {
        (self.is_stepping, self.moved_at) = (true, moved_at);
        self.boxes.rebuild(self.list.iter().map(|mover| (mover.instance, mover.bounds)), sort_keys);
    }

    pub(super) fn end(&mut self) {
        self.is_stepping = false;
        self.list.clear();
        self.boxes.clear();
    }

    /// Lists the indices of the instances that move through a box, world space, in ascending order.
    #[inline(always)]
    pub(super) fn meeting<L: Lanes>(&self, lanes: L, bounds: &Bounds, instances: &mut Vec<u32>) {
        instances.clear();
        self.boxes.meeting(lanes, bounds, instances);
    }

    /// Whether the motions of the current step are all that has changed between the versions `since` and `now` of the world.
    #[inline(always)]
    pub(super) fn are_all_since(&self, since: Stamp, now: Stamp) -> bool {
        self.is_stepping && now == self.moved_at && since.is_directly_before(now)
    }

    /// Whether any instance moves through a box, world space, in the current step.
    #[inline(always)]
    pub(super) fn meet<L: Lanes>(&self, lanes: L, bounds: &Bounds) -> bool {
        self.boxes.meets(lanes, bounds)
    }
}
