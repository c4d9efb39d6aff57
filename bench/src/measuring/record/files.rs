//! Records as files of JSON: written once, read all together.

use super::origin::Origin;
use super::standard::Figures;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Folder of the performance records, relative to the root of the repository.
pub(super) const RECORDS: &str = "bench/record";

/// The content of a performance record: commit, machine and measured figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Commit and machine of the measured figures.
    pub origin: Origin,
    /// Measured figures: times and sizes.
    pub figures: Figures,
}

impl Record {
    /// Writes the record file and returns its path.
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
