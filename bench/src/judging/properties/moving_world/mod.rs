//! A character in a world that moves: it is where nothing is, or named crushed, and the same on every way to step.
//!
//! In: bytes: a character, triangles that stay, instances that turn and move in each of a few steps. Out: whether it was entered by
//! anything, went through anything, was pushed by what does not touch it or not by what does, or differs between one call, a batch
//! and the backends. The character may be turned; some
//! instances are sensors, or a callback ignores all or every other of their triangles: they are judged as if these were not there. In
//! some cases all instances deform: they become what they are after they were given their first target.

mod case;
mod check;
mod truth;

pub(super) use case::encode;
pub(super) use check::check;
