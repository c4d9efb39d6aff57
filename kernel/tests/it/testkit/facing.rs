//! Which side of a triangle a point is on and where a line passes it, in `f64`, where the rounding of `f32` leaves no
//! doubt.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::Triangle;

/// Unit normal and the least height of a triangle with an area.
pub(crate) fn plane_of([a, b, c]: &Triangle) -> (DVec3, f64) {
    let across = (*b - *a).cross(*c - *a);
    let longest = a.distance(*b).max(b.distance(*c)).max(c.distance(*a));
    (across.normalize(), across.length() / longest)
}

/// Whether the front is on the side of `p`; `None` where corners off by `tolerance` might change that.
pub(crate) fn has_front_to(triangle: &Triangle, p: DVec3, tolerance: f64) -> Option<bool> {
    let (normal, least_height) = plane_of(triangle);
    let height = normal.dot(p - triangle[0]);
    let reach = triangle.iter().map(|v| v.distance(p)).fold(0.0, f64::max);
    (height.abs() > tolerance * (1.0 + reach / least_height)).then_some(height > 0.0)
}

/// Where a line passes a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    /// From the origin, metres.
    pub(crate) distance: f64,
    /// How far that may be off for corners off by the tolerance.
    pub(crate) slack: f64,
    /// Whether the line comes from the front.
    pub(crate) from_front: bool,
}

/// Where the line from `origin` along the unit vector `along` passes a triangle farther from its outline than corners
/// off by `tolerance` could change; the distance may be negative.
pub(crate) fn clear_pass(triangle: &Triangle, origin: DVec3, along: DVec3, tolerance: f64) -> Option<Pass> {
    let (normal, _) = plane_of(triangle);
    let [a, b, c] = *triangle;
    let sine = normal.dot(along);
    let distance = normal.dot(a - origin) / sine;
    // A line shifted sideways meets a plane at a flat angle much farther on.
    let slack = tolerance / sine.abs();
    let point = origin + along * distance;
    let inside = |from: DVec3, to: DVec3| normal.cross((to - from).normalize()).dot(point - from) > slack;
    let is_clear = inside(a, b) && inside(b, c) && inside(c, a);
    is_clear.then_some(Pass { distance, slack, from_front: sine < 0.0 })
}
