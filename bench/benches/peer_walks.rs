//! One character's move a frame, sweep8 against its peers: capsules of 0.4 m, 1.8 m high, or balls of 0.5 m, that walk at up to 4 m/s under
//! gravity, at 60 frames a second, on one thread; the engines alternate. Each level is run twice: with collide and slide only, and with each engine's own rules for walking,
//! with steps of up to 0.4 m and a snap of up to 0.4 m down to the ground.
//!
//! No character meets another one. All engines keep a gap of 1 cm and stand on slopes of up to 50°; only `PhysX` without steps stands on
//! any slope. The moves differ:
//! - sweep8 slides by the desired displacement and then by gravity, two passes, and knows its ground from the second. A walking character
//!   moves level over floors and up steps that are low enough, then snaps down to the ground, and falls if there is none. `Crowd::step`
//!   moves all characters in one call, in a spatial order that it keeps itself.
//! - The others move one character a call, in the order in which they were placed, which is random. Desired displacement and fall are
//!   joined; `PhysX` splits them again into sweeps sideways and down. The calls are in `bench/src/measuring/peers/`.
//! - Jolt's `ExtendedUpdate` calls `Update`, then moves a character that lost the floor down to it, then tries up, ahead and down for a
//!   character that did not get as far as desired. Rapier's `autostep` makes such a try at each wall that is hit, and `snap_to_ground`
//!   casts down after each move. `PhysX` lifts every character by the step height before each sideways sweep, and does not snap down to
//!   ground that falls away: over crests and down stairs its characters fall.
//! - Rapier is slow, so it moves fewer characters, the first ones of the list; its caches have less to hold. On levels of small triangles,
//!   where the others are slow too, every engine moves a tenth of the characters.
//! - `PhysX`'s controllers feel the fronts of triangles only, and walk through one-sided triangles from behind.
//!
//! Before it prints times, the bench compares the paths: with the same desired velocities, the same characters must get about as far in
//! every engine as in sweep8. It prints the climbed height next to the times.

use clap::Parser;
use glam::Vec3;
use serde::Serialize;
use std::process::ExitCode;
use sweep8::MoveMode;
use sweep8_bench::checking::Tree;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::peers::command_line::Arguments;
use sweep8_bench::measuring::peers::walk::{Outcome, Walk};
use sweep8_bench::measuring::peers::{Form, walkers};
use sweep8_bench::measuring::speed::measure::{Job, Timing, interleaved};
use sweep8_bench::measuring::workload::is_of_small_triangles;
use sweep8_bench::walking::places;
use sweep8_bench::walking::settings::{mode_of, name_of};

/// Largest speed of a walker, m/s.
const SPEED: f32 = 4.0;

/// Untimed frames: after them all characters have landed, and memory is warm.
const WARM: usize = 30;

/// Largest difference between the mean path length of the same characters in a peer and in sweep8, relative to
/// sweep8's. Engines slide differently in corners; characters that stood still or ran twice as far would not do the
/// same work.
const FARTHER: f64 = 0.25;

/// Fewest characters of slow engines for a mean path length: with fewer, chance decides.
const FEWEST: usize = 100;

/// The command line.
#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    shared: Arguments,
    /// How characters move: slide, without steps and snap; walk, with those of each engine. May be given more than
    /// once; both by default
    #[arg(long = "mode", value_name = "MODE", default_values = ["slide", "walk"], value_parser = mode_of)]
    modes: Vec<MoveMode>,
}

/// Numbers of characters and frames.
#[derive(Clone, Copy)]
struct Extent {
    characters: usize,
    /// Characters of slow engines.
    few: usize,
    rounds: usize,
    /// Frames of a lap.
    frames: usize,
}

impl Extent {
    /// The numbers for a level.
    fn on(self, level: &Level) -> Self {
        if !is_of_small_triangles(level) {
            return self;
        }
        Self { characters: self.characters / 10, few: (self.few / 10).max(FEWEST), ..self }
    }
}

/// A level with places for its characters.
struct Ground<'a> {
    level: &'a Level,
    tree: Tree,
    starts: Vec<Vec3>,
    form: Form,
}

impl<'a> Ground<'a> {
    fn new(level: &'a Level, characters: usize, form: Form) -> Result<Self, String> {
        let starts =
            places::find(level, &world_of(level), form.shape(), characters, 1).map_err(|error| error.to_string())?;
        Ok(Self { level, tree: Tree::new(&level.positions, &level.triangles), starts, form })
    }
}

/// One engine on one scene.
#[derive(Serialize)]
struct Row {
    scene: String,
    triangles: usize,
    form: Form,
    mode: &'static str,
    peer: &'static str,
    characters: usize,
    nanoseconds: f64,
    /// Width of the middle half of the laps, as a share of their median.
    spread: f64,
    times_sweep8: f64,
    /// Mean level distance of a frame, metres.
    mean_way: f64,
    /// Metres climbed in all timed frames.
    mean_climb: f64,
    outcome: Outcome,
}

fn main() -> ExitCode {
    match run(&CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peer_walks: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(CommandLine { shared, modes }: &CommandLine) -> Result<(), String> {
    let extent = if shared.is_quick() {
        Extent { characters: 1_000, few: 100, rounds: 3, frames: 10 }
    } else {
        Extent { characters: 10_000, few: 1_000, rounds: 7, frames: 20 }
    };
    shared.print_built();
    let mut rows = Vec::new();
    for level in shared.levels()? {
        let extent = extent.on(&level);
        let ground = Ground::new(&level, extent.characters, shared.form())?;
        for &mode in modes {
            let of_mode = measure(&ground, &extent, mode);
            print(&ground, &extent, mode, &of_mode);
            rows.extend(of_mode);
        }
    }
    shared.save(&rows)
}

fn print(Ground { level, form, .. }: &Ground, extent: &Extent, mode: MoveMode, rows: &[Row]) {
    let what = match mode {
        MoveMode::Slide => "slide: no steps, no snap",
        MoveMode::Walk => "walk: steps and snap as each engine has them",
    };
    println!(
        "\n{}, {} triangles, {}, {what}\nns of a move, medians of {} laps of {} frames",
        level.name,
        level.triangles.len(),
        form.name(),
        extent.rounds,
        extent.frames
    );
    println!(
        "  engine           characters       ns  spread  x sweep8  cm a frame  climbed m  through fronts  backs  left  \
         overlap > 1 mm  deepest mm"
    );
    for row in rows {
        let Outcome { through_fronts, through_backs, left, overlapping, deepest, .. } = row.outcome;
        println!(
            "  {:16} {:>10}  {:>7.0}  {:>5.1}%  {:>8.1}  {:>10.2}  {:>9.2}  {through_fronts:>14}  {through_backs:>5}  \
             {left:>4}  {overlapping:>14}  {:>10.2}",
            row.peer,
            row.characters,
            row.nanoseconds,
            row.spread * 100.0,
            row.times_sweep8,
            row.mean_way * 100.0,
            row.mean_climb,
            deepest * 1000.0
        );
    }
}

fn measure(Ground { level, tree, starts, form }: &Ground, extent: &Extent, mode: MoveMode) -> Vec<Row> {
    let peers = walkers(level, starts, extent.few, mode, *form);
    let mut walks: Vec<Walk> = peers.into_iter().map(|peer| Walk::new(peer, SPEED, 1)).collect();
    for walk in &mut walks {
        walk.frames(WARM);
    }
    let jobs = walks.iter_mut().map(|walk| -> Job {
        Box::new(|| {
            // Once untimed: this engine then finds the caches as the others left them.
            walk.frames(1);
            walk.frames(extent.frames).as_nanos() as f64 / (walk.count() * extent.frames) as f64
        })
    });
    let timings = interleaved(extent.rounds, &mut jobs.collect::<Vec<_>>());

    let outcomes: Vec<Outcome> = walks.iter().map(|walk| walk.outcome(tree, WARM)).collect();
    for (walk, outcome) in walks.iter().zip(&outcomes) {
        let (way, expected) = (outcome.mean_way(walk.count()), outcomes[0].mean_way(walk.count()));
        let name = walk.name();
        assert!(
            (way - expected).abs() <= FARTHER * expected,
            "{}, {}, {name}: {way} m a frame, sweep8 {expected} m",
            level.name,
            name_of(mode)
        );
    }
    let clear = outcomes[0].through_fronts + outcomes[0].through_backs == 0 && outcomes[0].deepest == 0.0;
    assert!(clear, "{}, {}: sweep8 went through or overlaps a triangle", level.name, name_of(mode));

    let row = |((walk, outcome), timing): ((&Walk, Outcome), &Timing)| Row {
        scene: level.name.clone(),
        triangles: level.triangles.len(),
        form: *form,
        mode: name_of(mode),
        peer: walk.name(),
        characters: walk.count(),
        nanoseconds: timing.median(),
        spread: timing.spread(),
        times_sweep8: timing.times(&timings[0]),
        mean_way: outcome.mean_way(walk.count()),
        mean_climb: outcome.mean_climb(walk.count()),
        outcome,
    };
    walks.iter().zip(outcomes).zip(&timings).map(row).collect()
}
