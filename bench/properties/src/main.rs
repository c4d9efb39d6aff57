//! The program `corpus`: writes first cases for the fuzz targets, taken from the built-in scenes.

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;
use sweep8_properties::corpus;

/// Writes first cases for the fuzz targets, taken from the built-in scenes: a folder for each target.
#[derive(Parser)]
#[command(name = "corpus")]
struct Arguments {
    /// Folder to write them to.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Seed of the positions; the same seed gives the same cases.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let Arguments { folder, seed } = Arguments::parse();
    match corpus::save(&folder, seed) {
        Ok(count) => {
            println!("{count} cases in {}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("corpus: cannot write into {}: {error}; choose another folder", folder.display());
            ExitCode::FAILURE
        }
    }
}
