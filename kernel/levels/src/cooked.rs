//! Files of cooked levels: copied or mapped into memory, and written.
//!
//! In: a path, or bytes. Out: a [`Level`] with the mesh as it is in the file, and its triangles for checks and pictures; or
//! one line that names the fault and the remedy. No bytes make it panic.

use crate::{Format, Level, LevelMesh};
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(not(target_family = "wasm"))]
use std::{fs::File, sync::Arc};
use sweep8::{CookedError, CookedMesh};
use thiserror::Error;

/// File name extension of cooked levels (files that the kernel maps into memory without building a tree), without the dot.
pub const ENDING: &str = "sweep8";

/// Error: a cooked level was not read or written. Each variant prints as one line with the remedy.
#[derive(Debug, Error)]
pub enum CookedLevelError {
    /// Error: the file of a cooked level could not be opened or mapped.
    #[error("cannot read {}: {cause}; check the path and that the file may be read", path.display())]
    CannotRead {
        /// Path of the cooked level that could not be opened.
        path: PathBuf,
        /// Error of the operating system when it opened or mapped the file.
        cause: std::io::Error,
    },
    /// Error: the file holds no valid cooked mesh.
    #[error("cannot use {}: {cause}; make it with `crowd cook`", path.display())]
    Refused {
        /// Path of the file without a valid cooked mesh.
        path: PathBuf,
        /// Error that the kernel returned for the bytes of the cooked mesh.
        cause: CookedError,
    },
    /// Error: the cooked mesh in the file has no triangles.
    #[error("{} has no triangles; cook a level that has some", path.display())]
    NoTriangles {
        /// Path of the cooked level without triangles.
        path: PathBuf,
    },
    /// Error: the cooked level could not be written.
    #[error("cannot write the level {}: {cause}", path.display())]
    CannotWrite {
        /// Path of the cooked level that could not be written.
        path: PathBuf,
        /// Error of the operating system when it wrote the file.
        cause: std::io::Error,
    },
}

/// Returns true if a file has the extension of a cooked level.
#[must_use]
pub fn is_cooked(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

/// Maps the cooked level at `path` into memory.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn load(path: &Path, name: &str) -> Result<Level, CookedLevelError> {
    with_triangles(map(path)?, name, path)
}

/// Copies the cooked level in the bytes of a file. `path` is used in errors only.
pub(crate) fn parse(bytes: &[u8], name: &str, path: &Path) -> Result<Level, CookedLevelError> {
    let mesh = CookedMesh::from_bytes(bytes);
    with_triangles(mesh.map_err(|cause| CookedLevelError::Refused { path: path.to_owned(), cause })?, name, path)
}

/// Maps the mesh in the file at `path` into memory: several programs with the same file share one copy. Not on WebAssembly.
///
/// # Errors
/// See [`CookedLevelError`].
#[cfg(not(target_family = "wasm"))]
pub fn map(path: &Path) -> Result<CookedMesh, CookedLevelError> {
    let cannot_read = |cause| CookedLevelError::CannotRead { path: path.to_owned(), cause };
    let file = File::open(path).map_err(cannot_read)?;
    if file.metadata().map_err(cannot_read)?.len() == 0 {
        // Not every system maps an empty file.
        return Err(CookedLevelError::Refused { path: path.to_owned(), cause: CookedError::NotAMesh });
    }
    #[expect(unsafe_code, reason = "there is no other way to map a file")]
    // SAFETY: the map is read-only. Reads from it are sound as long as no other program changes or truncates the file,
    // which the documents require. `write` replaces a file that may be mapped, and does not change it.
    let map = unsafe { memmap2::Mmap::map(&file) }.map_err(cannot_read)?;
    CookedMesh::from_shared(Arc::new(map)).map_err(|cause| CookedLevelError::Refused { path: path.to_owned(), cause })
}

/// Creates a level from a cooked mesh, triangles sorted by id. Triangles that cooking left out become degenerate triangles.
fn with_triangles(cooked: CookedMesh, name: &str, path: &Path) -> Result<Level, CookedLevelError> {
    let triangles = vec![[0; 3]; cooked.report().triangles];
    let mut mesh = LevelMesh { name: name.to_owned(), triangles, ..LevelMesh::default() };
    for (id, corners) in cooked.triangles() {
        let first = mesh.positions.len() as u32;
        mesh.positions.extend(corners);
        mesh.triangles[id as usize] = [first, first + 1, first + 2];
    }
    if mesh.positions.is_empty() {
        return Err(CookedLevelError::NoTriangles { path: path.to_owned() });
    }
    mesh.cooked = Some(cooked);
    Ok(Level::of_mesh(Format::Cooked, mesh))
}

/// Writes a cooked mesh into a new file, which replaces an existing file when complete: a program that has the old
/// file mapped keeps the old content. Returns the length of the file, bytes.
///
/// # Errors
/// See [`CookedLevelError`].
pub fn write(path: &Path, mesh: &CookedMesh) -> Result<usize, CookedLevelError> {
    let bytes = mesh.to_bytes();
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let written = fs::write(&beside, &bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(|cause| {
        // A partial file is useless. It may not exist.
        let _ = fs::remove_file(&beside);
        CookedLevelError::CannotWrite { path: path.to_owned(), cause }
    })?;
    Ok(bytes.len())
}
