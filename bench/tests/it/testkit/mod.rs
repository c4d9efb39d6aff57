//! Helpers that several tests share: a folder of their own, the program run in it, and characters moved in every way there is.

pub(crate) mod movers;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is gone when the test is over.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A folder with this word in its name; several tests may give the same word.
    pub(crate) fn new(test: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (number, process) = (MADE.fetch_add(1, Ordering::Relaxed), std::process::id());
        let path = std::env::temp_dir().join(format!("sweep8-{test}-{process}-{number}"));
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    /// Writes a file into it; where it is.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("the temporary folder can be written");
        path
    }

    /// The names of all files in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder is there").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

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
