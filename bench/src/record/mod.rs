//! Figures of one commit on one machine, kept with the code, to compare commits by.
//!
//! In: a commit without changes. Out: a JSON file in `bench/record/`, and the plots and the table of docs/performance.md,
//! made from all files there.
//!
//! [`origin`] names commit and machine, [`standard`] measures with the functions that the benches use, [`plot`] draws the
//! plots, [`table`] writes the table. A record is never changed: a later commit gets a record of its own.

pub mod origin;
pub mod plot;
pub mod standard;
pub mod table;

use origin::Origin;
use serde::{Deserialize, Serialize};
use standard::Figures;
use std::path::{Path, PathBuf};

/// Where records lie, from the root of the repository.
const RECORDS: &str = "bench/record";

/// Where the plots lie, from the root of the repository.
const PLOTS: &str = "docs/images/performance";

/// One file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Commit and machine.
    pub origin: Origin,
    /// The measurements.
    pub figures: Figures,
}

impl Record {
    /// Writes the file and returns its path.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn save(&self, root: &Path) -> Result<PathBuf, String> {
        let folder = root.join(RECORDS);
        let file = folder.join(self.origin.file_name());
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())? + "\n";
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|error| format!("cannot write the record {}: {error}", file.display()))?;
        Ok(file)
    }
}

/// Reads every record, the oldest commit first.
///
/// # Errors
/// One line that names the file that cannot be read.
pub fn load(root: &Path) -> Result<Vec<Record>, String> {
    let folder = root.join(RECORDS);
    let unreadable = |error: std::io::Error| format!("cannot read the records in {}: {error}", folder.display());
    let entries: Vec<_> =
        std::fs::read_dir(&folder).map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let read = |file: &PathBuf| -> Result<Record, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{} is no record: {error}", file.display()))
    };
    let mut records: Vec<Record> = files.iter().map(read).collect::<Result<_, _>>()?;
    records.sort_by(|a, b| a.origin.date.cmp(&b.origin.date));
    Ok(records)
}

/// Draws the plots anew from all records and returns the files.
///
/// # Errors
/// One line: a record cannot be read, or a plot cannot be written.
pub fn draw(root: &Path) -> Result<[PathBuf; 2], String> {
    let records = load(root)?;
    let newest = records.last().ok_or_else(|| format!("there is no record in {RECORDS}; make one: crowd record"))?;
    let folder = root.join(PLOTS);
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let files = ["history.svg", "scaling.svg"].map(|name| folder.join(name));
    plot::history(&records, &files[0])?;
    plot::scaling(newest, &files[1])?;
    Ok(files)
}
