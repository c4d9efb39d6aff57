//! A crowd that walks through a level.
//!
//! In: a level, a seed, a number of characters. Out: places to stand ([`places`]), desired velocities that change
//! ([`walkers`], [`roaming`]), and the parts of the walk itself: a [`stage`] steps the crowd; a [`walk`] checks between
//! frames for paths through a triangle ([`trail`]), also while machines move ([`machinery`], [`riders`]). A
//! [`saved_walk`] continues in another process. On a level with a doorway, [`door_places`] and [`door_walkers`] give
//! starts and desired velocities. [`ascent`] measures climbs; [`figures`] draws the parts of a character's step;
//! [`tails`] finds the slowest moves.

pub mod ascent;
pub mod counts;
pub mod directions;
pub mod door_places;
pub mod door_walkers;
pub mod figures;
pub mod machinery;
pub mod oncoming;
pub mod path_hash;
pub mod places;
pub mod riders;
pub mod roaming;
pub mod saved_walk;
pub mod scripted;
pub mod seen;
pub mod settings;
pub mod spacing;
pub mod stage;
pub mod tails;
pub mod trail;
pub mod walk;
pub mod walkers;
