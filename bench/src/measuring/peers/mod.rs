//! Other engines that do the kernel's work, to hold its speed against.
//!
//! In: a level, motions, places to stand. Out: engines behind two small traits, one for the sweep of a ball and one for
//! characters that walk, the kernel among them; what they answered, judged in `f64`. The benches time them in turns
//! ([`measure`](crate::measuring::speed::measure)).
//!
//! | file | what it does |
//! |---|---|
//! | `kernel`, `parry`, `rapier`, `jolt`, `physx` | one engine each, nothing but glue |
//! | `peer`, `engines` | the traits; all engines behind them |
//! | [`answers`] | which answers are wrong |
//! | [`walk`] | lets an engine's characters walk, and finds out how well they did |
//! | [`command_line`] | what both benches are told, and what they leave behind |
//!
//! Every engine gets the same positions, triangles, motions, starts and desired velocities, and is asked for what it
//! offers itself: one call for a sweep, one call for a character's move. Each has the fastest settings known to do the
//! work; what they do differently is said with each.

pub mod answers;
pub mod command_line;
mod engines;
#[cfg(feature = "peer-jolt")]
mod jolt;
mod kernel;
mod parry;
mod peer;
#[cfg(feature = "peer-physx")]
mod physx;
mod rapier;
pub mod walk;

pub use engines::{sweepers, walkers};
pub use peer::{SweepPeer, WalkPeer};
