//! The instances of a world: meshes, each in its place, and which of them are near.
//!
//! In: cooked meshes and placements. Out: the instances whose boxes meet another, in the order in which they win ties; the mesh
//! and the maps of each.
//!
//! Most worlds are one mesh that lies where it is. It needs no maps and no list, and [`only`](Instances::only) is the way to it:
//! everything that asks a world asks for that first.

use crate::base::input_error::{Field, InputError};
use crate::base::tolerance::{BOX_ROUNDING, MAX_COORDINATE};
use crate::bvh::boxes::Bounds;
use crate::bvh::cooked_mesh::CookedMesh;
use crate::bvh::tree::Tree;
use crate::frame::placement::{Placed, Placement};
use crate::frame::rigid_motion::RigidMotion;
use crate::simd::Lanes;
use crate::world::box_tree::BoxTree;
use crate::world::changes::{Changes, Stamp};
use crate::world::instance_id::InstanceId;
use crate::world::movers::{Mover, Movers};
use glam::{DVec3, Quat, Vec3, Vec3A};
use std::sync::atomic::{AtomicU16, Ordering};

/// A mesh in its place.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: CookedMesh,
    pub(crate) placed: Placed,
    rotation: [f32; 4],
    scale: Vec3,
    /// Where in the list of movers it is, or [`NONE`].
    mover: u32,
    /// Whether a step has moved it.
    pub(crate) has_moved: bool,
}

impl Instance {
    pub(super) fn placement(&self) -> Placement {
        let &Self { placed: Placed { translation, .. }, rotation, scale, .. } = self;
        Placement { translation, rotation: Quat::from_array(rotation), scale }
    }

    /// Whether it moves in this step or the coming one.
    #[inline(always)]
    pub(crate) fn moves(&self) -> bool {
        self.mover != NONE
    }

    /// Puts it elsewhere, as it is.
    fn put(&mut self, placement: &Placement) {
        self.placed = Placed::new(placement);
        (self.rotation, self.scale) = (placement.rotation.to_array(), placement.scale);
    }
}

/// What an index stands for.
#[derive(Clone, Debug)]
struct Entry {
    instance: Option<Instance>,
    /// That of the instance that has the index, or will have it next.
    generation: u16,
    /// Of a free index the one that is free after it.
    next_free: u32,
}

// With 36 bytes in the tree over boxes.
const _: () = assert!(size_of::<Entry>() <= 220, "256 bytes an instance, beside its mesh, are promised");

/// By how much the largest extent of a triangle along an axis grows at most when it is turned: the root of three, rounded up.
const TURNED: f32 = 1.75;

/// Ends the list of free indices.
const NONE: u32 = u32::MAX;

/// All instances of a world.
#[derive(Clone, Debug)]
pub(crate) struct Instances {
    tag: u16,
    entries: Vec<Entry>,
    first_free: u32,
    count: usize,
    boxes: BoxTree,
    /// The only instance there is, if its mesh lies as it is.
    only: Option<(InstanceId, CookedMesh)>,
    /// No less than the largest extent of a triangle, metres.
    largest: f32,
    movers: Movers,
    have_moved: bool,
    changes: Changes,
}

impl Instances {
    /// None.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        Self {
            tag: NEXT.fetch_add(1, Ordering::Relaxed),
            entries: Vec::new(),
            first_free: NONE,
            count: 0,
            boxes: BoxTree::default(),
            only: None,
            largest: 0.0,
            movers: Movers::default(),
            have_moved: false,
            changes: Changes::default(),
        }
    }

    /// The mesh of the only instance, where it lies in the world as it is.
    #[inline(always)]
    pub(crate) fn only(&self) -> Option<&Tree> {
        self.only.as_ref().map(|(_, mesh)| &*mesh.tree)
    }

    /// The name of the only instance.
    #[inline(always)]
    pub(crate) fn only_id(&self) -> InstanceId {
        self.only.as_ref().map_or(InstanceId::default(), |&(id, _)| id)
    }

    /// The moment of the last change.
    #[inline(always)]
    pub(crate) fn stamp(&self) -> Stamp {
        self.changes.stamp()
    }

    /// Whether nothing has changed since a moment that could be touched in a box.
    #[inline(always)]
    pub(crate) fn unchanged_since(&self, stamp: Stamp, bounds: &Bounds) -> bool {
        self.changes.unchanged_since(stamp, bounds)
    }

    /// No triangle is larger along an axis, metres.
    pub(crate) fn largest(&self) -> f32 {
        self.largest
    }

    /// The box around all; of no numbers that are finite where there is nothing.
    pub(crate) fn bounds(&self) -> Bounds {
        self.boxes.bounds()
    }

    /// All there are, in the order of their indices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        let indices = 0..self.entries.len() as u32;
        indices.zip(&self.entries).filter_map(|(index, entry)| Some((self.id(index), entry.instance.as_ref()?)))
    }

    /// The instance with an index that [`meeting`](Self::meeting) has listed.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&Instance> {
        self.entries.get(index as usize)?.instance.as_ref()
    }

    /// The name of an index that an instance has.
    #[inline]
    pub(crate) fn id(&self, index: u32) -> InstanceId {
        InstanceId { index, generation: self.entries[index as usize].generation, tag: self.tag }
    }

    /// The index of an instance that is in the world.
    pub(super) fn index(&self, id: InstanceId) -> Result<u32, InputError> {
        let InstanceId { index, generation, tag } = id;
        if tag != self.tag {
            return Err(InputError::ForeignInstance { index });
        }
        match self.entries.get(index as usize) {
            Some(entry) if entry.generation == generation && entry.instance.is_some() => Ok(index),
            _ => Err(InputError::RemovedInstance { index }),
        }
    }

    /// The instances whose boxes meet one, in the order of their indices.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        indices.clear();
        self.boxes.meeting(lanes, bounds, indices);
    }

    pub(super) fn add(&mut self, mesh: &CookedMesh, placement: Placement) -> Result<InstanceId, InputError> {
        let bounds = checked(mesh, &placement)?;
        let instance = Instance {
            mesh: mesh.clone(),
            placed: Placed::new(&placement),
            rotation: placement.rotation.to_array(),
            scale: placement.scale,
            mover: NONE,
            has_moved: false,
        };
        let index = self.first_free;
        let index = if let Some(entry) = self.entries.get_mut(index as usize) {
            self.first_free = entry.next_free;
            entry.instance = Some(instance);
            index
        } else {
            let index = self.entries.len() as u32;
            self.entries.push(Entry { instance: Some(instance), generation: 0, next_free: NONE });
            index
        };
        self.count += 1;
        self.has_changed(index, &bounds);
        Ok(self.id(index))
    }

    /// Puts an instance elsewhere at once; it has no target any more.
    pub(super) fn place(&mut self, index: u32, placement: Placement) -> Result<(), InputError> {
        let bounds = checked(&self.present(index)?.mesh, &placement)?;
        self.take_target(index);
        self.put(index, &placement, &bounds);
        Ok(())
    }

    fn put(&mut self, index: u32, placement: &Placement, bounds: &Bounds) {
        if let Some(instance) = &mut self.entries[index as usize].instance {
            instance.put(placement);
        }
        self.has_changed(index, bounds);
    }

    pub(super) fn remove(&mut self, index: u32) {
        self.take_target(index);
        let entry = &mut self.entries[index as usize];
        entry.instance = None;
        // An index whose generations are used up is given to no instance any more.
        if let Some(generation) = entry.generation.checked_add(1) {
            entry.generation = generation;
            entry.next_free = std::mem::replace(&mut self.first_free, index);
        }
        self.count -= 1;
        self.changes.begin();
        self.changes.note(&self.boxes.get(index));
        self.boxes.remove(index);
        self.find_only();
    }

    fn present(&self, index: u32) -> Result<&Instance, InputError> {
        self.get(index).ok_or(InputError::RemovedInstance { index })
    }

    fn has_changed(&mut self, index: u32, bounds: &Bounds) {
        self.changes.begin();
        self.changes.note(&self.boxes.get(index));
        self.changes.note(bounds);
        self.boxes.set(index, bounds);
        if let Some(instance) = self.get(index) {
            let scale = instance.scale.abs().max_element();
            self.largest = self.largest.max(instance.mesh.tree.largest * scale * TURNED);
        }
        self.find_only();
    }

    /// Whether there is but one, which lies as it is; called after every change.
    fn find_only(&mut self) {
        let had_only = self.only.is_some();
        let first = if self.count == 1 { self.iter().next() } else { None };
        let lies_as_it_is = first.filter(|(_, instance)| {
            instance.placement() == Placement::IDENTITY && !instance.has_moved && !instance.moves()
        });
        self.only = lies_as_it_is.map(|(id, instance)| (id, instance.mesh.clone()));
        // With a single mesh other things are remembered.
        if self.only.is_some() || had_only {
            self.changes.begin();
            self.changes.note_everywhere();
        }
    }
}

/// Instances that move in a step.
impl Instances {
    /// Has an instance go to a place in the coming step.
    pub(super) fn set_target(&mut self, index: u32, placement: Placement) -> Result<(), InputError> {
        let instance = self.present(index)?;
        let mesh = &instance.mesh;
        checked(mesh, &placement)?;
        let (from, place) = (instance.placement(), instance.mover);
        let motion = RigidMotion::new(from, placement)?;
        let Bounds { low, high } = mesh.tree.bounds;
        let (low, high) = (low.as_dvec3(), high.as_dvec3());
        let [(low_end, high_end), (low_start, high_start)] = [placement, from].map(|placement| {
            let [middle, half] = Placed::new(&placement).world_box(low, high);
            (middle - half, middle + half)
        });
        let (lowest, highest) = (low_end.min(low_start), high_end.max(high_start));
        let corner = low.abs().max(high.abs()) * from.scale.as_dvec3().abs();
        let bulge = motion.sagitta(corner.length(), 0.0);
        let bounds = rounded_outwards((lowest + highest) * 0.5, (highest - lowest) * 0.5 + bulge)?;
        let mover = Mover { instance: index, motion, bounds };
        if place == NONE {
            let place = self.movers.push(mover);
            self.set_mover(index, place);
            self.find_only();
        } else {
            self.movers.replace(place, mover);
        }
        Ok(())
    }

    /// Has an instance stay where it is in the coming step.
    pub(super) fn take_target(&mut self, index: u32) {
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

    /// The first instance that has a target, outside of a step.
    #[inline]
    pub(crate) fn check_no_target(&self) -> Result<(), InputError> {
        self.movers.first_waiting().map_or(Ok(()), |index| Err(InputError::HasTarget { index }))
    }

    /// Puts all that have targets there; how they get there is known until [`end_step`](Self::end_step).
    pub(super) fn begin_step(&mut self) {
        self.changes.begin();
        for place in 0.. {
            let Some(&Mover { instance: index, motion, bounds }) = self.movers.get(place) else { break };
            self.changes.note(&bounds);
            let end = motion.end();
            if let Some(instance) = &mut self.entries[index as usize].instance {
                instance.has_moved = true;
                if let Ok(bounds) = checked(&instance.mesh, &end) {
                    instance.put(&end);
                    self.boxes.set(index, &bounds);
                }
            }
        }
        self.movers.begin();
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

    /// Whether a step has moved anything so far.
    pub(crate) fn have_moved(&self) -> bool {
        self.have_moved
    }

    /// Whether anything moves in this step.
    #[inline(always)]
    pub(crate) fn are_moving(&self) -> bool {
        !self.movers.stepping().is_empty()
    }

    /// How an instance moves in this step.
    #[inline]
    pub(crate) fn mover(&self, index: u32) -> Option<&Mover> {
        let place = self.get(index).map_or(NONE, |instance| instance.mover);
        self.movers.stepping().get(place as usize)
    }

    /// The instances that come through a box in this step, in the order of their indices.
    #[inline(always)]
    pub(crate) fn moving_through<L: Lanes>(&self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        self.movers.meeting(lanes, bounds, indices);
    }
}

#[cfg(test)]
impl Instances {
    /// A single mesh, which lies as it is.
    pub(crate) fn of_tree(tree: Tree) -> Self {
        let mut instances = Self::new();
        instances.add(&CookedMesh { tree: tree.into() }, Placement::IDENTITY).expect("the mesh fits");
        instances
    }
}

/// The box around a mesh at a place.
fn checked(mesh: &CookedMesh, placement: &Placement) -> Result<Bounds, InputError> {
    placement.check()?;
    let Bounds { low, high } = mesh.tree.bounds;
    let [middle, half] = Placed::new(placement).world_box(low.as_dvec3(), high.as_dvec3());
    rounded_outwards(middle, half)
}

/// A box in `f32`. That of a mesh without triangles meets nothing.
fn rounded_outwards(middle: DVec3, half: DVec3) -> Result<Bounds, InputError> {
    if let Some(far) = (middle.abs() + half).to_array().into_iter().find(|far| *far > f64::from(MAX_COORDINATE)) {
        return Err(InputError::out_of_range(Field::Bounds, far as f32));
    }
    let rounding = Vec3A::from((middle.abs() + half).as_vec3()) * BOX_ROUNDING;
    Ok(Bounds::about(middle.as_vec3().into(), Vec3A::from(half.as_vec3()) + rounding))
}
