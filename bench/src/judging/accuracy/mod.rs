//! Accuracy of the classics and of the kernel: all of them answer the same sweeps, and an `f64` oracle judges.
//!
//! In: families of sweeps, their number, a seed. Out: for each family and method a [`tally`]; from these a [`table`]
//! and a [`plot`]. Also [`figures`] that show how each classic fails.
//!
//! 1. `families` draws sweeps, from generated triangles and near the surfaces of levels.
//! 2. `methods` runs every method.
//! 3. `judge` computes the truth by brute force over all candidates, with nearest points and first contacts of
//!    `sweep8_scalar_ref::brute_force`, and gives verdicts. `least` does most of the work.
//! 4. `tally` counts; `measure` runs all of it on any number of threads.

mod error;
pub mod families;
pub mod figures;
pub mod judge;
pub mod least;
mod measure;
pub mod methods;
pub mod plot;
pub mod table;
pub mod tally;

pub use error::AccuracyError;
pub use measure::{Accuracy, Settings, Tallies, run};
