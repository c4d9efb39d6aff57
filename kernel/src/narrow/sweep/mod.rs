//! The exact sweep of the unit sphere, and of a capsule, against eight triangles, and the choice of the nearest contact.

pub(crate) mod capsule_cull;
pub(crate) mod capsule_edges;
pub(crate) mod capsule_sweep;
pub(crate) mod cull;
pub(crate) mod edges;
pub(crate) mod hits;
pub(crate) mod nearest;
pub(crate) mod overlap;
pub(crate) mod plane_and_face;
pub(crate) mod sweep_nearest;
