//! The checks behind the counts of the `crowd` program, in f64 and independent of the kernel.
//!
//! In: the level as plain positions and triangles (a [`Tree`] built once, or [`PlacedTrees`] of instances), and
//! positions of characters in metres, y up. Out: plain answers, one function or tracker for each question:
//!
//! | question | answer |
//! |---|---|
//! | does the body overlap the level, how deep? | [`penetration`] |
//! | does the path between two centres cross a triangle? | [`crosses`] |
//! | does a character make no progress for two seconds, although a direction is free? | [`StuckTracker`] |
//! | does a character not move at all for a quarter of a second, although a direction is free? | [`FrozenTracker`] |
//! | does a character lose its ground for a moment, although a floor goes on below it? | [`FlickerTracker`] |
//! | does a walk lead over a rim that does not carry the hull? | [`leads_off`] |
//! | does a walk make no way by its definition? | [`stays`] |
//! | did it walk off an open edge and fall below everything? | [`left_level`] |
//! | do characters overlap? | [`overlapping_pairs`] |
//! | is another character near, which may be in the way? | [`have_others_near`] |
//! | is a number broken? | [`not_finite`] |
//!
//! Nothing here shares code with the kernel: the tree is another tree, the geometry is `sweep8_scalar_ref::brute_force`, all
//! arithmetic is f64 and there is no tolerance in the first two answers. A bug of the kernel therefore cannot hide
//! itself. The one check that needs a sweep (is a direction free?) takes it as a closure, which [`hull`] provides.

mod body;
mod capsules;
mod crossing;
mod flicker;
mod frozen;
pub mod hull;
mod near;
mod outside;
mod penetration;
mod placed;
mod places;
mod rim;
mod stuck;
mod tree;

pub use body::Body;
pub use capsules::{have_others_near, overlapping_pairs};
pub use crossing::crosses;
pub use flicker::{FLICKER_SECONDS, FlickerTracker, Footing};
pub use frozen::{FROZEN_DISTANCE, FROZEN_SECONDS, FROZEN_STEP, FrozenTracker, free_directions, is_frozen};
pub use near::Near;
pub use outside::{LEFT_BELOW, LEFT_SIDEWAYS, left_level, not_finite};
pub use penetration::penetration;
pub use placed::PlacedTrees;
pub use places::stays;
pub use rim::leads_off;
pub use stuck::{FREE_DIRECTIONS, FREE_STEP, STUCK_DISTANCE, STUCK_FRAMES, STUCK_SECONDS, StuckTracker, frames_in};
pub use tree::{Bounds, Tree};
