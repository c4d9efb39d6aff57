//! Reads a level from a glTF 2.0 file, text or binary. Start with `load`.
//!
//! In: a path. Out: a [`GltfLevel`]: meshes, and an instance of one of them for each node that has a mesh.

mod accessor;
mod buffers;
mod document;
mod error;
mod load;
mod mesh;
mod transform;

pub(super) use document::MAGIC;
pub use error::{GltfError, GltfReason};
pub use load::{GltfLevel, LeftOut, load, parse};
