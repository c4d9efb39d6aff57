//! Levels to walk on: the types, the built-in scenes, and files.
//!
//! In: a scene's name, a Wavefront OBJ or glTF file, or a cooked level. Out: a [`Level`], or the [`Parts`] of a level
//! with machines.

pub mod cooked;
mod cooked_mesh;
pub mod door;
pub mod field;
pub mod file;
pub mod gltf;
mod level;
pub mod machine;
pub mod obj;
mod other_formats;
pub mod parts;
pub mod rooms;
pub mod scenes;

pub use cooked_mesh::Cooked;
pub use level::{Level, world_of};
pub use parts::Parts;
