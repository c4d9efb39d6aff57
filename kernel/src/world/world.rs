//! A world: instances of meshes, and the backend that runs its queries.

use crate::base::input_error::InputError;
use crate::bvh::boxes::Bounds;
use crate::bvh::cooked_mesh::{CookedMesh, MeshReport};
use crate::frame::placement::Placement;
#[cfg(feature = "std")]
use crate::mesh::mesh::Mesh;
use crate::simd::{Backend, BackendError, Chosen};
use crate::world::filter::{Filter, Skip, Skipped};
use crate::world::instance::Instance;
use crate::world::instance_id::InstanceId;
use crate::world::instance_kind::InstanceKind;
use crate::world::instances::Instances;
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::Vec3;

/// Triangles that characters move through: one mesh, or any number of instances, which can be added, removed and
/// [moved](World::begin_step). Any number of threads may query it at a time.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Sides, Ellipsoid, Mesh, World};
///
/// let corner = |x, z| Vec3::new(x, 0.0, z);
/// let floor = [corner(-5.0, -5.0), corner(-5.0, 5.0), corner(5.0, 5.0), corner(5.0, -5.0)];
/// let mesh = Mesh::new(&floor, &[[0, 1, 2], [0, 2, 3]])?;
/// let world = World::from_mesh(mesh);
/// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
///
/// let fall = Vec3::new(0.0, -4.0, 0.0);
/// let hit = world.sweep(&person, Vec3::new(1.0, 2.9, 1.0), fall, Sides::Both)?.expect("there is a floor");
/// assert!((hit.fraction - 0.5).abs() < 1e-6);
/// assert_eq!(hit.normal, Vec3::Y);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) instances: Instances,
    pub(crate) lanes: Chosen,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// Makes a world without instances.
    #[must_use]
    pub fn new() -> Self {
        Self { instances: Instances::new(), lanes: Chosen::best() }
    }

    /// Makes the world of one mesh. Mesh space is world space.
    ///
    /// Takes time in proportion to the number of triangles, on the calling thread: see [`Mesh::cook`].
    #[cfg(feature = "std")]
    #[must_use]
    pub fn from_mesh(mesh: Mesh) -> Self {
        let mut world = Self::new();
        let added = world.instances.add(&mesh.cook(), Placement::IDENTITY);
        debug_assert!(added.is_ok(), "the coordinates of a mesh are those of a world: {added:?}");
        world
    }

    /// Adds an instance of a mesh.
    ///
    /// The mesh is not copied, and may have any number of instances. Of surfaces touched at the same fraction the one of the
    /// instance with the lower index wins. Takes some hundred nanoseconds.
    ///
    /// ```
    /// use glam::{DVec3, Quat, Vec3};
    /// use sweep8::{Ellipsoid, Mesh, Placement, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let floor = Mesh::new(&floor, &[[0, 1, 2]])?.cook();
    /// let mut world = World::new();
    /// let below = world.add(&floor, Placement::IDENTITY)?;
    /// let wall = Placement { rotation: Quat::from_rotation_z(1.570_796_4), ..Placement::at(DVec3::X * 4.0) };
    /// let wall = world.add(&floor, wall)?;
    ///
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let aside = world.sweep(&ball, Vec3::Y, Vec3::X * 9.0, Sides::Both)?.expect("the wall");
    /// assert_eq!(aside.instance, wall);
    /// assert!((aside.normal - Vec3::NEG_X).length() < 1e-6);
    /// let down = world.sweep(&ball, Vec3::Y, Vec3::Y * -9.0, Sides::Both)?.expect("the floor");
    /// assert_eq!(down.instance, below);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the part of the placement that is out of its range, or says that the instance would extend beyond the
    /// largest coordinate.
    pub fn add(&mut self, mesh: &CookedMesh, placement: Placement) -> Result<InstanceId, InputError> {
        self.instances.add(mesh, placement)
    }

    /// Removes an instance. Its id names no instance any more, for ever; characters that stood on it are in the air.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn remove(&mut self, id: InstanceId) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.remove(index);
        Ok(())
    }

    /// Teleports an instance: it carries and pushes no character. The next move of a character that it then overlaps depenetrates
    /// it.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world, or as [`add`](Self::add); the instance stays where it is.
    #[doc(alias = "teleport")]
    pub fn place(&mut self, id: InstanceId, placement: Placement) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.place(index, placement)
    }

    /// The placement of an instance.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn placement(&self, id: InstanceId) -> Result<Placement, InputError> {
        self.instance(id).map(Instance::placement)
    }

    /// The mesh of an instance. For a deformable instance it is the present mesh; while you keep it, the next change copies the
    /// mesh.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn mesh(&self, id: InstanceId) -> Result<CookedMesh, InputError> {
        self.instance(id).map(|instance| instance.mesh.clone())
    }

    /// The layers that an instance is in, a bit each. A new instance is in layer 0.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn layers(&self, id: InstanceId) -> Result<u32, InputError> {
        self.instance(id).map(|instance| instance.layers)
    }

    /// Sets the layers of an instance, a bit each. Queries consider the layers of their [`Filter`](crate::Filter), characters those
    /// of their [`CharacterSettings`](crate::CharacterSettings). An instance in no layer is ignored: an open door. A region may
    /// have a layer that only its own queries use.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn set_layers(&mut self, id: InstanceId, layers: u32) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.set_layers(index, layers);
        Ok(())
    }

    /// Kind of an instance: which characters it stops.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn kind(&self, id: InstanceId) -> Result<InstanceKind, InputError> {
        self.instance(id).map(|instance| instance.kind)
    }

    /// Makes an instance solid, one-sided or a sensor. See [`InstanceKind`] for an example.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn set_kind(&mut self, id: InstanceId, kind: InstanceKind) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.set_kind(index, kind);
        Ok(())
    }

    /// The number [set](Self::set_user_data) for an instance; 0 if none was set.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn user_data(&self, id: InstanceId) -> Result<u64, InputError> {
        self.instance(id).map(|instance| instance.user_data)
    }

    /// Stores a number of yours with an instance: the index of an entity, say. The library does not use it.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn set_user_data(&mut self, id: InstanceId, user_data: u64) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.set_user_data(index, user_data);
        Ok(())
    }

    /// Iterates over the ids of all instances, sorted by index.
    pub fn instances(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.instances.iter().map(|(id, _)| id)
    }

    /// Number of instances in the world; 1 for the world of one mesh.
    #[inline]
    #[must_use]
    pub fn instance_count(&self) -> usize {
        self.instances.count()
    }

    /// View of the instances that are in at least one of these layers, without sensors.
    #[inline(always)]
    pub(crate) fn solids(&self, layers: u32) -> Solids<'_> {
        Solids::new(&self.instances, layers)
    }

    /// View of the instances that a query with this filter considers.
    #[inline(always)]
    pub(crate) fn asked_for(&self, filter: Filter) -> Solids<'_> {
        let solids = self.solids(filter.layers);
        if filter.sensors { solids.and_sensors() } else { solids }
    }

    /// The instance or triangle that a query skips, by index; `None` if it skips nothing, or the instance is not in the world.
    pub(crate) fn skipped(&self, skip: Skip) -> Option<Skipped> {
        let (id, triangle) = match skip {
            Skip::Nothing => return None,
            Skip::Triangle(id, triangle) => (id, Some(triangle)),
            Skip::Instance(id) => (id, None),
        };
        self.instances.index(id).ok().map(|instance| Skipped { instance, triangle })
    }

    fn instance(&self, id: InstanceId) -> Result<&Instance, InputError> {
        let index = self.instances.index(id)?;
        self.instances.get(index).ok_or(InputError::RemovedInstance { index })
    }

    /// Returns the world with another backend than the [best](Backend::best): to compare their speed.
    ///
    /// # Errors
    /// [`BackendError`] if this processor does not support it.
    pub fn with_backend(self, backend: Backend) -> Result<Self, BackendError> {
        Ok(Self { lanes: Chosen::new(backend)?, ..self })
    }

    /// Backend (set of SIMD instructions) of queries, slides and crowds in this world.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.lanes.backend()
    }

    /// Sum of the reports of all instances' meshes; each mesh counts once, whatever the number of its instances.
    #[must_use]
    pub fn report(&self) -> MeshReport {
        let mut trees: Vec<_> = self.instances.iter().map(|(_, instance)| (instance.mesh.tree.id, instance)).collect();
        // Of instances that share a tree a deformable one comes first: it also has vertices of its own.
        trees.sort_unstable_by_key(|&(id, instance)| (id, !instance.deforms()));
        trees.dedup_by_key(|&mut (id, _)| id);
        trees.iter().fold(MeshReport::default(), |all, (_, instance)| all + instance.report())
    }

    /// Low and high corner of the box around all triangles of the world, world space, metres; `None` without triangles.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        if let Some(tree) = self.instances.only() {
            let Bounds { low, high } = tree.bounds;
            return low.is_finite().then_some((low.into(), high.into()));
        }
        let Bounds { low, high } = self.instances.bounds();
        low.is_finite().then_some((low.into(), high.into()))
    }
}
