//! Reads a level of any known format: of a file, or of bytes in memory.

use crate::guess::{FIRST, Guess, guess};
use crate::{Format, Level, LevelError, cooked, gltf, obj};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

impl Level {
    /// Reads the level in a file, with the files next to it in which a glTF keeps its buffers. The first bytes decide the
    /// format, otherwise the extension: `.obj`, `.glb`, `.gltf` or `.sweep8`.
    ///
    /// # Errors
    /// [`LevelError`] names the file and the fault.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, LevelError> {
        let path = path.as_ref();
        let cannot_read = |cause| LevelError::CannotRead { path: path.to_owned(), cause };
        let mut first = Vec::new();
        File::open(path).and_then(|file| file.take(FIRST).read_to_end(&mut first)).map_err(cannot_read)?;
        let format = format_of(&first, path)?;
        #[cfg(not(target_family = "wasm"))]
        if format == Format::Cooked {
            return Ok(cooked::load(path, &name_of(path))?);
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let bytes = fs::read(path).map_err(cannot_read)?;
        parse(format, path, &bytes, &|file| fs::read(folder.join(file)))
    }

    /// Reads the level in the bytes of a file. `name` is the name of the file (`"hall.glb"`), or its extension alone (`"glb"`);
    /// the first bytes count more, as in [`read`](Self::read). A cooked level is copied.
    ///
    /// # Errors
    /// [`LevelError`] names the file and the fault. A glTF whose buffers are in other files is refused: see
    /// [`from_bytes_with`](Self::from_bytes_with).
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, LevelError> {
        let none = "only this file was given, and no other";
        Self::from_bytes_with(name, bytes, &|_| Err(io::Error::new(io::ErrorKind::NotFound, none)))
    }

    /// Reads the level in the bytes of a file, as [`from_bytes`](Self::from_bytes), and the buffers that a glTF keeps in other
    /// files: `file` returns the bytes of one, by its path relative to the glTF, with `/` between folders.
    ///
    /// # Errors
    /// [`LevelError`] names the file and the fault.
    pub fn from_bytes_with(
        name: &str,
        bytes: &[u8],
        file: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, LevelError> {
        let path = Path::new(name);
        let format = format_of(&bytes[..bytes.len().min(FIRST as usize)], path)?;
        parse(format, path, bytes, file)
    }
}

fn parse(
    format: Format,
    path: &Path,
    bytes: &[u8],
    file: &dyn Fn(&str) -> io::Result<Vec<u8>>,
) -> Result<Level, LevelError> {
    let name = name_of(path);
    Ok(match format {
        Format::Obj => obj::parse(bytes, &name, path)?,
        Format::Gltf => gltf::parse(bytes, &name, path, file)?,
        Format::Cooked => cooked::parse(bytes, &name, path)?,
    })
}

fn format_of(first: &[u8], path: &Path) -> Result<Format, LevelError> {
    match guess(first, path) {
        Guess::Known(format) => Ok(format),
        Guess::Other(format) => Err(LevelError::OtherFormat { path: path.to_owned(), format }),
        Guess::Unknown => Err(LevelError::UnknownFormat { path: path.to_owned() }),
    }
}

/// Returns the name of the level in a file.
fn name_of(path: &Path) -> String {
    path.file_stem().map_or_else(|| "level".into(), |stem| stem.to_string_lossy().into_owned())
}
