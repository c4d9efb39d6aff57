//! Recorded runs: replayed, and cut into single moves.
//!
//! In: a walking crowd ([`recorder`]). Out: a [`recording`], which is a [`file`](mod@file) of all changes from outside;
//! its [`replay`](mod@replay) with the same hashes; and [`one_move`] of it, [`cut`] out with the triangles that it can
//! reach, as a lasting test.

mod changes;
pub mod cut;
mod fields;
pub mod file;
pub mod move_instance;
mod numbering;
pub mod one_move;
pub mod plain;
mod player;
pub mod recorder;
pub mod recording;
pub mod replay;
