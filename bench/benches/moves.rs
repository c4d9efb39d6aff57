//! A move as plain data, made in three ways: one call per character, one call for slices, one call for a crowd; and the
//! cost of a rollback.
//!
//! All three ways give the same bits; the bench checks this before it measures. On one thread.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Bencher, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use sweep8::{CharacterProfile, CharacterState, Crowd, MoveInput, MoveMemory, World};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::walking::scripted::{crowd_in, turn, walk};

const FRAME: f32 = 1.0 / 60.0;

/// Frames before the first measurement.
const WARM: usize = 60;

/// Steps that a game rolls back.
const TICKS: usize = 10;

/// States and inputs of all characters, in the order of their indices.
fn slices(crowd: &Crowd) -> (Vec<CharacterState>, Vec<MoveInput>) {
    let both = crowd.ids().map(|id| {
        let (state, input) = (crowd.state(id), crowd.input(id));
        (*state.expect("in the crowd"), *input.expect("in the crowd"))
    });
    both.unzip()
}

fn one_by_one(world: &World, states: &mut [CharacterState], inputs: &[MoveInput]) {
    let profile = CharacterProfile::default();
    for (state, input) in states.iter_mut().zip(inputs) {
        world.move_character(&profile, state, input, FRAME).expect("in range");
    }
}

/// Measures the same step again and again: a crowd that kept one heading would soon be at rest before a wall.
fn timed<S>(bencher: &mut Bencher, walking: &mut S, again: impl Fn(&mut S), mut step: impl FnMut(&mut S)) {
    bencher.iter_custom(|count| {
        (0..count).fold(Duration::ZERO, |time, _| {
            again(walking);
            let started = Instant::now();
            step(black_box(walking));
            time + started.elapsed()
        })
    });
}

fn moves(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let (world, mut crowd) = crowd_in(scene, 1_000);
        pool.install(|| walk(&world, &mut crowd, 0..WARM));
        turn(&mut crowd, WARM);
        let (states, inputs) = slices(&crowd);
        let profiles = [CharacterProfile::default()];
        let mut memory = MoveMemory::new();

        // Checks for the same bits before it measures.
        let (mut singly, mut sliced) = (states.clone(), states.clone());
        one_by_one(&world, &mut singly, &inputs);
        let all = |states: &mut Vec<CharacterState>, memory: &mut MoveMemory| {
            pool.install(|| world.move_characters(&profiles, states, &inputs, FRAME, memory)).expect("in range")
        };
        all(&mut sliced, &mut memory);
        let mut stepped = crowd.clone();
        pool.install(|| stepped.step(&world, FRAME)).expect("a time step");
        assert!(singly == sliced && singly == slices(&stepped).0, "{scene}: three ways, three results");

        let mut group = criterion.benchmark_group(format!("moves/{scene}"));
        group.throughput(Throughput::Elements(states.len() as u64));
        let mut walking = states.clone();
        group.bench_function("move_character", |bencher| {
            let again = |walking: &mut Vec<_>| walking.clone_from(&states);
            timed(bencher, &mut walking, again, |walking| one_by_one(&world, walking, &inputs));
        });
        group.bench_function("move_characters", |bencher| {
            let again = |walking: &mut Vec<_>| walking.clone_from(&states);
            timed(bencher, &mut walking, again, |walking| {
                all(walking, &mut memory);
            });
        });
        let mut walking = crowd.clone();
        group.bench_function("crowd", |bencher| {
            let again = |walking: &mut Crowd| walking.clone_from(&crowd);
            timed(bencher, &mut walking, again, |walking| {
                pool.install(|| walking.step(&world, FRAME)).expect("a time step");
            });
        });
        group.finish();
        rollback(criterion, scene, &world, &crowd, &pool);
    }
}

/// The work of a game with rollback: save a crowd, restore it, and walk on.
fn rollback(criterion: &mut Criterion, scene: Scene, world: &World, crowd: &Crowd, pool: &rayon::ThreadPool) {
    let (mut bytes, mut kept, mut walking) = (Vec::new(), crowd.clone(), crowd.clone());
    let mut group = criterion.benchmark_group(format!("rollback/{scene}"));
    group.throughput(Throughput::Elements(crowd.len() as u64));
    group.bench_function("save_into", |bencher| bencher.iter(|| crowd.save_into(black_box(&mut bytes))));
    group.bench_function("restore", |bencher| bencher.iter(|| kept.restore(black_box(&bytes)).expect("a save")));
    assert_eq!(kept.state_hash(), crowd.state_hash(), "{scene}: another crowd came back");
    group.bench_function("clone_from", |bencher| bencher.iter(|| kept.clone_from(black_box(crowd))));
    group.bench_function("back_and_10_ticks", |bencher| {
        bencher.iter(|| {
            walking.clone_from(black_box(crowd));
            pool.install(|| walk(world, &mut walking, WARM..WARM + TICKS));
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = moves
}
criterion_main!(benches);
