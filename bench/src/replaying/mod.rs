//! Runs that are recorded, made again, and cut into single moves.
//!
//! In: a crowd on its way ([`recorder`]). Out: a [`recording`], which is a [`file`](mod@file) of what came from outside;
//! the same run again ([`replay`](mod@replay)), with the hashes of the first; and [`one_move`] of it, [`cut`] out with the
//! triangles that it can reach, as a test for ever.

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
