//! A crowd that walks through a level.
//!
//! In: a level, a seed, a number of characters. Out: places to stand ([`places`]), desired velocities that change
//! ([`walkers`], [`roaming`]), and the walk itself ([`simulation`]): a [`stage`] steps the crowd, a [`walk`] checks it
//! between frames for ways through a triangle ([`trail`]), and while machines move ([`machinery`], [`riders`]). A
//! [`saved_walk`] goes on in another process. [`figures`] draws what a character does in a step.

pub mod counts;
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
pub mod simulation;
pub mod spacing;
pub mod stage;
pub mod trail;
pub mod walk;
pub mod walkers;
