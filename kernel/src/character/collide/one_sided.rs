//! One-sided instances: which of those near a character let it through.
//!
//! In: instances, the hull at the start of a slide or of a part of a step. Out: the instances that let it through until its end.
//! 1. The triangle nearest to the hull is found, in ellipsoid space.
//! 2. If the hull overlaps it, the instance lets it through.
//! 3. Otherwise the hull is on the front, and is stopped, if the direction from the nearest point to its centre is within 45° of
//!    the face normal. At a fold the nearest point lies on an edge, and that direction is between both normals; beside a rim it
//!    leads aside.

use crate::base::tolerance::{ON_FRONT_COSINE, ON_FRONT_OVERLAP};
use crate::base::triangle_point::front;
use crate::character::collide::gather::Reach;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::query::closest_point::closest_of_mesh;
use crate::query::contact::ContactSpace;
use crate::query::scratch::Scratch;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::instance::Instance;
use crate::world::instance_kind::InstanceKind;
use crate::world::solids::Solids;
use core::mem::take;
use glam::{DVec3, Vec3A};

/// Notes, for the slide, the one-sided instances in `reach` whose back lets the hull of `space` through.
#[inline(always)]
pub(super) fn note_let_through<L: Lanes, S: ContactSpace>(
    lanes: L,
    instances: Solids,
    space: &S,
    reach: Reach,
    scratch: &mut Scratch,
) {
    scratch.let_through.clear();
    note_more_let_through(lanes, instances, space, reach, scratch);
}

/// Repeats [`note_let_through`] for a larger region; instances noted before stay noted.
#[inline(always)]
pub(super) fn note_more_let_through<L: Lanes, S: ContactSpace>(
    lanes: L,
    instances: Solids,
    space: &S,
    reach: Reach,
    scratch: &mut Scratch,
) {
    if !instances.are_solid() {
        lanes.call_outlined(ListLetThrough { instances, space, reach, scratch });
    }
}

task! {
    /// Task that notes the one-sided instances in reach that let the hull through.
    struct ListLetThrough<'a, S: ContactSpace> {
        instances: Solids<'a>,
        space: &'a S,
        reach: Reach,
        scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) {
        let mut near = take(&mut scratch.near_instances);
        instances.meeting(lanes, &space.near(reach.middle, reach.radius, instances.largest()), &mut near);
        for &index in &near {
            if let Some(instance) = instances.get(index)
                && lets_through(lanes, instance, &instances.placed(instance), space, scratch)
            {
                scratch.let_through.add_instance(index);
            }
        }
        scratch.near_instances = near;
    }
}

/// Whether a one-sided instance at the placement `placed` lets a hull at a position through.
#[inline(always)]
pub(crate) fn lets_hull_through<L: Lanes>(
    lanes: L,
    instance: &Instance,
    placed: &Placed,
    (hull, position): (Shape, Position),
    scratch: &mut Scratch,
) -> bool {
    if hull.has_spine() {
        return lets_through(lanes, instance, placed, &CapsuleSpace::new(hull, position), scratch);
    }
    lets_through(lanes, instance, placed, &Space::new(hull.ellipsoid(), position), scratch)
}

/// Whether a one-sided instance at the placement `placed` lets the hull of `space` through.
#[inline(always)]
fn lets_through<L: Lanes, S: ContactSpace>(
    lanes: L,
    instance: &Instance,
    placed: &Placed,
    space: &S,
    scratch: &mut Scratch,
) -> bool {
    instance.kind == InstanceKind::OneSided && lanes.call_outlined(LetsThrough { instance, placed, space, scratch })
}

task! {
    /// Whether an instance that is one-sided lets the hull through, by its nearest triangle.
    struct LetsThrough<'a, S: ContactSpace> {
        instance: &'a Instance,
        placed: &'a Placed,
        space: &'a S,
        scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> bool {
        let (tree, view) = (&instance.mesh.tree, &space.placed(placed));
        let Some(lane) = closest_of_mesh(lanes, tree, view, space, &mut scratch.stack) else { return false };
        let contact = space.contact(DVec3::ZERO, &lane);
        let face = front(lane.corners.map(Vec3A::as_dvec3)).normalize_or_zero();
        contact.depth > ON_FRONT_OVERLAP || contact.normal.dot(face) < ON_FRONT_COSINE
    }
}
