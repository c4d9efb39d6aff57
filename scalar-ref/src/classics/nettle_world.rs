//! Ellipsoids in world space: Nettle, "General Collision Detection for Games Using Ellipsoids", May 2000, as first
//! published.
//!
//! In: triangles that face where their corners run counter-clockwise, the radii and the centre of an ellipsoid, its
//! velocity and gravity, both as the displacement of this frame; world space, metres. Out: where the centre ends.
//!
//! 1. Gravity is added to the velocity, once. A motion shorter than [`EPSILON`] is not made.
//! 2. *Potential colliders*: the triangles that, clipped to it, leave something in the box about both ends of the
//!    motion.
//! 3. Each of them that does not face away (`velocity·n > 0`): the ellipsoid's *directional radius* `|n·radii|`. If the
//!    centre is not farther from the plane than that, the plane is *embedded*, and the plane intersection point is the
//!    centre's foot. Otherwise the *ellipsoid intersection point*, the centre minus `n` with the directional radius as
//!    its length, runs along the velocity to the plane.
//! 4. The polygon intersection point is that point, or the nearest on the perimeter if it lies outside.
//! 5. From there a ray against the velocity to the ellipsoid. Hits within the length of the motion count, the nearest
//!    wins.
//! 6. The centre goes that far, less `EPSILON`. The *sliding plane* goes through the polygon intersection point, its
//!    normal runs from there to the centre. The destination, projected onto it, less that point, is the next motion;
//!    back to 1, without gravity.
//!
//! The flaws, all kept, each with a test of its name in `tests/nettle_world/flaws.rs`:
//! - the ellipsoid intersection point is not the point that touches the plane, `center - n·radii²/|n·radii|`, and does
//!   not lie on the ellipsoid; what comes of it is a contact that is late, or none. The text scales the inverted normal
//!   by the radii instead; that one lies on the ellipsoid, and is not the touching point either. The pseudo-code's is
//!   taken;
//! - an embedded plane's foot, if it is in the triangle, lies inside the ellipsoid: the ray back leaves at once, behind
//!   its start, and the motion goes on through;
//! - the perimeter's point is the nearest to the plane intersection point, not the first one that is touched;
//! - motion crosses planes that face away, from behind;
//! - stopping short along the motion leaves less than `EPSILON` of room where it grazes, moves back where the contact
//!   is nearer than that, and tilts the sliding plane, which is made from the place stopped at;
//! - the sliding plane's normal is not the ellipsoid's, so that an ellipsoid slides up or off what it should slide
//!   along;
//! - each sliding plane forgets the one before: in a crease the motion turns from one to the other, again and again;
//! - a triangle without area has no normal and is never hit.
//!
//! The text leaves the ray against the ellipsoid to the reader ([`ray_ellipsoid`]), and the test for a point in a
//! polygon. Its calls of `intersect` have the ray first, its definition has the plane first: the meaning is taken. A
//! print that lost its ends of lines has "move and bail" without the bail, and "the new destination minus" without
//! what: the return, and the polygon intersection point, which its text on sliding names. `EPSILON` has no figure.
//! Friction is in the text, by shortening the slide "to some degree", and not in the pseudo-code; it is left to the
//! revision. The recursion is a loop here, with at most [`MAX_MOTIONS`], after which the centre stays where it is: the
//! original has no bound.

use crate::brute_force::Triangle;
use crate::classics::bounds::Bounds;
use crate::classics::classic::{Stop, closest_on_perimeter, is_within, plane_normal, ray_plane};
use glam::DVec3;

/// Distance before a contact at which the centre stops, and the shortest motion; metres. The document names it and gives no
/// figure: one millimetre is small beside a body. More shows as a gap, less leaves the contact to rounding.
pub const EPSILON: f64 = 1e-3;

/// Maximum number of motions in one move, the first included. A few are usual; a crease of 10° takes about 500 until nothing runs
/// into it any more, and what is left in a sharper one is cut off here.
pub const MAX_MOTIONS: u32 = 1000;

/// Triangle that a motion touches first, and its contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    /// Index of the triangle in the list of triangles.
    pub triangle: usize,
    /// Distance that the ellipsoid's centre moves up to the contact, metres.
    pub distance: f64,
    /// Touched point of the triangle, world space ("polygon intersection point" in the text).
    pub polygon_point: DVec3,
    /// Point of the ellipsoid at its start that will touch the triangle, world space: where a ray back from there meets it.
    pub ellipsoid_point: DVec3,
}

/// The ellipsoid's radius in the direction of a unit normal, by the document: `|n·radii|`, component by component.
///
/// It is the distance from the centre to the touching plane of that normal, so the test for embedded planes is right.
#[must_use]
pub fn directional_radius(normal: DVec3, radii: DVec3) -> f64 {
    (-normal * radii).length()
}

/// The point of the ellipsoid that is to meet a plane of the given unit normal. Flaw: it is not on the ellipsoid, but
/// for spheres and along the axes.
#[must_use]
pub fn ellipsoid_intersection_point(center: DVec3, radii: DVec3, normal: DVec3) -> DVec3 {
    center - normal * directional_radius(normal, radii)
}

/// Distance along a ray with the unit vector `direction` to an ellipsoid, from an origin outside of it; `None` if it
/// misses.
///
/// In ellipsoid space the sphere is the unit one and the direction `u` has another length, so that the ray runs to the
/// smaller root of `|u|² t² - 2 (q·u) t + |q|² - 1`, with `q` the centre as seen from the origin; `t` stays in metres.
/// Negative where the origin lies inside, or the ellipsoid behind.
#[must_use]
pub fn ray_ellipsoid(origin: DVec3, direction: DVec3, center: DVec3, radii: DVec3) -> Option<f64> {
    let q = (center - origin) / radii;
    let u = direction / radii;
    let v = q.dot(u);
    let d = v * v - u.length_squared() * (q.length_squared() - 1.0);
    (d >= 0.0).then(|| (v - d.sqrt()) / u.length_squared())
}

/// Indices of the triangles of which something is left when clipped to the box about the ellipsoid at both ends of the
/// motion.
#[must_use]
pub fn potential_colliders(triangles: &[Triangle], radii: DVec3, source: DVec3, velocity: DVec3) -> Vec<usize> {
    let bounds = Bounds::of_way(source, source + velocity, radii);
    (0..triangles.len()).filter(|index| bounds.reaches(&triangles[*index])).collect()
}

/// The plane intersection point of one triangle's plane; NaN where the motion runs along it or the triangle has no
/// area.
#[must_use]
pub fn plane_intersection_point(triangle: &Triangle, radii: DVec3, source: DVec3, velocity: DVec3) -> DVec3 {
    let (origin, normal) = (triangle[0], plane_normal(triangle));
    let to_plane = ray_plane(source, -normal, origin, normal);
    if to_plane.abs() <= directional_radius(normal, radii) {
        return source - normal * to_plane;
    }
    let ellipsoid_point = ellipsoid_intersection_point(source, radii, normal);
    let direction = velocity.normalize();
    ellipsoid_point + direction * ray_plane(ellipsoid_point, direction, origin, normal)
}

/// First triangle that an ellipsoid at `source` touches on its motion by `velocity`; ties go to the first in the list.
#[must_use]
pub fn nearest_collider(triangles: &[Triangle], radii: DVec3, source: DVec3, velocity: DVec3) -> Option<Collider> {
    let back = -velocity.normalize();
    let mut nearest: Option<Collider> = None;
    for index in potential_colliders(triangles, radii, source, velocity) {
        let triangle = &triangles[index];
        if velocity.dot(plane_normal(triangle)) > 0.0 {
            continue;
        }
        let plane_point = plane_intersection_point(triangle, radii, source, velocity);
        let within = is_within(plane_point, triangle);
        let polygon_point = if within { plane_point } else { closest_on_perimeter(triangle, plane_point) };
        let Some(distance) = ray_ellipsoid(polygon_point, back, source, radii) else { continue };
        let on_the_way = distance >= 0.0 && distance <= velocity.length();
        if on_the_way && nearest.is_none_or(|best| distance < best.distance) {
            let ellipsoid_point = polygon_point + back * distance;
            nearest = Some(Collider { triangle: index, distance, polygon_point, ellipsoid_point });
        }
    }
    nearest
}

/// Where an ellipsoid at `source` ends that moves by `velocity + gravity`, collides and slides; `radii` above
/// [`EPSILON`].
#[must_use]
pub fn collide_and_slide(
    triangles: &[Triangle],
    radii: DVec3,
    source: DVec3,
    velocity: DVec3,
    gravity: DVec3,
) -> DVec3 {
    let (mut source, mut velocity) = (source, velocity + gravity);
    for _ in 0..MAX_MOTIONS {
        if velocity.length() < EPSILON {
            return source;
        }
        let destination = source + velocity;
        let Some(collider) = nearest_collider(triangles, radii, source, velocity) else { return destination };
        source += velocity.normalize() * (collider.distance - EPSILON);
        velocity = slide_vector(collider.polygon_point, source, destination);
    }
    source
}

/// Rest of the motion to `destination` after a contact, projected onto the sliding plane through `point`; `center`: at the contact.
#[must_use]
pub fn slide_vector(point: DVec3, center: DVec3, destination: DVec3) -> DVec3 {
    let normal = (point - center).normalize();
    let to_plane = ray_plane(destination, normal, point, normal);
    destination + normal * to_plane - point
}

/// Where this method stops an ellipsoid at `center`, moved by `displacement`; world space, metres. `None`: a free way.
///
/// At the contact itself, without stopping short of it. The normal is that of the sliding plane there.
#[must_use]
pub fn sweep(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    let collider = nearest_collider(triangles, radii, center, displacement)?;
    let stopped = center + displacement.normalize() * collider.distance;
    let point = collider.polygon_point;
    Some(Stop { triangle: collider.triangle, center: stopped, point, normal: (stopped - point).normalize() })
}
