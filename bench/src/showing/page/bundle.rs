//! The template of the page, which the front end makes: `npm ci` and `npm run build` in `bench/web`.
//!
//! In: the folder of the front end. Out: the template, which is made first if it is not there or older than its sources. The
//! repository holds no third-party code, so that it has no template either.

use crate::showing::npm::{NpmError, WEB, install, modified, npm};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use thiserror::Error;

/// Error: there is no template, and it cannot be made.
#[derive(Debug, Error)]
pub enum BundleError {
    /// Error: the folder holds no front end.
    #[error("{0} holds neither dist/report.html nor a front end to build; give bench/web of the sources with --web")]
    NoFolder(PathBuf),
    /// Error: npm cannot make it.
    #[error("{0}; or give a folder with a built page with --web")]
    Npm(#[from] NpmError),
    /// Error: a file cannot be read.
    #[error("cannot read {0}: {1}")]
    File(PathBuf, std::io::Error),
}

/// Returns the template of the page `name`, from a folder or from that of the sources; `progress` gets what is done.
///
/// # Errors
/// [`BundleError`] says what is missing.
pub fn template(name: &str, folder: Option<&Path>, progress: &dyn Fn(&str)) -> Result<String, BundleError> {
    let folder = folder.unwrap_or(Path::new(WEB));
    let page = folder.join("dist").join(format!("{name}.html"));
    let sources = newest_source(folder);
    let built = modified(&page);
    match (built, sources) {
        (None, None) => return Err(BundleError::NoFolder(folder.to_owned())),
        (Some(_), None) => {}
        (Some(built), Some(changed)) if built >= changed => {}
        (_, Some(_)) => {
            install(folder, progress)?;
            progress("npm run build");
            npm(folder, &["run", "build"])?;
        }
    }
    fs::read_to_string(&page).map_err(|error| BundleError::File(page, error))
}

/// When the newest source of the front end was changed; `None` if the folder has none.
fn newest_source(folder: &Path) -> Option<SystemTime> {
    let files = ["package.json", "package-lock.json", "build.mjs"].map(|name| modified(&folder.join(name)));
    files.into_iter().flatten().chain(newest_within(&folder.join("src"))).max()
}

fn newest_within(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let newest = entries.filter_map(|entry| {
        let path = entry.path();
        if path.is_dir() { newest_within(&path) } else { modified(&path) }
    });
    newest.max()
}
