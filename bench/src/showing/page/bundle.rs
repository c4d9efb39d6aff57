//! The template of the page, which the front end makes: `npm ci` and `npm run build` in `bench/web`.
//!
//! In: the folder of the front end. Out: the template, which is made first if it is not there or older than its sources. The
//! repository holds no third-party code, so that it has no template either.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use thiserror::Error;

/// Folder of the front end, in the checkout from which the program was compiled.
const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web");

/// Npm, as the system calls it.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Error: there is no template, and it cannot be made.
#[derive(Debug, Error)]
pub enum BundleError {
    /// Error: the folder holds no front end.
    #[error("{0} holds neither dist/report.html nor a front end to build; give bench/web of the sources with --web")]
    NoFolder(PathBuf),
    /// Error: npm is missing.
    #[error(
        "the page is not built yet, and npm is not installed: install Node.js with npm, or give a folder with a built page with --web"
    )]
    NoNpm,
    /// Error: npm failed.
    #[error("npm {command} failed in {folder}: {said}")]
    Failed {
        /// What npm was to do.
        command: &'static str,
        /// Folder of the front end.
        folder: PathBuf,
        /// Last line of what it said.
        said: String,
    },
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
            let (lock, installed) = ("package-lock.json", "node_modules/.package-lock.json");
            if modified(&folder.join(installed)) < modified(&folder.join(lock)) {
                progress("npm ci");
                npm(folder, "ci", &["ci"])?;
            }
            progress("npm run build");
            npm(folder, "run build", &["run", "build"])?;
        }
    }
    fs::read_to_string(&page).map_err(|error| BundleError::File(page, error))
}

fn npm(folder: &Path, command: &'static str, words: &[&str]) -> Result<(), BundleError> {
    let output = match Command::new(NPM).args(words).current_dir(folder).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(BundleError::NoNpm),
        Err(error) => return Err(BundleError::Failed { command, folder: folder.to_owned(), said: error.to_string() }),
        Ok(output) => output,
    };
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").to_owned();
    Err(BundleError::Failed { command, folder: folder.to_owned(), said })
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

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}
