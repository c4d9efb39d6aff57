//! A cooked mesh as bytes, and back.

mod check_tree;
pub(crate) mod cooked_bytes;
pub(crate) mod cooked_error;
mod faults;
mod hash;
mod layout;
mod measure_blocks;
mod read;
#[cfg(feature = "inspect")]
pub(crate) mod seal;
