//! Reads levels for [`sweep8`]: glTF, Wavefront OBJ, and meshes that were cooked before.
//!
//! In: a path, or bytes in memory. Out: a [`Level`], which is plain data: meshes, and instances that place them; or a
//! [`LevelError`] that names the file, the fault and the remedy in one line. No bytes make it panic.
//!
//! Every level is in metres, y up, fronts counter-clockwise, as glTF defines it. An OBJ says nothing about its units and axes,
//! and is taken as it is.
//!
//! ```
//! use sweep8::glam::Vec3;
//! use sweep8::Sides;
//! use sweep8_levels::Level;
//!
//! let text = b"v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3 4\n"; // or `Level::read("floor.glb")`
//! let level = Level::from_bytes("floor.obj", text)?;
//! assert_eq!((level.name.as_str(), level.meshes[0].triangles.len()), ("floor", 2));
//!
//! let world = level.world()?;
//! let floor = world.ray(Vec3::new(1.0, 2.0, 1.0), Vec3::NEG_Y, 9.0, Sides::Front)?;
//! assert_eq!(floor.map(|hit| hit.distance), Some(2.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Platforms
//!
//! Whatever has Rust's standard library. On WebAssembly use [`Level::from_bytes`]; there a cooked level is copied, elsewhere
//! [`Level::read`] maps it into memory.

pub mod cooked;
mod error;
mod format;
mod gltf;
mod guess;
mod level;
mod obj;
mod read;
mod world;

pub use cooked::CookedLevelError;
pub use error::{LevelError, ObjError};
pub use format::Format;
pub use gltf::{GltfError, GltfReason};
pub use level::{LeftOut, Level, LevelInstance, LevelMesh};
pub use world::LevelWorldError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
