//! Files of recordings and of single moves: `--record` and `--cut` write them, `--replay` repeats them.

use crate::arguments::Arguments;
use crate::source::Source;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use sweep8_bench::command_line::{check_writable, print, progress_bar};
use sweep8_bench::replaying::file::Kind;
use sweep8_bench::replaying::one_move::Move;
use sweep8_bench::replaying::recording::Recording;
use sweep8_bench::replaying::replay;
use sweep8_bench::showing::replay_report::{MoveReport, ReplayReport};

/// Replays a recording or a move file, or cuts a move out of a recording; returns the message of the failed check, if any.
pub(crate) fn run(arguments: &Arguments, file: &Path) -> Result<Option<String>, String> {
    let bytes = fs::read(file).map_err(|error| format!("cannot read {}: {error}; check the path", file.display()))?;
    let refused = |error: &dyn Display| format!("cannot replay {}: {error}", file.display());
    match Kind::of(&bytes) {
        Some(Kind::Move) => {
            let one = Move::from_bytes(&bytes).map_err(|error| refused(&error))?;
            if arguments.cut.is_some() {
                return Err(refused(&"it is a single move, from which no move can be cut out"));
            }
            make_again(arguments, &one, &refused)
        }
        Some(Kind::Recording) => {
            let recording = Recording::from_bytes(&bytes, &arguments.settings()).map_err(|error| refused(&error))?;
            match arguments.cut {
                Some(place) => cut(arguments, &recording, place, &refused),
                None => walk_again(arguments, &recording, &refused),
            }
        }
        None => Err(refused(&"it is neither a recording nor a move")),
    }
}

/// Writes the bytes of a recording or a move to `file`; `kind` names the contents in error messages.
pub(crate) fn write(file: &Path, kind: &str, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|error| format!("cannot write the {kind} {}: {error}", file.display()))
}

fn walk_again(
    arguments: &Arguments,
    recording: &Recording,
    refused: &dyn Fn(&dyn Display) -> String,
) -> Result<Option<String>, String> {
    let built = Source::of_words(&recording.level)?.build()?;
    let ground = built.ground();
    let bar = progress_bar(recording.frames(), "frames")?;
    bar.set_message(ground.name().to_owned());
    let replayed = replay::replay(ground, recording, arguments.threads, &|done| bar.set_position(done));
    bar.finish_and_clear();
    let report = ReplayReport::new(ground.name(), recording, &replayed.map_err(|error| refused(&error))?);
    print_as(arguments, &report, &report)?;
    Ok(report.parted())
}

fn cut(
    arguments: &Arguments,
    recording: &Recording,
    place: replay::Place,
    refused: &dyn Fn(&dyn Display) -> String,
) -> Result<Option<String>, String> {
    let (frame, character) = place;
    let file = arguments.move_file.clone().unwrap_or_else(|| PathBuf::from(format!("{frame}-{character}.move")));
    check_writable(&file, "move")?;
    let built = Source::of_words(&recording.level)?.build()?;
    let moves = replay::cut(built.ground(), recording, &[place]).map_err(|error| refused(&error))?;
    for one in &moves {
        write(&file, "move", &one.to_bytes())?;
        let report = MoveReport::new(one, &[]);
        print_as(arguments, &report, &format_args!("{report}  file                  {}", file.display()))?;
    }
    Ok(None)
}

fn make_again(
    arguments: &Arguments,
    one: &Move,
    refused: &dyn Fn(&dyn Display) -> String,
) -> Result<Option<String>, String> {
    // Most moves contain all that they need, and their level may no longer exist.
    let built = if one.is_whole { Some(Source::of_words(&one.origin.level)?.build()?) } else { None };
    let ground = built.as_ref().map(|built| built.ground());
    let differences = one.differences(ground, arguments.settings().backend).map_err(|error| refused(&error))?;
    let report = MoveReport::new(one, &differences);
    print_as(arguments, &report, &report)?;
    Ok(report.parted())
}

/// Prints a report on stdout: `object` as JSON if the arguments request JSON, otherwise `table`.
fn print_as(arguments: &Arguments, object: &impl serde::Serialize, table: &dyn Display) -> Result<(), String> {
    let text = if arguments.json {
        serde_json::to_string(object).map_err(|error| error.to_string())?
    } else {
        table.to_string().trim_end().to_owned()
    };
    print(&text)
}
