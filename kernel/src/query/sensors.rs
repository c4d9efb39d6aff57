//! The sensors that a body is in.
//!
//! In: a shape at a place. Out: every sensor whose triangles it overlaps, or in which its centre is, in the order of
//! their indices.
//!
//! Whether a centre is in a sensor, two rays in opposite directions tell: of a closed mesh both meet the back of a
//! triangle first if it is, and the front, or nothing, if it is not. A sheet has no inside, as no two opposite rays
//! meet it.

use crate::bvh::tree::Tree;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::query::crossed::{FirstCrossed, Piece};
use crate::query::line_walk::CrossMesh;
use crate::query::overlap::EachOverlap;
use crate::query::ray::farthest_from;
use crate::query::scratch::Scratch;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::simd::{Lanes, Task};
use crate::world::instance_id::InstanceId;
use crate::world::instance_kind::InstanceKind;
use crate::world::solids::Solids;
use core::ops::ControlFlow;
use glam::{DVec3, Vec3};

/// Every sensor that a shape is in. `take` gets them in the order of their indices.
pub(crate) struct EachSensor<'a, F> {
    /// As they lie in the world.
    pub(crate) instances: Solids<'a>,
    pub(crate) shape: OrientedEllipsoid,
    pub(crate) position: Position,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) take: F,
}

impl<F: FnMut(InstanceId)> Task for EachSensor<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { instances, shape, position, scratch, mut take } = self;
        let viewpoint = &Viewpoint::new(shape, position);
        let (instances, space) = (viewpoint.of(instances.and_sensors()), &viewpoint.space);
        let Scratch { near_instances, box_walk, stack, .. } = scratch;
        instances.meeting(lanes, &space.near(Vec3::ZERO, 0.0, instances.largest()), near_instances);
        for &index in near_instances.iter() {
            let Some(instance) = instances.get(index).filter(|instance| instance.kind == InstanceKind::Sensor) else {
                continue;
            };
            let view = &PlacedSpace::new(space, &instances.placed(instance));
            let (tree, sides) = (&*instance.mesh.tree, Sides::Both);
            let mut is_in = false;
            let note = |_| {
                is_in = true;
                ControlFlow::Break(())
            };
            EachOverlap { tree, view, sides, walk: &mut *box_walk, take: note }.run(lanes);
            if !is_in {
                is_in = true;
                for direction in [DIRECTION, -DIRECTION] {
                    let piece = &piece(tree, view.position, direction);
                    let (position, take) = (view.position, FirstCrossed::default());
                    let crossed = CrossMesh { tree, position, piece, sides, stack: &mut *stack, take }.run(lanes);
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

/// Where rays go, mesh space, unit length: along no side of a box.
const DIRECTION: DVec3 = DVec3::new(0.36, 0.8, 0.48);

/// A line through all of a mesh from a place.
fn piece(tree: &Tree, position: Position, direction: DVec3) -> Piece {
    let farthest = farthest_from(position, (tree.bounds.low.into(), tree.bounds.high.into()));
    Piece { from: DVec3::ZERO, step: direction, parts: [0.0, farthest] }
}
