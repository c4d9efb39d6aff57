//! A hunt for faults: many walks through many levels in many shapes, with every character checked after every move.
//!
//! `rounds` distributes the moves and walks; [`table`] reports the findings and the commands that repeat them; `moves`
//! cuts their moves out.

mod moves;
mod rounds;
pub mod table;

pub use moves::{FindingError, moves};
pub use rounds::{FRAMES, Found, Ground, Hunt, HuntError, LevelFound, RATES, Round, SHAPES, SPEEDS, Settings};
