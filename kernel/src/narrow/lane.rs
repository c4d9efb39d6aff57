//! The triangle in a lane that a query has found: the result that a reducer keeps.

use glam::Vec3A;

/// Where a contact was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub(crate) triangle: u32,
    /// Vectors of four, which can be read in parts right after they were written.
    pub(crate) corners: [Vec3A; 3],
    /// Whether the contact is with the face, not with the outline.
    pub(crate) is_face: bool,
}
