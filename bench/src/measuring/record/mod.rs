//! Figures of one commit on one machine, kept with the code for comparisons.
//!
//! In: a commit without changes. Out: a JSON file in `bench/record/`, and the plots and the table of docs/performance.md,
//! made from all files there.
//!
//! [`origin`] names commit and machine, [`standard`] measures with the functions that the benches use, `files` writes and
//! reads records, [`plot`] and [`draw`] draw the plots, [`table`] writes the table. A record is never changed: a later
//! commit gets a record of its own.

mod draw;
mod files;
pub mod origin;
pub mod plot;
pub mod standard;
pub mod table;

pub use draw::draw;
pub use files::{Record, load};
