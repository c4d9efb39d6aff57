//! Other engines that do the kernel's work, for comparison.
//!
//! In: a level of one mesh or of instances, motions, places to stand. Out: engines behind two small traits, one for queries and one for
//! walking characters, the kernel among them; their answers, judged in `f64`. The benches time them in turns
//! ([`measure`](crate::measuring::speed::measure)).
//!
//! | file | what it does |
//! |---|---|
//! | `kernel`, `parry`, `rapier`, `jolt`, `physx` | one engine each, only glue |
//! | `obvhs`, `embree` | two engines of rays; Embree finds closest points as well |
//! | `peer`, `engines`, `form` | the traits; all engines behind them; the body that all move |
//! | [`answers`] | counts wrong answers |
//! | [`walk`], [`outcome`] | lets an engine's characters walk; checks their paths |
//! | [`command_line`] | arguments and output of both benches |
//!
//! Every engine gets the same positions, triangles, motions, starts and desired velocities, through its own interface: one
//! call for a query, one call for a character's move. Each has the fastest known settings for the work; the header of each
//! names its differences.

pub mod answers;
pub mod command_line;
#[cfg(feature = "peer-embree")]
mod embree;
mod engines;
mod form;
#[cfg(feature = "peer-jolt")]
mod jolt;
mod kernel;
mod obvhs;
pub mod outcome;
mod parry;
mod peer;
#[cfg(feature = "peer-physx")]
mod physx;
mod rapier;
pub mod walk;

pub use engines::{queried, walkers};
pub use form::Form;
pub use peer::{QueryPeer, Question, Times, WalkPeer};
