//! Unit sphere against polygons, by the loop of Nettle's pseudo-code.
//!
//! In: source and velocity of a unit sphere, and the potential colliders, all in ellipsoid space. Out: the nearest
//! collision. For each polygon:
//!
//! 1. *Distance* from the plane to the source, along the normal. Negative: the source is behind, skip. The text lets
//!    go of this condition where back faces are drawn: [`Faces::Both`].
//! 2. *Embedded* plane, at most 1 away: the plane intersection point is the source's foot on the plane.
//! 3. *Otherwise* the sphere intersection point is the source less the normal, and the plane intersection point is
//!    where the velocity takes it to the plane. Backwards: travelling away, skip.
//! 4. The *polygon intersection point* is the same if it lies in the polygon, else the nearest point of the perimeter.
//! 5. *Reverse*: from there against the velocity to the sphere. A distance in `0..=` way to go is a collision.
//! 6. The nearest is kept; the first among equals.
//!
//! Flaws kept: an embedded face is never hit (the ray of step 5 starts inside the sphere and its first intersection
//! lies behind it); the perimeter point nearest to the plane intersection point is not the one that a sphere coming
//! at a sharp angle touches; with back faces let in, all that lies behind counts as embedded, also a plane farther
//! off than 1, and is tested with the foot of the start, which oblique motion meets too late or not at all.
//!
//! Where we differ: motion along a plane that is not embedded never meets it and is skipped, where the print divides
//! by zero. A polygon without a normal is skipped. The call of the ray-sphere routine in the print has its arguments
//! in another order than the routine, and a direction that is not normalised: taken as meant. How a point is found to
//! be in a polygon is not told: by the side of each edge, the outline included.

use crate::brute_force::Triangle;
use crate::classics::classic::{closest_on_perimeter, is_within, ray_plane, ray_sphere};
use glam::DVec3;

/// Sides of polygons that collide with the ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Only front sides collide: a polygon is ignored while the ellipsoid's centre is behind it.
    Front,
    /// The condition is removed, as the text suggests for visuals without back-face culling; what lies behind is
    /// embedded.
    Both,
}

/// A triangle in ellipsoid space that the ellipsoid may collide with.
#[derive(Clone, Copy, Debug)]
pub struct Collider {
    /// Index of the triangle in the scene's list.
    pub triangle: usize,
    /// Corners of the triangle, ellipsoid space.
    pub corners: Triangle,
    /// Unit normal of the triangle, ellipsoid space, mapped by a [`NormalRule`](super::transform::NormalRule); NaN for a triangle without
    /// area.
    pub normal: DVec3,
}

/// A collision of the moving unit sphere, ellipsoid space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collision {
    /// Index of the touched triangle in the scene's list.
    pub triangle: usize,
    /// Distance that the sphere moves up to the collision, in radii, at most the length of the velocity.
    pub distance: f64,
    /// Point of the sphere at its start that will touch the polygon, ellipsoid space.
    pub intersection_point: DVec3,
    /// Point of the polygon that the method regards as touched, ellipsoid space.
    pub polygon_point: DVec3,
}

/// The nearest collision on the way of the unit sphere from `source` by `velocity`; `None` if the way is free or has no
/// length.
#[must_use]
pub fn nearest_collision(source: DVec3, velocity: DVec3, colliders: &[Collider], faces: Faces) -> Option<Collision> {
    let mut nearest: Option<Collision> = None;
    for collider in colliders {
        let Some(collision) = collide(source, velocity, collider, faces) else { continue };
        if nearest.is_none_or(|nearest| collision.distance < nearest.distance) {
            nearest = Some(collision);
        }
    }
    nearest
}

fn collide(source: DVec3, velocity: DVec3, collider: &Collider, faces: Faces) -> Option<Collision> {
    let Collider { triangle, corners, normal } = *collider;
    let distance_to_travel = velocity.length();
    let direction = velocity.try_normalize()?;
    if !normal.is_finite() {
        return None;
    }

    let plane_origin = corners[0];
    let plane_distance = ray_plane(source, -normal, plane_origin, normal);
    if plane_distance < 0.0 && faces == Faces::Front {
        return None;
    }
    let plane_point = if plane_distance <= 1.0 {
        source - normal * plane_distance
    } else {
        let sphere_point = source - normal;
        let t = ray_plane(sphere_point, direction, plane_origin, normal);
        if t < 0.0 || !t.is_finite() {
            return None;
        }
        sphere_point + direction * t
    };

    let within = is_within(plane_point, &corners);
    let polygon_point = if within { plane_point } else { closest_on_perimeter(&corners, plane_point) };
    let distance = ray_sphere(polygon_point, -direction, source, 1.0)?;
    if !(0.0..=distance_to_travel).contains(&distance) {
        return None;
    }
    Some(Collision { triangle, distance, intersection_point: polygon_point - direction * distance, polygon_point })
}
