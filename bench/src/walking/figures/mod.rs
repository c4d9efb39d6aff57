//! One figure for each part of a character's step, drawn from what the kernel answers.
//!
//! In: nothing; the cases are here. Out: SVG texts by file name. A character is filmed in a level that is given by its
//! outline; every place and every number in a figure is one that a step left. A figure whose character does something else than its
//! words say is an error, not a picture.

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
