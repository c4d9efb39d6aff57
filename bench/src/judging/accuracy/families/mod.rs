//! Families of sweeps, each with its own difficulty.
//!
//! In: a family and random numbers. Out: a [`Sweep`] and the world that it moves through.
//!
//! 1. `soups` makes a few triangles for each sweep, `levels` takes its sweeps from near the surfaces of one level.
//! 2. All numbers are rounded to `f32` before any use, so that every method gets the same ones.
//! 3. Starts are clear of every triangle, except in one family, whose starts overlap a triangle.
//! 4. The random numbers of a part of a family depend on the seed, the family's name and the part alone.

mod draw;
mod family;
mod levels;
mod soups;
mod sweep;

pub use family::{Family, Prepared};
pub use sweep::Sweep;
