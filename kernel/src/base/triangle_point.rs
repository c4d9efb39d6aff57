//! The point of one triangle closest to another point, scalar and in `f64`.
//!
//! In: a point and three corners, any one frame. Out: the closest point: on the face if the point is above it, inside all three
//! edges, otherwise the closest of the three clamped edges ("the last outside edge" is wrong for 2.9 % of obtuse cases); and its
//! weights (barycentric coordinates).

use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::segments::closest_part_of_segment;
use glam::DVec3;

/// Normal on the triangle's front side; its length is twice the triangle's area.
#[inline(always)]
pub(crate) fn front([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// Point of a triangle closest to `p`.
#[inline(always)]
pub(crate) fn closest_point(p: DVec3, corners: [DVec3; 3]) -> DVec3 {
    closest_weighted(p, corners).0
}

/// As [`closest_point`], with its weights and a flag. The point is the sum of the corners times the weights: 0 to 1 each, 1
/// together, to rounding. The flag is true if the point is inside of all edges, so that the face's normal leads from it to `p`.
#[inline(always)]
pub(crate) fn closest_weighted(p: DVec3, [a, b, c]: [DVec3; 3]) -> (DVec3, DVec3, bool) {
    let normal = front([a, b, c]);
    let square = normal.length_squared();
    // A point is inside of the edge e from v if (n × e)·(p - v) = e·((p - v) × n) is positive; p - a serves for all three.
    let from_a = p - a;
    let across = from_a.cross(normal);
    let areas = DVec3::new((c - b).dot(across) + square, (a - c).dot(across), (b - a).dot(across));
    if areas.z > 0.0 && areas.x > 0.0 && areas.y > 0.0 {
        return (p - normal * (normal.dot(from_a) / square), areas / square, true);
    }
    let (on_first, part) = closest_part_of_segment(p, a, b);
    let first = (on_first, DVec3::new(1.0 - part, part, 0.0));
    let (on_second, part) = closest_part_of_segment(p, b, c);
    let second = (on_second, DVec3::new(0.0, 1.0 - part, part));
    let (on_third, part) = closest_part_of_segment(p, c, a);
    let third = (on_third, DVec3::new(part, 0.0, 1.0 - part));
    let nearer = |best: (DVec3, DVec3), next: (DVec3, DVec3)| {
        if next.0.distance_squared(p) < best.0.distance_squared(p) { next } else { best }
    };
    let (point, weights) = nearer(nearer(first, second), third);
    (point, weights, false)
}

/// The triangle's normal towards a centre, as seen from the first corner; the front normal for a centre in the plane, and
/// [`FALLBACK_DIRECTION`](crate::base::fallback_direction::FALLBACK_DIRECTION) for a triangle without a normal.
#[inline(always)]
pub(crate) fn towards(center: DVec3, front: DVec3) -> DVec3 {
    if front == DVec3::ZERO {
        FALLBACK_DIRECTION.as_dvec3()
    } else if front.dot(center) < 0.0 {
        -front
    } else {
        front
    }
}
