//! Instances that deform: vertices are put elsewhere, and the world notices where.
//!
//! In: an instance that owns its shape, vertices, and where they go. Out: its blocks and boxes as they are then, its box among
//! those of all instances, and what changed, by place. All is checked first; a refused call changes nothing.

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
    /// Adds an instance of a mesh that deforms. The instance owns its shape; in all else it is one like those of
    /// [`add`](Self::add), and may move as they do.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub fn add_deformable(&mut self, mesh: DeformableMesh, placement: Placement) -> Result<InstanceId, InputError> {
        self.instances.add_deformable(mesh, placement)
    }

    /// The vertices of an instance that deforms, mesh space, metres.
    ///
    /// # Errors
    /// [`DeformError`] if the id names no instance of this world, or one that shares its mesh.
    pub fn vertices(&self, id: InstanceId) -> Result<&[Vec3], DeformError> {
        let index = self.instances.index(id)?;
        self.instances.refit(index).map(|refit| refit.vertices())
    }

    /// Puts the vertices from `first` on elsewhere at once; mesh space, metres. The others stay where they are.
    ///
    /// Every answer is then, to the bit, what it would be had the mesh been cooked anew: ids are the same, a triangle without
    /// area is not there until it has one. (Copies of a triangle stay: a depenetration lists both.)
    ///
    /// Vertices jump: they carry and push nobody. A character that the mesh overlaps then is depenetrated by its next move, to the side
    /// that its centre is on: lift a floor by less than the character's upright radius at a time, or it comes out below.
    ///
    /// Time is in proportion to the triangles around vertices that change, and to the nodes above them, one for some hundred
    /// triangles; vertices that keep their place cost a comparison. Other parts of the mesh are not looked at, and characters at
    /// rest there stay at rest. Nothing is allocated, unless the memory is shared: with a [clone](Clone) of the world or of the
    /// mesh, or with what [`mesh`](Self::mesh) has given. It is copied then, once.
    ///
    /// Cook anew, and add that in its place, when triangles that were neighbours have parted: loose pieces by more than twice their
    /// own size (2.7 times the blocks are looked at after 3 lengths of an edge, 17 times after 10), a surface that was turned into
    /// itself by more than half a turn (1.3 times). Heights, waves and folds of a surface whose triangles share their corners lose
    /// next to nothing, 10 % after 10 edges in any direction. `docs/worlds.md` has more.
    ///
    /// # Errors
    /// [`DeformError`] if the id names no instance of this world, or one that shares its mesh; or it names the first vertex that
    /// does not exist, is not finite or is out of range; or says that the instance, as it was and as it would be, reaches beyond the
    /// largest coordinate. Nothing changes then.
    #[doc(alias = "deform")]
    #[doc(alias = "refit")]
    pub fn set_vertices(&mut self, id: InstanceId, first: usize, vertices: &[Vec3]) -> Result<(), DeformError> {
        let index = self.instances.index(id)?;
        let numbered = vertices.iter().enumerate().map(|(place, &to)| (first.saturating_add(place), to));
        self.instances.set_vertices(index, numbered)
    }

    /// The same for some vertices, in any order: `vertices[i]` goes to `places[i]`. Of several places for one the last counts. One
    /// call costs less than one for each row of a patch of terrain.
    ///
    /// # Errors
    /// As [`set_vertices`](Self::set_vertices), or that both slices differ in length.
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
        // All that follows lies in this.
        self.check_bounds(index, &all)?;
        let Self { entries, changes, .. } = self;
        let Some(Instance { mesh, refit: Some(refit), placed, .. }) = &mut entries[index as usize].instance else {
            return Err(DeformError::Shared { instance: index });
        };
        changes.begin();
        let tree = Arc::make_mut(&mut mesh.tree);
        Arc::make_mut(refit).set(tree, vertices, &mut |bounds| changes.note(&box_in_world(placed, bounds)));
        self.follow(index, &all);
        Ok(())
    }

    /// Whether an instance could have these bounds, mesh space, where it is and where it goes.
    fn check_bounds(&self, index: u32, bounds: &Bounds) -> Result<(), InputError> {
        let instance = self.present(index)?;
        let from = instance.placement();
        checked_box(bounds, &from)?;
        let target = self.movers.get(instance.mover).map(|mover| mover.motion.end());
        target.map_or(Ok(()), |to| mover_around(index, bounds, &from, to).map(drop))
    }

    /// Has the boxes of an instance and of its motion be those of its mesh, which lies within `all`.
    fn follow(&mut self, index: u32, all: &Bounds) {
        let Some(instance) = self.get(index) else { return };
        let (from, own, place) = (instance.placement(), instance.mesh.tree.bounds, instance.mover);
        // By rounding alone a smaller box could be refused where a larger one is not.
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

/// The box around all vertices that are to be set, and `own`.
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
