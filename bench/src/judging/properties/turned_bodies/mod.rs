//! A character whose body is turned, among instances: judged along the axes of its body, and beside an upright twin.
//!
//! In: bytes: a [scene](super::scene), an orientation that the body is to be turned to. Out: whether
//! 1. a move that starts clear ends clear, crosses nothing, and goes all the way where nothing is in it;
//! 2. an upright body in the world turned about it moves alike: with the same bits where no rotation has a rounding, otherwise where
//!    what it touches is not decided by rounding;
//! 3. the body is turned to another orientation with its feet where they are, and exactly where that overlaps nothing;
//! 4. sweeps, overlaps, ways out and slides of a shape that is turned so are those of brute force and of the twin;
//! 5. a batch that goes on with its memory, and other backends, give the same bits.

mod check;
mod queries;
mod turn;
mod twin;

pub(super) use check::{check, encode};
