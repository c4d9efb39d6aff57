//! Whether a triangle has a surface at all.

use glam::{DVec3, Vec3};

/// Whether a triangle has an area: whether the cross product of two edges differs from zero in `f64`. Differences are exact where the
/// coordinates of an axis are within a factor of 2²⁹ of each other, and equal products round alike: corners on a line never count.
/// An area below the rounding of these products, 1e-16 of them, may count as none.
pub(crate) fn has_area(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}
