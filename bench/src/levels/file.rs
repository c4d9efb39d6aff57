//! A level from any file that holds one.
//!
//! In: a path. Out: one mesh, from a Wavefront OBJ or a cooked level; or meshes and their instances, from a glTF. The first bytes say
//! which it is: binary glTF has a magic number, as cooked levels have, and JSON begins with a brace, which no line of an OBJ does. Where
//! they say neither, the ending does.

use crate::levels::Level;
use crate::levels::cooked::{self, CookedLevelError};
use crate::levels::gltf::{self, GltfError, GltfLevel};
use crate::levels::obj::{self, LevelError};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use thiserror::Error;

/// The first bytes of a cooked level.
const COOKED: &[u8] = b"sweep8me";

/// Bytes that are looked at.
const FIRST: u64 = 64;

/// A level as its file has it.
#[derive(Clone, Debug)]
pub enum LevelFile {
    /// Of a Wavefront OBJ, or of one that was cooked.
    Mesh(Level),
    /// Of a glTF.
    Parts(GltfLevel),
}

/// Why a file is no level. Each prints as one line with the way out.
#[derive(Debug, Error)]
pub enum FileError {
    /// Of a Wavefront OBJ, or of a file of none of these kinds.
    #[error(transparent)]
    Obj(#[from] LevelError),
    /// Of a cooked level.
    #[error(transparent)]
    Cooked(#[from] CookedLevelError),
    /// Of a glTF.
    #[error(transparent)]
    Gltf(#[from] GltfError),
}

/// Loads the level in a file: metres, y up, fronts counter-clockwise.
///
/// # Errors
/// [`FileError`] names the file and what is wrong.
pub fn load(path: &Path) -> Result<LevelFile, FileError> {
    Ok(match kind(path) {
        Kind::Gltf => LevelFile::Parts(gltf::load(path)?),
        Kind::Cooked => LevelFile::Mesh(cooked::load(path)?),
        Kind::Obj => LevelFile::Mesh(obj::load(path)?),
    })
}

/// The format that a file is read as. The reader says why it fails.
enum Kind {
    Obj,
    Gltf,
    Cooked,
}

fn kind(path: &Path) -> Kind {
    let mut first = Vec::new();
    // Of a file that cannot be read only the ending is known.
    let _ = File::open(path).and_then(|file| file.take(FIRST).read_to_end(&mut first));
    let is_named = |ending| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&first).trim_ascii_start();
    if first.starts_with(COOKED) || is_named(cooked::ENDING) {
        Kind::Cooked
    } else if first.starts_with(gltf::MAGIC) || text.starts_with(b"{") || ["gltf", "glb"].into_iter().any(is_named) {
        Kind::Gltf
    } else {
        Kind::Obj
    }
}

impl LevelFile {
    /// All triangles as one mesh, for what is asked of one mesh alone.
    #[must_use]
    pub fn into_mesh(self) -> Level {
        match self {
            Self::Mesh(level) => level,
            Self::Parts(level) => level.parts.flattened(0.0).0,
        }
    }
}
