//! `crowd`: thousands of characters walk through a level for some seconds, and independent checks watch them.
//! `crowd accuracy`: the kernel and the classics answer the same sweeps, and an oracle judges.
//! `crowd hunt`: crowds in many shapes, speeds and time steps walk through many levels, and everybody is checked after
//! every move.
//! `crowd corpus`: cases of the scenes for the fuzz targets to begin with.
//! `crowd record`: the speed of this commit on this machine, kept beside the code, and plots of all that are kept.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand};
use glam::Vec3;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use sweep8::{Backend, CrowdSettings, Ellipsoid};
use sweep8_bench::accuracy::families::Family;
use sweep8_bench::accuracy::{self, Accuracy, figures, plot, table};
use sweep8_bench::command_line::{backend, check_writable, count, print, progress_bar, seed};
use sweep8_bench::hunt::{self, Found, Ground, Hunt};
use sweep8_bench::level::Level;
use sweep8_bench::obj;
use sweep8_bench::picture::Picture;
use sweep8_bench::properties::corpus;
use sweep8_bench::record::origin::{self, Origin};
use sweep8_bench::record::{self, Record, standard};
use sweep8_bench::report::Report;
use sweep8_bench::scenes::Scene;
use sweep8_bench::simulation::{self, Settings, Simulation};
use sweep8_bench::tails::Tails;
use sweep8_bench::walkers::Manner;

/// Counts every allocation of the process, so that a warm frame can be shown to make none.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Longer side of the picture, pixels.
const PICTURE_SIDE: u32 = 1600;

/// Most characters and frames that are accepted: what fits into memory with room to spare.
const MOST_CHARACTERS: usize = 4_000_000;
const MOST_FRAMES: usize = 10_000_000;

/// Most frames in a second that are accepted.
const MOST_HZ: usize = 1000;

/// Most threads that are accepted: systems refuse, or stall over, many more.
const MOST_THREADS: usize = 1024;

/// Most sweeps of a family that are accepted: some days.
const MOST_SWEEPS: usize = 1_000_000_000;

/// Most moves of a hunt that are accepted: some hours, and what a `usize` of 32 bits holds.
const MOST_MOVES: usize = 4_000_000_000;

/// What every walk has to keep.
const MUST: &str = "fell through, penetrating, stuck, frozen and not finite must all be 0";

/// Walks a crowd of ellipsoid characters through a triangle level and checks every one of them.
///
/// Without arguments: 10,000 characters in the dungeon scene for 600 frames at 60 Hz, a table of figures, and a
/// picture in crowd.png. Exits with 1 if a check failed, with 2 if the input was wrong.
#[derive(Parser)]
#[command(name = "crowd", version, after_help = scenes_help(), allow_negative_numbers = true)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "crowd [OPTIONS] | crowd accuracy [OPTIONS] | crowd hunt [OPTIONS] | crowd corpus <FOLDER> | crowd record [OPTIONS]"
)]
struct CommandLine {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    walk: Arguments,
}

#[derive(Subcommand)]
enum Task {
    Accuracy(AccuracyArguments),
    Hunt(HuntArguments),
    Corpus(CorpusArguments),
    Record(RecordArguments),
}

/// Measures the speed of this commit on this machine, keeps it in bench/record/, and draws the plots of docs/performance.md
/// anew from all that is kept there.
///
/// Run it in a clone of the repository, with nothing else on the machine. Takes about five minutes and 3 GB.
#[derive(Args)]
struct RecordArguments {
    /// Record although files differ from the commit; the record says so.
    #[arg(long)]
    changed: bool,
    /// Measure nothing; draw the plots from what is kept.
    #[arg(long, conflicts_with = "changed")]
    plots: bool,
}

/// Writes cases for the fuzz targets to begin with, taken from the built-in scenes: a folder for each target.
#[derive(Args)]
struct CorpusArguments {
    /// Where the folders go.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Seed of the places; the same seed gives the same cases.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
}

/// Lets the kernel and the classic methods answer the same sweeps, and judges them by an f64 oracle.
///
/// Prints which hits each method missed, invented, or stopped at too early or too late, and draws how gap errors are
/// distributed. Sweeps are made of loose triangles, or start near the surfaces of every built-in scene. Takes a minute
/// or two. Exits with 1 if the kernel answered any sweep wrong, with 2 if the input was wrong.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
struct AccuracyArguments {
    /// Wavefront OBJ file as one more family: metres, y up.
    #[arg(long, value_name = "FILE.obj")]
    level: Option<PathBuf>,
    /// Sweeps of each family.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count::<1, MOST_SWEEPS>)]
    sweeps: usize,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    threads: usize,
    /// Seed of the sweeps; the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Print one JSON object instead of the tables, and draw no plot unless asked to.
    #[arg(long)]
    json: bool,
    /// Where to draw the gap errors [default: accuracy.svg].
    #[arg(long, value_name = "FILE.svg", value_parser = svg)]
    plot: Option<PathBuf>,
    /// Measure nothing; draw the figures that show how each classic fails into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["level", "sweeps", "threads", "seed", "json", "plot"])]
    figures: Option<PathBuf>,
}

/// Hunts for faults: crowds in several shapes, speeds and time steps walk through every scene, and everybody is checked after every
/// move.
///
/// Prints a line for each level, and for each finding the command line that repeats it. Exits with 1 if anybody fell
/// through, penetrated, got stuck, froze or was not finite, with 2 if the input was wrong.
#[derive(Args)]
#[command(after_help = scenes_help(), allow_negative_numbers = true)]
struct HuntArguments {
    /// Moves of a character in a frame, all levels together; they get even shares.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = count::<1, MOST_MOVES>)]
    moves: usize,
    /// Wavefront OBJ file to hunt in, beside the scenes: metres, y up. May be given more than once.
    #[arg(long, value_name = "FILE.obj")]
    level: Vec<PathBuf>,
    /// Built-in scene to hunt in. May be given more than once [default: all].
    #[arg(long, value_name = "NAME")]
    scene: Vec<Scene>,
    /// Seed of the rounds; the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    threads: usize,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
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
    /// How many frames they walk.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = count::<1, MOST_FRAMES>)]
    frames: usize,
    /// Frames in a second.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count::<1, MOST_HZ>)]
    hz: usize,
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
    /// What walkers do that get nowhere: turning, all turn; mixed, every other one keeps its heading, and stands idle now
    /// and then.
    #[arg(long, value_name = "MANNER", default_value = "turning")]
    walkers: Manner,
    /// Frames between two checks of everybody.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<1, MOST_FRAMES>)]
    verify_every: usize,
    /// Lanes of the kernel: portable or avx2 [default: the fastest that this processor has].
    #[arg(long, value_name = "NAME", value_parser = backend)]
    backend: Option<Backend>,
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

fn svg(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let is_svg = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    if is_svg { Ok(file) } else { Err("it is drawn as SVG: name it with the ending .svg".to_owned()) }
}

fn main() -> ExitCode {
    let line = CommandLine::try_parse().unwrap_or_else(|error| as_argument(error).exit());
    let failed = match &line.task {
        None => run(&line.walk),
        Some(Task::Accuracy(arguments)) => run_accuracy(arguments),
        Some(Task::Hunt(arguments)) => run_hunt(arguments),
        Some(Task::Corpus(arguments)) => write_corpus(arguments),
        Some(Task::Record(arguments)) => record(arguments),
    };
    match failed {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(check)) => {
            eprintln!("crowd: a check failed: {check}");
            ExitCode::from(1)
        }
        Err(message) => {
            eprintln!("crowd: {message}");
            ExitCode::from(2)
        }
    }
}

/// A lone word is more likely a scene or a file whose option was forgotten than a task.
fn as_argument(error: clap::Error) -> clap::Error {
    let is_near_a_task = error.get(ContextKind::SuggestedSubcommand).is_some();
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if !is_near_a_task => {
            CommandLine::command().error(ErrorKind::UnknownArgument, format!("unexpected argument '{word}' found"))
        }
        _ => error,
    }
}

/// Does all of the walk; which check failed, if one did.
fn run(arguments: &Arguments) -> Result<Option<String>, String> {
    let level = match &arguments.level {
        Some(file) => obj::load(file).map_err(|error| error.to_string())?,
        None => arguments.scene.build(),
    };
    let settings = Settings {
        characters: arguments.characters,
        frames: arguments.frames,
        hz: arguments.hz as u32,
        threads: arguments.threads,
        seed: arguments.seed,
        shape: arguments.radii,
        speed: arguments.speed,
        manner: arguments.walkers,
        verify_every: arguments.verify_every,
        backend: arguments.backend.unwrap_or_else(Backend::best),
    };
    let picture = arguments.picture.clone().or_else(|| (!arguments.json).then(|| PathBuf::from("crowd.png")));
    if let Some(file) = &picture {
        check_writable(file, "picture")?;
    }
    let simulation = simulate(&level, &settings)?;
    let (world, crowd, seconds) = (&simulation.built, CrowdSettings::default(), settings.seconds());
    let tails = Tails::measure(world, &settings.shape, &crowd, seconds, &simulation.starts);
    let report = Report::new(&level.name, &settings, &simulation, &tails);
    if let Some(file) = &picture {
        draw(&level, &simulation, file)?;
    }
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        let drawn = picture.map_or(String::new(), |file| format!("  picture               {}", file.display()));
        format!("{report}{drawn}")
    };
    print(&text)?;
    Ok((!report.is_clean()).then(|| MUST.to_owned()))
}

/// Does all of the measurement; that the kernel was wrong, if it was.
fn run_accuracy(arguments: &AccuracyArguments) -> Result<Option<String>, String> {
    if let Some(folder) = &arguments.figures {
        let files = figures::save(folder).map_err(|error| error.to_string())?;
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        print(&names.join("\n"))?;
        return Ok(None);
    }
    let mut families = Family::all();
    if let Some(file) = &arguments.level {
        // First, so that a level that cannot be used is told before the time for the others is spent.
        families.insert(0, Family::level(obj::load(file).map_err(|error| error.to_string())?));
    }
    let plot = arguments.plot.clone().or_else(|| (!arguments.json).then(|| PathBuf::from("accuracy.svg")));
    if let Some(file) = &plot {
        check_writable(file, "plot")?;
    }
    let measured = measure(&families, arguments)?;
    let report = table::Report::new(&measured);
    if let Some(file) = &plot {
        plot::save(&measured, file)?;
    }
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        let drawn = plot.map_or(String::new(), |file| format!("\n  plot            {}", file.display()));
        format!("{report}{drawn}")
    };
    print(&text)?;
    let wrong = measured.kernel_wrong();
    Ok((wrong > 0).then(|| format!("sweep8 answered {wrong} sweeps wrong and must answer none so")))
}

/// Does all of the hunt; which check failed, if one did.
fn run_hunt(arguments: &HuntArguments) -> Result<Option<String>, String> {
    // Files first: they are what may be wrong.
    let files = arguments.level.iter().map(|file| Ground::file(file));
    let files: Vec<Ground> = files.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let scenes = if arguments.scene.is_empty() { &Scene::ALL[..] } else { &arguments.scene };
    let mut grounds: Vec<Ground> = scenes.iter().map(|&scene| Ground::scene(scene)).collect();
    grounds.extend(files);
    let report = hunt::table::Report::new(&hunt(&grounds, arguments)?);
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        report.to_string().trim_end().to_owned()
    };
    print(&text)?;
    Ok((!report.clean).then(|| MUST.to_owned()))
}

/// Writes the cases; no check can fail.
fn write_corpus(arguments: &CorpusArguments) -> Result<Option<String>, String> {
    let folder = &arguments.folder;
    let count = corpus::save(folder, arguments.seed)
        .map_err(|error| format!("cannot write into {}: {error}; choose another folder", folder.display()))?;
    print(&format!("{count} cases in {}", folder.display()))?;
    Ok(None)
}

/// Keeps the figures and draws the plots. Nothing is left to fail: a wrong answer ends the measurement.
fn record(arguments: &RecordArguments) -> Result<Option<String>, String> {
    let root = origin::root()?;
    if !arguments.plots {
        let origin = Origin::of_this(&root, arguments.changed)?;
        let bar = progress_bar(standard::STAGES, "pieces")?;
        bar.enable_steady_tick(Duration::from_secs(1));
        let figures = standard::measure(&|piece| {
            bar.inc(u64::from(!bar.message().is_empty()));
            bar.set_message(piece.to_owned());
        });
        bar.finish_and_clear();
        let file = Record { origin, figures }.save(&root)?;
        print(&file.display().to_string())?;
    }
    for file in record::draw(&root)? {
        print(&file.display().to_string())?;
    }
    Ok(None)
}

fn measure(families: &[Family], arguments: &AccuracyArguments) -> Result<Accuracy, String> {
    let sweeps = arguments.sweeps as u64;
    let bar = progress_bar(sweeps * families.len() as u64, "sweeps")?;
    let settings = accuracy::Settings { sweeps, seed: arguments.seed, threads: arguments.threads };
    bar.set_message("accuracy");
    let measured = accuracy::run(families, &settings, &|done| bar.inc(done));
    bar.finish_and_clear();
    measured.map_err(|error| error.to_string())
}

fn hunt(grounds: &[Ground], arguments: &HuntArguments) -> Result<Found, String> {
    let settings = hunt::Settings { moves: arguments.moves as u64, seed: arguments.seed, threads: arguments.threads };
    let hunt = Hunt::new(grounds, settings).map_err(|error| error.to_string())?;
    let bar = progress_bar(hunt.moves(), "moves")?;
    bar.set_message("hunt");
    let found = hunt.run(&|made| bar.inc(made));
    bar.finish_and_clear();
    found.map_err(|error| error.to_string())
}

fn simulate(level: &Level, settings: &Settings) -> Result<Simulation, String> {
    let bar = progress_bar(settings.frames as u64, "frames")?;
    bar.set_message(level.name.clone());
    let allocations = || {
        let stats = ALLOCATOR.stats();
        (stats.allocations + stats.reallocations) as u64
    };
    let simulation = simulation::run(level, settings, &allocations, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    simulation.map_err(|error| error.to_string())
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
