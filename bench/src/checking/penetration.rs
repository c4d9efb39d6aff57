//! The depth of a body in the level.

use super::body::Body;
use super::near::Near;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, closest_point, to_ellipsoid_space};
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

/// Below this distance (unit spheres, so no length) the direction of `p` is rounding: f64 leaves about 1e-16 in each
/// coordinate, hence four digits of a direction here. A larger value would replace the normal of edge contacts too
/// early. A smaller one would give depths of a full radius along a random direction.
const DIRECTION_LOST: f64 = 1e-12;

/// Returns how deep the body at `center` (metres) overlaps the level, metres; 0 when clear or touching. Of a body with a spine and
/// unequal radii it is a lower bound.
///
/// NaN when the centre or a radius is not finite or a radius is not above zero: there is no answer then, and callers
/// check with [`super::not_finite`] first.
#[must_use]
pub fn penetration(tree: &impl Near, center: DVec3, body: impl Into<Body>) -> f64 {
    let body = body.into();
    let Body { radii, spine } = body;
    if !center.is_finite() || !radii.is_finite() || !radii.cmpgt(DVec3::ZERO).all() {
        return f64::NAN;
    }
    let (mut deepest, half) = (0.0, body.half_extents());
    let unit = UnitCapsule { center: DVec3::ZERO, half: spine / radii };
    tree.any(center - half, center + half, |_, triangle| {
        let triangle = triangle.map(|v| to_ellipsoid_space(v, center, radii));
        if !is_boxed_off(&triangle, unit.half.abs()) {
            let depth = if spine == DVec3::ZERO {
                depth(&triangle, radii)
            } else {
                (1.0 - unit.distance(&triangle)) * radii.min_element()
            };
            deepest = depth.max(deepest);
        }
        false
    });
    deepest
}

/// Returns true if a triangle's box is farther from the unit sphere, swept along a spine about the origin, than rounding could be. This
/// rejects most triangles in the corners of the shape's box.
fn is_boxed_off([a, b, c]: &Triangle, spine: DVec3) -> bool {
    let (low, high) = (a.min(*b).min(*c) - spine, a.max(*b).max(*c) + spine);
    low.max(-high).max(DVec3::ZERO).length_squared() > 1.0 + 1e-9
}

/// Returns the depth in metres of the unit sphere about the origin in a triangle given in ellipsoid space; at most 0 if it is
/// clear.
fn depth(triangle: &Triangle, radii: DVec3) -> f64 {
    let p = closest_point(DVec3::ZERO, triangle);
    let d = p.length();
    if d >= 1.0 {
        return 0.0;
    }
    let normal = if d > DIRECTION_LOST { Some(p / d) } else { face_normal(triangle) };
    // Without any direction (a triangle so thin that its normal underflows) the smallest radius is a safe depth.
    let per_metre = normal.map_or(1.0 / radii.min_element(), |n| (n / radii).length());
    (1.0 - d) / per_metre
}

fn face_normal(triangle: &Triangle) -> Option<DVec3> {
    let [a, b, c] = *triangle;
    (b - a).cross(c - a).try_normalize()
}
