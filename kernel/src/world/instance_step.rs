//! The motion of instances: targets, the step in which they are reached, and their saved form.

use crate::base::input_error::InputError;
use crate::bvh::boxes::Bounds;
use crate::frame::placement::Placement;
use crate::simd::{Lanes, task};
use crate::world::changes::Stamp;
use crate::world::instance::{Instance, NONE, checked, mover_of};
use crate::world::instances::Instances;
use crate::world::movers::Mover;
use crate::world::save::{KIND_SHIFT, MOVED, PRESENT, Placing, Row};
use alloc::vec::Vec;

impl Instances {
    /// Sets the target of an instance: the placement to which it moves in the next step.
    pub(super) fn set_target(&mut self, index: u32, placement: Placement) -> Result<(), InputError> {
        self.leave_step();
        let instance = self.present(index)?;
        let (from, place) = (instance.placement(), instance.mover);
        let mover = mover_of(index, &instance.mesh, &from, placement)?;
        if place == NONE {
            let place = self.movers.push(mover);
            self.set_mover(index, place);
            self.find_only();
        } else {
            self.movers.replace(place, mover);
        }
        Ok(())
    }

    /// Removes the target of an instance, so that it does not move in the next step.
    pub(super) fn take_target(&mut self, index: u32) {
        self.leave_step();
        let place = self.get(index).map_or(NONE, |instance| instance.mover);
        if place != NONE {
            let moved = self.movers.swap_remove(place).map(|mover| mover.instance);
            self.set_mover(index, NONE);
            if let Some(moved) = moved {
                self.set_mover(moved, place);
            }
            self.find_only();
        }
    }

    fn set_mover(&mut self, index: u32, place: u32) {
        if let Some(instance) = &mut self.entries[index as usize].instance {
            instance.mover = place;
        }
    }

    /// Checks that no instance waits with a target for the next step; the error names the first that has one.
    #[inline]
    pub(crate) fn check_no_target(&self) -> Result<(), InputError> {
        self.movers.first_waiting().map_or(Ok(()), |index| Err(InputError::HasTarget { index }))
    }

    /// Moves all instances to their targets, and keeps their motions until [`end_step`](Self::end_step).
    pub(super) fn begin_step(&mut self) {
        self.leave_step();
        self.changes.begin();
        for place in 0.. {
            let Some(&Mover { instance: index, motion, bounds }) = self.movers.get(place) else { break };
            self.changes.note(index, &bounds);
            let end = motion.end();
            if let Some(instance) = &mut self.entries[index as usize].instance {
                instance.has_moved = true;
                if let Ok(bounds) = checked(&instance.mesh, &end) {
                    instance.put(&end);
                    self.boxes.set(index, &bounds);
                }
            }
        }
        self.movers.begin(self.changes.stamp());
        if !self.movers.stepping().is_empty() {
            self.have_moved = true;
            self.find_only();
        }
    }

    pub(super) fn end_step(&mut self) {
        for place in 0..self.movers.stepping().len() as u32 {
            if let Some(&Mover { instance, .. }) = self.movers.get(place) {
                self.set_mover(instance, NONE);
            }
        }
        self.movers.end();
    }

    /// Ends a step that was never dropped, as in `mem::forget`, or in which this was cloned.
    #[inline]
    fn leave_step(&mut self) {
        if self.movers.is_stepping() {
            self.end_step();
        }
    }

    /// Whether any step so far has moved an instance of the world.
    pub(crate) fn have_moved(&self) -> bool {
        self.have_moved
    }

    /// Whether an instance of the world moves in the current step.
    #[inline(always)]
    pub(crate) fn are_moving(&self) -> bool {
        !self.movers.stepping().is_empty()
    }

    /// Motion of an instance in the current step; `None` if it does not move.
    #[inline]
    pub(crate) fn mover(&self, index: u32) -> Option<&Mover> {
        let place = self.get(index).map_or(NONE, |instance| instance.mover);
        self.movers.stepping().get(place as usize)
    }

    /// Lists the indices of the instances that move through a box in the current step, in ascending order.
    #[inline(always)]
    pub(crate) fn moving_through<L: Lanes>(&self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.movers.meeting(lanes, bounds, indices);
    }

    /// Whether nothing inside a box, world space, has changed since the world had this stamp; false if that is not known. Where the motions
    /// of the current step are all that has changed since, each of them is looked at.
    #[inline(always)]
    pub(crate) fn lies_still_since<L: Lanes>(&self, lanes: L, stamp: Stamp, bounds: &Bounds) -> bool {
        stamp == self.stamp() || lanes.call_outlined(LiesStill { instances: self, since: stamp, bounds })
    }

    /// Rows of a saved world, one for each index of an instance, free ones included.
    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = Row> + '_ {
        self.entries.iter().map(|entry| {
            let instance = entry.instance.as_ref();
            let placement = instance.map_or(Placement::IDENTITY, Instance::placement);
            Row {
                place: Placing::new(&placement, instance.map_or(0, |instance| instance.mesh.tree.triangles as u32)),
                generation: entry.generation.into(),
                next_free: entry.next_free,
                flags: instance.map_or(0, flags_of),
                layers: instance.map_or(0, |instance| instance.layers),
            }
        })
    }

    /// Targets of the instances for a saved world, sorted by instance index; none in a step, in which they have been reached.
    pub(super) fn targets(&self) -> impl Iterator<Item = Placing> + '_ {
        self.iter().filter(|_| !self.are_moving()).filter_map(|(id, _)| {
            let mover = self.movers.get(self.get(id.index)?.mover)?;
            Some(Placing::new(&mover.motion.end(), id.index))
        })
    }

    /// Checks that an instance at this placement stays within the coordinate limit.
    pub(super) fn check_place(&self, index: u32, placement: &Placement) -> Result<(), InputError> {
        checked(&self.present(index)?.mesh, placement).map(drop)
    }

    /// Checks that an instance at `from` may move to `to` in one step, within the limits of motions and coordinates.
    pub(super) fn check_target(&self, index: u32, from: &Placement, to: Placement) -> Result<(), InputError> {
        mover_of(index, &self.present(index)?.mesh, from, to).map(drop)
    }

    /// Restores every instance to its saved placement, layers, kind and target; removes all other targets.
    pub(super) fn restore(
        &mut self,
        rows: impl Iterator<Item = Row>,
        mut targets: impl Iterator<Item = Placing>,
    ) -> Result<(), InputError> {
        for (index, row) in (0..).zip(rows) {
            self.take_target(index);
            let placement = row.place.placement();
            let has_moved = row.flags & MOVED != 0;
            let Some(instance) = self.get(index) else { continue };
            let has_other_layers = instance.layers != row.layers;
            let other_kind = row.kind().filter(|&kind| kind != instance.kind);
            // Compares by bits: in a scale or a rotation, -0.0 is not 0.0.
            let own = Placing::new(&instance.placement(), row.place.of);
            if bytemuck::bytes_of(&own) != bytemuck::bytes_of(&row.place) {
                self.place(index, placement)?;
            }
            if has_other_layers {
                self.set_layers(index, row.layers);
            }
            if let Some(kind) = other_kind {
                self.set_kind(index, kind);
            }
            if let Some(instance) = &mut self.entries[index as usize].instance {
                instance.has_moved = has_moved;
            }
            self.have_moved |= has_moved;
        }
        self.find_only();
        targets.try_for_each(|target| self.set_target(target.of, target.placement()))
    }
}

task! {
    /// Whether nothing inside a box has changed since a stamp before the current one.
    struct LiesStill<'a> {
        instances: &'a Instances,
        since: Stamp,
        bounds: &'a Bounds,
    }
    fn run<L>(lanes) -> bool {
        if instances.movers.are_all_since(since, instances.stamp()) {
            !instances.movers.meet(lanes, bounds)
        } else {
            instances.changes.unchanged_since(since, bounds)
        }
    }
}

/// Flags of an instance in its saved row: present, moved, and kind.
fn flags_of(instance: &Instance) -> u32 {
    PRESENT | if instance.has_moved { MOVED } else { 0 } | instance.kind.code() << KIND_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::mesh::Mesh;
    use crate::simd::{Backend, Chosen};
    use crate::world::instance_id::InstanceId;
    use crate::world::world::World;
    use glam::{DVec3, Vec3, Vec3A};

    task! {
        /// Asks whether a box of 1 m about `x` on the x axis lies still since a version of the world.
        struct LiesStill<'a> {
            world: &'a World,
            since: Stamp,
            x: f32,
        }
        fn run<L>(lanes) -> bool {
            world.instances.lies_still_since(lanes, since, &Bounds::about(Vec3A::X * x, Vec3A::splat(0.5)))
        }
    }

    fn lies_still(world: &World, since: Stamp, x: f32) -> bool {
        let answers: Vec<bool> = Backend::available()
            .map(|backend| Chosen::new(backend).expect("it is available").run(LiesStill { world, since, x }))
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?} at {x}");
        answers[0]
    }

    /// A world with a triangle of a metre at the origin, and another far away.
    fn world() -> (World, InstanceId) {
        let mesh = Mesh::new(&[Vec3::ZERO, Vec3::X, Vec3::Z], &[[0, 1, 2]]).expect("it is a mesh");
        let (mut world, mesh) = (World::new(), mesh.cook());
        let id = world.add(&mesh, Placement::IDENTITY).expect("it has room");
        world.add(&mesh, at(900.0)).expect("it has room");
        (world, id)
    }

    fn at(x: f64) -> Placement {
        Placement::at(DVec3::X * x)
    }

    #[test]
    fn beside_the_way_of_a_mover_all_lies_still_in_its_step() {
        let (mut world, id) = world();
        let before = world.instances.stamp();
        world.move_to(id, at(0.5)).expect("it is there");
        let step = world.begin_step(0.1).expect("it is a duration");
        // The way ends at 1.5; all of these places share cells with it.
        for (x, lies) in [(-0.6, true), (-0.4, false), (0.0, false), (1.9, false), (2.1, true)] {
            assert_eq!(lies_still(step.world(), before, x), lies, "at {x}");
        }
    }

    #[test]
    fn what_has_changed_before_a_step_counts_in_the_step() {
        let (mut world, id) = world();
        let before = world.instances.stamp();
        world.place(id, at(0.25)).expect("it is there");
        world.move_to(id, at(0.5)).expect("it is there");
        let step = world.begin_step(0.1).expect("it is a duration");
        assert!(!lies_still(step.world(), before, 2.1), "what the first change was is not known any more");
    }

    #[test]
    fn a_step_counts_as_a_change_of_its_cells_when_it_is_over() {
        let (mut world, id) = world();
        let before = world.instances.stamp();
        world.move_to(id, at(0.5)).expect("it is there");
        drop(world.begin_step(0.1).expect("it is a duration"));
        assert!(!lies_still(&world, before, 2.1), "the motions are not known any more");
        let after = world.instances.stamp();
        assert!(lies_still(&world, after, 0.0), "nothing has moved since");
    }
}
