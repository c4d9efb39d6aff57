//! The face of a triangle that a query hit.

use glam::Vec3;

/// Normal of a triangle, and a point on it as barycentric weights. Hit structs have the same fields and describe them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// Unit normal of the triangle's front, world space.
    pub(crate) normal: Vec3,
    /// Barycentric weights of the point: one for each corner, in the order of the mesh.
    pub(crate) barycentric: Vec3,
    pub(crate) is_front: bool,
}
