//! Figures of one commit on one machine, kept beside the code: what became of the speed.
//!
//! In: a commit, as clean as it was committed. Out: a file of JSON in `bench/record/`, and the two plots of
//! docs/performance.md, drawn from all files there.
//!
//! [`origin`] says whose figures they are, [`standard`] measures them with the functions that the benches use, [`plot`]
//! draws. A record is never changed: a later commit gets a record of its own.

mod draw;
mod files;
pub mod origin;
pub mod plot;
pub mod standard;

pub use draw::draw;
pub use files::{Record, load};
