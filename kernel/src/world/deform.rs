//! Deformable instances: moves vertices, and records where the world changed.
//!
//! In: an instance that owns its vertices, vertex indices, and their new positions. Out: its blocks and boxes after the change, its
//! box in the tree over instances, and the changed places. Everything is checked first; a refused call changes nothing.

use crate::base::input_error::InputError;
use crate::base::tolerance::MAX_COORDINATE;
use crate::bvh::boxes::Bounds;
use crate::bvh::deformable_mesh::DeformableMesh;
use crate::bvh::refit::Refit;
use crate::frame::placement::Placement;
use crate::world::deform_error::DeformError;
use crate::world::instance::{Instance, box_in_world, checked_box, mover_around};
use crate::world::instance_id::InstanceId;
use crate::world::instances::Instances;
use crate::world::world::World;
use alloc::sync::Arc;
use glam::{Vec3, Vec3A};

impl World {
    /// Adds an instance of a deformable mesh. The instance owns its vertices; otherwise it is like an instance from
    /// [`add`](Self::add), and may move as well.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_deformable(&mut self, mesh: DeformableMesh, placement: Placement) -> Result<InstanceId, InputError> {
        self.instances.add_deformable(mesh, placement)
    }

    /// The vertices of a deformable instance, mesh space, metres.
    ///
    /// # Errors
    /// [`DeformError`] if the id names no instance of this world, or one that shares its mesh.
    pub fn vertices(&self, id: InstanceId) -> Result<&[Vec3], DeformError> {
        let index = self.instances.index(id)?;
        self.instances.refit(index).map(|refit| refit.vertices())
    }

    /// Moves the vertices from index `first` on at once; mesh space, metres. The others stay where they are.
    ///
    /// Every query then returns, to the bit, the result for a newly cooked mesh of these vertices: ids stay the same, and a
    /// triangle without area is missing until it has one. (Copies of a triangle stay: a depenetration lists both.)
    ///
    /// Vertices jump: they carry and push no character. The next move of a character that the mesh then overlaps depenetrates it,
    /// to the side of its centre: lift a floor by less than half of the character's height at a time, or the character comes out
    /// below.
    ///
    /// Takes time in proportion to the triangles around changed vertices, and to the nodes above them, one for some hundred
    /// triangles; vertices that keep their position cost a comparison. Other parts of the mesh are not visited, and characters at
    /// rest there stay at rest. Nothing is allocated, unless the memory is shared with a [clone](Clone) of the world or of the
    /// mesh, or with a result of [`mesh`](Self::mesh); then the call copies it, once.
    ///
    /// Cook again, and add the new mesh instead, when neighbouring triangles have parted: loose pieces by more than twice their own
    /// size (2.7 times the blocks are visited after 3 lengths of an edge, 17 times after 10), a surface turned into itself by more
    /// than half a turn (1.3 times). Heights, waves and folds of a surface whose triangles share their corners lose next to
    /// nothing, 10 % after 10 edges in any direction. `docs/worlds.md` has more.
    ///
    /// # Errors
    /// [`DeformError`] if the id names no instance of this world, or one that shares its mesh; if a vertex does not exist, is not
    /// finite or is out of range (it names the first one); or if the instance, before or after, would extend beyond the largest
    /// coordinate. Nothing changes then.
    #[doc(alias = "deform")]
    #[doc(alias = "refit")]
    pub fn set_vertices(&mut self, id: InstanceId, first: usize, vertices: &[Vec3]) -> Result<(), DeformError> {
        let index = self.instances.index(id)?;
        let numbered = vertices.iter().enumerate().map(|(place, &to)| (first.saturating_add(place), to));
        self.instances.set_vertices(index, numbered)
    }

    /// As [`set_vertices`](Self::set_vertices) for some vertices, in any order: vertex `vertices[i]` moves to `places[i]`; the last
    /// place for a vertex counts. One call costs less than one for each row of a patch of terrain.
    ///
    /// # Errors
    /// As [`set_vertices`](Self::set_vertices), or that the slices differ in length.
    pub fn set_vertices_at(&mut self, id: InstanceId, vertices: &[u32], places: &[Vec3]) -> Result<(), DeformError> {
        let index = self.instances.index(id)?;
        if vertices.len() != places.len() {
            return Err(DeformError::VertexCount { given: places.len(), vertices: vertices.len() });
        }
        let numbered = vertices.iter().zip(places).map(|(&vertex, &to)| (vertex as usize, to));
        self.instances.set_vertices(index, numbered)
    }
}

impl Instances {
    fn add_deformable(&mut self, mesh: DeformableMesh, placement: Placement) -> Result<InstanceId, InputError> {
        let DeformableMesh { mesh, refit } = mesh;
        let mut instance = Instance::new(mesh, &placement);
        instance.refit = Some(refit);
        self.add_instance(instance, &placement)
    }

    fn refit(&self, index: u32) -> Result<&Arc<Refit>, DeformError> {
        self.present(index)?.refit.as_ref().ok_or(DeformError::Shared { instance: index })
    }

    fn set_vertices(
        &mut self,
        index: u32,
        vertices: impl Iterator<Item = (usize, Vec3)> + Clone,
    ) -> Result<(), DeformError> {
        let refit = self.refit(index)?;
        let own = &self.present(index)?.mesh.tree.bounds;
        let all = checked_vertices(refit, own, vertices.clone())?;
        if !refit.differs(vertices.clone()) {
            return Ok(());
        }
        // All new boxes lie within this one.
        self.check_bounds(index, &all)?;
        let Self { entries, changes, .. } = self;
        let Some(Instance { mesh, refit: Some(refit), placed, .. }) = &mut entries[index as usize].instance else {
            return Err(DeformError::Shared { instance: index });
        };
        changes.begin();
        let tree = Arc::make_mut(&mut mesh.tree);
        Arc::make_mut(refit).set(tree, vertices, &mut |bounds| changes.note(index, &box_in_world(placed, bounds)));
        self.follow(index, &all);
        Ok(())
    }

    /// Checks that an instance whose mesh has these bounds, mesh space, stays within the coordinate limit where it is and at its target.
    fn check_bounds(&self, index: u32, bounds: &Bounds) -> Result<(), InputError> {
        let instance = self.present(index)?;
        let from = instance.placement();
        checked_box(bounds, &from)?;
        let target = self.movers.get(instance.mover).map(|mover| mover.motion.end());
        target.map_or(Ok(()), |to| mover_around(index, bounds, &from, to).map(drop))
    }

    /// Updates an instance's box and that of its motion to its target after its vertices changed; `all`: old and new vertices.
    fn follow(&mut self, index: u32, all: &Bounds) {
        let Some(instance) = self.get(index) else { return };
        let (from, own, place) = (instance.placement(), instance.mesh.tree.bounds, instance.mover);
        // Rounding alone could refuse a smaller box where the larger one is accepted.
        let bounds = checked_box(&own, &from).or_else(|_| checked_box(all, &from));
        if let Ok(bounds) = bounds {
            self.set_box(index, &bounds);
        }
        let target = self.movers.get(place).map(|mover| mover.motion.end());
        let mover =
            target.map(|to| mover_around(index, &own, &from, to).or_else(|_| mover_around(index, all, &from, to)));
        if let Some(Ok(mover)) = mover {
            self.movers.replace(place, mover);
        }
    }
}

/// Box around `own`, the mesh's old bounds, and all new vertices, mesh space; an error if a vertex is invalid.
fn checked_vertices(
    refit: &Refit,
    own: &Bounds,
    vertices: impl Iterator<Item = (usize, Vec3)>,
) -> Result<Bounds, DeformError> {
    let count = refit.vertices().len();
    let is_nothing = !own.low.is_finite();
    let nothing = Bounds { low: Vec3A::INFINITY, high: Vec3A::NEG_INFINITY };
    let mut all = if is_nothing { nothing } else { *own };
    for (vertex, value) in vertices {
        if vertex >= count {
            return Err(DeformError::VertexOutOfRange { vertex, count });
        }
        if !value.is_finite() {
            return Err(DeformError::NotFinite { vertex, value });
        }
        if value.abs().max_element() > MAX_COORDINATE {
            return Err(DeformError::TooFar { vertex, value });
        }
        all = Bounds { low: all.low.min(value.into()), high: all.high.max(value.into()) };
    }
    Ok(all)
}
