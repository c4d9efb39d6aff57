//! Runs npm, which builds what a page is made of: the repository holds no third-party code, and so no page that is built.
//!
//! In: a folder with a package.json, and what npm is to do. Out: nothing, or one line that says what is missing.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use thiserror::Error;

/// Folder of the front end, in the checkout from which the program was compiled.
pub(super) const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web");

/// Windows finds npm by its whole name only.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Error: npm cannot do what it was to do.
#[derive(Debug, Error)]
pub enum NpmError {
    /// Error: there is no npm.
    #[error("the page is not built yet, and npm is not installed: install Node.js 20 or newer, with npm")]
    Missing,
    /// Error: npm failed.
    #[error("npm {words} failed in {}: {said}", folder.display())]
    Failed {
        /// What npm was to do.
        words: String,
        /// Where.
        folder: PathBuf,
        /// Last line of what it said.
        said: String,
    },
}

/// Runs npm in a folder.
///
/// # Errors
/// [`NpmError`] says what is missing.
pub(super) fn npm(folder: &Path, words: &[&str]) -> Result<(), NpmError> {
    let failed = |said: &str| {
        let (words, said) = (words.join(" "), said.to_owned());
        NpmError::Failed { words, folder: folder.to_owned(), said }
    };
    let output = match Command::new(NPM).args(words).current_dir(folder).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(NpmError::Missing),
        Err(error) => return Err(failed(&error.to_string())),
        Ok(output) => output,
    };
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(if output.stderr.is_empty() { &output.stdout } else { &output.stderr });
    // Complaints of npm itself about a script that failed come behind what the script said.
    let line = said.lines().rfind(|line| !line.starts_with("npm ") && !line.trim().is_empty());
    Err(failed(line.or_else(|| said.lines().next()).unwrap_or("it said nothing")))
}

/// Installs the packages that a folder's lock file names, if that is newer than what is installed; `told` gets a word about it.
///
/// # Errors
/// [`NpmError`] says what is missing.
pub(super) fn install(folder: &Path, told: &dyn Fn(&str)) -> Result<(), NpmError> {
    if modified(&folder.join("node_modules/.package-lock.json")) < modified(&folder.join("package-lock.json")) {
        told("npm ci");
        npm(folder, &["ci", "--no-audit", "--no-fund"])?;
    }
    Ok(())
}

/// When a file was changed; `None` if there is none.
pub(super) fn modified(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_package_is_named_with_what_npm_was_to_do() {
        let folder = std::env::temp_dir().join(format!("sweep8-npm-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        let failed = npm(&folder, &["run", "build"]).expect_err("there is no package.json");
        std::fs::remove_dir_all(&folder).expect("it is there");
        match failed {
            NpmError::Missing => {}
            NpmError::Failed { words, folder: named, said } => {
                assert_eq!((words.as_str(), &named), ("run build", &folder));
                assert!(!said.is_empty());
            }
        }
    }
}
