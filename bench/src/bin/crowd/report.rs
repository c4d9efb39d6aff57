//! `crowd report`: a page about levels, with the files that show its findings beside it.

use crate::arguments::{MOST_HZ, MOST_THREADS, capsule, numbers, radii, speed};
use crate::replay::write;
use crate::source::Source;
use clap::Args;
use glam::{Vec2, Vec3};
use indicatif::ProgressBar;
use serde::Serialize;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use sweep8::{Backend, Capsule, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::command_line::{check_writable, count, print, progress_bar, quoted, seed};
use sweep8_bench::exploring::explore::Abilities;
use sweep8_bench::exploring::region::Region;
use sweep8_bench::exploring::survey;
use sweep8_bench::showing::page::bundle::template;
use sweep8_bench::showing::page::document::Document;
use sweep8_bench::showing::page::facts::{Evidence, Facts};
use sweep8_bench::showing::page::level_run::{Question, run as run_level};
use sweep8_bench::walking::settings::{Settings, each_other_of, name_of_each_other, option_of};
use sweep8_bench::walking::stage;
use sweep8_bench::walking::walkers::Manner;

/// Most characters of a report, and number of them unless the command line or the room of a level says otherwise.
const MOST_CHARACTERS: usize = 100_000;
const CHARACTERS: usize = 1000;
/// A character has as much floor as this many that stand close.
const FLOOR_OF_ONE: usize = 4;
const MOST_FRAMES: usize = 100_000;

/// Steps of the progress bar for each of the things that are done with a level.
const STEPS: u64 = 1000;

/// Findings of one kind that are printed.
const PRINTED: usize = 8;

/// Writes a page about levels for their authors: where characters walk off, cannot get to, cannot get back from, or get stuck.
///
/// Characters walk from place to place until nothing new is found, and a crowd roams through each level as without `report`. The page
/// has everything in it and asks nobody for anything; files that show its findings lie beside it. The first time npm builds the page.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct ReportArguments {
    /// Files to report on, OBJ, glTF or cooked, metres, y up; or names of built-in scenes.
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,
    /// File for the page.
    #[arg(short, long, value_name = "FILE.html", value_parser = html)]
    output: PathBuf,
    /// Point above a floor where characters start, metres; may be given more than once, for one level [default: its largest floor].
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    spawn: Vec<Vec3>,
    /// Part of the level in which floors are explored: least x and z, greatest x and z, metres [default: all of it; of a very large
    /// level the part with details].
    #[arg(long, value_name = "X,Z,X,Z", value_parser = region, allow_hyphen_values = true)]
    within: Option<Region>,
    /// Radii of a character in metres: one for a ball, or three for x, y and z.
    #[arg(long, value_name = "R|X,Y,Z", default_value = "0.4,0.9,0.4", value_parser = radii)]
    radii: Ellipsoid,
    /// Upright capsules in place of ellipsoids: radius and whole height in metres.
    #[arg(long, value_name = "RADIUS,HEIGHT", value_parser = capsule, conflicts_with = "radii")]
    capsule: Option<Capsule>,
    /// Upward speed of jumps by which characters look for ways, m/s; 3.5 is 0.6 m high [default: they do not jump].
    #[arg(long, value_name = "M/S", value_parser = speed)]
    jump: Option<f32>,
    /// Number of characters of the run [default: 1000, or a quarter of what the free floor has room for].
    #[arg(long, value_name = "N", value_parser = count::<1, MOST_CHARACTERS>)]
    characters: Option<usize>,
    /// Number of frames of the run.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = count::<1, MOST_FRAMES>)]
    frames: usize,
    /// Frames in a second of the run.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = count::<1, MOST_HZ>)]
    hz: usize,
    /// Speed of the fastest characters of the run in m/s.
    #[arg(long, value_name = "M/S", default_value_t = 4.0, value_parser = speed)]
    speed: f32,
    /// Response of characters of the run to each other: ignore, soft or solid. Only those with nobody near are checked for being
    /// stuck: all, if they ignore each other.
    #[arg(long, value_name = "HOW", default_value = "ignore", value_parser = each_other_of)]
    neighbours: EachOther,
    /// Seed of places and desired velocities of the run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Threads to use; 0 means one for each processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<0, MOST_THREADS>)]
    threads: usize,
    /// Folder of the page's front end [default: bench/web of the sources].
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Print one JSON object in place of the list.
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Object {
    page: PathBuf,
    levels: Vec<Facts>,
}

/// Writes the page; no check can fail here: findings about a level are no faults of the library, and a run's faults are listed.
pub(crate) fn run(arguments: &ReportArguments) -> Result<Option<String>, String> {
    if !arguments.spawn.is_empty() && arguments.levels.len() > 1 {
        return Err("--spawn is for one level, and several are given; make a report of each".to_owned());
    }
    check_writable(&arguments.output, "output")?;
    let bar = progress_bar(STEPS, "‰")?;
    bar.enable_steady_tick(Duration::from_millis(200));
    let template = template("report", arguments.web.as_deref(), &|what| bar.set_message(what.to_owned()));
    let template = template.map_err(|error| error.to_string())?;
    let mut document = Document::default();
    let mut levels = Vec::new();
    for (level, stem) in arguments.levels.iter().zip(arguments.stems()) {
        let (facts, files) = report_on(arguments, level, &stem, &mut document, &bar)?;
        for Evidence { name, bytes } in &files {
            write(&arguments.folder().join(name), "replay file", bytes)?;
        }
        levels.push(facts);
    }
    bar.finish_and_clear();
    let page = document.page(&template)?;
    write(&arguments.output, "page", page.as_bytes())?;
    if arguments.json {
        let object = Object { page: arguments.output.clone(), levels };
        print(&serde_json::to_string(&object).map_err(|error| error.to_string())?)?;
    } else {
        let lists: Vec<String> = levels.iter().map(listed).collect();
        print(&format!("{}\n  page                  {}", lists.join("\n"), arguments.output.display()))?;
    }
    Ok(None)
}

fn report_on(
    arguments: &ReportArguments,
    level: &Path,
    stem: &str,
    document: &mut Document,
    bar: &ProgressBar,
) -> Result<(Facts, Vec<Evidence>), String> {
    let source = Source::of_file_or_scene(level);
    let built = source.build()?;
    let ground = built.ground();
    let mut settings = arguments.settings();
    if arguments.characters.is_none()
        && let Some(room) = stage::room(ground, &settings, FLOOR_OF_ONE * CHARACTERS)
    {
        settings.characters = (room / FLOOR_OF_ONE).clamp(1, CHARACTERS);
    }
    let (words, option) = (source.words()?, source.option()?);
    let question = Question {
        words: &words,
        option: &option,
        settings,
        survey: survey::Question {
            abilities: Abilities { jump_speed: arguments.jump.unwrap_or(0.0) },
            spawns: arguments.spawn.clone(),
            within: arguments.within,
        },
    };
    let name = ground.name().to_owned();
    // The message changes seldom, and the threads of the survey share the bar.
    let shown = Mutex::new(String::new());
    let progress = |what: &str, part: f64| {
        if let Ok(mut shown) = shown.lock()
            && *shown != what
        {
            what.clone_into(&mut shown);
            bar.set_message(format!("{name}: {what}"));
            bar.reset_eta();
        }
        bar.set_position((part * STEPS as f64) as u64);
    };
    let run = run_level(ground, question, &progress).map_err(|error| error.to_string())?;
    let (facts, files) = Facts::new(&run, &arguments.folder(), stem);
    document.add(&run, &facts, arguments.command(level));
    Ok((facts, files))
}

impl ReportArguments {
    fn settings(&self) -> Settings {
        Settings {
            characters: self.characters.unwrap_or(CHARACTERS),
            frames: self.frames,
            hz: self.hz as u32,
            threads: self.threads,
            seed: self.seed,
            shape: self.capsule.map_or_else(|| self.radii.into(), Into::into),
            speed: self.speed,
            manner: Manner::Turning,
            mode: MoveMode::Walk,
            each_other: self.neighbours,
            verify_every: 10,
            backend: Backend::best(),
        }
    }

    /// Folder of the page, in which the other files lie, too.
    fn folder(&self) -> PathBuf {
        self.output.parent().map_or_else(PathBuf::new, Path::to_owned)
    }

    /// Begins of the names of the files of each level: that of the page, and of several levels their names.
    fn stems(&self) -> Vec<String> {
        let name = |file: &Path| file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        let page = name(&self.output);
        let several = self.levels.len() > 1;
        let stem = |(number, level): (usize, &PathBuf)| {
            if several { format!("{page}-{}-{}", number + 1, name(level)) } else { page.clone() }
        };
        self.levels.iter().enumerate().map(stem).collect()
    }

    /// The command line that repeats the report of one level.
    fn command(&self, level: &Path) -> String {
        let shape = option_of(self.settings().shape);
        let word = |path: &Path| quoted(&path.display().to_string());
        let spawns: Vec<String> = self.spawn.iter().map(|at| format!(" --spawn {},{},{}", at.x, at.y, at.z)).collect();
        let spawns = spawns.concat();
        let within = self.within.map_or(String::new(), |Region { low, high }| {
            format!(" --within {},{},{},{}", low.x, low.y, high.x, high.y)
        });
        let jump = self.jump.map_or(String::new(), |jump| format!(" --jump {jump}"));
        let characters = self.characters.map_or(String::new(), |count| format!(" --characters {count}"));
        format!(
            "crowd report {} -o {} {shape}{spawns}{within}{jump}{characters} --frames {} --hz {} --speed {} --neighbours {} --seed {}",
            word(level),
            word(&self.output),
            self.frames,
            self.hz,
            self.speed,
            name_of_each_other(self.neighbours),
            self.seed
        )
    }
}

/// The findings about a level as a list for people.
fn listed(facts: &Facts) -> String {
    let areas = &facts.areas;
    let mut lines = vec![
        format!("  level                 {}", facts.level),
        format!(
            "  floors                {:.0} m² reached, {:.0} m² not reached, {:.0} m² in pits, {:.0} m² above, {:.0} m² outside",
            areas.reached, areas.unreached, areas.pits, areas.above, areas.outside
        ),
    ];
    let [places, walks, moves] = facts.explored;
    lines.push(format!("  explored              {places} places, {walks} walks, {moves} moves"));
    for (place, fact) in facts.findings.iter().enumerate() {
        let before = facts.findings[..place].iter().filter(|other| other.kind == fact.kind).count();
        let [x, y, z] = fact.at;
        match before.cmp(&PRINTED) {
            Ordering::Less => lines.push(format!("  {:<22}{}, at {x:.2},{y:.2},{z:.2}", fact.kind, fact.title)),
            Ordering::Equal => lines.push(format!("  {:<22}more of these are in the page", fact.kind)),
            Ordering::Greater => {}
        }
    }
    lines.extend(facts.left_out.iter().map(|(kind, count)| format!("  {kind:<22}{count} smaller ones left out")));
    lines.join("\n")
}

fn point(text: &str) -> Result<Vec3, String> {
    match numbers(text)?[..] {
        [x, y, z] if [x, y, z].iter().all(|along| along.abs() <= 16_777_216.0) => Ok(Vec3::new(x, y, z)),
        _ => Err("give x, y and z within 16777216 m of the origin, as in 1.5,0,-2".to_owned()),
    }
}

fn region(text: &str) -> Result<Region, String> {
    match numbers(text)?[..] {
        [low_x, low_z, high_x, high_z] if low_x < high_x && low_z < high_z => {
            Ok(Region { low: Vec2::new(low_x, low_z).as_dvec2(), high: Vec2::new(high_x, high_z).as_dvec2() })
        }
        _ => Err("give the least x and z and the greatest, as in -10,-10,50,40".to_owned()),
    }
}

fn html(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let is_html = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
    if is_html { Ok(file) } else { Err("it is a page: name it with the ending .html".to_owned()) }
}
