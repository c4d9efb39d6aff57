//! Positions in two parts, maps from mesh space to ellipsoid space, and motions. Imports `shape` and `simd`; knows no blocks.

pub(crate) mod capsule_motion;
pub(crate) mod capsule_space;
pub(crate) mod ellipsoid_space;
pub(crate) mod mesh_view;
pub(crate) mod motion;
pub(crate) mod placed_space;
pub(crate) mod placed_view;
pub(crate) mod placement;
pub(crate) mod position;
pub(crate) mod rigid_motion;
pub(crate) mod turn;
