//! The instances of a world: meshes, each in its place, and which of them are near.
//!
//! In: cooked meshes and placements. Out: the instances whose boxes meet another, in the order in which they win ties; the mesh
//! and the maps of each.
//!
//! Most worlds are one mesh that lies where it is. It needs no maps and no list, and [`only`](Instances::only) is the way to it:
//! everything that asks a world asks for that first.

use crate::base::input_error::{Field, InputError};
use crate::base::tolerance::{BOX_ROUNDING, MAX_COORDINATE};
use crate::base::unique::unique_number;
use crate::bvh::boxes::Bounds;
use crate::bvh::cooked_mesh::CookedMesh;
use crate::bvh::tree::Tree;
use crate::frame::placement::{Placed, Placement};
use crate::simd::Lanes;
use crate::world::box_tree::BoxTree;
use crate::world::instance_id::InstanceId;
use glam::Vec3A;
use std::sync::atomic::{AtomicU16, Ordering};

/// A mesh in its place.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: CookedMesh,
    pub(crate) placement: Placement,
    pub(crate) placed: Placed,
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

const _: () = assert!(size_of::<Entry>() <= 256, "what an instance takes beside its mesh is promised");

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
    /// Other instances, or the same at other places, have another.
    stamp: u64,
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
            stamp: unique_number(),
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

    #[inline(always)]
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
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
        let (instance, bounds) = checked(mesh.clone(), placement)?;
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

    pub(super) fn place(&mut self, index: u32, placement: Placement) -> Result<(), InputError> {
        let entry = &mut self.entries[index as usize];
        let Some(old) = &entry.instance else { return Err(InputError::RemovedInstance { index }) };
        let (instance, bounds) = checked(old.mesh.clone(), placement)?;
        entry.instance = Some(instance);
        self.has_changed(index, &bounds);
        Ok(())
    }

    pub(super) fn remove(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        entry.instance = None;
        // An index whose generations are used up is given to no instance any more.
        if let Some(generation) = entry.generation.checked_add(1) {
            entry.generation = generation;
            entry.next_free = std::mem::replace(&mut self.first_free, index);
        }
        self.count -= 1;
        self.boxes.remove(index);
        self.find_only();
    }

    fn has_changed(&mut self, index: u32, bounds: &Bounds) {
        self.boxes.set(index, bounds);
        if let Some(instance) = self.get(index) {
            let scale = instance.placement.scale.abs().max_element();
            self.largest = self.largest.max(instance.mesh.tree.largest * scale * TURNED);
        }
        self.find_only();
    }

    /// Whether there is but one, which lies as it is; called after every change.
    fn find_only(&mut self) {
        self.stamp = unique_number();
        let first = if self.count == 1 { self.iter().next() } else { None };
        let lies_as_it_is = first.filter(|(_, instance)| instance.placement == Placement::IDENTITY);
        self.only = lies_as_it_is.map(|(id, instance)| (id, instance.mesh.clone()));
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

/// An instance, and the box around it.
fn checked(mesh: CookedMesh, placement: Placement) -> Result<(Instance, Bounds), InputError> {
    placement.check()?;
    let placed = Placed::new(&placement);
    let Bounds { low, high } = mesh.tree.bounds;
    let [middle, half] = placed.world_box(low.as_dvec3(), high.as_dvec3());
    if let Some(far) = (middle.abs() + half).to_array().into_iter().find(|far| *far > f64::from(MAX_COORDINATE)) {
        return Err(InputError::out_of_range(Field::Bounds, far as f32));
    }
    // Rounded outwards; that of a mesh without triangles meets nothing.
    let rounding = Vec3A::from((middle.abs() + half).as_vec3()) * BOX_ROUNDING;
    let (middle, half) = (Vec3A::from(middle.as_vec3()), Vec3A::from(half.as_vec3()) + rounding);
    let bounds = Bounds::about(middle, half);
    Ok((Instance { mesh, placement, placed }, bounds))
}
