//! Collecting what one character can touch in a frame: tree walk, mapping to ellipsoid space, packing, preparing. Without
//! what a crowd remembers from frame to frame.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use sweep8::Scratch;
use sweep8::inspect::gather_all;
use sweep8_bench::scenes::Scene;
use sweep8_bench::workload::{ball, motions, sorted, world_of};

const MOVES: usize = 10_000;

fn gather(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gather");
    group.throughput(Throughput::Elements(MOVES as u64));
    let mut scratch = Scratch::new();
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let level = scene.build();
        let world = world_of(&level);
        let random = motions(&level, &world, 0.07, MOVES, 1);
        let in_order = sorted(&random);
        let triangles = gather_all(&world, &ball(), &random, &mut scratch);
        assert!(triangles as usize > MOVES, "every place is beside a triangle");
        for (order, moves) in [("random", random), ("sorted", in_order)] {
            assert_eq!(gather_all(&world, &ball(), &moves, &mut scratch), triangles);
            group.bench_function(format!("{scene}/{order}"), |bencher| {
                bencher.iter(|| gather_all(black_box(&world), &ball(), black_box(&moves), &mut scratch));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = gather
}
criterion_main!(benches);
