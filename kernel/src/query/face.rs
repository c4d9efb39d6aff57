//! The face of a triangle that a query hit.

use glam::Vec3;

/// The face of a triangle, and a point on it. Hits have the same fields, with their docs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// Unit normal of the triangle's front, world space.
    pub(crate) normal: Vec3,
    /// Weights of the corners, in the order of the mesh.
    pub(crate) barycentric: Vec3,
    pub(crate) is_front: bool,
}
