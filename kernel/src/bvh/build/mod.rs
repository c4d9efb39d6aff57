//! From validated triangles to the tree: duplicates left out, clusters, cuts.

pub(crate) mod deduplicate;
pub(crate) mod from_mesh;
pub(crate) mod partition;
pub(crate) mod ploc;
