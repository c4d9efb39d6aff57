//! Triangles swept along a spine: an ellipsoid with a spine touches a triangle where its ellipsoid touches the prism.
//!
//! In: a shape that is not turned, triangles. Out: the triangles around which the shape's centre moves as that of the ellipsoid alone.
//! Checks for ellipsoids so judge shapes with spines. A centre inside of a prism is not seen: its spine crosses the triangle
//! ([`is_pierced`]).

use glam::DVec3;
use sweep8::Shape;
use sweep8_scalar_ref::brute_force::{Triangle, segment_crosses};
use sweep8_scalar_ref::capsule_sweep::prism;

/// Returns half of the spine as a vector along the axes of the body, metres; zero for an ellipsoid.
pub(crate) fn half_spine(shape: &Shape) -> DVec3 {
    shape.axis().unit().as_dvec3() * f64::from(shape.half_length())
}

/// Returns the triangles themselves for an ellipsoid, and the surfaces of their prisms for a shape with a spine.
pub(crate) fn prisms(shape: &Shape, triangles: &[Triangle]) -> Vec<Triangle> {
    let half = half_spine(shape);
    if half == DVec3::ZERO {
        return triangles.to_vec();
    }
    triangles.iter().flat_map(|triangle| prism(triangle, half)).filter(has_area).collect()
}

/// Returns true if the spine of a shape at `center` crosses any of the triangles.
pub(crate) fn is_pierced(shape: &Shape, center: DVec3, triangles: &[Triangle]) -> bool {
    let half = half_spine(shape);
    half != DVec3::ZERO && triangles.iter().any(|triangle| segment_crosses(center - half, center + half, triangle))
}

/// The side of a prism along an edge that is parallel to the spine has no area.
fn has_area(&[a, b, c]: &Triangle) -> bool {
    (b - a).cross(c - a) != DVec3::ZERO
}
