//! Helpers that the tasks of the program share at the command line: numbers within bounds, places for files, a bar, a result.
//!
//! In: words and files as a person gave them. Out: what they mean, or one line that says what is right.

use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use sweep8::Backend;

/// A whole number from `LEAST` to `MOST`.
///
/// # Errors
/// Says what it must be.
pub fn count<const LEAST: usize, const MOST: usize>(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if (LEAST..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("it must be a whole number from {LEAST} to {MOST}")),
    }
}

/// A seed of random numbers.
///
/// # Errors
/// Says what it must be.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 0 to {}", u64::MAX))
}

/// A lane backend that this processor has.
///
/// # Errors
/// Says which there are.
pub fn backend(text: &str) -> Result<Backend, String> {
    let names = || Backend::available().map(Backend::name).collect::<Vec<_>>().join(", ");
    Backend::available().find(|backend| backend.name() == text).ok_or_else(|| format!("this processor has {}", names()))
}

/// Refuses a place for a picture or a plot before the time for it is spent. Leaves the folder as it was.
///
/// `what` is drawn, and the name of the option that says where.
///
/// # Errors
/// Says what stands in the way.
pub fn check_writable(file: &Path, what: &str) -> Result<(), String> {
    let is_new = !file.exists();
    File::options()
        .append(true)
        .create(true)
        .open(file)
        .map_err(|error| format!("cannot write the {what} {}: {error}; choose another --{what}", file.display()))?;
    if is_new {
        // If the file cannot be removed, it stays, empty, and can be written all the same.
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

/// A bar on stderr of that many `things`, shown to people only.
///
/// # Errors
/// A bar that cannot be drawn.
pub fn progress_bar(length: u64, things: &str) -> Result<ProgressBar, String> {
    let style = format!("{{msg}} [{{bar:32}}] {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&style).map_err(|error| error.to_string())?;
    Ok(ProgressBar::new(length).with_style(style.progress_chars("=> ")))
}

/// A word for a shell: in quotes where it would not be taken as it stands.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/\\._-:".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Prints a result on stdout.
///
/// # Errors
/// Says what stands in the way, as a closed pipe does.
pub fn print(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{text}").map_err(|error| format!("cannot print the result: {error}"))
}
