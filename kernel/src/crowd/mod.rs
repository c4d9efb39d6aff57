//! Many characters, moved together.
//!
//! In: profiles, states, inputs. Out: new states, and counts of what happened. Columns are kept in an order of place,
//! which is renewed every few steps; a character's result depends on its own state, input and profile, the time step,
//! the world, and where others start, so neither that order nor the number of threads shows in it. Imports `character`.

pub(crate) mod access;
pub(crate) mod act;
pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod character_hit;
mod character_index;
mod character_search;
pub(crate) mod columns;
pub(crate) mod contacts;
pub(crate) mod debug_lines;
pub(crate) mod event;
pub(crate) mod event_log;
pub(crate) mod hash;
pub(crate) mod id;
pub(crate) mod move_memory;
mod neighbour_cells;
mod neighbour_search;
mod neighbours;
pub(crate) mod population;
pub(crate) mod report;
pub(crate) mod rest;
pub(crate) mod save;
pub(crate) mod settings;
pub(crate) mod sort;
pub(crate) mod step;
pub(crate) mod worker;
pub(crate) mod world_move_characters;
