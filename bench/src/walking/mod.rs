//! A crowd that walks through a level.
//!
//! In: a level, a seed, a number of characters. Out: places to stand ([`places`]), desired velocities that change
//! ([`walkers`]), and the walk itself ([`simulation`]), checked between frames for ways through a triangle ([`trail`]).

pub mod path_hash;
pub mod places;
pub mod scripted;
pub mod simulation;
pub mod trail;
pub mod walkers;
