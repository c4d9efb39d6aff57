//! One figure for each failure of the classics, drawn from their answers.
//!
//! In: nothing; the cases are here. Out: SVG texts by file name. All shapes and numbers of a figure are computed: by
//! the methods of `sweep8_scalar_ref`, by its oracle, or by a formula in the figure's file. A figure whose method does
//! not fail as its caption says is an error, not a picture.

mod all;
mod contact_point;
mod padding;
mod perimeter;
mod speed;
mod tunnel;

pub use all::all;
