//! The velocity of a surface at a touched point.

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
