//! One figure for each part of a character's step, drawn from the kernel's results.
//!
//! In: nothing; the cases are here. Out: SVG texts by file name. A character is filmed in a level that is given by its
//! outline; every position and number in a figure comes from a step. A figure whose character does not move as its
//! caption says is an error, not a picture.

mod all;
mod fall;
mod film;
mod floors;
mod jump;
mod ride;
mod snap;
mod steps;
mod walls;

pub use all::all;
