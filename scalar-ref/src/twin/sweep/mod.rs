//! The twins of the kernel's `narrow/sweep/`. They test edges and corners of every triangle: lanes that `cull` drops never decide.

mod capsule_edges;
mod capsule_sweep;
mod capsule_way;
mod edges;
mod hits;
mod plane_and_face;

pub use capsule_sweep::{sweep_capsule, sweep_eight_by_capsule};
pub use hits::{Found, Rule};
pub use plane_and_face::{sweep, sweep_eight};
