//! One character's move a frame, sweep8 against its peers: capsules of 0.4 m, 1.8 m high, or balls of 0.5 m, that walk at up to 4 m/s under
//! gravity, at 60 frames a second, on one thread; the engines alternate. Each level is run twice: with collide and slide only, and with
//! each engine's own rules for walking, with steps of up to 0.4 m and a snap of up to 0.4 m down to the ground.
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
//! A scene of instances, as `--scene city`, is walked through as one mesh, as instances with the machines stopped (its doors, lifts and
//! cars), and as instances whose machines move; the laps of all three alternate. Machines are in the same places in all engines. The
//! calls by which an engine moves them are timed apart, as the step of its world.
//!
//! Before it prints times, the bench compares the paths: with the same desired velocities, the same characters must get about as far in
//! every engine as in sweep8. It prints the climbed height next to the times, and faults against triangles that stand still. Among
//! machines it also prints how often its characters follow the machine below them, and faults against machines.
//! `bench/src/measuring/peers/outcome.rs` says how they are judged.

use clap::Parser;
use glam::Vec3;
use serde::Serialize;
use std::process::ExitCode;
use sweep8::MoveMode;
use sweep8_bench::levels::{Level, Parts, world_of};
use sweep8_bench::measuring::peers::command_line::{Arguments, Ground};
use sweep8_bench::measuring::peers::outcome::{AmongMachines, Judge, Outcome};
use sweep8_bench::measuring::peers::walk::{Walk, seconds_after};
use sweep8_bench::measuring::peers::{Form, walkers};
use sweep8_bench::measuring::speed::measure::{Job, Timing, interleaved, median};
use sweep8_bench::measuring::workload::is_of_small_triangles;
use sweep8_bench::walking::settings::{mode_of, name_of};
use sweep8_bench::walking::{machinery, places};

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

/// One of the worlds into which a level is made.
struct Variant {
    name: &'static str,
    parts: Parts,
    judge: Judge,
}

impl Variant {
    fn new(name: &'static str, parts: Parts) -> Self {
        Self { name, judge: Judge::new(&parts), parts }
    }
}

/// A level with places for its characters.
struct Stage {
    name: String,
    triangles: usize,
    /// The level as one mesh first, then, if it has machines, as instances.
    variants: Vec<Variant>,
    starts: Vec<Vec3>,
    extent: Extent,
    form: Form,
}

impl Stage {
    fn new(ground: Ground, extent: Extent, form: Form) -> Result<Self, String> {
        let parts = if let Ground::Parts(parts) = &ground { Some(parts.clone()) } else { None };
        let level = ground.into_mesh();
        let extent = extent.on(&level);
        let starts = match &parts {
            None => places::find(&level, &world_of(&level), form.shape(), extent.characters, 1),
            Some(parts) => {
                let meshes = machinery::cook(parts).map_err(|error| error.to_string())?;
                let world = machinery::world_of(parts, &meshes).map_err(|error| error.to_string())?;
                places::find_among(parts, &world, form.shape(), extent.characters, 1)
            }
        };
        let (name, triangles) = (level.name.clone(), level.triangles.len());
        let mut variants = vec![Variant::new("one mesh", Parts::of_mesh(level))];
        if let Some(parts) = parts {
            variants.push(Variant::new("instances, machines stopped", parts.clone().stopped()));
            variants.push(Variant::new("instances, machines move", parts));
        }
        Ok(Self { name, triangles, variants, starts: starts.map_err(|error| error.to_string())?, extent, form })
    }

    /// The world in which machines move, if the level has any.
    fn moving(&self) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.parts.machine_count() > 0)
    }
}

/// One engine on one scene.
#[derive(Serialize)]
struct Row {
    scene: String,
    triangles: usize,
    /// How the world was made of the scene.
    world: &'static str,
    form: Form,
    mode: &'static str,
    peer: &'static str,
    characters: usize,
    nanoseconds: f64,
    /// Width of the middle half of the laps, as a share of their median.
    spread: f64,
    times_sweep8: f64,
    /// How many times the time of the same engine in one mesh.
    times_one_mesh: f64,
    /// Time of the step of the world in a frame, microseconds, median of the laps; 0 without machines.
    world_microseconds: f64,
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
    for ground in shared.levels()? {
        let stage = Stage::new(ground, extent, shared.form())?;
        for &mode in modes {
            let of_mode = measure(&stage, mode);
            for variant in &stage.variants {
                print(&stage, variant, mode, of_mode.iter().filter(|row| row.world == variant.name));
            }
            if let Some(moving) = stage.moving() {
                print_among_machines(&stage, moving, of_mode.iter().filter(|row| row.world == moving.name));
            }
            rows.extend(of_mode);
        }
    }
    shared.save(&rows)
}

fn print<'a>(stage: &Stage, variant: &Variant, mode: MoveMode, rows: impl Iterator<Item = &'a Row>) {
    let what = match mode {
        MoveMode::Slide => "slide: no steps, no snap",
        MoveMode::Walk => "walk: steps and snap as each engine has them",
    };
    println!(
        "\n{}, {} triangles, {}, {}, {what}\nns of a move, medians of {} laps of {} frames",
        stage.name,
        stage.triangles,
        variant.name,
        stage.form.name(),
        stage.extent.rounds,
        stage.extent.frames
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

fn print_among_machines<'a>(stage: &Stage, moving: &Variant, rows: impl Iterator<Item = &'a Row>) {
    let machines: Vec<_> = moving.parts.machines().collect();
    let frames = WARM..WARM + (stage.extent.rounds + 1) * (stage.extent.frames + 1);
    let moves = |frame: usize| {
        let [before, after] = [frame, frame + 1].map(seconds_after);
        machines.iter().filter(|machine| machine.placement(before) != machine.placement(after)).count()
    };
    let moved: usize = frames.clone().map(moves).sum();
    println!(
        "\n{}: {} instances of {} meshes, {} of them machines, of which {:.0} move in a frame",
        stage.name,
        moving.parts.parts.len(),
        moving.parts.meshes.len(),
        machines.len(),
        moved as f64 / frames.len() as f64
    );
    println!(
        "  engine           x one mesh  world us a frame  rides  followed  through machines  overlap machines > 1 mm"
    );
    for row in rows {
        let AmongMachines { through, overlapping, rides, followed } = row.outcome.among_machines;
        println!(
            "  {:16} {:>10.2}  {:>16.0}  {rides:>5}  {:>7.1}%  {through:>16}  {overlapping:>23}",
            row.peer,
            row.times_one_mesh,
            row.world_microseconds,
            followed as f64 / rides.max(1) as f64 * 100.0
        );
    }
}

fn measure(Stage { name: scene, triangles, variants, starts, extent, form }: &Stage, mode: MoveMode) -> Vec<Row> {
    let mut walks: Vec<Vec<Walk>> = variants
        .iter()
        .map(|Variant { parts, .. }| {
            let peers = walkers(parts, starts, extent.few, mode, *form);
            peers.into_iter().map(|peer| Walk::new(peer, parts)).collect()
        })
        .collect();
    for walk in walks.iter_mut().flatten() {
        walk.frames(WARM);
    }
    let (engines, total) = (walks[0].len(), variants.len() * walks[0].len());
    let mut worlds = vec![Vec::new(); total];
    let jobs = walks.iter_mut().flatten().zip(&mut worlds).map(|(walk, world)| -> Job {
        Box::new(|| {
            // Once untimed: this engine then finds the caches as the others left them.
            walk.frames(1);
            let times = walk.frames(extent.frames);
            world.push(times.world.as_secs_f64() * 1e6 / extent.frames as f64);
            times.characters.as_nanos() as f64 / (walk.count() * extent.frames) as f64
        })
    });
    let timings = interleaved(extent.rounds, &mut jobs.collect::<Vec<_>>());

    let mut rows = Vec::with_capacity(total);
    for (index, Variant { name: world, judge, .. }) in variants.iter().enumerate() {
        let walks = &walks[index];
        let outcomes: Vec<Outcome> = walks.iter().map(|walk| judge.outcome(walk, WARM)).collect();
        let of_variant = index * engines..(index + 1) * engines;
        let (timings_here, worlds): (&[Timing], _) = (&timings[of_variant.clone()], &worlds[of_variant]);
        let what = format!("{scene}, {world}, {}", name_of(mode));
        for (walk, outcome) in walks.iter().zip(&outcomes) {
            let (way, expected) = (outcome.mean_way(walk.count()), outcomes[0].mean_way(walk.count()));
            let name = walk.name();
            assert!(
                (way - expected).abs() <= FARTHER * expected,
                "{what}, {name}: {way} m a frame, sweep8 {expected} m"
            );
        }
        let clear = outcomes[0].through_fronts + outcomes[0].through_backs == 0 && outcomes[0].deepest == 0.0;
        assert!(clear, "{what}: sweep8 went through or overlaps a triangle");
        for (engine, (walk, outcome)) in walks.iter().zip(outcomes).enumerate() {
            let timing = &timings_here[engine];
            rows.push(Row {
                scene: scene.clone(),
                triangles: *triangles,
                world,
                form: *form,
                mode: name_of(mode),
                peer: walk.name(),
                characters: walk.count(),
                nanoseconds: timing.median(),
                spread: timing.spread(),
                times_sweep8: timing.times(&timings_here[0]),
                times_one_mesh: timing.times(&timings[engine]),
                world_microseconds: median(worlds[engine].clone()),
                mean_way: outcome.mean_way(walk.count()),
                mean_climb: outcome.mean_climb(walk.count()),
                outcome,
            });
        }
    }
    rows
}
