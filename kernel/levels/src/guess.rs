//! Guesses the format of a level: from the first bytes of a file, and its name.
//!
//! Binary glTF and cooked levels have a magic number, and JSON begins with a brace, which no line of an OBJ does. Otherwise the
//! extension decides. Common formats that no reader knows are recognized, too, so that an error can name the remedy.

use crate::{Format, cooked, gltf};
use std::path::Path;

/// What the first bytes and the name of a file tell about its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    Known(Format),
    /// The format with this name, which no reader knows.
    Other(&'static str),
    Unknown,
}

/// Number of bytes at the start of a level file that are inspected to find its format.
pub(crate) const FIRST: u64 = 64;

/// First bytes of a cooked level.
const COOKED: &[u8] = b"sweep8me";

/// First bytes of files in other formats than OBJ and glTF, each with the format's name, for error messages.
const BEGINNINGS: [(&[u8], &str); 5] =
    [(b"Kaydara FBX Binary", "FBX"), (b"; FBX", "FBX"), (b"BLENDER", "Blender"), (b"ply", "PLY"), (b"solid", "STL")];

/// File name extensions of other formats than OBJ and glTF, each with the format's name, for error messages.
const ENDINGS: [(&str, &str); 7] = [
    ("fbx", "FBX"),
    ("blend", "Blender"),
    ("ply", "PLY"),
    ("stl", "STL"),
    ("usd", "USD"),
    ("usdz", "USD"),
    ("dae", "COLLADA"),
];

/// Returns the format of a file with these first bytes and this name; the reader of the format reports errors.
pub(crate) fn guess(first: &[u8], path: &Path) -> Guess {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first).trim_ascii_start();
    if first.starts_with(COOKED) || is_named(path, cooked::ENDING) {
        Guess::Known(Format::Cooked)
    } else if first.starts_with(gltf::MAGIC)
        || text.starts_with(b"{")
        || ["gltf", "glb"].into_iter().any(|ending| is_named(path, ending))
    {
        Guess::Known(Format::Gltf)
    } else if is_named(path, "obj") {
        Guess::Known(Format::Obj)
    } else {
        other_format(first, path).map_or(Guess::Unknown, Guess::Other)
    }
}

/// Returns the name of a file's format, if it is a common format for levels other than OBJ and glTF. The bytes count more than
/// the extension.
pub(crate) fn other_format(bytes: &[u8], path: &Path) -> Option<&'static str> {
    let by_bytes = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    let by_ending = ENDINGS.iter().find(|(ending, _)| is_named(path, ending));
    by_bytes.map(|&(_, name)| name).or(by_ending.map(|&(_, name)| name))
}

/// Returns true if a file has this extension, or is named by it alone: bytes without a name have a format.
pub(crate) fn is_named(path: &Path, ending: &str) -> bool {
    let has_ending = path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    has_ending || path.as_os_str().eq_ignore_ascii_case(ending)
}
