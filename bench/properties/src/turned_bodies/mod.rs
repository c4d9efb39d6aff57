//! A character with a turned body among instances: judged in body space, and compared with an upright twin.
//!
//! In: bytes: a [scene](super::scene), a target orientation of the body. Out: whether
//! 1. a move that starts without overlap ends without, crosses nothing, and is complete if nothing is in its way: along its ground, if it
//!    walks;
//! 2. an upright body in the world turned about it moves alike: with the same bits if all rotations are exact,
//!    otherwise if rounding does not decide its contacts;
//! 3. the body turns to another orientation with its feet in place if and only if that overlaps nothing;
//! 4. sweeps, overlaps, depenetrations and slides of a shape with that orientation equal those of brute force and of
//!    the twin;
//! 5. a batch that keeps its memory, and other backends, give the same bits.

mod check;
mod queries;
mod turn;
mod twin;
mod walk;

pub(super) use check::{check, encode};
