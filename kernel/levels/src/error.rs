//! Why a file is no level. Each error prints as one line that names the file, the fault and the remedy.
//!
//! Those of glTF files are in `gltf/error.rs`, those of cooked levels in `cooked.rs`.

use crate::{CookedLevelError, GltfError};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Error: a level could not be read. Prints as one line that names the file, the fault and the remedy.
#[derive(Debug, Error)]
pub enum LevelError {
    /// Error: the file could not be opened or read.
    #[error("cannot read {}: {cause}; check the path and that the file may be read", path.display())]
    CannotRead {
        /// Path of the file that could not be read.
        path: PathBuf,
        /// Error of the operating system when the file was read.
        cause: io::Error,
    },
    /// Error: neither the first bytes nor the extension of the file are those of a format for levels.
    #[error(
        "{} is no level that is known by its name or contents; name a Wavefront OBJ .obj, a glTF .glb or .gltf, and a cooked \
         level .sweep8, or export the level as one of them",
        path.display()
    )]
    UnknownFormat {
        /// Path of the file of an unknown format.
        path: PathBuf,
    },
    /// Error: the file has another known format than OBJ or glTF.
    #[error(
        "{} is {format}, neither Wavefront OBJ nor glTF; export the level as one of them, in metres, y up (Blender: import \
         it, then File > Export > glTF 2.0)",
        path.display()
    )]
    OtherFormat {
        /// Path of the file with the other format.
        path: PathBuf,
        /// Name of the file's actual format.
        format: &'static str,
    },
    /// Error of reading the file as a Wavefront OBJ.
    #[error(transparent)]
    Obj(#[from] ObjError),
    /// Error of reading the file as a glTF.
    #[error(transparent)]
    Gltf(#[from] GltfError),
    /// Error of reading the file as a cooked level.
    #[error(transparent)]
    Cooked(#[from] CookedLevelError),
}

/// Error: a level could not be read from a Wavefront OBJ. Each variant prints as one line with the remedy.
#[derive(Debug, Error)]
pub enum ObjError {
    /// Error: the file has data, but neither an OBJ vertex nor an OBJ face.
    #[error(
        "{} is not a Wavefront OBJ: it has no `v` and no `f` line; export the level as OBJ text or as glTF",
        path.display()
    )]
    NotObj {
        /// Path of the file without vertices and faces.
        path: PathBuf,
    },
    /// Error: a `v` or `f` line of the OBJ file cannot be parsed.
    #[error(
        "{} line {line}: cannot read {text:?}: {reason}; correct the line or export the level again",
        path.display()
    )]
    BadLine {
        /// Path of the OBJ file with the faulty line.
        path: PathBuf,
        /// Number of the faulty line in the OBJ file, from 1.
        line: usize,
        /// Beginning of the text of the faulty line.
        text: String,
        /// Description of the line's fault.
        reason: &'static str,
    },
    /// Error: a face of the OBJ file refers to a vertex that does not exist.
    #[error(
        "{} line {line}: {text:?} names a vertex that does not exist, the file has {vertices}; export the level again",
        path.display()
    )]
    IndexOutOfRange {
        /// Path of the OBJ file with the invalid vertex index.
        path: PathBuf,
        /// Number of the line with the invalid vertex index, from 1.
        line: usize,
        /// Beginning of the text of the line with the invalid vertex index.
        text: String,
        /// Number of vertices in the whole OBJ file.
        vertices: usize,
    },
    /// Error: a vertex of a face of the OBJ file is not finite.
    #[error(
        "{} line {line}: {text:?} is not a finite position in 32 bits; correct the vertex or export the level again",
        path.display()
    )]
    NotFinite {
        /// Path of the OBJ file with the vertex that is not finite.
        path: PathBuf,
        /// Number of the line with the vertex that is not finite, from 1.
        line: usize,
        /// Beginning of the text of the line with the vertex that is not finite.
        text: String,
    },
    /// Error: the OBJ file has vertices but no triangles.
    #[error(
        "{} has no triangles; export the level with its faces (`f` lines), not as points or curves",
        path.display()
    )]
    NoTriangles {
        /// Path of the OBJ file without triangles.
        path: PathBuf,
    },
}
