//! Where the detection alone stops an ellipsoid on its way, in the form that all classics share.

use super::detect::{CollisionRecord, check_triangles};
use super::respond::tangent_normal;
use crate::brute_force::Triangle;
use crate::classics::classic::{Stop, plane_normal};
use glam::DVec3;

/// Position at which the detection stops a moving ellipsoid; front sides only.
///
/// World space, metres; `radii` > 0. The centre is moved by the nearest distance. `None`: no collision. A start
/// embedded in a face is moved by its depth, and can end up with its centre on the touched point: the normal is then
/// the triangle's.
#[must_use]
pub fn sweep(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    let (source, velocity) = (center / radii, displacement / radii);
    let scaled: Vec<Triangle> = triangles.iter().map(|triangle| triangle.map(|corner| corner / radii)).collect();
    let mut record = CollisionRecord::default();
    check_triangles(&mut record, 0, &scaled, source, velocity);
    let collision = record.nearest?;
    let contact_center = source + velocity.normalize() * collision.distance;
    let (center, point) = (contact_center * radii, collision.polygon_point * radii);
    let tangent = tangent_normal(center - point, radii);
    let normal = if tangent.is_finite() { tangent } else { plane_normal(&triangles[collision.triangle]) };
    Some(Stop { triangle: collision.triangle, center, point, normal })
}
