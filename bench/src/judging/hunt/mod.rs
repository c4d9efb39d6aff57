//! A hunt for faults: many walks through many levels in many shapes, everybody checked after every move.
//!
//! `rounds` shares the moves out and walks; [`table`] says what was found and how to repeat it; `moves` cuts that out.

mod moves;
mod rounds;
pub mod table;

pub use moves::{FindingError, moves};
pub use rounds::{FRAMES, Found, Ground, Hunt, HuntError, LevelFound, RATES, Round, SHAPES, SPEEDS, Settings};
