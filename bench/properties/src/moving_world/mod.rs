//! A character among movers overlaps nothing or is reported as crushed, and all ways to step give the same bits.
//!
//! In: bytes: a character, triangles that stay, instances that turn and move in each of a few steps. Out: a finding if
//! a mover ends inside of it, if it went through anything, if something pushed it without touching it or touched it
//! without pushing it, or if one call, a batch and the backends differ. The character may be turned; some instances are
//! sensors, or a callback ignores all or every second of their triangles, which the judge leaves out. In some cases all
//! instances deform after they got their first target.

mod case;
mod check;
mod truth;

pub(super) use case::encode;
pub(super) use check::check;
