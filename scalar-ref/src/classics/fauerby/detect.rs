//! Unit sphere against one triangle in five steps, and the record of the nearest collision.
//!
//! In: source and velocity of the unit sphere and the triangles, in ellipsoid space; a record of what was found so far.
//! Out: the record, with the nearest collision and whether the sphere is stuck. For each triangle:
//!
//! 1. *Plane* of the triangle. Faces that the source is behind are not looked at.
//! 2. *Sphere intersection point*: the source less the plane's normal.
//! 3. *Plane intersection point*: if the sphere intersection point is on the back, the plane spans the sphere, and
//!    the ray goes from there along the normal; otherwise along the velocity.
//! 4. *Polygon intersection point*: the same if it is in the triangle, and the distance is the one to the plane.
//!    Otherwise the nearest point of the perimeter, and the distance is that of the ray from there back to the
//!    sphere.
//! 5. *Hit* if the distance is above 0 and not above the way to go; kept if it is the nearest, the first among equals.
//!
//! Source: Fauerby, "Collision detection & Response", November 2000. Flaws kept:
//!
//! - the perimeter point nearest to the plane intersection point is not the one touched where the motion is oblique;
//!   the note of 2002 says so: low steps met at a sharp angle are missed;
//! - a spanning face is hit at the depth of the overlap, measured along the normal, as if that were a way along the
//!   velocity: an embedded sphere "collides" wherever it is going, or goes through if the move is shorter than the
//!   depth;
//! - a distance of exactly 0 does not count, and within 0.001 of touching no plane is found to span the sphere: one
//!   that rests on a face, or is less than 0.001 in it, falls through;
//! - the ray-plane routine answers -1 for motion along the plane, which is then travelled like any distance: the plane
//!   intersection point lies 1 behind the sphere, and only step 5 refuses what comes of it.
//!
//! Where we differ: a triangle without area has no plane and is skipped. The document lists corners clockwise in
//! Direct3D's left-handed frame, ours are counter-clockwise in a right-handed one: the same product gives the same
//! front. Rays are tested against the sphere by the shared routine, whose miss is no -1; step 5 refuses both.

use super::polygon_point::is_in_triangle;
use crate::brute_force::Triangle;
use crate::classics::classic::{closest_on_perimeter, plane_normal, ray_plane, ray_sphere};
use glam::DVec3;

/// Distance from a plane up to which a point counts as on it, ellipsoid space; the document's figure.
pub const ON_PLANE_MARGIN: f64 = 0.001;

/// Position of a point relative to a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The point is on the side to which the normal points.
    Front,
    /// The point is within [`ON_PLANE_MARGIN`] of the plane.
    OnPlane,
    /// The point is on the side away from which the normal points.
    Back,
}

/// A collision of the moving unit sphere, ellipsoid space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Index of the touched mesh in the list of meshes; 0 if there is only one.
    pub mesh: usize,
    /// Index of the touched triangle in its mesh.
    pub triangle: usize,
    /// Distance that the sphere moves up to the collision, in radii, `> 0` and at most the length of the velocity.
    pub distance: f64,
    /// Point of the sphere that the method regards as touching, before the sphere has moved.
    pub sphere_point: DVec3,
    /// Point of the triangle that the method regards as touched.
    pub polygon_point: DVec3,
}

/// Nearest collision of one move so far; passed from mesh to mesh, new for each call of the detection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollisionRecord {
    /// Nearest collision of this move so far; `None` without one.
    pub nearest: Option<Collision>,
    /// Whether the method found a point of a polygon inside the sphere, so that the body is stuck.
    pub stuck: bool,
}

/// Position of a point relative to a plane, in any frame; the margin has the unit of the frame.
#[must_use]
pub fn classify_point(point: DVec3, plane_origin: DVec3, plane_normal: DVec3) -> Side {
    let d = (plane_origin - point).dot(plane_normal);
    if d < -ON_PLANE_MARGIN {
        Side::Front
    } else if d > ON_PLANE_MARGIN {
        Side::Back
    } else {
        Side::OnPlane
    }
}

/// Distance along a ray to a plane; -1 for a ray parallel to it. Flaw: the caller treats -1 as a distance.
#[must_use]
pub fn intersect_ray_plane(origin: DVec3, direction: DVec3, plane_origin: DVec3, plane_normal: DVec3) -> f64 {
    if plane_normal.dot(direction) == 0.0 {
        return -1.0;
    }
    ray_plane(origin, direction, plane_origin, plane_normal)
}

/// Whether a point lies in the closed sphere; a touched point does.
#[must_use]
pub fn is_in_sphere(point: DVec3, center: DVec3, radius: f64) -> bool {
    point.distance(center) <= radius
}

/// Tests the triangles of one mesh and records a collision that is nearer than the recorded one.
pub fn check_triangles(
    record: &mut CollisionRecord,
    mesh: usize,
    triangles: &[Triangle],
    source: DVec3,
    velocity: DVec3,
) {
    for (index, corners) in triangles.iter().enumerate() {
        let Some(polygon) = polygon_intersection(source, velocity, corners) else { continue };
        record.stuck |= is_in_sphere(polygon.point, source, 1.0);
        let within_reach = polygon.distance > 0.0 && polygon.distance <= velocity.length();
        if within_reach && record.nearest.is_none_or(|nearest| polygon.distance < nearest.distance) {
            record.nearest = Some(Collision {
                mesh,
                triangle: index,
                distance: polygon.distance,
                sphere_point: polygon.sphere_point,
                polygon_point: polygon.point,
            });
        }
    }
}

/// Where the sphere and one triangle's plane or perimeter meet; the distance is not yet tested, and is -1 if they miss each other.
struct PolygonIntersection {
    distance: f64,
    sphere_point: DVec3,
    point: DVec3,
}

/// Finds where a moving sphere meets one triangle; `None` for a back face, a triangle without area, or a zero velocity.
fn polygon_intersection(source: DVec3, velocity: DVec3, corners: &Triangle) -> Option<PolygonIntersection> {
    let direction = velocity.try_normalize()?;
    let (origin, normal) = (corners[0], plane_normal(corners));
    if !normal.is_finite() || normal.dot(source - origin) < 0.0 {
        return None;
    }

    let sphere_point = source - normal;
    let spans = classify_point(sphere_point, origin, normal) == Side::Back;
    let ray = if spans { normal } else { direction };
    let distance = intersect_ray_plane(sphere_point, ray, origin, normal);
    let plane_point = sphere_point + ray * distance;

    if is_in_triangle(plane_point, corners) {
        return Some(PolygonIntersection { distance, sphere_point, point: plane_point });
    }
    let point = closest_on_perimeter(corners, plane_point);
    let distance = ray_sphere(point, -direction, source, 1.0).unwrap_or(-1.0);
    Some(PolygonIntersection { distance, sphere_point: point - direction * distance, point })
}
