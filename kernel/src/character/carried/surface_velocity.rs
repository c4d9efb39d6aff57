//! The velocity of a surface at a touched point.

use crate::character::model::outcome::SlideContact;
use crate::world::solids::Solids;
use glam::{DVec3, Vec3};

/// Velocity of an instance at a point, m/s: the mean over the step of the point of its mesh that is there at the end of the step.
/// Zero if the instance does not move. Frame of the view of `instances`, metres.
#[inline(never)]
pub(crate) fn surface_velocity(instances: Solids, index: u32, point: DVec3, seconds: f32) -> Vec3 {
    let (Some(motion), Some(instance)) = (instances.motion(index), instances.get(index)) else { return Vec3::ZERO };
    let before = motion.at(0.0).in_world(instances.placed(instance).in_mesh_space(point));
    ((point - before) / f64::from(seconds)).as_vec3()
}

/// Writes the velocity of the touched surface into a contact, world space; `instances` must be in world space, too.
pub(crate) fn complete(contact: &mut SlideContact, instances: Solids, seconds: f32) {
    let index = contact.instance.index() as u32;
    contact.velocity = surface_velocity(instances, index, contact.point.as_dvec3(), seconds);
}
