//! One character's move a frame, sweep8 against its peers: balls of 0.5 m that walk at up to 4 m/s under gravity, at 60
//! frames a second, on one thread, all engines in turns.
//!
//! Nobody has steps, snapping to the ground or other characters. All keep a gap of 1 cm and take slopes of up to 50°
//! for ground, but `PhysX`, which takes any. What is done differs:
//! - sweep8 moves by the desired displacement and then by gravity, two passes, and knows its ground from the second.
//!   `Crowd::step` moves everybody in one call, in an order of place that it keeps itself.
//! - The others move one character a call, in the order in which they were placed, which is random. Desired displacement
//!   and fall are joined; `PhysX` splits them again into passes sideways and down. `bench/src/peers/` has the calls.
//! - Rapier walks with fewer characters, the first of the others', because it is slow: its caches have less to hold. On
//!   levels of small triangles, where the others are slow too, everybody walks with a tenth.
//! - `PhysX`'s controllers feel the fronts of triangles only, and walk from behind through what has no back.
//!
//! Before times are shown, the ways are compared: with the same desired velocities, the same characters have to get
//! about as far in every engine as in sweep8.

use clap::Parser;
use glam::Vec3;
use serde::Serialize;
use std::process::ExitCode;
use sweep8_bench::judging::check::Tree;
use sweep8_bench::levels::Level;
use sweep8_bench::measuring::peers::command_line::Arguments;
use sweep8_bench::measuring::peers::walk::{Outcome, Walk};
use sweep8_bench::measuring::peers::walkers;
use sweep8_bench::measuring::speed::measure::{Job, Timing, interleaved};
use sweep8_bench::measuring::workload::{ball, world_of};
use sweep8_bench::walking::places;

/// Largest speed of a walker, m/s.
const SPEED: f32 = 4.0;

/// Frames that are walked before time is taken: everybody has landed, and memory is warm.
const WARM: usize = 30;

/// How far from sweep8's way the mean way of the same characters may be, as part of it. Engines slide differently in
/// corners; who stood still or ran twice as far would not do the same work.
const FARTHER: f64 = 0.25;

/// Mean area of triangles, m², below which a level is one of small triangles: some hundred lie within reach of a ball.
const SMALL: f64 = 0.02;

/// Characters of slow engines that are enough for a mean way: with fewer, chance decides.
const FEWEST: usize = 100;

/// How much is walked.
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
    /// How much of that is walked on a level.
    fn on(self, level: &Level) -> Self {
        let area = |triangle| {
            let [a, b, c] = level.corners(triangle).map(Vec3::as_dvec3);
            (b - a).cross(c - a).length() / 2.0
        };
        let total: f64 = (0..level.triangles.len()).map(area).sum();
        if total >= SMALL * level.triangles.len() as f64 {
            return self;
        }
        Self { characters: self.characters / 10, few: (self.few / 10).max(FEWEST), ..self }
    }
}

/// One engine on one scene.
#[derive(Serialize)]
struct Row {
    scene: String,
    triangles: usize,
    peer: &'static str,
    characters: usize,
    nanoseconds: f64,
    times_sweep8: f64,
    /// Horizontal way of a frame, metres.
    mean_way: f64,
    outcome: Outcome,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peer_walks: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let extent = if arguments.is_quick() {
        Extent { characters: 1_000, few: 100, rounds: 3, frames: 10 }
    } else {
        Extent { characters: 10_000, few: 1_000, rounds: 7, frames: 20 }
    };
    arguments.print_built();
    let mut rows = Vec::new();
    for level in arguments.levels()? {
        let extent = extent.on(&level);
        println!(
            "\n{}, {} triangles, ns of a move, medians of {} laps of {} frames",
            level.name,
            level.triangles.len(),
            extent.rounds,
            extent.frames
        );
        println!(
            "  engine           characters       ns  x sweep8   cm a frame  through fronts  backs  overlap > 1 mm  \
             deepest mm"
        );
        for row in measure(&level, &extent)? {
            let Outcome { through_fronts, through_backs, overlapping, deepest, .. } = row.outcome;
            println!(
                "  {:16} {:>10}  {:>7.0}  {:>8.1}   {:>10.2}  {through_fronts:>14}  {through_backs:>5}  \
                 {overlapping:>14}  {:>10.2}",
                row.peer,
                row.characters,
                row.nanoseconds,
                row.times_sweep8,
                row.mean_way * 100.0,
                deepest * 1000.0
            );
            rows.push(row);
        }
    }
    arguments.save(&rows)
}

fn measure(level: &Level, extent: &Extent) -> Result<Vec<Row>, String> {
    let world = world_of(level);
    let tree = Tree::new(&level.positions, &level.triangles);
    let starts = places::find(level, &world, &ball(), extent.characters, 1).map_err(|error| error.to_string())?;
    let peers = walkers(level, &starts, extent.few);
    let mut walks: Vec<Walk> = peers.into_iter().map(|peer| Walk::new(peer, SPEED, 1)).collect();
    for walk in &mut walks {
        walk.frames(WARM);
    }
    let jobs = walks.iter_mut().map(|walk| -> Job {
        Box::new(|| {
            // Once without a clock: the caches are as the others left them.
            walk.frames(1);
            walk.frames(extent.frames).as_nanos() as f64 / (walk.count() * extent.frames) as f64
        })
    });
    let timings = interleaved(extent.rounds, &mut jobs.collect::<Vec<_>>());

    let outcomes: Vec<Outcome> = walks.iter().map(|walk| walk.outcome(&tree, WARM)).collect();
    for (walk, outcome) in walks.iter().zip(&outcomes) {
        let (way, expected) = (outcome.mean_way(walk.count()), outcomes[0].mean_way(walk.count()));
        let name = walk.name();
        assert!(
            (way - expected).abs() <= FARTHER * expected,
            "{}, {name}: {way} m a frame, sweep8 {expected} m",
            level.name
        );
    }
    let clear = outcomes[0].through_fronts + outcomes[0].through_backs == 0 && outcomes[0].deepest == 0.0;
    assert!(clear, "{}: sweep8 went through or overlaps a triangle", level.name);

    let row = |((walk, outcome), timing): ((&Walk, Outcome), &Timing)| Row {
        scene: level.name.clone(),
        triangles: level.triangles.len(),
        peer: walk.name(),
        characters: walk.count(),
        nanoseconds: timing.median(),
        times_sweep8: timing.times(&timings[0]),
        mean_way: outcome.mean_way(walk.count()),
        outcome,
    };
    Ok(walks.iter().zip(outcomes).zip(&timings).map(row).collect())
}
