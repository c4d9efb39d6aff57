//! The sensors that contain a body.
//!
//! In: a shape at a position. Out: every sensor whose triangles the shape overlaps, or which contains its centre, in the order of
//! their indices.
//!
//! Two rays in opposite directions decide whether a sensor contains a centre: in a closed mesh both first meet the back of a
//! triangle if it does, and a front or nothing if it does not. A sheet has no inside, as no two opposite rays meet it.

use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::mover::ShapeSpace;
use crate::query::crossed::{FirstCrossed, Piece};
use crate::query::line_traversal::CrossMesh;
use crate::query::overlap::EachOverlapOfPlaced;
use crate::query::ray::farthest_from;
use crate::query::scratch::Scratch;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::simd::task;
use crate::world::instance_id::InstanceId;
use crate::world::instance_kind::InstanceKind;
use crate::world::solids::Solids;
use core::ops::ControlFlow;
use glam::{DVec3, Vec3};

task! {
    /// Task that finds every sensor that contains a shape; calls `take` with the sensors' ids, sorted by index.
    pub(crate) struct EachSensor<'a> {
        /// Instances of the world, seen in world axes without a turn to body space.
        pub(crate) instances: Solids<'a>,
        pub(crate) shape: OrientedShape,
        pub(crate) position: Position,
        pub(crate) scratch: &'a mut Scratch,
        pub(crate) take: &'a mut dyn FnMut(InstanceId),
    }
    fn run<L>(lanes) {
        if shape.has_spine() {
            let viewpoint = &Viewpoint::of_capsule(shape, position);
            return lanes.call_outlined(SensorsFrom { instances, viewpoint, scratch, take });
        }
        let viewpoint = &Viewpoint::new(shape.ellipsoid(), position);
        SensorsFrom { instances, viewpoint, scratch, take }.run(lanes);
    }
}

task! {
    /// Task that finds every sensor that contains the shape of a viewpoint.
    struct SensorsFrom<'a, S: ShapeSpace> {
        instances: Solids<'a>,
        viewpoint: &'a Viewpoint<S>,
        scratch: &'a mut Scratch,
        take: &'a mut dyn FnMut(InstanceId),
    }
    fn run<L>(lanes) {
        let (instances, space) = (viewpoint.of(instances.and_sensors()), &viewpoint.space);
        let Scratch { near_instances, box_traversal, stack, .. } = scratch;
        instances.meeting(lanes, &space.near(Vec3::ZERO, 0.0, instances.largest()), near_instances);
        for &index in near_instances.iter() {
            let Some(instance) = instances.get(index).filter(|instance| instance.kind == InstanceKind::Sensor) else {
                continue;
            };
            let placed = &space.placed(&instances.placed(instance));
            let (tree, sides) = (&*instance.mesh.tree, Sides::Both);
            let mut is_in = false;
            let note = &mut |_| {
                is_in = true;
                ControlFlow::Break(())
            };
            lanes.call_outlined(EachOverlapOfPlaced { tree, view: placed, space, sides, traversal: &mut *box_traversal, take: note });
            if !is_in {
                is_in = true;
                for direction in [DIRECTION, -DIRECTION] {
                    let piece = &piece(tree, placed.view.position, direction);
                    let (position, take) = (placed.view.position, FirstCrossed::default());
                    let (step, stack) = (None, &mut *stack);
                    let crossed = lanes.call_outlined(CrossMesh { tree, position, piece, step, sides, stack, take });
                    is_in &= crossed.0.is_some_and(|crossed| {
                        let [a, b, c] = crossed.corners;
                        (b - a).cross(c - a).dot(direction) > 0.0
                    });
                }
            }
            if is_in {
                take(instances.id(index));
            }
        }
    }
}

/// Direction of the rays that test whether a sensor contains a point, mesh space, unit length; parallel to no side of a box.
const DIRECTION: DVec3 = DVec3::new(0.36, 0.8, 0.48);

/// Line segment from a position through the whole mesh, along a direction; mesh space.
fn piece(tree: &Tree, position: Position, direction: DVec3) -> Piece {
    let farthest = farthest_from(position, &tree.bounds);
    Piece { from: DVec3::ZERO, step: direction, parts: [0.0, farthest] }
}
