//! Files of cooked levels: maps them into memory, and writes them.
//!
//! In: a path. Out: one [`Level`] with the mesh as it is in the file, and its triangles for the checks and pictures; or
//! one line that names the fault and the remedy. No bytes make it panic.

use crate::levels::Level;
use crate::levels::cooked_mesh::Cooked;
use memmap2::Mmap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
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

/// Loads the cooked level at `path`.
///
/// # Errors
/// See [`CookedLevelError`].
pub fn load(path: &Path) -> Result<Level, CookedLevelError> {
    let mesh = map(path)?;
    let name = path.file_stem().map_or_else(|| "level".into(), |stem| stem.to_string_lossy().into_owned());
    let level = with_triangles(mesh, &name);
    if level.positions.is_empty() { Err(CookedLevelError::NoTriangles { path: path.to_owned() }) } else { Ok(level) }
}

/// Maps the mesh in the file at `path` into memory: several programs with the same file share one copy.
///
/// # Errors
/// See [`CookedLevelError`].
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
    let map = unsafe { Mmap::map(&file) }.map_err(cannot_read)?;
    CookedMesh::from_shared(Arc::new(map)).map_err(|cause| CookedLevelError::Refused { path: path.to_owned(), cause })
}

/// Creates a level from a cooked mesh, triangles sorted by id. Triangles that cooking left out become degenerate triangles.
fn with_triangles(mesh: CookedMesh, name: &str) -> Level {
    let report = mesh.report();
    let mut level = Level::new(name);
    level.triangles = vec![[0; 3]; report.triangles];
    for (id, corners) in mesh.triangles() {
        let first = level.positions.len() as u32;
        level.positions.extend(corners);
        level.triangles[id as usize] = [first, first + 1, first + 2];
    }
    level.cooked = Some(Cooked(mesh));
    level
}

/// Writes a cooked mesh into a new file, which replaces an existing file when complete: a program that has the old
/// file mapped keeps the old content.
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
