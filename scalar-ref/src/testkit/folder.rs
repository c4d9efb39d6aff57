//! A temporary folder for the files of one test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder in the temporary folder of the system that is removed when the value is dropped.
pub struct Folder(
    /// Path of the folder.
    pub PathBuf,
);

impl Folder {
    /// Creates a folder with this word in its name; several tests may give the same word.
    ///
    /// # Panics
    /// When the temporary folder of the system cannot be written; so do the other functions.
    #[must_use]
    pub fn new(test: &str) -> Self {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (number, process) = (MADE.fetch_add(1, Ordering::Relaxed), std::process::id());
        let path = std::env::temp_dir().join(format!("sweep8-{test}-{process}-{number}"));
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    /// Writes a file into the folder; returns its path.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("the temporary folder can be written");
        path
    }

    /// Returns the names of all files in the folder, sorted.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn names(&self) -> Vec<String> {
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
