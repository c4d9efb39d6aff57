//! The common parts of the classic systems of ellipsoid collision in games.
//!
//! Their documents are modules of this crate, one each: `suter`, `nettle_world`, `nettle_scaled`, `fauerby`,
//! `primitives`. Each has all that its document describes, as its document has it, flaws included, and beside it one
//! function of the same form, `sweep(triangles, radii, center, displacement) -> Option<Stop>`: where does this method
//! stop an ellipsoid? Through it they can be run side by side and held against [`brute_force`](crate::brute_force).
//!
//! Everything is `f64`, also where a document has `float`: what comes out wrong then is the method, not the arithmetic.
//! Where a document is silent or its print is damaged, the module's header says what was taken.
//!
//! The formulas that several of the documents share lie here; what differs between them lies with them.

use crate::brute_force::Triangle;
use glam::DVec3;

/// Result of a classic method that stops a moving ellipsoid; world space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// Index of the touched triangle in the list of triangles.
    pub triangle: usize,
    /// Centre of the ellipsoid where it stops.
    pub center: DVec3,
    /// Point of the triangle that the method regards as touched.
    pub point: DVec3,
    /// Unit normal of the plane along which the method slides, towards the ellipsoid.
    pub normal: DVec3,
}

/// Unit normal of a triangle from its winding, in any frame; NaN for a triangle without area.
#[must_use]
pub fn plane_normal(triangle: &Triangle) -> DVec3 {
    let [a, b, c] = *triangle;
    (b - a).cross(c - a).normalize()
}

/// Distance along a ray to a plane, in lengths of `direction`; negative behind the origin, infinite or NaN along the
/// plane.
///
/// Nettle 2000 and Fauerby 2000 alike: `-(n·o + d) / (n·direction)` with `d = -n·p`.
#[must_use]
pub fn ray_plane(origin: DVec3, direction: DVec3, plane_point: DVec3, plane_normal: DVec3) -> f64 {
    let d = -plane_normal.dot(plane_point);
    let numerator = plane_normal.dot(origin) + d;
    let denominator = plane_normal.dot(direction);
    -(numerator / denominator)
}

/// Distance along a ray with the unit vector `direction` to a sphere, from an origin outside of it; `None` if it misses.
///
/// Negative where the origin lies inside, or the sphere behind. Nettle 2000 and Fauerby 2000 alike: they answer -1 for
/// a miss, which a caller cannot tell from a sphere that lies behind.
#[must_use]
pub fn ray_sphere(origin: DVec3, direction: DVec3, center: DVec3, radius: f64) -> Option<f64> {
    let q = center - origin;
    let c = q.length();
    let v = q.dot(direction);
    let d = radius * radius - (c * c - v * v);
    (d >= 0.0).then(|| v - d.sqrt())
}

/// Point of the segment from `a` to `b` nearest to `p`; Nettle 2000.
#[must_use]
pub fn closest_on_segment(a: DVec3, b: DVec3, p: DVec3) -> DVec3 {
    let c = p - a;
    let length = (b - a).length();
    let direction = (b - a).normalize_or_zero();
    let t = direction.dot(c);
    if t < 0.0 {
        a
    } else if t > length {
        b
    } else {
        a + direction * t
    }
}

/// The point of a triangle's perimeter nearest to `p`; the first among equals. Nettle 2000 and Fauerby 2000.
///
/// Nearest to the plane intersection point is what they ask for, and it is the flaw that both share: where the motion
/// is oblique, the sphere touches the perimeter elsewhere, and the ray back from this point can miss it.
#[must_use]
pub fn closest_on_perimeter([a, b, c]: &Triangle, p: DVec3) -> DVec3 {
    [closest_on_segment(*b, *c, p), closest_on_segment(*c, *a, p)]
        .into_iter()
        .fold(closest_on_segment(*a, *b, p), |best, next| if next.distance(p) < best.distance(p) { next } else { best })
}

/// Is a point of the plane in the closed triangle: on no outer side of an edge? Never, if it is NaN. Nettle 2000, who
/// leaves the test to the reader.
#[must_use]
pub fn is_within(point: DVec3, [a, b, c]: &Triangle) -> bool {
    let across = (b - a).cross(c - a);
    [(a, b), (b, c), (c, a)].iter().all(|(from, to)| (*to - *from).cross(point - *from).dot(across) >= 0.0)
}
