//! Loads a level from a file of any known format.
//!
//! In: a path. Out: one mesh, from a Wavefront OBJ or a cooked level; or meshes and their instances, from a glTF. The
//! first bytes decide the format: binary glTF and cooked levels have a magic number, and JSON begins with a brace,
//! which no line of an OBJ does. Otherwise the extension decides; without a known one the file is refused.

use crate::levels::Level;
use crate::levels::cooked::{self, CookedLevelError};
use crate::levels::gltf::{self, GltfError, GltfLevel};
use crate::levels::obj::{self, LevelError};
use crate::levels::other_formats;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// First bytes of a file with a cooked level, by which the format is recognized.
const COOKED: &[u8] = b"sweep8me";

/// Number of bytes at the start of a level file that are inspected to find its format.
const FIRST: u64 = 64;

/// A loaded level file: one mesh, or meshes with instances.
#[derive(Clone, Debug)]
pub enum LevelFile {
    /// The level is a single mesh, from a Wavefront OBJ or a cooked level.
    Mesh(Level),
    /// The level has meshes and instances, from a glTF.
    Parts(GltfLevel),
}

/// Error: a file could not be loaded as a level. Each variant prints as one line with the remedy.
#[derive(Debug, Error)]
pub enum FileError {
    /// Error of reading the file as a Wavefront OBJ, or a file of an unknown format.
    #[error(transparent)]
    Obj(#[from] LevelError),
    /// Error of reading the file as a cooked level.
    #[error(transparent)]
    Cooked(#[from] CookedLevelError),
    /// Error of reading the file as a glTF.
    #[error(transparent)]
    Gltf(#[from] GltfError),
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
}

/// Loads the level in a file: metres, y up, triangles counter-clockwise seen from the front.
///
/// # Errors
/// [`FileError`] names the file and the fault.
pub fn load(path: &Path) -> Result<LevelFile, FileError> {
    Ok(match kind(path) {
        Kind::Gltf => LevelFile::Parts(gltf::load(path)?),
        Kind::Cooked => LevelFile::Mesh(cooked::load(path)?),
        Kind::Obj => LevelFile::Mesh(obj::load(path)?),
        Kind::Other(format) => return Err(LevelError::OtherFormat { path: path.to_owned(), format }.into()),
        Kind::Unknown => return Err(FileError::UnknownFormat { path: path.to_owned() }),
    })
}

/// Format in which a level file is read. The format's reader reports errors.
enum Kind {
    Obj,
    Gltf,
    Cooked,
    /// The format with this name, which no reader knows.
    Other(&'static str),
    Unknown,
}

fn kind(path: &Path) -> Kind {
    let mut first = Vec::new();
    // If the file cannot be read, only the extension counts, and the reader of the format says why.
    let is_read = File::open(path).and_then(|file| file.take(FIRST).read_to_end(&mut first)).is_ok();
    let is_named = |ending| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first).trim_ascii_start();
    if first.starts_with(COOKED) || is_named(cooked::ENDING) {
        Kind::Cooked
    } else if first.starts_with(gltf::MAGIC) || text.starts_with(b"{") || ["gltf", "glb"].into_iter().any(is_named) {
        Kind::Gltf
    } else if !is_read || is_named("obj") {
        Kind::Obj
    } else {
        other_formats::name_of(&first, path).map_or(Kind::Unknown, Kind::Other)
    }
}

impl LevelFile {
    /// Returns all triangles of the level as one mesh, instances included.
    #[must_use]
    pub fn into_mesh(self) -> Level {
        match self {
            Self::Mesh(level) => level,
            Self::Parts(level) => level.parts.flattened(0.0).0,
        }
    }
}
