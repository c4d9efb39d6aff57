//! The face of a triangle that a query has hit.

use glam::Vec3;

/// The face of a triangle, and where on it. Hits have the same fields, and say what they mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// Unit normal of its front, world space.
    pub(crate) normal: Vec3,
    /// Of the corners as the mesh has them.
    pub(crate) barycentric: Vec3,
    pub(crate) is_front: bool,
}
