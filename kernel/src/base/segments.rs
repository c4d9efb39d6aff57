//! The point of a segment closest to another point, scalar and in `f64`.

use glam::DVec3;

/// The point of the segment from `from` to `to` nearest to `p`.
pub(crate) fn closest_on_segment(p: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    let edge = to - from;
    let square = edge.length_squared();
    if square > 0.0 { from + edge * ((p - from).dot(edge) / square).clamp(0.0, 1.0) } else { from }
}
