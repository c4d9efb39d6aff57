//! One move by a single caller: a desired displacement and a fall, without a block cache.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3;
use std::hint::black_box;
use sweep8::World;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::workload::{Motion, ball, motions};

const SLIDES: usize = 10_000;

/// Number of touched surfaces, and the sum of the path lengths, metres.
fn slide_all(world: &World, moves: &[Motion]) -> (usize, f32) {
    let settings = TwoPasses { gravity: Vec3::NEG_Y * 0.05, ..TwoPasses::default() };
    let ball = ball();
    moves.iter().fold((0, 0.0), |(contacts, path), &(center, desired)| {
        let outcome = slide_and_fall(world, &ball, center, desired, &settings);
        (contacts + outcome.contacts().len(), path + outcome.path)
    })
}

fn slide(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slide");
    group.throughput(Throughput::Elements(SLIDES as u64));
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let level = scene.build();
        let world = world_of(&level);
        let moves = motions(&level, &world, 0.07, SLIDES, 1);
        let (contacts, path) = slide_all(&world, &moves);
        assert!(contacts > SLIDES / 20 && path <= 0.1201 * SLIDES as f32, "{scene}: {contacts} contacts, {path} m");
        group.bench_function(scene.to_string(), |bencher| {
            bencher.iter(|| slide_all(black_box(&world), black_box(&moves)));
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = slide
}
criterion_main!(benches);
