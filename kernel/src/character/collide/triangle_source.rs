//! The source of the triangles of a slide: the one mesh of a world that lies as it is, or instances in their places.
//!
//! In: instances, chosen once for a collision set. Out: gathers, sweeps, lines and names of surfaces, each in two forms. A world of one
//! mesh needs no maps, no list of instances, no candidate numbers of its own, and no filter: nothing in it lets a slide through.

use crate::bvh::tree::Tree;
use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::filtered_contacts::FirstKept;
use crate::character::collide::gather::{Gather, Reach, gather};
use crate::character::collide::gather_instances::{GatherInstances, surface_of};
use crate::character::collide::one_sided::{note_let_through, note_more_let_through};
use crate::character::collide::swept::IN_KEYS;
use crate::frame::position::Position;
use crate::mesh::material::Materials;
use crate::mesh::sides::Sides;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::ContactSpace;
use crate::query::crossed::{Crossed, FirstCrossed, Piece};
use crate::query::line_traversal::{CrossInstances, CrossMesh};
use crate::query::scratch::Scratch;
use crate::query::sweep::dense::{DenseSweep, ONLY};
use crate::query::sweep::instances::SweepInstances;
use crate::query::sweep::sweep_task::SweepTask;
use crate::simd::{Lanes, Task};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use glam::DVec3;

/// Source of the triangles that a slide tests.
#[derive(Clone, Copy)]
pub(super) enum TriangleSource<'a> {
    /// Mesh of the only instance of the world, which has no placement, and the id of that instance.
    Mesh(&'a Tree, InstanceId),
    /// Instances of the world at their placements.
    Instances(Solids<'a>),
}

/// The space and the motion of one sweep of a slide.
#[derive(Clone, Copy)]
pub(super) struct SweepWay<'a, S: ShapeSpace> {
    /// Ellipsoid space of the sweep, about the sweep's start.
    pub(super) space: &'a S,
    /// Motion of the sweep, world space, metres, from an offset of the slide's start.
    pub(super) way: Way,
    /// Motion of the unit sphere or capsule in the sweep, ellipsoid space.
    pub(super) motion: &'a S::Mover,
}

impl<'a> TriangleSource<'a> {
    /// Source of the triangles of these instances.
    #[inline(always)]
    pub(super) fn of(instances: Solids<'a>) -> Self {
        match instances.only() {
            Some(tree) => Self::Mesh(tree, instances.only_id()),
            None => Self::Instances(instances),
        }
    }

    /// Notes, at the start of a slide, the one-sided instances that let the character through from their back.
    #[inline(always)]
    pub(super) fn note_let_through<L: Lanes, S: ContactSpace>(
        self,
        lanes: L,
        space: &S,
        reach: Reach,
        scratch: &mut Scratch,
    ) {
        if let Self::Instances(instances) = self {
            note_let_through(lanes, instances, space, reach, scratch);
        }
    }

    /// Notes further one-sided instances that let the character through, in a larger region.
    #[inline(always)]
    pub(super) fn note_more_let_through<L: Lanes, S: ContactSpace>(
        self,
        lanes: L,
        space: &S,
        reach: Reach,
        scratch: &mut Scratch,
    ) {
        if let Self::Instances(instances) = self {
            note_more_let_through(lanes, instances, space, reach, scratch);
        }
    }

    /// Collects the triangles that a slide may touch in `scratch`; false if they are too many.
    #[inline(always)]
    pub(super) fn gather<L: Lanes, S: ShapeSpace>(
        self,
        lanes: L,
        space: &S,
        reach: Reach,
        block_cache: Option<&mut BlockCache>,
        scratch: &mut Scratch,
    ) -> bool {
        match self {
            Self::Mesh(tree, _) => {
                let sought = reach.sought(space, tree.largest);
                gather(lanes, tree, space.of_ellipsoid(), sought, block_cache, scratch)
            }
            Self::Instances(instances) => {
                lanes.call_outlined(GatherInstances::of(instances, space, reach, block_cache, scratch))
            }
        }
    }

    /// As [`gather`](Self::gather), but a call also in a world of one mesh: for rare gathers.
    #[inline(always)]
    pub(super) fn gather_outlined<L: Lanes, S: ShapeSpace>(
        self,
        lanes: L,
        space: &S,
        reach: Reach,
        block_cache: Option<&mut BlockCache>,
        scratch: &mut Scratch,
    ) -> bool {
        let Self::Mesh(tree, _) = self else { return self.gather(lanes, space, reach, block_cache, scratch) };
        let (sought, space) = (reach.sought(space, tree.largest), space.of_ellipsoid());
        lanes.call_outlined(Gather { tree, space, sought, block_cache, scratch })
    }

    /// Sweeps through the trees, because too many triangles are near for a gather; returns the nearest contact and its instance.
    #[inline(always)]
    pub(super) fn sweep_dense<L: Lanes, S: ShapeSpace>(
        self,
        lanes: L,
        SweepWay { space, way, motion }: SweepWay<S>,
        rule: Rule,
        scratch: &mut Scratch,
    ) -> (Nearest, u32) {
        let before = 1.0;
        match self {
            Self::Mesh(tree, _) => {
                let sweep = DenseSweep { tree, view: space, way, motion, rule, before, instance: ONLY, scratch };
                (lanes.call_outlined(sweep), IN_KEYS)
            }
            Self::Instances(instances) => {
                lanes.call_outlined(SweepInstances { instances, space, way, rule, before, scratch })
            }
        }
    }

    /// Sweeps through the trees from the centre of the sweep's space, because the motion is too long for a gather.
    #[inline(always)]
    pub(super) fn sweep_far<L: Lanes, S: ShapeSpace>(
        self,
        lanes: L,
        sweep: SweepWay<S>,
        rule: Rule,
        scratch: &mut Scratch,
    ) -> (Nearest, u32) {
        if let Self::Mesh(tree, _) = self {
            let (space, displacement) = (sweep.space, sweep.way.displacement);
            let long = SweepTask::<false, S> { tree, space, displacement, rule, before: 1.0, scratch };
            if let Some(nearest) = lanes.call_outlined(long) {
                return (nearest, IN_KEYS);
            }
        }
        self.sweep_dense(lanes, sweep, rule, scratch)
    }

    /// Instance id and triangle index of a contact; `number` is the number of the gathered triangle.
    #[inline(always)]
    pub(super) fn surface(self, instance: u32, number: u32, scratch: &Scratch) -> (InstanceId, u32) {
        match self {
            Self::Mesh(_, id) => (id, number),
            Self::Instances(instances) => surface_in(instances, instance, number, scratch),
        }
    }

    /// Materials of the mesh of an instance; `None` if the instance does not exist.
    #[inline(always)]
    pub(super) fn materials(self, instance: InstanceId) -> Option<&'a Materials> {
        match self {
            Self::Mesh(tree, _) => Some(&tree.materials),
            Self::Instances(instances) => materials_of(instances, instance),
        }
    }

    /// Finds the first triangle that a line segment crosses, without triangles that the slide ignores.
    #[inline(always)]
    pub(super) fn first_crossed<L: Lanes>(
        self,
        lanes: L,
        position: Position,
        piece: &Piece,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Option<Crossed> {
        match self {
            Self::Mesh(tree, _) => {
                let (step, stack, take) = (None, &mut scratch.stack, FirstCrossed::default());
                CrossMesh { tree, position, piece, step, sides, stack, take }.run(lanes).0
            }
            Self::Instances(instances)
                if instances.contact_filter().is_some() || scratch.let_through.has_instances() =>
            {
                lanes.call_outlined(FirstKept { instances, position, piece, sides, scratch })
            }
            Self::Instances(instances) => {
                let take = FirstCrossed::default();
                lanes.call_outlined(CrossInstances { instances, position, piece, sides, scratch, take }).0
            }
        }
    }

    /// Maps a normal from the mesh space of an instance to world space (any length); `None` if the instance does not exist.
    #[inline(always)]
    pub(super) fn world_normal(self, instance: u32, normal: DVec3) -> Option<DVec3> {
        match self {
            Self::Mesh(..) => Some(normal),
            Self::Instances(instances) => Some(instances.placed(instances.get(instance)?).world_normal(normal)),
        }
    }
}

/// Instance id and triangle index of a contact in a world of placed instances; see [`TriangleSource::surface`].
#[inline(never)]
fn surface_in(instances: Solids, instance: u32, number: u32, scratch: &Scratch) -> (InstanceId, u32) {
    let in_keys = || surface_of(&scratch.instance_keys, number);
    let (index, triangle) = if instance == IN_KEYS { in_keys() } else { (instance, number) };
    (instances.id(index), triangle)
}

/// Materials of the mesh of one of several instances; `None` if the instance does not exist.
#[inline(never)]
fn materials_of(instances: Solids<'_>, instance: InstanceId) -> Option<&Materials> {
    Some(&instances.get(instance.index() as u32)?.mesh.tree.materials)
}
