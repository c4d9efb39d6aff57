//! The program `corpus`: writes first cases for the fuzz targets, taken from the built-in scenes.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use sweep8_bench::command_line::{print, seed};
use sweep8_properties::corpus;

/// Writes first cases for the fuzz targets, taken from the built-in scenes: a folder for each target.
#[derive(Parser)]
#[command(name = "corpus")]
struct Arguments {
    /// Folder to write them to.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Seed of the positions; the same seed gives the same cases.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("corpus: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(Arguments { folder, seed }: &Arguments) -> Result<(), String> {
    let count = corpus::save(folder, *seed)
        .map_err(|error| format!("cannot write into {}: {error}; choose another folder", folder.display()))?;
    print(&format!("{count} cases in {}", folder.display()))
}
