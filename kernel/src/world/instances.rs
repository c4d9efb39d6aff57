//! The instances of a world: meshes with their placements, and a search for those near a box.
//!
//! In: cooked meshes and placements. Out: the instances whose boxes meet another, in the order in which they win ties; the mesh and
//! the maps of each.
//!
//! Most worlds are one mesh without a placement. It needs no maps and no list: every query first asks [`only`](Instances::only) for
//! it.

use crate::base::input_error::InputError;
use crate::bvh::boxes::Bounds;
use crate::bvh::cooked_mesh::CookedMesh;
use crate::bvh::tree::Tree;
use crate::frame::placement::Placement;
use crate::simd::Lanes;
use crate::world::box_tree::BoxTree;
use crate::world::changes::{Changes, Stamp};
use crate::world::instance::{Instance, NONE, checked};
use crate::world::instance_id::InstanceId;
use crate::world::instance_kind::InstanceKind;
use crate::world::movers::Movers;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};

/// Entry for one index in the list of instances: the instance, or `None` if the index is free.
#[derive(Clone, Debug)]
pub(super) struct InstanceEntry {
    pub(super) instance: Option<Instance>,
    /// Generation (number of earlier instances) of the current instance; for a free index, of the next one.
    pub(super) generation: u16,
    /// Next index in the linked list of free indices, if this index is free.
    pub(super) next_free: u32,
}

// Together with 36 bytes in the tree over boxes, and 4 among the changes.
const _: () = assert!(size_of::<InstanceEntry>() <= 216, "256 bytes an instance, beside its mesh, are promised");

/// Factor by which rotation may increase a triangle's largest extent along an axis, at most: √3, rounded up.
const TURNED: f32 = 1.75;

/// All instances of a world, and their boxes.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four facts about the past of the world, each of which only ever becomes true"
)]
pub(crate) struct Instances {
    tag: u16,
    pub(super) entries: Vec<InstanceEntry>,
    pub(super) first_free: u32,
    count: usize,
    pub(super) boxes: BoxTree,
    /// Id and mesh of the world's only instance, if it is solid, has no placement and does not move or deform; `None` otherwise.
    only: Option<(InstanceId, CookedMesh)>,
    /// Layers of the instance in `only`, a bit each; 0 if that is `None`.
    only_layers: u32,
    /// Upper bound of the extent of any triangle of any instance along any axis, world space, metres.
    largest: f32,
    pub(super) movers: Movers,
    pub(super) have_moved: bool,
    /// Whether the world has, or ever had, an instance with a material whose surface moves.
    has_moving_surfaces: bool,
    /// Whether the world has, or ever had, an instance that is not solid.
    have_kinds: bool,
    /// Whether the world has, or ever had, an instance in no layer.
    have_layerless: bool,
    pub(super) changes: Changes,
}

impl Instances {
    /// Makes an empty list of instances.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // From 1 to `TAG_OF_STATES - 1`.
        let tags = u32::from(InstanceId::TAG_OF_STATES) - 1;
        Self {
            tag: 1 + (NEXT.fetch_add(1, Ordering::Relaxed) % tags) as u16,
            entries: Vec::new(),
            first_free: NONE,
            count: 0,
            boxes: BoxTree::default(),
            only: None,
            only_layers: 0,
            largest: 0.0,
            movers: Movers::default(),
            have_moved: false,
            has_moving_surfaces: false,
            have_kinds: false,
            have_layerless: false,
            changes: Changes::default(),
        }
    }

    /// Mesh of the world's only instance, if that instance has no placement: queries then need no list of instances.
    #[inline(always)]
    pub(crate) fn only(&self) -> Option<&Tree> {
        self.only.as_ref().map(|(_, mesh)| &*mesh.tree)
    }

    /// Mesh of the world's only instance, if that instance has no placement and is in one of these layers.
    #[inline(always)]
    pub(crate) fn only_in(&self, layers: u32) -> Option<&Tree> {
        if self.only_layers & layers == 0 { None } else { self.only() }
    }

    /// Id of the world's only instance, if there is one that has no placement.
    #[inline(always)]
    pub(crate) fn only_id(&self) -> InstanceId {
        self.only.as_ref().map_or(InstanceId::default(), |&(id, _)| id)
    }

    /// Version number of the world after its last change.
    #[inline(always)]
    pub(crate) fn stamp(&self) -> Stamp {
        self.changes.stamp()
    }

    /// Whether changes since the world had this stamp are known by instance: see [`instance_is_unchanged`](Self::instance_is_unchanged).
    #[inline(always)]
    pub(crate) fn knows_changes_since(&self, stamp: Stamp) -> bool {
        self.changes.knows_since(stamp)
    }

    /// Whether the instance with this index has not changed since the world had this stamp, from which on changes are known.
    #[inline(always)]
    pub(crate) fn instance_is_unchanged(&self, index: u32, stamp: Stamp) -> bool {
        self.changes.instance_is_unchanged(index, stamp)
    }

    /// Upper bound of the extent of any triangle of any instance along any axis, world space, metres.
    pub(crate) fn largest(&self) -> f32 {
        self.largest
    }

    /// Box around all instances of the world, world space; not finite if there are none.
    pub(crate) fn bounds(&self) -> Bounds {
        self.boxes.bounds()
    }

    /// Whether any instance ever added to the world has a material whose surface moves.
    #[inline(always)]
    pub(crate) fn has_moving_surfaces(&self) -> bool {
        self.has_moving_surfaces
    }

    /// Whether all instances ever added to the world are solid.
    #[inline(always)]
    pub(crate) fn are_solid(&self) -> bool {
        !self.have_kinds
    }

    /// Whether all instances ever added are solid and in some layer, so that a query of all layers considers each.
    #[inline(always)]
    pub(crate) fn are_met(&self) -> bool {
        !self.have_kinds && !self.have_layerless
    }

    /// Number of instances in the world.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Iterates over all instances of the world, sorted by index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        let indices = 0..self.entries.len() as u32;
        indices.zip(&self.entries).filter_map(|(index, entry)| Some((self.id(index), entry.instance.as_ref()?)))
    }

    /// Instance with an index from [`meeting`](Self::meeting); `None` if the index is free.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<&Instance> {
        self.entries.get(index as usize)?.instance.as_ref()
    }

    /// Id of the instance that has this index.
    #[inline]
    pub(crate) fn id(&self, index: u32) -> InstanceId {
        InstanceId { index, generation: self.entries[index as usize].generation, tag: self.tag }
    }

    /// Index of the instance with this id; an error if the world has no such instance.
    pub(super) fn index(&self, id: InstanceId) -> Result<u32, InputError> {
        let InstanceId { index, generation, tag } = id;
        if tag != self.tag && tag != InstanceId::TAG_OF_STATES {
            return Err(InputError::ForeignInstance { index });
        }
        match self.entries.get(index as usize) {
            Some(entry) if entry.generation == generation && entry.instance.is_some() => Ok(index),
            _ => Err(InputError::RemovedInstance { index }),
        }
    }

    /// Lists the indices of the instances whose boxes meet `bounds`, world space, in ascending order.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, bounds: &Bounds, indices: &mut Vec<u32>) {
        indices.clear();
        self.boxes.meeting(lanes, bounds, indices);
    }

    pub(super) fn add(&mut self, mesh: &CookedMesh, placement: Placement) -> Result<InstanceId, InputError> {
        self.add_instance(Instance::new(mesh.clone(), &placement), &placement)
    }

    pub(super) fn add_instance(&mut self, instance: Instance, at: &Placement) -> Result<InstanceId, InputError> {
        let bounds = checked(&instance.mesh, at)?;
        let index = self.first_free;
        let index = if let Some(entry) = self.entries.get_mut(index as usize) {
            self.first_free = entry.next_free;
            entry.instance = Some(instance);
            index
        } else {
            let index = self.entries.len() as u32;
            self.entries.push(InstanceEntry { instance: Some(instance), generation: 0, next_free: NONE });
            index
        };
        self.count += 1;
        self.has_changed(index, &bounds);
        Ok(self.id(index))
    }

    /// Moves an instance to a placement immediately, without carrying characters, and removes its target.
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
        // An index whose generations are used up is never given out again.
        if let Some(generation) = entry.generation.checked_add(1) {
            entry.generation = generation;
            entry.next_free = core::mem::replace(&mut self.first_free, index);
        }
        self.count -= 1;
        self.changes.begin();
        self.changes.note(index, &self.boxes.get(index));
        self.boxes.remove(index);
        self.find_only();
    }

    pub(super) fn set_user_data(&mut self, index: u32, user_data: u64) {
        if let Some(instance) = &mut self.entries[index as usize].instance {
            instance.user_data = user_data;
        }
    }

    /// Sets the kind of an instance: which characters it stops.
    pub(super) fn set_kind(&mut self, index: u32, kind: InstanceKind) {
        if let Some(instance) = &mut self.entries[index as usize].instance {
            instance.kind = kind;
            self.have_kinds |= kind != InstanceKind::Solid;
            self.changes.begin();
            self.changes.note(index, &self.boxes.get(index));
            self.find_only();
        }
    }

    /// Sets the layers that contain an instance, a bit each.
    pub(super) fn set_layers(&mut self, index: u32, layers: u32) {
        if let Some(instance) = &mut self.entries[index as usize].instance {
            instance.layers = layers;
            self.have_layerless |= layers == 0;
            self.changes.begin();
            self.changes.note(index, &self.boxes.get(index));
            self.find_only();
        }
    }

    pub(super) fn present(&self, index: u32) -> Result<&Instance, InputError> {
        self.get(index).ok_or(InputError::RemovedInstance { index })
    }

    fn has_changed(&mut self, index: u32, bounds: &Bounds) {
        self.changes.begin();
        self.changes.note(index, &self.boxes.get(index));
        self.changes.note(index, bounds);
        self.set_box(index, bounds);
        self.find_only();
    }

    /// Sets the bounding box of an instance, world space, and raises `largest` to its largest triangle.
    pub(super) fn set_box(&mut self, index: u32, bounds: &Bounds) {
        let old = self.boxes.get(index);
        if (old.low, old.high) != (bounds.low, bounds.high) {
            self.boxes.set(index, bounds);
        }
        if let Some(instance) = self.get(index) {
            let scale = instance.scale.abs().max_element();
            let (largest, are_moving) = (instance.mesh.tree.largest, instance.mesh.tree.materials.are_moving);
            self.largest = self.largest.max(largest * scale * TURNED);
            self.has_moving_surfaces |= are_moving;
        }
    }

    /// Updates `only`: the world's single instance, if it is a plain mesh at the origin. Called after every relevant change.
    pub(super) fn find_only(&mut self) {
        let had_only = self.only.is_some();
        let first = if self.count == 1 { self.iter().next() } else { None };
        let as_a_mesh = first.filter(|(_, instance)| {
            let stays = !instance.has_moved && !instance.moves() && !instance.deforms();
            let is_plain = instance.kind == InstanceKind::Solid && instance.placement() == Placement::IDENTITY;
            stays && is_plain
        });
        let only = as_a_mesh.map(|(id, instance)| ((id, instance.mesh.clone()), instance.layers));
        let (only, layers) = only.unzip();
        (self.only, self.only_layers) = (only, layers.unwrap_or(0));
        // A world of a single mesh caches other data.
        if self.only.is_some() || had_only {
            self.changes.begin();
            self.changes.note_everywhere();
        }
    }
}

#[cfg(test)]
impl Instances {
    /// Makes the instance list of a test world with a single mesh without a placement.
    pub(crate) fn of_tree(tree: Tree) -> Self {
        let mut instances = Self::new();
        instances.add(&CookedMesh { tree: tree.into() }, Placement::IDENTITY).expect("the mesh fits");
        instances
    }
}
