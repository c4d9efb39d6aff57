//! A hunt for faults: many walks through many levels in many shapes, everybody checked after every move.
//!
//! `rounds` shares the moves out and walks; [`table`] says what was found and how to repeat it.

mod rounds;
pub mod table;

pub use rounds::{FRAMES, Found, Ground, Hunt, HuntError, LevelFound, RATES, Round, SHAPES, SPEEDS, Settings};
