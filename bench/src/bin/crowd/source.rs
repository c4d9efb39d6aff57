//! The level of a walk: named on the command line or in a file, built, and as it is at a given time.

use crate::arguments::Arguments;
use std::path::{Path, PathBuf};
use sweep8_bench::command_line::quoted;
use sweep8_bench::levels::file::{self, LevelFile};
use sweep8_bench::levels::scenes::{AnyScene, catacombs};
use sweep8_bench::levels::{Level, Parts};
use sweep8_bench::walking::stage;
use sweep8_levels::LeftOut;

/// The source from which a level is built: a file or a built-in scene.
pub(crate) enum Source {
    File(PathBuf),
    Scene(AnyScene),
}

impl Source {
    pub(crate) fn of_arguments(arguments: &Arguments) -> Self {
        arguments.level.clone().map_or(Self::Scene(arguments.scene), Self::File)
    }

    /// Takes a file, or a built-in scene whose name no file has.
    pub(crate) fn of_file_or_scene(word: &Path) -> Self {
        let scene = word.to_str().and_then(|word| word.parse().ok());
        scene.filter(|_| !word.exists()).map_or_else(|| Self::File(word.to_owned()), Self::Scene)
    }

    /// Parses the text that names a level in a saved walk or recording, as [`words`](Self::words) returns it.
    pub(crate) fn of_words(words: &str) -> Result<Self, String> {
        match words.split_once(' ') {
            Some(("level", file)) => Ok(Self::File(PathBuf::from(file))),
            Some(("scene", name)) => name.parse().map(Self::Scene),
            _ => Err(format!("the file names no level, but {words:?}")),
        }
    }

    /// Returns the text that names the source of the level in saved walks and recordings.
    pub(crate) fn words(&self) -> Result<String, String> {
        match self {
            Self::File(file) => {
                let name = file.to_str();
                name.map(|name| format!("level {name}")).ok_or_else(|| {
                    format!("cannot keep a walk in {}: give its level a name that is UTF-8", file.display())
                })
            }
            Self::Scene(scene) => Ok(format!("scene {scene}")),
        }
    }

    /// Returns the command-line option that selects the source of the level, with its value, quoted for a shell.
    pub(crate) fn option(&self) -> Result<String, String> {
        let words = self.words()?;
        Ok(words.split_once(' ').map_or(String::new(), |(option, name)| format!("--{option} {}", quoted(name))))
    }

    pub(crate) fn build(&self) -> Result<Built, String> {
        match self {
            Self::File(path) => match file::load(path).map_err(|error| error.to_string())? {
                LevelFile::Mesh(level) => Ok(Built::Still(level)),
                LevelFile::Parts(parts, left_out) => {
                    warn_of_what_is_left_out(&parts.name, left_out);
                    Ok(Built::Parts(parts))
                }
            },
            Self::Scene(AnyScene::Still(scene)) => Ok(Built::Still(scene.build())),
            Self::Scene(AnyScene::Catacombs) => Ok(Built::Still(catacombs())),
            Self::Scene(AnyScene::Moving(scene)) => Ok(Built::Parts(scene.build())),
        }
    }
}

/// Prints a warning if loading the level `name` has left out a part of its file.
fn warn_of_what_is_left_out(name: &str, left_out: LeftOut) {
    let LeftOut { primitives, nodes, baked, skinned, morphed } = left_out;
    let lines = [
        (primitives, "primitives are points or lines, which are left out"),
        (nodes, "nodes are scaled to nothing, and left out"),
        (skinned, "nodes have meshes that a skeleton deforms, which are left out: apply the pose to keep them"),
        (morphed, "nodes have meshes that shape keys change at rest, which are left out: apply the keys to keep them"),
        (baked, "nodes are sheared, flat, or scaled out of range: each gets its own mesh"),
    ];
    for (count, what) in lines.into_iter().filter(|(count, _)| *count > 0) {
        eprintln!("crowd: warning: {name}: {count} {what}");
    }
}

/// Level of a walk as it was loaded: triangles that never move, or instances, some of which move.
pub(crate) enum Built {
    Still(Level),
    Parts(Parts),
}

impl Built {
    pub(crate) fn ground(&self) -> stage::Ground<'_> {
        match self {
            Self::Still(level) => level.into(),
            Self::Parts(parts) => parts.into(),
        }
    }

    /// Returns all triangles of the level as placed at time `seconds`, and the index of the first triangle that moves.
    pub(crate) fn at_the_end(self, seconds: f64) -> (Level, usize) {
        match self {
            Self::Still(level) => {
                let still = level.triangles.len();
                (level, still)
            }
            Self::Parts(parts) => parts.flattened(seconds),
        }
    }
}
