//! The twins of the kernel's `narrow/sweep/`. They test edges and corners of every triangle: lanes that `cull` drops never decide.

mod edges;
mod hits;
mod plane_and_face;

pub use hits::{Found, Rule};
pub use plane_and_face::{sweep, sweep_eight};
