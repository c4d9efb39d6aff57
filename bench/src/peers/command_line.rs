//! What the benches against peers are told, and where they leave their figures.
//!
//! In: words of a person, through `cargo bench`, which adds one of its own. Out: [`Arguments`]; a file of JSON when one
//! was asked for.

use crate::command_line::check_writable;
use crate::level::Level;
use crate::obj;
use crate::scenes::Scene;
use clap::Parser;
use serde::Serialize;
use std::path::PathBuf;

/// What both benches are told.
#[derive(Debug, Parser)]
#[command(about = "Times sweep8 and other engines on the same inputs, and judges their answers")]
pub struct Arguments {
    /// A level of your own besides the scenes: a Wavefront OBJ file, y up, metres
    #[arg(long, value_name = "FILE.obj")]
    level: Option<PathBuf>,
    /// A tenth of the work: to see that it runs, not how fast
    #[arg(long)]
    quick: bool,
    /// Where to write the figures as JSON, too
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Said by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

impl Arguments {
    /// Whether a tenth of the work is enough.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick
    }

    /// Terrain, dungeon, and the level that was asked for.
    ///
    /// # Errors
    /// Says in a line what stands in the way of the level, or of the file for the figures.
    pub fn levels(&self) -> Result<Vec<Level>, String> {
        if let Some(file) = &self.json {
            check_writable(file, "json")?;
        }
        let mut levels = vec![Scene::Terrain.build(), Scene::Dungeon.build()];
        if let Some(file) = &self.level {
            levels.push(obj::load(file).map_err(|error| error.to_string())?);
        }
        Ok(levels)
    }

    /// Writes the figures, if that was asked for.
    ///
    /// # Errors
    /// Says in a line what stands in the way.
    pub fn save(&self, figures: &impl Serialize) -> Result<(), String> {
        let Some(file) = &self.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(figures).map_err(|error| error.to_string())?;
        std::fs::write(file, text + "\n").map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}
