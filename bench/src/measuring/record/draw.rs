//! The two plots of docs/performance.md from all records.

use super::files::{RECORDS, load};
use super::plot;
use std::path::{Path, PathBuf};

/// Folder of the plots of performance records, relative to the root of the repository.
const PLOTS: &str = "docs/images/performance";

/// Draws all plots from all records and returns the paths of the files.
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
