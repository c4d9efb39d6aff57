//! A city of 5,000 instances against the same triangles as one mesh: the cost of a move, also while machines move, and of moving, adding
//! and removing instances. On one thread.
//!
//! Does not use criterion: the results are ratios, and their sides are measured alternately. Both worlds answer the same sweeps before a
//! time is shown, and every instance is found at its target. Takes a minute.

use glam::{DVec3, Vec3};
use std::cell::RefCell;
use std::time::{Duration, Instant};
use sweep8::{CookedMesh, InstanceId, Placement, Sides, World};
use sweep8_bench::drawing::numbers::grouped;
use sweep8_bench::levels::scenes::MovingScene;
use sweep8_bench::levels::scenes::spot::about_y;
use sweep8_bench::levels::world_of;
use sweep8_bench::levels::{Level, Parts};
use sweep8_bench::measuring::speed::measure::{Job, Timing, interleaved};
use sweep8_bench::measuring::speed::walk::Walk;
use sweep8_bench::measuring::workload::{ball, motions};
use sweep8_bench::walking::machinery::{self, Machinery};
use sweep8_bench::walking::places;

const CHARACTERS: usize = 10_000;

/// Instances that are moved, or added and removed, in a frame.
const INSTANCES: usize = 1_000;

/// Rounds of all measurements; frames of a crowd in a round; steps of the world in a round.
const ROUNDS: usize = 15;
const FRAMES: usize = 10;
const STEPS: usize = 20;

/// Motion of an instance in a frame, metres and part of a turn: 6 m/s at 60 Hz.
const WAY: f64 = 0.1;
const TURN: f64 = 0.005;

/// Sweeps that both worlds answer. Their fractions may differ by the tolerance, because corners are rounded in another order.
const SWEEPS: usize = 20_000;
const ROUNDING: f32 = 1e-3;

fn main() {
    let parts = MovingScene::City.build();
    let meshes = machinery::cook(&parts).expect("sound meshes");
    let world = machinery::world_of(&parts, &meshes).expect("placements in range");
    let (level, _) = parts.flattened(0.0);
    let whole = world_of(&level);
    let (instances, triangles) = (parts.parts.len(), grouped(level.triangles.len() as u64));
    println!("city: {} instances of {} meshes, {triangles} triangles in all", grouped(instances as u64), meshes.len());
    println!("medians of {ROUNDS} rounds, ± half of what the middle half spans; one thread");
    println!(
        "  {} of {} sweeps hit in both worlds",
        grouped(agree(&level, &world, &whole) as u64),
        grouped(SWEEPS as u64)
    );
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    pool.install(|| {
        moves(&parts, &world, &whole);
        building(&parts, &meshes, &level);
        instances_that_move(&parts, &world);
        instances_that_come_and_go(&parts, &meshes, &world);
    });
}

/// Checks that both worlds give the same hits; returns the number of sweeps that hit.
fn agree(level: &Level, world: &World, whole: &World) -> usize {
    let motions = motions(level, whole, 1.0, SWEEPS, 1);
    let mut hits = 0;
    for (start, motion) in motions {
        let fraction = |world: &World| {
            let hit = world.sweep(&ball(), start, motion, Sides::Both).expect("in range");
            hit.map_or(1.0, |hit| hit.fraction)
        };
        let [one, other] = [fraction(world), fraction(whole)];
        // A sweep that grazes an edge hits it in one world and misses it in the other.
        assert!(
            (one - other).abs() < ROUNDING || grazes(whole, start, motion),
            "{start} by {motion}: {one} and {other}"
        );
        hits += usize::from(one < 1.0 && other < 1.0);
    }
    hits
}

/// Returns true if slightly smaller and slightly larger balls end in different places.
fn grazes(world: &World, start: Vec3, motion: Vec3) -> bool {
    let fractions = [-1e-4, 1e-4].map(|hair| {
        let ball = sweep8::Ellipsoid::ball(ball().radii().x + hair).expect("a radius in range");
        let hit = world.sweep(&ball, start, motion, Sides::Both).expect("in range");
        hit.map_or(1.0, |hit| hit.fraction)
    });
    (fractions[0] - fractions[1]).abs() > ROUNDING
}

/// Measures a crowd's move in both worlds, in which nothing but the crowd moves, and in the city whose machines move.
fn moves(parts: &Parts, world: &World, whole: &World) {
    let starts = places::find_among(parts, world, &ball(), CHARACTERS, 1).expect("there are floors");
    let (mut among, mut in_one) = (Walk::new(world, &starts), Walk::new(whole, &starts));
    let (mut moving, mut city, mut machinery) =
        (Walk::new(world, &starts), world.clone(), Machinery::new(parts, world));
    println!("a move, {} characters, {} machines", grouped(CHARACTERS as u64), grouped(machinery.len() as u64));
    let mut jobs: [Job; 3] = [
        Box::new(|| among.ns_per_move(world, FRAMES)),
        Box::new(|| in_one.ns_per_move(whole, FRAMES)),
        Box::new(|| {
            let time = moving.frames_among(&mut city, &mut machinery, FRAMES);
            moving.per_move(time, FRAMES)
        }),
    ];
    let timings = interleaved(ROUNDS, &mut jobs);
    compare(["instances", "one mesh"], &timings[..2]);
    compare(["machines move", "one mesh"], &[timings[2].clone(), timings[1].clone()]);
}

/// Measures building a world from meshes.
fn building(parts: &Parts, meshes: &[CookedMesh], level: &Level) {
    let mut jobs: [Job; 2] = [
        Box::new(|| ns(|| machinery::world_of(parts, meshes).expect("placements in range"))),
        Box::new(|| ns(|| world_of(level))),
    ];
    println!("building a world from {} cooked meshes, and from all triangles", meshes.len());
    compare(["instances", "one mesh"], &interleaved(5, &mut jobs));
}

/// Measures setting targets, the step that moves instances there, and its end.
fn instances_that_move(parts: &Parts, world: &World) {
    let mut world = world.clone();
    let those: Vec<(InstanceId, Placement)> = chosen(parts, &world).collect();
    let there: Vec<Placement> = those
        .iter()
        .map(|(_, rest)| Placement {
            translation: rest.translation + DVec3::X * WAY,
            rotation: (rest.rotation * about_y(TURN)).normalize(),
            ..*rest
        })
        .collect();
    let round = || {
        let mut time = Duration::ZERO;
        for step in 0..STEPS {
            let target = |index: usize| if step % 2 == 0 { there[index] } else { those[index].1 };
            let started = Instant::now();
            for (index, &(id, _)) in those.iter().enumerate() {
                world.move_to(id, target(index)).expect("in range");
            }
            drop(world.begin_step(1.0 / 60.0).expect("a time step"));
            time += started.elapsed();
            let arrived = those.iter().enumerate().all(|(index, &(id, _))| world.placement(id) == Ok(target(index)));
            assert!(arrived, "an instance is elsewhere");
        }
        per_instance(time, STEPS)
    };
    let timings = interleaved(ROUNDS, &mut [Box::new(round)]);
    println!("moving {} instances in a step: target, begin, end", grouped(INSTANCES as u64));
    println!("  an instance      {}", cell(&timings[0]));
}

/// Measures adding instances to the city and removing them.
fn instances_that_come_and_go(parts: &Parts, meshes: &[CookedMesh], world: &World) {
    let before = world.instances().count();
    let those: Vec<(CookedMesh, Placement)> = chosen(parts, world)
        .map(|(id, rest)| {
            let lifted = Placement { translation: rest.translation + DVec3::Y * 0.5, ..rest };
            (meshes[parts.parts[id.index()].mesh].clone(), lifted)
        })
        .collect();
    let shared = RefCell::new((world.clone(), Vec::with_capacity(those.len())));
    let mut jobs: [Job; 2] = [
        Box::new(|| {
            let (world, ids) = &mut *shared.borrow_mut();
            let started = Instant::now();
            ids.extend(those.iter().map(|(mesh, placement)| world.add(mesh, *placement).expect("in range")));
            let time = started.elapsed();
            assert_eq!(world.instances().count(), before + INSTANCES);
            per_instance(time, 1)
        }),
        Box::new(|| {
            let (world, ids) = &mut *shared.borrow_mut();
            let started = Instant::now();
            ids.drain(..).for_each(|id: InstanceId| world.remove(id).expect("it is there"));
            let time = started.elapsed();
            assert_eq!(world.instances().count(), before);
            per_instance(time, 1)
        }),
    ];
    let timings = interleaved(ROUNDS * STEPS, &mut jobs);
    println!("adding and removing {} instances", grouped(INSTANCES as u64));
    for (name, timing) in ["one added", "one removed"].into_iter().zip(&timings) {
        println!("  {name:<16} {}", cell(timing));
    }
}

/// Every fifth instance, with its placement.
fn chosen<'a>(parts: &'a Parts, world: &'a World) -> impl Iterator<Item = (InstanceId, Placement)> + 'a {
    let all = world.instances().zip(&parts.parts).map(|(id, part)| (id, part.placement(0.0)));
    all.step_by(parts.parts.len() / INSTANCES).take(INSTANCES)
}

fn per_instance(time: Duration, steps: usize) -> f64 {
    time.as_secs_f64() * 1e9 / (steps * INSTANCES) as f64
}

fn ns<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    let made = work();
    let time = started.elapsed();
    drop(made);
    time.as_secs_f64() * 1e9
}

fn compare(names: [&str; 2], timings: &[Timing]) {
    for (name, timing) in names.into_iter().zip(timings) {
        println!("  {name:<16} {}", cell(timing));
    }
    // The slower one first, so that the number is above 1.
    let [first, second] = if timings[0].times(&timings[1]) < 1.0 { [1, 0] } else { [0, 1] };
    let times = timings[first].times(&timings[second]);
    println!("  {} takes {times:.2} times as long as {}", names[first], names[second]);
}

fn cell(timing: &Timing) -> String {
    format!("{:>10.0} ns ±{:>2.0} %", timing.median(), 50.0 * timing.spread())
}
