//! The command line of the program: its options, and their ranges.

use crate::report::ReportArguments;
use clap::{Args, Parser, Subcommand};
use glam::Vec3;
use std::path::PathBuf;
use sweep8::{Backend, Capsule, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::command_line::{backend, count, seed};
use sweep8_bench::levels::scenes::{AnyScene, Scene};
use sweep8_bench::walking::settings::{Settings, each_other_of, mode_of};
use sweep8_bench::walking::stage::{self, Ground};
use sweep8_bench::walking::walkers::Manner;
use sweep8_levels::cooked::{ENDING, is_cooked};

/// Maximum number of characters that the command line accepts: fits into memory with room to spare.
const MOST_CHARACTERS: usize = 4_000_000;
const MOST_FRAMES: usize = 10_000_000;

/// Number of characters that walk unless the command line or the room of a level says otherwise.
const CHARACTERS: usize = 10_000;

/// In a level of the user's a character has as much floor as this many that stand close.
const FLOOR_OF_ONE: usize = 4;

/// Maximum number of frames per second that the command line accepts.
pub(crate) const MOST_HZ: usize = 1000;

/// Maximum number of threads that the command line accepts: systems refuse, or stall over, many more.
pub(crate) const MOST_THREADS: usize = 1024;

/// Maximum number of sweeps of a family that `crowd accuracy` accepts: they take some days.
const MOST_SWEEPS: usize = 1_000_000_000;

/// Maximum number of moves that `crowd hunt` accepts: they take some hours, and the number fits into 32 bits.
const MOST_MOVES: usize = 4_000_000_000;

/// Walks a crowd of characters through a triangle level and checks every one of them.
///
/// Without arguments, 10,000 characters that block each other roam through the catacombs for 600 frames at 60 Hz; the
/// program prints a table of figures and writes a picture to crowd.png. Exits with 1 if a check failed, with 2 if the
/// input was wrong.
#[derive(Parser)]
#[command(name = "crowd", version, after_help = scenes_help(), allow_negative_numbers = true)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "crowd [OPTIONS] | crowd accuracy [OPTIONS] | crowd hunt [OPTIONS] | crowd figures [FOLDER] | crowd record [OPTIONS] | crowd cook <LEVEL> -o <FILE.sweep8> | crowd report <LEVEL>... -o <FILE.html> | crowd page -o <FOLDER> | crowd serve <FOLDER>"
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
    #[command(flatten)]
    pub(crate) walk: Arguments,
}

#[derive(Subcommand)]
pub(crate) enum Task {
    Accuracy(AccuracyArguments),
    Hunt(HuntArguments),
    Figures(FiguresArguments),
    Record(RecordArguments),
    Cook(CookArguments),
    Report(ReportArguments),
    Page(PageArguments),
    Serve(ServeArguments),
}

/// Measures the speed of this commit on this machine, keeps it in bench/record/, and makes the plots and the table of
/// docs/performance.md from all records in that folder.
///
/// Run it in a clone of the repository, with nothing else on the machine. Takes about five minutes and 3 GB.
#[derive(Args)]
pub(crate) struct RecordArguments {
    /// Record even if files differ from the commit; the record then says so.
    #[arg(long)]
    pub(crate) changed: bool,
    /// Measure nothing; make plots and table from the existing records.
    #[arg(long, conflicts_with = "changed")]
    pub(crate) plots: bool,
}

/// Writes a page in which one walks among thousands of characters: a folder that any web server serves.
///
/// The library runs in the page, which asks no other host for anything. The first time npm and cargo build it, which takes minutes.
#[derive(Args)]
pub(crate) struct PageArguments {
    /// Folder for the page; it is made if it is not there.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
}

/// Serves a folder to this machine alone, to try a page: prints its address, until it is stopped.
#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Folder with the page.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Port to serve at [default: any that is free].
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
}

/// Cooks a level into a file: `--level FILE.sweep8` later maps the file into memory and skips cooking.
#[derive(Args)]
pub(crate) struct CookArguments {
    /// Wavefront OBJ or glTF file: metres, y up, fronts counter-clockwise; all of it becomes one mesh.
    #[arg(value_name = "LEVEL")]
    pub(crate) level: PathBuf,
    /// File for the cooked level.
    #[arg(short, long, value_name = "FILE.sweep8", value_parser = cooked)]
    pub(crate) output: PathBuf,
}

/// Draws the figures of the documents: the parts of a character's step, and a failure of each classic method.
///
/// Each figure is drawn from results of the code, and shows their numbers.
#[derive(Args)]
pub(crate) struct FiguresArguments {
    /// Folder for the folders `accuracy` and `character`.
    #[arg(value_name = "FOLDER", default_value = "docs/images")]
    pub(crate) folder: PathBuf,
}

/// Compares the kernel and the classic methods on the same sweeps with an f64 oracle.
///
/// Prints how many hits each method missed, invented, or reported too early or too late, and draws the distribution of
/// gap errors. Sweeps are made of loose triangles, or start near the surfaces of every built-in scene. Takes a minute
/// or two. Exits with 1 if the kernel gave a wrong answer, with 2 if the input was wrong.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct AccuracyArguments {
    /// Wavefront OBJ or glTF file for one more family: metres, y up.
    #[arg(long, value_name = "FILE")]
    pub(crate) level: Option<PathBuf>,
    /// Number of sweeps of each family.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count::<1, MOST_SWEEPS>)]
    pub(crate) sweeps: usize,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    pub(crate) threads: usize,
    /// Seed of the sweeps; the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
    /// Print one JSON object in place of the tables, and draw no plot unless --plot is given.
    #[arg(long)]
    pub(crate) json: bool,
    /// File for the plot of the gap errors [default: accuracy.svg].
    #[arg(long, value_name = "FILE.svg", value_parser = svg)]
    pub(crate) plot: Option<PathBuf>,
}

/// Hunts for faults: crowds in several shapes, speeds and time steps walk through every scene, and every character is
/// checked after every move.
///
/// Prints a line for each level, and for each finding the command line that repeats it. Without --scene and --level it
/// also repeats walks drawn at random in worlds that differ only in what must not matter to them. Exits with 1 if a
/// character fell through, penetrated, got stuck, froze, lost its ground for a moment or was not finite, or a walk came
/// out differently; with 2 if the input was wrong.
#[derive(Args)]
#[command(after_help = still_scenes_help(), allow_negative_numbers = true)]
pub(crate) struct HuntArguments {
    /// Number of moves of a character in a frame, over all levels; levels get equal shares.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = count::<1, MOST_MOVES>)]
    pub(crate) moves: usize,
    /// File to hunt in, as one mesh: OBJ, glTF or cooked, metres, y up; without --scene in no scene. May be given more
    /// than once.
    #[arg(long, value_name = "FILE")]
    pub(crate) level: Vec<PathBuf>,
    /// Built-in scene to hunt in. May be given more than once [default: all, or none beside --level].
    #[arg(long, value_name = "NAME")]
    pub(crate) scene: Vec<Scene>,
    /// Seed of the rounds; the same seed gives the same figures.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    pub(crate) threads: usize,
    /// Folder for the moves of the findings, one file each; --replay repeats them.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) findings: Option<PathBuf>,
    /// Print one JSON object in place of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// File to walk in: Wavefront OBJ or glTF (.obj, .glb, .gltf), metres, y up, fronts counter-clockwise; or a cooked
    /// level (.sweep8).
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub(crate) level: Option<PathBuf>,
    /// Built-in scene to walk in.
    #[arg(long, value_name = "NAME", default_value = "catacombs")]
    pub(crate) scene: AnyScene,
    /// Number of characters [default: 10000; in a --level a quarter of what its free floor has room for, at most 10000].
    #[arg(long, value_name = "N", value_parser = count::<1, MOST_CHARACTERS>)]
    pub(crate) characters: Option<usize>,
    /// Number of frames.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = count::<1, MOST_FRAMES>)]
    pub(crate) frames: usize,
    /// Frames in a second.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count::<1, MOST_HZ>)]
    pub(crate) hz: usize,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    pub(crate) threads: usize,
    /// Seed of places and desired velocities; the same seed gives the same state hash.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
    /// Radii of a character in metres: one for a ball, or three for x, y and z.
    #[arg(long, value_name = "R|X,Y,Z", default_value = "0.4,0.9,0.4", value_parser = radii)]
    pub(crate) radii: Ellipsoid,
    /// Upright capsules in place of ellipsoids: radius and whole height in metres.
    #[arg(long, value_name = "RADIUS,HEIGHT", value_parser = capsule, conflicts_with = "radii")]
    pub(crate) capsule: Option<Capsule>,
    /// Speed of the fastest characters in m/s; the slowest walk at half of it.
    #[arg(long, value_name = "M/S", default_value_t = 4.0, value_parser = speed)]
    pub(crate) speed: f32,
    /// Behaviour of the walkers. roaming: from room to room, giving way, with a jump from time to time. turning: along
    /// random headings; a walker that makes no progress turns. mixed: like turning, but every second walker keeps its
    /// heading, and stands idle from time to time.
    #[arg(long, value_name = "MANNER", default_value = "roaming")]
    pub(crate) walkers: Manner,
    /// Mode of moves. walk: with steps, slopes and a snap to the ground. slide: the cheaper mode without them.
    #[arg(long, value_name = "MODE", default_value = "walk", value_parser = mode_of)]
    pub(crate) mode: MoveMode,
    /// Response of characters to each other. ignore: they go through each other. soft: overlapping ones are pushed
    /// apart. solid: they stop at each other.
    #[arg(long, value_name = "HOW", default_value = "solid", value_parser = each_other_of)]
    pub(crate) neighbours: EachOther,
    /// Number of frames between two checks of all characters.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<1, MOST_FRAMES>)]
    pub(crate) verify_every: usize,
    /// Lanes of the kernel: portable or avx2 [default: the fastest that this processor has].
    #[arg(long, value_name = "NAME", value_parser = backend)]
    pub(crate) backend: Option<Backend>,
    /// Print one JSON object in place of the table, and write no picture unless --picture is given.
    #[arg(long)]
    pub(crate) json: bool,
    /// File for the picture of the level and the paths [default: crowd.png].
    #[arg(long, value_name = "FILE.png", value_parser = png)]
    pub(crate) picture: Option<PathBuf>,
    /// File to save the walk to at its end; --restore continues from it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Saved walk to continue, for --frames more frames and with the same bits as without the break. Level, characters
    /// and their settings come from the file. The checks for stuck and frozen characters forget the last two seconds.
    #[arg(long, value_name = "FILE")]
    pub(crate) restore: Option<PathBuf>,
    /// File to record the run to; --replay repeats it.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Recording of a run, or one move cut out of it, to repeat. Everything but threads, backend and --json comes from
    /// the file. Exits with 1 if the result has other bits.
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// With --replay: the one move to cut out into a file of its own; frames count from 1, characters from 0.
    #[arg(long, value_name = "FRAME:CHARACTER", requires = "replay", value_parser = place)]
    pub(crate) cut: Option<(u64, usize)>,
    /// File for the move of --cut [default: FRAME-CHARACTER.move].
    #[arg(long = "move", value_name = "FILE", requires = "cut")]
    pub(crate) move_file: Option<PathBuf>,
}

impl Arguments {
    /// Fits the number of characters to the free floor of a level of the user's, if they meet each other: the default number is
    /// reduced, and a given number that overlaps from the start is warned of.
    pub(crate) fn fit(&self, settings: &mut Settings, ground: Ground) {
        if self.level.is_none() || settings.each_other == EachOther::Ignore {
            return;
        }
        let most = self.characters.unwrap_or(FLOOR_OF_ONE * CHARACTERS);
        let Some(room) = stage::room(ground, settings, most) else { return };
        match self.characters {
            None => settings.characters = (room / FLOOR_OF_ONE).clamp(1, CHARACTERS),
            Some(given) if room < given => eprintln!(
                "crowd: warning: {} has room for about {room} characters of this shape, the others overlap at the start; \
                 --characters {} have room to walk",
                ground.name(),
                (room / FLOOR_OF_ONE).max(1)
            ),
            Some(_) => {}
        }
    }

    /// Builds the settings of the simulation from the arguments; a saved walk or a recording overrides these settings.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            characters: self.characters.unwrap_or(CHARACTERS),
            frames: self.frames,
            hz: self.hz as u32,
            threads: self.threads,
            seed: self.seed,
            shape: self.capsule.map_or_else(|| self.radii.into(), Into::into),
            speed: self.speed,
            manner: self.walkers,
            mode: self.mode,
            each_other: self.neighbours,
            verify_every: self.verify_every,
            backend: self.backend.unwrap_or_else(Backend::best),
        }
    }
}

/// Names of the command-line options that `--restore` refuses, because their values come from the saved walk.
pub(crate) const SAVED_OPTIONS: [&str; 12] = [
    "level",
    "scene",
    "characters",
    "hz",
    "seed",
    "radii",
    "capsule",
    "speed",
    "walkers",
    "mode",
    "neighbours",
    "verify_every",
];

/// Names of the command-line options that `--replay` refuses: the recording has their values, or they have no use in a replay.
pub(crate) const RECORDED_OPTIONS: [&str; 17] = [
    "level",
    "scene",
    "characters",
    "frames",
    "hz",
    "seed",
    "radii",
    "capsule",
    "speed",
    "walkers",
    "mode",
    "neighbours",
    "verify_every",
    "picture",
    "save",
    "restore",
    "record",
];

fn scenes_help() -> String {
    listed(AnyScene::descriptions())
}

fn still_scenes_help() -> String {
    listed(Scene::ALL.into_iter().map(|scene| (scene.name(), scene.description())))
}

fn listed(scenes: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    let lines: Vec<_> = scenes.map(|(name, description)| format!("  {name:<14}{description}")).collect();
    format!("Scenes:\n{}", lines.join("\n"))
}

pub(crate) fn speed(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(speed) if (0.0..=1000.0).contains(&speed) => Ok(speed),
        _ => Err("it must be a number from 0 to 1000".to_owned()),
    }
}

fn place(text: &str) -> Result<(u64, usize), String> {
    let numbers =
        text.split_once(':').and_then(|(frame, character)| Some((frame.parse().ok()?, character.parse().ok()?)));
    numbers.ok_or_else(|| "give the frame and the character, as in 300:17".to_owned())
}

/// Numbers between commas.
pub(crate) fn numbers(text: &str) -> Result<Vec<f32>, String> {
    text.split(',')
        .map(|part| part.trim().parse().map_err(|_| format!("{:?} is not a number", part.trim())))
        .collect::<Result<_, _>>()
}

pub(crate) fn capsule(text: &str) -> Result<Capsule, String> {
    let [radius, height] = numbers(text)?[..] else {
        return Err("give radius and height, as in 0.4,1.8".to_owned());
    };
    if height < 2.0 * radius {
        return Err("the height must be at least twice the radius".to_owned());
    }
    Capsule::from_height(radius, height).map_err(|error| error.to_string())
}

pub(crate) fn radii(text: &str) -> Result<Ellipsoid, String> {
    let radii = match numbers(text)?[..] {
        [radius] => Vec3::splat(radius),
        [x, y, z] => Vec3::new(x, y, z),
        _ => return Err("give one radius or three, as in 0.5 or 0.4,0.9,0.4".to_owned()),
    };
    Ellipsoid::new(radii).map_err(|error| error.to_string())
}

fn png(text: &str) -> Result<PathBuf, String> {
    drawn_as(text, "png")
}

fn cooked(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    if is_cooked(&file) { Ok(file) } else { Err(format!("name it with the ending .{ENDING}")) }
}

fn svg(text: &str) -> Result<PathBuf, String> {
    drawn_as(text, "svg")
}

fn drawn_as(text: &str, format: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let is_so = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(format));
    let refused = || format!("it is drawn as {}: name it with the ending .{format}", format.to_uppercase());
    if is_so { Ok(file) } else { Err(refused()) }
}
