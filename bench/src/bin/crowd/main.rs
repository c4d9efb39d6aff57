//! The program `crowd`: thousands of characters walk through a level, and independent checks watch them. `crowd
//! accuracy` compares the kernel and the classic methods with an oracle. `crowd hunt` checks every move of crowds in
//! many shapes, speeds and time steps on many levels. `crowd figures` draws the figures of the documents. `crowd cook`
//! cooks a level into a file. `crowd record` measures the speed of this commit, and makes plots and a table of all
//! records. `crowd report` writes a page about levels. `crowd page` writes a page in which one walks, and `crowd serve`
//! shows it.

mod arguments;
mod cook;
mod page;
mod replay;
mod report;
mod saved;
mod serve;
mod source;

use arguments::{AccuracyArguments, Arguments, CommandLine, FiguresArguments, HuntArguments, RecordArguments, Task};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use indicatif::ProgressBar;
use source::Source;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use sweep8_bench::command_line::{check_writable, print, progress_bar, quoted};
use sweep8_bench::drawing::figure;
use sweep8_bench::judging::accuracy::families::Family;
use sweep8_bench::judging::accuracy::{self, Accuracy, plot, table};
use sweep8_bench::judging::hunt::{self, Found, Ground, Hunt, Promises};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::file;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::measuring::record::origin::{self, Origin};
use sweep8_bench::measuring::record::{self, Record, standard};
use sweep8_bench::showing::picture::Picture;
use sweep8_bench::showing::report::Report;
use sweep8_bench::simulating::simulation::{self, Course, Fault, Settings, Simulation, SimulationError};
use sweep8_bench::walking;
use sweep8_bench::walking::stage;
use sweep8_bench::walking::tails::Tails;

/// Allocator that counts all allocations of the process, so that the report can show that a frame after the warm-up makes none.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Length of the longer side of the picture of a walk, pixels.
const PICTURE_SIDE: u32 = 1600;

/// Edges longer than this many skins, 3 km for 1 cm, are too long: the rounding of their corners, four units in the
/// last place, is then more than the eighth of the skin that a stop leaves.
const LONGEST_EDGE_IN_SKINS: f32 = 3e5;

/// Error message that states which counts of faults must be zero in every walk.
const MUST: &str = "fell through, penetrating, stuck, frozen, flicker, not finite and broken promises must all be 0";

/// Moves of a hunt for which it also makes one walk, as often as there are promises.
const MOVES_FOR_A_WALK: u64 = 50_000;

fn main() -> ExitCode {
    let matches = CommandLine::command().try_get_matches().unwrap_or_else(|error| as_argument(error).exit());
    let line = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let failed = match &line.task {
        None => saved::refuse_options_of_the_file(&line.walk, &matches).and_then(|()| match &line.walk.replay {
            Some(file) => replay::run(&line.walk, file),
            None => run(&line.walk),
        }),
        Some(Task::Accuracy(arguments)) => run_accuracy(arguments),
        Some(Task::Hunt(arguments)) => run_hunt(arguments),
        Some(Task::Figures(arguments)) => draw_figures(arguments),
        Some(Task::Record(arguments)) => record(arguments),
        Some(Task::Cook(arguments)) => cook::run(arguments),
        Some(Task::Report(arguments)) => report::run(arguments),
        Some(Task::Page(arguments)) => page::run(arguments),
        Some(Task::Serve(arguments)) => serve::run(arguments),
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

/// Rewrites clap's error for an unknown first word: more likely a scene or a file without its option than a subcommand.
fn as_argument(error: clap::Error) -> clap::Error {
    let is_near_a_task = error.get(ContextKind::SuggestedSubcommand).is_some();
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if !is_near_a_task => {
            CommandLine::command().error(ErrorKind::UnknownArgument, format!("unexpected argument '{word}' found"))
        }
        _ => error,
    }
}

/// Simulates a walk and reports it; returns the message of the failed check, or `None` if no check failed.
fn run(arguments: &Arguments) -> Result<Option<String>, String> {
    let here = arguments.settings();
    let from = arguments.restore.as_ref().map(|file| saved::read(file, &here)).transpose()?;
    let mut settings = from.as_ref().map_or(here, |saved| saved.settings.clone());
    let source = match &from {
        Some(saved) => Source::of_words(&saved.level)?,
        None => Source::of_arguments(arguments),
    };
    let built = source.build()?;
    let saved_as = arguments.save.as_ref().map(|file| check_writable(file, "save").and_then(|()| source.words()));
    let saved_as = saved_as.transpose()?;
    let recorded_as =
        arguments.record.as_ref().map(|file| check_writable(file, "record").and_then(|()| source.words()));
    let recorded_as = recorded_as.transpose()?;
    let picture = arguments.picture.clone().or_else(|| (!arguments.json).then(|| PathBuf::from("crowd.png")));
    if let Some(file) = &picture {
        check_writable(file, "picture")?;
    }
    if from.is_none() {
        arguments.fit(&mut settings, built.ground());
    }
    let course = Course { from: from.as_ref(), saved_as: saved_as.as_deref(), recorded_as: recorded_as.as_deref() };
    let simulation =
        simulate(built.ground(), &settings, course)?.map_err(|error| match (error, &arguments.restore) {
            (SimulationError::Saved(error), Some(file)) => saved::refused(file, &error),
            (error, _) => error.to_string(),
        })?;
    if let (Some(file), Some(walk)) = (&arguments.save, &simulation.saved) {
        saved::write(file, walk)?;
    }
    if let (Some(file), Some(recording)) = (&arguments.record, &simulation.recording) {
        replay::write(file, "recording", &recording.to_bytes())?;
    }
    let frames = from.as_ref().map_or(0, |saved| saved.frame) + settings.frames as u64;
    let (level, still) = built.at_the_end(frames as f64 / f64::from(settings.hz));
    let profile = settings.profile();
    // After the checks: for a refused level only the reason is printed.
    warn_of_long_edges(&level, profile.settings().skin);
    let tails = Tails::measure(&simulation.built, &profile, settings.seconds(), &simulation.starts);
    let report = Report::new(&level.name, &settings, &simulation, &tails);
    if let Some(file) = &picture {
        draw(&level, still, &simulation, file)?;
    }
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        let drawn = picture.map_or(String::new(), |file| format!("  picture               {}", file.display()));
        format!("{report}{drawn}")
    };
    print(&text)?;
    if !report.is_clean() {
        for line in findings(arguments, &source, &settings, &simulation.faults)? {
            eprintln!("crowd: {line}");
        }
    }
    Ok((!report.is_clean()).then(|| MUST.to_owned()))
}

/// Returns text lines with the first fault of each kind, and command lines that repeat the run and cut out the faulty move.
fn findings(
    arguments: &Arguments,
    source: &Source,
    settings: &Settings,
    faults: &[Fault],
) -> Result<Vec<String>, String> {
    let recording = arguments.record.as_ref().map_or("run.rec".to_owned(), |file| file.display().to_string());
    let recording = quoted(&recording);
    let repeat = match &arguments.restore {
        Some(file) => format!("crowd --restore {} --frames {}", quoted(&file.display().to_string()), settings.frames),
        None => settings.repeat(&source.option()?),
    };
    let cut = |fault: &Fault| {
        let Fault { frame, character, .. } = fault;
        format!("{fault}: crowd --replay {recording} --cut {frame}:{character}")
    };
    let record = arguments.record.is_none().then(|| format!("to record it: {repeat} --record {recording}"));
    Ok(record.into_iter().chain(faults.iter().map(cut)).collect())
}

/// Warns if edges of the level's triangles are so long that rounding of corners can use up the `skin`, metres.
fn warn_of_long_edges(level: &Level, skin: f32) {
    let (longest, most) = (level.longest_edge(), LONGEST_EDGE_IN_SKINS * skin);
    if longest > most {
        eprintln!(
            "crowd: warning: a triangle of {} has an edge of {longest:.0} m; beyond {most:.0} m rounding can take up the skin of \
             {skin} m: split such triangles",
            level.name
        );
    }
}

/// Runs `crowd accuracy`, the comparison of sweeps with exact results; returns a message if the kernel gave a wrong answer.
fn run_accuracy(arguments: &AccuracyArguments) -> Result<Option<String>, String> {
    let mut families = Family::all();
    if let Some(path) = &arguments.level {
        // First, so that an unusable level is reported before time is spent on the others.
        let level = file::load(path).map_err(|error| error.to_string())?;
        families.insert(0, Family::level(level.into_mesh()));
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
    Ok((wrong > 0).then(|| format!("sweep8 answered {wrong} sweeps wrong, must be 0")))
}

/// Runs `crowd hunt`, the search for faulty moves; returns the message of the failed check, or `None` if no check failed.
fn run_hunt(arguments: &HuntArguments) -> Result<Option<String>, String> {
    // Files first, because they may be invalid.
    let files = arguments.level.iter().map(|file| Ground::file(file));
    let files: Vec<Ground> = files.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let is_everywhere = arguments.scene.is_empty() && files.is_empty();
    let scenes = if is_everywhere { &Scene::ALL[..] } else { &arguments.scene };
    let bar = progress_bar(0, "moves")?;
    bar.enable_steady_tick(Duration::from_millis(200));
    let build = |&scene: &Scene| {
        bar.set_message(format!("building {scene}"));
        Ground::scene(scene)
    };
    let mut grounds: Vec<Ground> = scenes.iter().map(build).collect();
    grounds.extend(files);
    if let Some(folder) = &arguments.findings {
        // Checked before time is spent on the hunt.
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot write into {}: {error}; choose another folder", folder.display()))?;
    }
    let found = hunt(&grounds, arguments, &bar)?;
    if let Some(folder) = &arguments.findings {
        let moves = hunt::moves(&grounds, &found).map_err(|error| error.to_string())?;
        moves.iter().try_for_each(|(name, one)| replay::write(&folder.join(name), "move", &one.to_bytes()))?;
    }
    // One walk for so many moves, as each is made some fifteen times.
    let mut report = hunt::table::Report::new(&found);
    if is_everywhere {
        let walks = (arguments.moves as u64).div_ceil(MOVES_FOR_A_WALK);
        report = report.with_promises(check_promises(walks, arguments)?);
    }
    let text = if arguments.json {
        serde_json::to_string(&report).map_err(|error| error.to_string())?
    } else {
        report.to_string().trim_end().to_owned()
    };
    print(&text)?;
    Ok((!report.clean).then(|| MUST.to_owned()))
}

/// Runs `crowd figures`, which draws the figures of the documents; fails if a figure's case does not match its caption.
fn draw_figures(arguments: &FiguresArguments) -> Result<Option<String>, String> {
    for (name, all) in [("accuracy", accuracy::figures::all as fn() -> _), ("character", walking::figures::all)] {
        let files = all().and_then(|drawn| figure::write(drawn, &arguments.folder.join(name)));
        for file in files.map_err(|error| error.to_string())? {
            print(&file.display().to_string())?;
        }
    }
    Ok(None)
}

/// Keeps the figures, draws the plots and writes the table. No check can fail here: a wrong answer ends the measurement
/// earlier.
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
    print(&record::table::refresh(&root)?.display().to_string())?;
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

fn hunt(grounds: &[Ground], arguments: &HuntArguments, bar: &ProgressBar) -> Result<Found, String> {
    let settings = hunt::Settings { moves: arguments.moves as u64, seed: arguments.seed, threads: arguments.threads };
    bar.set_message("looking for places to stand");
    let hunt = Hunt::new(grounds, settings).map_err(|error| error.to_string())?;
    bar.set_length(hunt.moves());
    bar.set_message("hunt");
    let found = hunt.run(&|made| bar.inc(made));
    bar.finish_and_clear();
    found.map_err(|error| error.to_string())
}

fn check_promises(walks: u64, arguments: &HuntArguments) -> Result<Promises, String> {
    let bar = progress_bar(0, "steps")?;
    bar.set_message("walks made again");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build();
    let pool = pool.map_err(|error| format!("cannot start {} threads: {error}", arguments.threads))?;
    let promises = pool.install(|| Promises::of(walks, arguments.seed, &|steps| bar.inc(steps)));
    bar.finish_and_clear();
    Ok(promises)
}

fn simulate(
    ground: stage::Ground,
    settings: &Settings,
    course: Course,
) -> Result<Result<Simulation, SimulationError>, String> {
    let bar = progress_bar(settings.frames as u64, "frames")?;
    bar.set_message(ground.name().to_owned());
    let allocations = || {
        let stats = ALLOCATOR.stats();
        (stats.allocations + stats.reallocations) as u64
    };
    let simulation =
        simulation::run_course(ground, settings, course, &allocations, &|done| bar.set_position(done as u64));
    bar.finish_and_clear();
    Ok(simulation)
}

fn draw(level: &Level, still: usize, simulation: &Simulation, file: &Path) -> Result<(), String> {
    let mut picture = Picture::new(&level.positions, &level.triangles, PICTURE_SIDE).moving_from(still);
    for path in &simulation.paths {
        picture.path(path.iter().copied());
    }
    for &end in &simulation.ends {
        picture.end(end);
    }
    picture.save(file).map_err(|error| error.to_string())
}
