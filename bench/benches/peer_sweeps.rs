//! One two-sided sweep of a capsule or a ball, sweep8 against its peers: the same motions through the same triangles, one by one, in random order; the
//! engines alternate.
//!
//! First an `f64` oracle judges every engine's answers; the run ends if an engine gives too many wrong ones. The conditions differ a
//! little:
//! - parry3d and `PhysX` sweep against the mesh itself; Jolt sweeps through its `NarrowPhaseQuery`, with a broad phase of one body, as its
//!   users do.
//! - All find the fraction, the point, the normal and the triangle.
//! - sweep8 finds out at run time that it may use AVX2. Jolt is compiled for AVX2 and fused multiply-add, `PhysX` for SSE2, as both are by
//!   default; parry3d is compiled with cargo's defaults. The system's compiler makes Jolt slower than clang does: `.ci/peers` compiles with
//!   clang, and gives this bench the compilers and their flags to print.
//! - In its turn an engine runs the whole list of motions once untimed, and then timed as often as fills a twentieth of a second, so that a
//!   short disturbance of the machine weighs the same on fast and slow engines.

use clap::Parser;
use serde::Serialize;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sweep8_bench::checking::Tree;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::peers::answers::{Wrong, judge};
use sweep8_bench::measuring::peers::command_line::Arguments;
use sweep8_bench::measuring::peers::{Form, SweepPeer, sweepers};
use sweep8_bench::measuring::speed::measure::{Job, interleaved};
use sweep8_bench::measuring::workload::motions_of;

/// Lengths of the motions, metres.
const LENGTHS: [f32; 3] = [0.2, 1.0, 10.0];

/// The least time of a timed turn.
const LEAST_LAP: Duration = Duration::from_millis(50);

/// Largest share of wrong answers that a peer may give: with wrong inputs most answers would be wrong.
const WRONG: f64 = 0.02;

/// The figures of one engine on one scene and length.
#[derive(Serialize)]
struct Row {
    scene: String,
    triangles: usize,
    form: Form,
    length: f32,
    motions: usize,
    peer: &'static str,
    nanoseconds: f64,
    times_sweep8: f64,
    wrong: Wrong,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peer_sweeps: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let (count, rounds) = if arguments.is_quick() { (2_000, 3) } else { (20_000, 11) };
    arguments.print_built();
    let mut rows = Vec::new();
    for level in arguments.levels()? {
        println!(
            "\n{}, {} triangles, {}, {count} motions, ns of a sweep and times that of sweep8, medians of {rounds} turns",
            level.name,
            level.triangles.len(),
            arguments.form().name()
        );
        println!("  length  engine         ns  x sweep8   missed  invented  late > 1 mm  early > 1 mm  not as sweep8");
        for row in measure(&level, arguments.form(), count, rounds) {
            let Wrong { missed, invented, late, early, different } = row.wrong;
            println!(
                "  {:>4} m  {:9} {:>7.0}  {:>8.1}   {missed:>6}  {invented:>8}  {late:>11}  {early:>12}  \
                 {different:>13}",
                row.length, row.peer, row.nanoseconds, row.times_sweep8
            );
            rows.push(row);
        }
    }
    arguments.save(&rows)
}

fn measure(level: &Level, form: Form, count: usize, rounds: usize) -> Vec<Row> {
    let world = world_of(level);
    let tree = Tree::new(&level.positions, &level.triangles);
    let mut peers = sweepers(level, form);
    let mut rows = Vec::new();
    for length in LENGTHS {
        let motions = motions_of(form.shape(), level, &world, length, count, 1);
        let mut answers = Vec::new();
        for peer in &mut peers {
            let mut of_one = Vec::with_capacity(count);
            peer.sweep_all(&motions, &mut of_one);
            answers.push(of_one);
        }
        let wrong = judge(&tree, form, &motions, &answers);
        assert_eq!(wrong[0].count(), 0, "{}, {length} m: sweep8 is wrong: {:?}", level.name, wrong[0]);
        for (peer, wrong) in peers.iter().zip(&wrong) {
            let name = peer.name();
            assert!(wrong.count() as f64 <= WRONG * count as f64, "{}, {length} m, {name}: {wrong:?}", level.name);
        }
        let sweep = |peer: &mut Box<dyn SweepPeer>, again: &mut Vec<Option<f32>>| {
            again.clear();
            peer.sweep_all(&motions, again);
        };
        let jobs = peers.iter_mut().zip(&mut answers).map(|(peer, again)| -> Job {
            Box::new(|| {
                // Once untimed: this engine then finds the caches as the others left them.
                sweep(peer, again);
                let (started, mut laps) = (Instant::now(), 0);
                while started.elapsed() < LEAST_LAP {
                    sweep(peer, again);
                    laps += 1;
                }
                started.elapsed().as_nanos() as f64 / (laps * count) as f64
            })
        });
        let timings = interleaved(rounds, &mut jobs.collect::<Vec<_>>());
        rows.extend(peers.iter().zip(wrong).zip(&timings).map(|((peer, wrong), timing)| Row {
            scene: level.name.clone(),
            triangles: level.triangles.len(),
            form,
            length,
            motions: count,
            peer: peer.name(),
            nanoseconds: timing.median(),
            times_sweep8: timing.times(&timings[0]),
            wrong,
        }));
    }
    rows
}
