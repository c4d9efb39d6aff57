//! Levels to walk on: the types, the built-in scenes, and levels of files.
//!
//! In: a scene's name, or a file that the crate `sweep8_levels` reads. Out: a [`Level`], or the [`Parts`] of a level
//! with machines.

mod cooked_mesh;
pub mod door;
pub mod field;
pub mod file;
mod level;
pub mod machine;
pub mod parts;
pub mod rooms;
pub mod scenes;

pub use cooked_mesh::Cooked;
pub use level::{Level, world_of};
pub use parts::Parts;
