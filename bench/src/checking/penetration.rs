//! How deep an ellipsoid is in the level.
//!
//! In: the [tree](super::Tree) of the level, a centre and radii in metres. Out: a depth in metres, 0 for "clear".
//!
//! Each triangle near the ellipsoid is taken to ellipsoid space (subtract the centre, divide by the radii), where the
//! ellipsoid is the unit sphere about the origin. With `p` the closest point of the triangle and `d = |p|`:
//! - `d >= 1`: clear;
//! - otherwise the contact normal is `n = -p / d`, and the depth is the distance between two parallel planes: the one
//!   that touches the sphere at `-n` and the one through `p`. They are `1 - d` apart in ellipsoid space; the plane
//!   `n·x = k` there is `(n / r)·x = k` in the world, so in metres they are `(1 - d) / |n / r|` apart;
//! - the centre lies on the triangle (`d` is 0): `p` has no direction, the normal is the triangle's.
//!
//! The answer is the deepest of all triangles. Taking only the closest point of the whole level would name the same
//! ellipsoids, but its depth would depend on the order of triangles where two are equally close.

use glam::DVec3;
use sweep8_scalar_ref::exact::{Triangle, closest_point, to_ellipsoid_space};

use super::near::Near;

/// Below this distance (unit spheres, so no length) the direction of `p` is rounding: f64 leaves about 1e-16 in each
/// coordinate, hence four digits of a direction here. Larger: the normal of an edge contact is replaced sooner, by
/// one of a triangle through nearly the centre. Smaller: a depth of full radius along a random direction.
const DIRECTION_LOST: f64 = 1e-12;

/// Depth in metres of the ellipsoid with `center` and `radii` (metres) in the level; 0 when it is clear or touches.
///
/// NaN when the centre or a radius is not finite or a radius is not above zero: there is no answer then, and callers
/// ask [`super::not_finite`] first.
#[must_use]
pub fn penetration(tree: &impl Near, center: DVec3, radii: DVec3) -> f64 {
    if !center.is_finite() || !radii.is_finite() || !radii.cmpgt(DVec3::ZERO).all() {
        return f64::NAN;
    }
    let mut deepest = 0.0;
    tree.any(center - radii, center + radii, |_, triangle| {
        let triangle = triangle.map(|v| to_ellipsoid_space(v, center, radii));
        if !is_boxed_off(&triangle) {
            deepest = depth(&triangle, radii).max(deepest);
        }
        false
    });
    deepest
}

/// Whether the box around a triangle is so far from the unit sphere about the origin that no rounding brings it there: most
/// triangles in the corners of the sphere's own box are.
fn is_boxed_off([a, b, c]: &Triangle) -> bool {
    let (low, high) = (a.min(*b).min(*c), a.max(*b).max(*c));
    low.max(-high).max(DVec3::ZERO).length_squared() > 1.0 + 1e-9
}

/// Depth in metres of the unit sphere about the origin in a triangle given in ellipsoid space; not above 0: clear.
fn depth(triangle: &Triangle, radii: DVec3) -> f64 {
    let p = closest_point(DVec3::ZERO, triangle);
    let d = p.length();
    if d >= 1.0 {
        return 0.0;
    }
    let normal = if d > DIRECTION_LOST { Some(p / d) } else { face_normal(triangle) };
    // Without any direction (a triangle so thin that its normal underflows) the shortest way out is certain.
    let per_metre = normal.map_or(1.0 / radii.min_element(), |n| (n / radii).length());
    (1.0 - d) / per_metre
}

fn face_normal(triangle: &Triangle) -> Option<DVec3> {
    let [a, b, c] = *triangle;
    (b - a).cross(c - a).try_normalize()
}
