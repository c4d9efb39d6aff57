//! `crowd page`: a folder with a page in which one walks.

use crate::arguments::PageArguments;
use indicatif::ProgressBar;
use std::time::Duration;
use sweep8_bench::command_line::{print, quoted};
use sweep8_bench::showing::walk::folder::write_folder;

/// Writes the folder; always returns `None` on success, because no check can fail.
pub(crate) fn run(arguments: &PageArguments) -> Result<Option<String>, String> {
    let folder = &arguments.output;
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(100));
    let written = write_folder(folder, &|part| bar.set_message(part.to_owned()));
    bar.finish_and_clear();
    written.map_err(|error| error.to_string())?;
    print(&format!("{}: a page; `crowd serve {}` shows it", folder.display(), quoted(&folder.to_string_lossy())))?;
    Ok(None)
}
