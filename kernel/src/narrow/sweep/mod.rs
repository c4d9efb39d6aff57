//! The exact sweep of the unit sphere against eight triangles, and which of its contacts is the nearest.

pub(crate) mod cull;
pub(crate) mod edges;
pub(crate) mod hits;
pub(crate) mod nearest;
pub(crate) mod plane_and_face;
pub(crate) mod sweep_nearest;
