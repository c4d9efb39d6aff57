//! The origin of figures: commit, processor, compiler.
//!
//! In: the repository that the program runs in, and the machine. Out: an [`Origin`], and the name of a file. It calls the
//! commands `git` and `rustc`: everyone who builds from a clone has both.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Git patterns of files that may differ from the measured commit, because no performance figure depends on them.
const HARMLESS: [&str; 3] = [":(top,exclude)bench/record", ":(top,exclude)docs", ":(top,exclude)*.md"];

/// The commit and the machine of a performance record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Time of the measured commit, `2025-12-31T23:59:59Z`; not the time of the measurement.
    pub date: String,
    /// Short hash of the measured commit, followed by `+` if files differed from the commit.
    pub commit: String,
    /// Name of the measuring machine's processor, with family and model if known, since many processors share a name.
    pub cpu: String,
    /// Number of hardware threads of the processor.
    pub cores: usize,
    /// Name and version of the Rust compiler, as printed by `rustc`.
    pub rustc: String,
}

impl Origin {
    /// Reads commit, compiler and processor from git, rustc and the operating system.
    ///
    /// # Errors
    /// One line: a command fails, or files differ from the commit and `changed` is false.
    pub fn of_this(root: &Path, changed: bool) -> Result<Self, String> {
        let status = [&["status", "--porcelain", "--", ":(top)"], &HARMLESS[..]].concat();
        let is_changed = !ask(root, "git", &status)?.is_empty();
        if is_changed && !changed {
            let advice = "commit or stash them, or record with --changed";
            return Err(format!("some files differ from the commit that the figures would be kept for; {advice}"));
        }
        let date = ask(root, "git", &["log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"])?;
        let commit = ask(root, "git", &["rev-parse", "--short=8", "HEAD"])?;
        Ok(Self {
            date,
            commit: if is_changed { commit + "+" } else { commit },
            cpu: std::fs::read_to_string("/proc/cpuinfo")
                .map_or_else(|_| std::env::consts::ARCH.to_owned(), |text| cpu(&text)),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rustc: ask(root, "rustc", &["--version"])?,
        })
    }

    /// Returns the day of the measured commit, as in `2025-12-31`.
    #[must_use]
    pub fn day(&self) -> &str {
        self.date.split_once('T').map_or(&self.date, |(day, _)| day)
    }

    /// Returns a record's file name, made of day, commit and processor, in characters that every file system accepts.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}-{}-{}.json", self.day(), self.commit.replace('+', "-changed"), slug(&self.cpu))
    }
}

/// Returns the root of the repository that contains the current folder.
///
/// # Errors
/// One line: the program does not run in a repository.
pub fn root() -> Result<PathBuf, String> {
    ask(Path::new("."), "git", &["rev-parse", "--show-toplevel"]).map(PathBuf::from)
}

/// Runs a command in a folder and returns its output without the line end; the error is one line.
fn ask(folder: &Path, command: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(command).args(words).current_dir(folder).env("TZ", "UTC").output();
    let output = output.map_err(|error| format!("cannot run {command}: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().next().unwrap_or("nothing").to_owned();
        return Err(format!("run it in a clone of the repository: {command} says {line}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Returns name, family and model of the first processor in `text`, the content of `/proc/cpuinfo`.
fn cpu(text: &str) -> String {
    let of = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
    };
    let name = of("model name").unwrap_or(std::env::consts::ARCH);
    match (of("cpu family"), of("model")) {
        (Some(family), Some(model)) => format!("{name}, family {family}, model {model}"),
        _ => name.to_owned(),
    }
}

/// Converts a processor's name to lower-case words joined by dashes, without trade marks and generic words, for file names.
fn slug(name: &str) -> String {
    let name = name.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && !["cpu", "processor", "family", "model"].contains(word));
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_is_named_as_the_system_does() {
        let text = "processor\t: 0\ncpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R) CPU @ 2.70GHz\n";
        assert_eq!(cpu(text), "Intel(R) Xeon(R) CPU @ 2.70GHz, family 6, model 85");
        assert_eq!(slug(&cpu(text)), "intel-xeon-2-70ghz-6-85");
    }

    #[test]
    fn a_processor_without_a_name_has_its_kind() {
        assert_eq!(cpu("processor : 0\nBogoMIPS : 50.00\n"), std::env::consts::ARCH);
    }
}
