//! Levels to walk on: the type, the built-in scenes, and files.
//!
//! In: a scene's name or a Wavefront OBJ file. Out: a [`Level`].

mod level;
pub mod obj;
mod other_formats;
pub mod scenes;

pub use level::Level;
