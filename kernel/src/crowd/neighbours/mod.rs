//! The characters near each character: found in cells, and remembered from step to step.

pub(crate) mod cells;
pub(crate) mod heaps;
#[allow(clippy::module_inception)] // `Neighbours` lies in the file of its name.
pub(crate) mod neighbours;
pub(crate) mod search;
