//! Instructions and cache misses of the kernel's pieces, counted by callgrind: the same in every run on one compiler.
//!
//! Each has its committed figure in `instructions.txt`; more than 2 % above it fails the run. `.ci/instructions` runs it
//! and also asks for a lower figure where there are more than 2 % fewer.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use glam::Vec3;
use iai_callgrind::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use sweep8::inspect::{Blocks, gather_all};
use sweep8::{Backend, Crowd, CrowdSettings, Scratch, World};
use sweep8_bench::level::Level;
use sweep8_bench::places;
use sweep8_bench::scenes::Scene;
use sweep8_bench::walkers::Walkers;
use sweep8_bench::workload::{Eight, Motion, ball, blocks, displacements, facing_blocks, motions, sweep_all, world_of};

/// The committed figures: a name and a number of instructions a line.
const COMMITTED: &str = include_str!("instructions.txt");

/// Instructions above the committed figure that are let through, in hundredths of it.
const TOLERATED: u64 = 2;

/// Fails above the figure that is committed for a name; a name without one only reports.
fn limited(name: &str) -> LibraryBenchmarkConfig {
    let committed = COMMITTED.lines().filter_map(|line| line.split_once(' ')).find(|(known, _)| *known == name);
    let mut callgrind = Callgrind::default();
    if let Some((_, figure)) = committed {
        let figure: u64 = figure.trim().parse().expect("a whole number");
        callgrind.hard_limits([(EventKind::Ir, figure + figure * TOLERATED / 100)]);
    }
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// Blocks about a unit sphere, `low` to `high` from it.
fn prepared(of: fn(f32, f32, usize, u64) -> Vec<Eight>, low: f32, high: f32) -> (Blocks, Vec<Vec3>) {
    (Blocks::new(Backend::best(), &of(low, high, 256, 1)), displacements(16, 2))
}

#[library_benchmark]
#[bench::full(args = (blocks, 0.8, 1.6), setup = prepared, config = limited("sweep_block/full"))]
#[bench::beside(args = (blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/beside"))]
#[bench::rejected(args = (facing_blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/rejected"))]
fn sweep_block((blocks, displacements): (Blocks, Vec<Vec3>)) -> (u64, u64) {
    black_box(&blocks).sweep(black_box(&displacements))
}

/// A level's world, and motions in it.
struct Given {
    world: World,
    moves: Vec<Motion>,
    scratch: Scratch,
}

fn moves(scene: Scene, length: f32) -> Given {
    let level = scene.build();
    let world = world_of(&level);
    let moves = motions(&level, &world, length, 1_000, 1);
    let mut scratch = Scratch::new();
    // Warm: what is reused has its size.
    black_box(sweep_all(&world, &moves, &mut scratch));
    Given { world, moves, scratch }
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon, 0.07), setup = moves, config = limited("gather/dungeon"))]
fn gather(mut of: Given) -> u64 {
    gather_all(black_box(&of.world), &ball(), black_box(&of.moves), &mut of.scratch)
}

#[library_benchmark]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = moves, config = limited("sweep/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = moves, config = limited("sweep/dungeon_10m"))]
fn sweep(mut of: Given) -> (u64, u64) {
    sweep_all(black_box(&of.world), black_box(&of.moves), &mut of.scratch)
}

/// A crowd that has walked for half a second.
struct Walk {
    world: World,
    crowd: Crowd,
    walkers: Walkers,
    pool: rayon::ThreadPool,
}

fn walk(scene: Scene) -> Walk {
    let level: Level = scene.build();
    let world = world_of(&level);
    let starts = places::find(&level, &world, &ball(), 1_000, 1).expect("there are floors");
    let mut crowd = Crowd::new(CrowdSettings::default());
    for &start in &starts {
        crowd.spawn(ball(), start);
    }
    let places: Vec<_> = starts.iter().map(|start| start.as_dvec3()).collect();
    // The calling thread alone: what a pool does between its tasks is not the kernel's.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    let mut walk = Walk { world, crowd, walkers: Walkers::new(&places, 4.0, 1), pool };
    walk.frames(30);
    walk
}

impl Walk {
    fn frames(&mut self, count: usize) -> u64 {
        let Self { world, crowd, walkers, pool } = self;
        let ids: Vec<_> = crowd.ids().collect();
        pool.install(|| {
            for _ in 0..count {
                for &id in &ids {
                    if let Some(velocity) = walkers.turn(id.index(), crowd.position_f64(id)) {
                        assert_eq!(crowd.set_velocity(id, velocity), None);
                    }
                }
                crowd.step(world, 1.0 / 60.0);
            }
        });
        crowd.state_hash()
    }
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = walk, config = limited("crowd/dungeon"))]
fn crowd(mut walk: Walk) -> u64 {
    walk.frames(16)
}

library_benchmark_group!(name = kernel; benchmarks = sweep_block, gather, sweep, crowd);
main!(library_benchmark_groups = kernel);
