//! Time and work of the kernel.
//!
//! - [`workload`] makes the inputs of the benches: the same motions and blocks in every run.
//! - [`deforming`] is a terrain that is dug up, [`square`] a square full of people.
//! - [`speed`] measures times and counts; [`record`] keeps them for each commit.
//! - `peers`, behind the feature of that name, are other engines that do the same work.

pub mod deforming;
#[cfg(feature = "peers")]
pub mod peers;
pub mod record;
pub mod speed;
pub mod square;
pub mod workload;
