//! One two-sided sweep of a ball through a level, from random places near surfaces.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use sweep8::{Backend, Scratch};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::workload::{motions, sorted, sweep_all};

const MOTIONS: usize = 20_000;

fn sweep(criterion: &mut Criterion) {
    let mut scratch = Scratch::new();
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let mut group = criterion.benchmark_group(format!("sweep/{scene}"));
        group.throughput(Throughput::Elements(MOTIONS as u64));
        let level = scene.build();
        let world = world_of(&level);
        let portable = world_of(&level).with_backend(Backend::Portable).expect("every processor has it");
        for length in [0.2, 1.0, 10.0] {
            let random = motions(&level, &world, length, MOTIONS, 1);
            for (order, motions) in [("random", &random), ("sorted", &sorted(&random))] {
                let expected = sweep_all(&portable, motions, &mut scratch);
                assert!(expected.0 > 0 && sweep_all(&world, motions, &mut scratch) == expected, "{scene}, {length} m");
                group.bench_function(format!("{length} m/{order}"), |bencher| {
                    bencher.iter(|| sweep_all(black_box(&world), black_box(motions), &mut scratch));
                });
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = sweep
}
criterion_main!(benches);
