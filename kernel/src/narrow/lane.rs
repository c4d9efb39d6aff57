//! The triangle that a query found, read from its lane: the result that a reducer keeps.

use glam::Vec3A;

/// Triangle that a query found, copied from its SIMD lane: its id, its corners, and whether its face is touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub(crate) triangle: u32,
    /// Corners of the triangle, ellipsoid space; `Vec3A`, not `Vec3`: see [`SweepInput`](crate::query::sweep::world_sweep).
    pub(crate) corners: [Vec3A; 3],
    /// Whether the contact is on the triangle's face, not on an edge or corner.
    pub(crate) is_face: bool,
}
