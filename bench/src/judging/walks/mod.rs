//! Walks of the kernel over obstacles drawn at random, compared with where the hull can stand, and with each other.
//!
//! - [`Walk`] is one case: triangles, settings, a start, a desired velocity, a rate. [`FAMILIES`] draws them.
//! - [`compare`] judges each step of a walk by [`standing`](sweep8_scalar_ref::standing).
//! - [`PROMISES`] need no judge: a walk in a world that is changed in a way that must not matter.
//! - [`reach`] compares which places the kernel and a flood fill reach.
//! - [`Tally`] counts the disagreements by family and kind, and keeps the first examples.

mod compare;
mod families;
mod parts;
mod promises;
mod reach;
mod tally;
mod walk;

pub use compare::{Compared, End, Fault, Judge, Judged, compare};
pub use families::{FAMILIES, Family};
pub use promises::{PROMISES, Promise, Verdict};
pub use reach::{Reach, reach};
pub use tally::{NUMBERS, Tally, drawn};
pub use walk::{Trail, Walk};
