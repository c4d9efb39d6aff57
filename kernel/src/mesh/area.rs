//! Whether a triangle has a surface at all.

use glam::{DVec3, Vec3};

/// Whether a triangle has an area: whether the cross product of two edges differs from zero in `f64`, seen from any of its corners.
/// Differences are exact where the coordinates of an axis are within a factor of 2²⁹ of each other, and equal products round alike:
/// corners on a line never count there. Where differences round, one corner may see an area that another does not: all three are asked,
/// so that the answer does not depend on the corner that a triangle begins with.
pub(crate) fn has_area(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let spans = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a) != DVec3::ZERO;
    spans([a, b, c]) || spans([b, c, a]) || spans([c, a, b])
}
