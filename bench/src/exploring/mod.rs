//! Which floors of a level characters can get to, and which they cannot leave: found by characters that walk.
//!
//! In: a world, the profile of a character, places where it may start. Out: [findings](finding) for the author of the level: open
//! borders, pits, one-way drops, and floors that nobody reaches.
//!
//! 1. [`columns`] finds a place to stand on every floor of every cell of a grid over a [`region`], by rays and by the kernel's own moves.
//! 2. From each place a [`walker`] walks to the cells around it, step by step; where it ends is a place, too ([`explore`]).
//! 3. The walks are the arrows of a [`graph`]. What can be reached from a start, and what leads back to it, are its components.
//! 4. The [`survey`] makes one finding of places that differ in this, next to each other; [`surroundings`] tells floors inside of solids
//!    and outside of the level from the others.
//!
//! Nothing here reads a clock, random headings are seeded by places, and the order of places does not depend on the number of threads.

pub mod columns;
pub mod evidence;
pub mod explore;
pub mod finding;
pub mod graph;
pub mod groups;
mod judge;
pub mod places;
mod reach;
pub mod region;
pub mod surroundings;
pub mod survey;
pub mod walker;
