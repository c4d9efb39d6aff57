//! The nearest hit of a shape with a spine: a capsule in ellipsoid space.
//!
//! In: a shape, checked input. Out: the hit. One mesh as it lies is swept in the [regimes](super::regime) of ellipsoids; several
//! instances, and queries by a filter, [one by one](super::instances).

use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::position::Position;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::ContactSpace;
use crate::query::hit::Hit;
use crate::query::scratch::Scratch;
use crate::query::sweep::dense::{DenseSweep, ONLY};
use crate::query::sweep::instances::SweepInstances;
use crate::query::sweep::regime::is_near;
use crate::query::sweep::sweep_task::SweepTask;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::simd::task;
use crate::world::filter::{Filter, Skipped};
use crate::world::solids::Solids;
use crate::world::world::World;
use glam::Vec3;

impl World {
    /// Finds the nearest hit of a shape with a spine up to a fraction, for checked input, and writes it to `hit`, which must be `None`
    /// before.
    ///
    /// Seven arguments, as [`first_hit_before`](World::first_hit_before).
    #[inline(never)]
    pub(super) fn first_capsule_hit_before(
        &self,
        before: f32,
        (shape, position): (OrientedShape, Position),
        displacement: Vec3,
        filter: Filter,
        scratch: &mut Scratch,
        hit: &mut Option<Hit>,
    ) {
        let viewpoint = &Viewpoint::of_capsule(shape, position);
        let (space, instances) = (&viewpoint.space, viewpoint.of(self.asked_for(filter)));
        let way = Way { offset: Vec3::ZERO, displacement: viewpoint.displacement(displacement) };
        let rule = Rule { start: Start::of(filter.approach_only), sides: filter.sides };
        let skipped = self.skipped(filter.skip);
        let sweep = SweepCapsuleThrough { instances, space, way, rule, before, skipped, scratch };
        let (nearest, index) = self.lanes.run(sweep);
        let (Some(lane), Some(instance)) = (nearest.found, instances.get(index)) else { return };
        let Nearest { fraction, least_square, .. } = nearest;
        let center = space.space.displacement(way.displacement).as_dvec3() * f64::from(fraction);
        let contact = space.contact(center, &lane);
        let tree = &*instance.mesh.tree;
        let face = contact.world_face(space.space.radii, instances.corner_order(index, lane.triangle));
        // An overlap that is left, not approached, is no hit.
        let overlaps = least_square < 1.0 && fraction == 0.0;
        *hit = Some(viewpoint.world_hit(Hit {
            fraction,
            point: contact.world_point(&space.space),
            normal: contact.world_normal(&space.space),
            face_normal: face.normal,
            barycentric: face.barycentric,
            is_front: face.is_front,
            instance: instances.id(index),
            triangle: lane.triangle,
            overlap: if overlaps { contact.world_depth(&space.space).max(f32::MIN_POSITIVE) } else { 0.0 },
            material: tree.materials.of(lane.triangle),
        }));
    }
}

task! {
    /// A task that sweeps a shape with a spine through a world; returns the nearest contact and the index of its instance.
    struct SweepCapsuleThrough<'a> {
        instances: Solids<'a>,
        space: &'a CapsuleSpace,
        way: Way,
        rule: Rule,
        before: f32,
        skipped: Option<Skipped>,
        scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> (Nearest, u32) {
        let displacement = way.displacement;
        scratch.let_through.clear();
        match (instances.only(), skipped) {
            (Some(tree), None) => {
                let index = instances.only_id().index() as u32;
                let nearest = if is_near(displacement.into(), space.space.radii.into()) {
                    SweepTask::<true, CapsuleSpace> { tree, space, displacement, rule, before, scratch }.run(lanes)
                } else {
                    SweepTask::<false, CapsuleSpace> { tree, space, displacement, rule, before, scratch }.run(lanes)
                };
                let nearest = nearest.unwrap_or_else(|| {
                    let (view, motion) = (space, &space.mover(&way));
                    lanes.call_outlined(DenseSweep { tree, view, way, motion, rule, before, instance: ONLY, scratch })
                });
                return (nearest, index);
            }
            (_, Some(Skipped { instance, triangle: Some(triangle) })) => {
                scratch.let_through.add_triangle(instance, triangle);
            }
            (_, Some(Skipped { instance, triangle: None })) => scratch.let_through.add_instance(instance),
            (None, None) => {}
        }
        lanes.call_outlined(SweepInstances { instances, space, way, rule, before, scratch })
    }
}
