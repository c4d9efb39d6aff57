//! Instances that stop only who is on their front: which of those near a character it goes through.
//!
//! In: instances, the hull at the start of a slide or of a part of a step. Out: the indices of those that do not count until its end.
//! 1. The triangle nearest to the hull is found, as the hull measures.
//! 2. A hull that overlaps it is on its way through.
//! 3. Otherwise the hull is on the front if the way from the nearest point to its centre leads off the face by at most 45°. At a
//!    fold the nearest point lies on an edge, off which that way is between those off both faces; beside a rim it leads aside.

use crate::base::tolerance::{ON_FRONT_COSINE, ON_FRONT_OVERLAP};
use crate::character::collide::gather::Reach;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::triangle_point::front;
use crate::query::closest_point::closest_of_mesh;
use crate::query::contact::Contact;
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, task};
use crate::world::instance::Instance;
use crate::world::instance_kind::InstanceKind;
use crate::world::solids::Solids;
use core::mem::take;
use glam::{DVec3, Vec3A};

/// Notes in the memory which instances the unit sphere of `space` goes through while its centre stays in `reach`.
#[inline(always)]
pub(super) fn note_passed<L: Lanes>(lanes: L, instances: Solids, space: &Space, reach: Reach, scratch: &mut Scratch) {
    scratch.meet_all();
    note_more_passed(lanes, instances, space, reach, scratch);
}

/// The same in a larger reach; what was noted stays.
#[inline(always)]
pub(super) fn note_more_passed<L: Lanes>(
    lanes: L,
    instances: Solids,
    space: &Space,
    reach: Reach,
    scratch: &mut Scratch,
) {
    if !instances.are_solid() {
        lanes.call_outlined(ListPassed { instances, space, reach, scratch });
    }
}

task! {
    /// One [`list_passed`].
    ListPassed<'a> {
        instances: Solids<'a>,
        space: &'a Space,
        reach: Reach,
        scratch: &'a mut Scratch,
    } = list_passed => ()
}

#[inline(always)]
fn list_passed<L: Lanes>(lanes: L, instances: Solids, space: &Space, reach: Reach, scratch: &mut Scratch) {
    let mut near = take(&mut scratch.near_instances);
    instances.meeting(lanes, &space.near(reach.middle, reach.radius, instances.largest()), &mut near);
    for &index in &near {
        if let Some(instance) = instances.get(index)
            && goes_through(lanes, instance, &instances.placed(instance), space, scratch)
        {
            scratch.gone_through.push(index);
        }
    }
    scratch.near_instances = near;
}

/// Whether the unit sphere of `space` goes through an instance that lies at `placed`.
#[inline(always)]
pub(crate) fn goes_through<L: Lanes>(
    lanes: L,
    instance: &Instance,
    placed: &Placed,
    space: &Space,
    scratch: &mut Scratch,
) -> bool {
    if instance.kind != InstanceKind::OneSided {
        return false;
    }
    let view = &PlacedSpace::new(space, placed);
    let Some(lane) = closest_of_mesh(lanes, &instance.mesh.tree, view, &mut scratch.stack) else { return false };
    let contact = Contact::of(DVec3::ZERO, &lane);
    let face = front(lane.corners.map(Vec3A::as_dvec3)).normalize_or_zero();
    contact.depth > ON_FRONT_OVERLAP || contact.normal.dot(face) < ON_FRONT_COSINE
}
