//! Where the detection alone stops an ellipsoid on its way, in the form that all classics share.

use super::detect::{Faces, nearest_collision};
use super::potential::potential_colliders;
use super::transform::{EllipsoidSpace, NormalRule};
use crate::brute_force::Triangle;
use crate::classics::classic::Stop;
use glam::DVec3;

/// Position at which the detection stops a moving ellipsoid, with the back-face rule.
///
/// World space, metres; `radii` > 0. The centre is moved by the nearest distance, not less EPSILON. `None`: no
/// collision.
#[must_use]
pub fn sweep(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    stop_in(&EllipsoidSpace::from_radii(radii), triangles, center, displacement, Faces::Front)
}

/// As [`sweep`], with the back-face rule removed as the text suggests.
///
/// A plane behind the start counts as embedded whatever its distance, so that from behind only motion near to head-on
/// stops.
#[must_use]
pub fn sweep_two_sided(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    stop_in(&EllipsoidSpace::from_radii(radii), triangles, center, displacement, Faces::Both)
}

/// First contact of an ellipsoid that moves from `center` by `displacement`, for any transform and choice of faces.
#[must_use]
pub fn stop_in(
    space: &EllipsoidSpace,
    triangles: &[Triangle],
    center: DVec3,
    displacement: DVec3,
    faces: Faces,
) -> Option<Stop> {
    let (source, velocity) = (space.point(center), space.vector(displacement));
    let colliders = potential_colliders(triangles, space, center, displacement, NormalRule::InverseTranspose);
    let collision = nearest_collision(source, velocity, &colliders, faces)?;
    let contact_center = source + velocity.normalize() * collision.distance;
    Some(Stop {
        triangle: collision.triangle,
        center: space.point_to_world(contact_center),
        point: space.point_to_world(collision.polygon_point),
        normal: space.normal_to_world(contact_center - collision.polygon_point),
    })
}
