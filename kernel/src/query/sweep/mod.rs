//! Sweeps through the tree and over candidates. `regime` chooses among them, and says why.

mod capsule_hit;
pub(crate) mod culled;
pub(crate) mod dense;
mod dense_place;
pub(crate) mod each;
pub(crate) mod instances;
pub(crate) mod leaf_blocks;
pub(crate) mod long;
pub(crate) mod near;
mod packed_sweep;
pub(crate) mod regime;
pub(crate) mod short;
pub(crate) mod slide_regime;
pub(crate) mod sweep_task;
pub(crate) mod world_sweep;
mod world_sweep_all;
