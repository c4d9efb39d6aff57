//! The queries that the checks make on a level: triangles near a box, and the bounds of all triangles.

use super::tree::{Bounds, Tree};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::Triangle;

/// Triangles of a level that can be searched by a box, world space, metres.
pub trait Near {
    /// Calls `found` with the index in the mesh and the corners of each triangle whose box meets or nearly meets the
    /// box `min..=max` (metres), until it returns true; returns whether it did.
    fn any(&self, min: DVec3, max: DVec3, found: impl FnMut(u32, &Triangle) -> bool) -> bool;

    /// Returns the bounding box of all triangles of the level, metres; `None` for a level without triangles.
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
