//! Helpers that several tests share: the program run in it, and characters moved in every way there is.

pub(crate) mod movers;

pub(crate) use sweep8_scalar_ref::testkit::folder::Folder;

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
pub(crate) fn run<'a>(folder: &Path, words: impl IntoIterator<Item = &'a str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crowd"));
    command.current_dir(folder).args(words).output().expect("the program was built")
}

/// The same, with words split at blanks.
pub(crate) fn crowd(folder: &Path, words: &str) -> Output {
    run(folder, words.split_whitespace())
}

/// Runs the program on right input; its object.
pub(crate) fn object(folder: &Path, words: &str) -> Value {
    let output = crowd(folder, &format!("{words} --json"));
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{words}: {error}"))
}

/// Runs the program on wrong input; the one line that it says.
pub(crate) fn refusal(folder: &Path, words: &str) -> String {
    let output = crowd(folder, words);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words}: {error}");
    assert_eq!(error.lines().count(), 1, "{words}: {error}");
    error
}
