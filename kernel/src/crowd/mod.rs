//! Many characters, moved together.
//!
//! In: shapes, positions, desired velocities. Out: new positions, and counts of what happened. State is kept as
//! structure of arrays in an order of place, which is renewed every few steps; a character's result depends on nothing
//! but its own state and the world, so neither that order nor the number of threads shows in it. Imports `character`.

pub(crate) mod columns;
pub(crate) mod id;
pub(crate) mod population;
pub(crate) mod report;
pub(crate) mod rest;
pub(crate) mod settings;
pub(crate) mod sort;
pub(crate) mod step;
