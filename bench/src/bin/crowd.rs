//! `crowd`: thousands of characters walk through a level for some seconds, and independent checks watch them.

use clap::Parser;
use glam::Vec3;
use indicatif::{ProgressBar, ProgressStyle};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sweep8::Ellipsoid;
use sweep8_bench::level::Level;
use sweep8_bench::obj;
use sweep8_bench::picture::Picture;
use sweep8_bench::report::Report;
use sweep8_bench::scenes::Scene;
use sweep8_bench::simulation::{self, Settings, Simulation};

/// Counts every allocation of the process, so that a warm frame can be shown to make none.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Longer side of the picture, pixels.
const PICTURE_SIDE: u32 = 1600;

/// Most characters and frames that are accepted: what fits into memory with room to spare.
const MOST_CHARACTERS: usize = 4_000_000;
const MOST_FRAMES: usize = 10_000_000;

/// Most threads that are accepted: systems refuse, or stall over, many more.
const MOST_THREADS: usize = 1024;

/// Walks a crowd of ellipsoid characters through a triangle level and checks every one of them.
///
/// Without arguments: 10,000 characters in the dungeon scene for 600 frames at 60 Hz, a table of figures, and a
/// picture in crowd.png. Exits with 1 if a check failed, with 2 if the input was wrong.
#[derive(Parser)]
#[command(name = "crowd", version, after_help = scenes_help(), allow_negative_numbers = true)]
struct Arguments {
    /// Wavefront OBJ file to walk in: metres, y up, fronts counter-clockwise.
    #[arg(long, value_name = "FILE.obj", conflicts_with = "scene")]
    level: Option<PathBuf>,
    /// Built-in scene to walk in.
    #[arg(long, value_name = "NAME", default_value = "dungeon")]
    scene: Scene,
    /// How many characters walk.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = count::<1, MOST_CHARACTERS>)]
    characters: usize,
    /// How many frames of 1/60 s they walk.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = count::<1, MOST_FRAMES>)]
    frames: usize,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    threads: usize,
    /// Seed of places and wishes; the same seed gives the same state hash.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Radii of a character in metres: one for a ball, or three for x, y and z.
    #[arg(long, value_name = "R|X,Y,Z", default_value = "0.4,0.9,0.4", value_parser = radii)]
    radii: Ellipsoid,
    /// Speed of the fastest characters in m/s; the slowest walk at half of it.
    #[arg(long, value_name = "M/S", default_value_t = 4.0, value_parser = speed)]
    speed: f32,
    /// Frames between two checks of everybody.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<1, MOST_FRAMES>)]
    verify_every: usize,
    /// Print one JSON object instead of the table, and write no picture unless asked to.
    #[arg(long)]
    json: bool,
    /// Where to write the picture of the level and the paths [default: crowd.png].
    #[arg(long, value_name = "FILE.png")]
    picture: Option<PathBuf>,
}

fn scenes_help() -> String {
    let lines = Scene::ALL.map(|scene| format!("  {:<14}{}", scene.name(), scene.description()));
    format!("Scenes:\n{}", lines.join("\n"))
}

fn count<const LEAST: usize, const MOST: usize>(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if (LEAST..=MOST).contains(&number) => Ok(number),
        _ => Err(format!("it must be a whole number from {LEAST} to {MOST}")),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("it must be a whole number from 0 to {}", u64::MAX))
}

fn speed(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(speed) if (0.0..=1000.0).contains(&speed) => Ok(speed),
        _ => Err("it must be a number from 0 to 1000".to_owned()),
    }
}

fn radii(text: &str) -> Result<Ellipsoid, String> {
    let numbers: Vec<f32> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| format!("{:?} is not a number", part.trim())))
        .collect::<Result<_, _>>()?;
    let radii = match numbers[..] {
        [radius] => Vec3::splat(radius),
        [x, y, z] => Vec3::new(x, y, z),
        _ => return Err("give one radius or three, as in 0.5 or 0.4,0.9,0.4".to_owned()),
    };
    Ellipsoid::new(radii).map_err(|error| error.to_string())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("crowd: a check failed: fell through, penetrating, stuck and not finite must all be 0");
            ExitCode::from(1)
        }
        Err(message) => {
            eprintln!("crowd: {message}");
            ExitCode::from(2)
        }
    }
}

/// Does all of it; whether every check passed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let level = match &arguments.level {
        Some(file) => obj::load(file).map_err(|error| error.to_string())?,
        None => arguments.scene.build(),
    };
    let settings = Settings {
        characters: arguments.characters,
        frames: arguments.frames,
        threads: arguments.threads,
        seed: arguments.seed,
        shape: arguments.radii,
        speed: arguments.speed,
        verify_every: arguments.verify_every,
    };
    let picture = arguments.picture.clone().or_else(|| (!arguments.json).then(|| PathBuf::from("crowd.png")));
    if let Some(file) = &picture {
        check_writable(file)?;
    }
    let simulation = simulate(&level, &settings)?;
    let report = Report::new(&level.name, &settings, &simulation);
    if let Some(file) = &picture {
        draw(&level, &simulation, file)?;
    }
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        let drawn = picture.map_or(String::new(), |file| format!("  picture               {}", file.display()));
        format!("{report}{drawn}")
    };
    writeln!(std::io::stdout(), "{text}").map_err(|error| format!("cannot print the result: {error}"))?;
    Ok(report.is_clean())
}

fn simulate(level: &Level, settings: &Settings) -> Result<Simulation, String> {
    let bar = ProgressBar::new(settings.frames as u64);
    let style = "{msg} [{bar:32}] {pos}/{len} frames, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?.progress_chars("=> "));
    bar.set_message(level.name.clone());
    let allocations = || {
        let stats = ALLOCATOR.stats();
        (stats.allocations + stats.reallocations) as u64
    };
    let simulation = simulation::run(level, settings, &allocations, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    simulation.map_err(|error| error.to_string())
}

/// Refuses a place for the picture before the time for the walk is spent. Leaves the folder as it was.
fn check_writable(file: &Path) -> Result<(), String> {
    let is_new = !file.exists();
    File::options()
        .append(true)
        .create(true)
        .open(file)
        .map_err(|error| format!("cannot write the picture {}: {error}; choose another --picture", file.display()))?;
    if is_new {
        // Who cannot remove it can at least write it.
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

fn draw(level: &Level, simulation: &Simulation, file: &Path) -> Result<(), String> {
    let mut picture = Picture::new(&level.positions, &level.triangles, PICTURE_SIDE);
    for path in &simulation.paths {
        picture.path(path.iter().copied());
    }
    for &end in &simulation.ends {
        picture.end(end);
    }
    picture.save(file).map_err(|error| error.to_string())
}
