//! Reads a level from a glTF 2.0 file, text or binary. Start with `parse`.
//!
//! In: the bytes of a file. Out: a [`Level`](crate::Level): meshes, and an instance of one of them for each node that has a mesh.

mod accessor;
mod buffers;
mod document;
mod error;
mod mesh;
mod scene;
mod transform;

pub(crate) use document::MAGIC;
pub use error::{GltfError, GltfReason};
pub(crate) use scene::parse;
