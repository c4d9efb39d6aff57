//! The exact sweep of the unit sphere against eight triangles, and the choice of its nearest contact.

pub(crate) mod cull;
pub(crate) mod edges;
pub(crate) mod hits;
pub(crate) mod nearest;
pub(crate) mod plane_and_face;
pub(crate) mod sweep_nearest;
