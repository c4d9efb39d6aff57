//! Files of saved walks: `--save` writes one, `--restore` reads one.

use crate::arguments::{Arguments, RECORDED_OPTIONS, SAVED_OPTIONS};
use clap::ArgMatches;
use clap::parser::ValueSource;
use std::fs;
use std::path::Path;
use sweep8_bench::walking::saved_walk::{SavedWalk, SavedWalkError};
use sweep8_bench::walking::settings::Settings;

/// Returns an error if an option is combined with `--restore` or `--replay` although its value comes from the file.
pub(crate) fn refuse_options_of_the_file(arguments: &Arguments, matches: &ArgMatches) -> Result<(), String> {
    let (beside, options, what) = match arguments {
        Arguments { replay: Some(_), .. } => ("replay", &RECORDED_OPTIONS[..], "its value comes from the recording"),
        Arguments { restore: Some(_), .. } => ("restore", &SAVED_OPTIONS[..], "its value comes from the saved walk"),
        _ => return Ok(()),
    };
    let given = |option: &&str| matches.value_source(option) == Some(ValueSource::CommandLine);
    options.iter().find(|option| given(option)).map_or(Ok(()), |option| {
        let option = option.replace('_', "-");
        Err(format!("--{option} cannot be given with --{beside}: {what}"))
    })
}

/// Reads a saved walk from a file; number of frames, threads and the backend come from `here`.
pub(crate) fn read(file: &Path, here: &Settings) -> Result<SavedWalk, String> {
    let bytes = fs::read(file).map_err(|error| format!("cannot read {}: {error}; check the path", file.display()))?;
    SavedWalk::from_bytes(&bytes, here).map_err(|error| refused(file, &error))
}

/// Formats the error message for a file with a saved walk that cannot continue.
pub(crate) fn refused(file: &Path, error: &SavedWalkError) -> String {
    format!("cannot restore {}: {error}", file.display())
}

/// Writes a saved walk to `file`; the error is one line.
pub(crate) fn write(file: &Path, walk: &SavedWalk) -> Result<(), String> {
    fs::write(file, walk.to_bytes()).map_err(|error| format!("cannot write the save {}: {error}", file.display()))
}
