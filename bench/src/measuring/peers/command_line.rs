//! The command line of the benches against peers, and their output.
//!
//! In: arguments of a user or of `.ci/peers`, through `cargo bench`, which adds one of its own. Out: [`Arguments`] and the
//! levels that they name; a printed description of how the engines were built; a JSON file on request.

use super::form::Form;
use crate::command_line::check_writable;
use crate::levels::file;
use crate::levels::scenes::{AnyScene, Scene, catacombs};
use crate::levels::{Level, Parts};
use clap::Parser;
use serde::Serialize;
use std::path::PathBuf;

/// Scenes measured by default: levels like those of games, and vaults whose small triangles surround a ball by the hundreds.
const SCENES: [AnyScene; 3] =
    [AnyScene::Still(Scene::Terrain), AnyScene::Still(Scene::Dungeon), AnyScene::Still(Scene::Vaults)];

/// Text that stands for the build of the C++ engines if the command line does not describe it.
const UNKNOWN: &str = "C++ engines: compiled by <unknown>; `.ci/peers` compiles them with clang and passes that on";

/// The content of the JSON file that a bench writes: descriptions of the engines' builds, and result rows.
#[derive(Serialize)]
struct Record<'a, Row> {
    built: &'a [String],
    rows: &'a [Row],
}

/// A level to measure on.
pub enum Ground {
    /// One mesh, which stands still.
    Mesh(Level),
    /// Instances, some of which move.
    Parts(Parts),
}

impl Ground {
    /// Returns all triangles as one mesh, with machines where they are at time 0.
    #[must_use]
    pub fn into_mesh(self) -> Level {
        match self {
            Self::Mesh(level) => level,
            Self::Parts(parts) => parts.flattened(0.0).0,
        }
    }
}

/// Command-line arguments of both benches against other engines.
#[derive(Debug, Parser)]
#[command(about = "Times sweep8 and other engines on the same inputs, and judges their answers")]
pub struct Arguments {
    /// A scene to measure on; may be given more than once
    #[arg(long = "scene", value_name = "NAME", default_values_t = SCENES)]
    scenes: Vec<AnyScene>,
    /// A level of your own in addition to the scenes: a Wavefront OBJ or glTF file, y up, metres
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// What all engines move
    #[arg(long, value_enum, default_value_t = Form::Capsule)]
    form: Form,
    /// Do a tenth of the work, to see that it runs
    #[arg(long)]
    quick: bool,
    /// File for the figures as JSON
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// How an engine was built, for the record: which compiler, which flags; `.ci/peers` reads it from the object files
    #[arg(long, value_name = "TEXT", default_value = UNKNOWN)]
    built: Vec<String>,
    /// Passed by `cargo bench`; ignored
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    /// Returns the body that all engines move.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns true if the user requested only a tenth of the work.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Prints how each engine was built, because times mean nothing without the build.
    pub fn print_built(&self) {
        for engine in &self.built {
            println!("{engine}");
        }
    }

    /// Returns the requested scenes, and as one mesh the level file that the user names.
    ///
    /// # Errors
    /// One line: a level cannot be read, or the file for the figures cannot be written.
    pub fn levels(&self) -> Result<Vec<Ground>, String> {
        if let Some(file) = &self.json {
            check_writable(file, "json")?;
        }
        let built = |scene: &AnyScene| match scene {
            AnyScene::Still(scene) => Ground::Mesh(scene.build()),
            AnyScene::Moving(scene) => Ground::Parts(scene.build()),
            AnyScene::Catacombs => Ground::Mesh(catacombs()),
        };
        let mut levels: Vec<Ground> = self.scenes.iter().map(built).collect();
        if let Some(path) = &self.level {
            levels.push(Ground::Mesh(file::load(path).map_err(|error| error.to_string())?.into_mesh()));
        }
        Ok(levels)
    }

    /// Writes the rows and the engines' build descriptions to the JSON file, if the user requested one.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn save(&self, rows: &[impl Serialize]) -> Result<(), String> {
        let Some(file) = &self.json else { return Ok(()) };
        let record = Record { built: &self.built, rows };
        let text = serde_json::to_string_pretty(&record).map_err(|error| error.to_string())?;
        std::fs::write(file, text + "\n").map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}
