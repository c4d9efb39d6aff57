//! Fauerby, "Collision detection & Response", November 2000, with its note of 2002.
//!
//! In: triangles of the world, counter-clockwise as seen from their front, an ellipsoid and its velocity. Out: where it
//! collides, and where it comes to rest after sliding.
//!
//! 1. *Ellipsoid space*: everything divided by the radius vector.
//! 2. *Detect* ([`detect`]): five steps for each triangle, with a point-in-triangle test by angles ([`polygon_point`]).
//! 3. *Respond* ([`respond`]): slide along the tangent plane, collide again; once with the velocity and once with
//!    gravity; who is stuck goes back to the last safe position; lifts carry.
//! 4. *Meshes* ([`meshes`]): several, each with a bounding sphere, a world matrix and a velocity, and one record for
//!    all.
//!
//! Flaws kept, each named where it lies and held by a test:
//!
//! - the point of the perimeter nearest to the plane intersection point is not the one touched: low steps met at a
//!   sharp angle are missed, as the note of 2002 admits;
//! - who starts embedded in a face hits it at the depth of the overlap, wherever he is going, or not at all if he
//!   goes less far; who exactly touches a face, or overlaps it by less than 0.001, falls through;
//! - the sum of angles lets in points beside a large triangle, and rounding turns points of the outline away;
//! - as printed, neither the angles nor the nearest points of edges come from unit vectors;
//! - the ellipsoid turns with a turned mesh, and the distance is measured in that mesh's space;
//! - sliding in ellipsoid space gains speed;
//! - one point inside the sphere freezes the body, and moving geometry gets inside it.
//!
//! Where we differ: the recursion is bounded and its exits have names; triangles without area are skipped; how close
//! to a triangle a body moves and how lifts take their turn is not told and was chosen. The document calls itself
//! outdated since July 2003, and sends its readers to a newer one.

pub mod detect;
pub mod meshes;
pub mod polygon_point;
pub mod respond;

use crate::classic::{Stop, plane_normal};
use crate::exact::Triangle;
use detect::{CollisionRecord, check_triangles};
use glam::DVec3;
use respond::tangent_normal;

/// Where the detection stops an ellipsoid on its way; fronts only.
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
