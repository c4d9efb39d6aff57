//! Many characters, moved together.
//!
//! In: profiles, states, inputs. Out: new states, and counts of what happened. Columns are kept in an order of place,
//! which is renewed every few steps; a character's result depends on its own state, input and profile, the time step,
//! the world, and where others start, so neither that order nor the number of threads shows in it. Imports `character`.

pub(crate) mod access;
pub(crate) mod act;
pub(crate) mod batch;
pub(crate) mod columns;
#[allow(clippy::module_inception)] // `Crowd` lies in the file of its name.
pub(crate) mod crowd;
pub(crate) mod crowd_step;
pub(crate) mod events;
pub(crate) mod groups;
pub(crate) mod hash;
pub(crate) mod id;
pub(crate) mod move_memory;
pub(crate) mod neighbours;
pub(crate) mod profiles;
pub(crate) mod queries;
pub(crate) mod report;
pub(crate) mod rest;
pub(crate) mod save;
pub(crate) mod settings;
pub(crate) mod sort;
pub(crate) mod spawn_error;
pub(crate) mod step;
pub(crate) mod worker;
pub(crate) mod world_move_characters;
