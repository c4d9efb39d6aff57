//! The point of a segment closest to another point, scalar and in `f64`.

use glam::DVec3;

/// The point of the segment from `from` to `to` nearest to `p`.
pub(crate) fn closest_on_segment(p: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    closest_part_of_segment(p, from, to).0
}

/// The same, and which part of the way to `to` it is.
#[inline(always)]
pub(crate) fn closest_part_of_segment(p: DVec3, from: DVec3, to: DVec3) -> (DVec3, f64) {
    let edge = to - from;
    let square = edge.length_squared();
    if square > 0.0 {
        let part = ((p - from).dot(edge) / square).clamp(0.0, 1.0);
        (from + edge * part, part)
    } else {
        (from, 0.0)
    }
}
