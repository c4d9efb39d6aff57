//! Names the format of a file that is no level, so that an error can name the remedy.
//!
//! In: the first bytes of a file, and its name. Out: the name of its format. The bytes count more than the extension.

use std::path::Path;

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

/// Returns the name of a file's format, if it is a common format for levels other than OBJ and glTF.
pub(super) fn name_of(bytes: &[u8], path: &Path) -> Option<&'static str> {
    let by_bytes = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    let is_its_ending = |ending: &str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    let by_ending = ENDINGS.iter().find(|(ending, _)| is_its_ending(ending));
    by_bytes.map(|&(_, name)| name).or(by_ending.map(|&(_, name)| name))
}
