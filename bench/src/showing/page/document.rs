//! The page: the template of the front end with the data of all levels in it.

use super::facts::Facts;
use super::level_data::LevelData;
use super::level_run::LevelRun;
use serde::Serialize;

/// Mark in the template where the data go.
const DATA: &str = "<!--DATA-->";

/// The data of a page, level by level.
#[derive(Default, Serialize)]
pub struct Document {
    levels: Vec<LevelData>,
}

impl Document {
    /// Adds a level; `command` repeats its report.
    pub fn add(&mut self, run: &LevelRun, facts: &Facts, command: String) {
        self.levels.push(LevelData::new(run, facts, command));
    }

    /// Returns the page.
    ///
    /// # Errors
    /// The message says that the template has no place for the data, or which data JSON does not have.
    pub fn page(&self, template: &str) -> Result<String, String> {
        let (head, tail) =
            template.split_once(DATA).ok_or_else(|| format!("the template of the page has no {DATA}"))?;
        let json = serde_json::to_string(self).map_err(|error| error.to_string())?;
        // Text of a level's name must not end the element.
        let json = json.replace('<', "\\u003c");
        Ok(format!("{head}<script id=\"data\" type=\"application/json\">{json}</script>{tail}"))
    }
}
