//! A hunt for faults: many walks through many levels in many shapes, with every character checked after every move.
//!
//! `rounds` distributes the moves and walks; [`table`] reports the findings and the commands that repeat them; `moves`
//! cuts their moves out. `promises` makes walks drawn at random again, in worlds that differ by what must not matter.

mod moves;
mod promises;
mod rounds;
pub mod table;

pub use moves::{FindingError, moves};
pub use promises::{Promised, Promises};
pub use rounds::{
    FRAMES, Found, Ground, Hunt, HuntError, LevelFound, RATES, Round, SHAPES, SPEEDS, Settings, shape_of,
};
