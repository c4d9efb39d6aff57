//! Command line helpers that the tasks of the program share: numbers in a range, output files, a progress bar,
//! printing.
//!
//! In: words and files from the command line. Out: values, or one line that names what is accepted.

use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use sweep8::Backend;

/// Parses a whole number from `LEAST` to `MOST`.
///
/// # Errors
/// The message names the range.
pub fn count<const LEAST: usize, const MOST: usize>(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if (LEAST..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("it must be a whole number from {LEAST} to {MOST}")),
    }
}

/// Parses a seed of random numbers.
///
/// # Errors
/// The message names the range.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 0 to {}", u64::MAX))
}

/// Parses the name of a lane backend that this processor has.
///
/// # Errors
/// The message lists the backends.
pub fn backend(text: &str) -> Result<Backend, String> {
    let names = || Backend::available().map(Backend::name).collect::<Vec<_>>().join(", ");
    Backend::available().find(|backend| backend.name() == text).ok_or_else(|| format!("this processor has {}", names()))
}

/// Refuses an output file that cannot be written, before time is spent on its contents. Leaves the folder as it was.
///
/// `what` names the output, and the option for its file.
///
/// # Errors
/// The message names the cause.
pub fn check_writable(file: &Path, what: &str) -> Result<(), String> {
    let is_new = !file.exists();
    File::options()
        .append(true)
        .create(true)
        .open(file)
        .map_err(|error| format!("cannot write the {what} {}: {error}; choose another --{what}", file.display()))?;
    if is_new {
        // If the file cannot be removed, it stays, empty; it can still be written.
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

/// Creates a progress bar of `length` `things` on stderr, which is hidden if stderr is no terminal.
///
/// # Errors
/// The bar cannot be drawn.
pub fn progress_bar(length: u64, things: &str) -> Result<ProgressBar, String> {
    let style = format!("{{msg}} [{{bar:32}}] {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&style).map_err(|error| error.to_string())?;
    Ok(ProgressBar::new(length).with_style(style.progress_chars("=> ")))
}

/// Returns a word quoted for a shell, or unchanged if it contains no characters that need quotes.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/\\._-:".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Prints a result on stdout.
///
/// # Errors
/// The message names the cause, such as a closed pipe.
pub fn print(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{text}").map_err(|error| format!("cannot print the result: {error}"))
}
