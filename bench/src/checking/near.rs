//! The queries that the checks ask of a level: the triangles near a box, and the box of all.

use super::tree::{Bounds, Tree};
use glam::DVec3;
use sweep8_scalar_ref::exact::Triangle;

/// Triangles that can be found by box, world space.
pub trait Near {
    /// Whether `found` is true for a triangle whose box meets the box `min..=max` (metres), or nearly does; it is not asked
    /// again once it is. It is given the index of the triangle in its mesh, and its corners.
    fn any(&self, min: DVec3, max: DVec3, found: impl FnMut(u32, &Triangle) -> bool) -> bool;

    /// The box of everything, metres; `None` without a triangle.
    fn bounds(&self) -> Option<Bounds>;
}

impl Near for Tree {
    fn any(&self, min: DVec3, max: DVec3, found: impl FnMut(u32, &Triangle) -> bool) -> bool {
        self.any(min, max, found)
    }

    fn bounds(&self) -> Option<Bounds> {
        self.bounds()
    }
}
