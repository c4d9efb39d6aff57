//! Whether a triangle has a surface at all.

use glam::{DVec3, Vec3};

/// Whether a triangle has an area. Differences of `f32` and their products are exact in `f64` (but for corners some 2²⁹ times
/// closer to each other than to the origin), so this is a fact, not a tolerance.
pub(crate) fn has_area(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}
