//! Time to build a world from a mesh, on one thread.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use sweep8::{Mesh, World};
use sweep8_bench::levels::scenes::Scene;

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let level = scene.build();
        group.throughput(Throughput::Elements(level.triangles.len() as u64));
        let mesh = || Mesh::new(&level.positions, &level.triangles).expect("a scene");
        let report = World::from_mesh(mesh()).report();
        assert_eq!(report.triangles, level.triangles.len());
        println!("{scene}: {:.1} bytes a triangle", report.bytes_per_triangle());
        group.bench_function(scene.to_string(), |bencher| {
            bencher.iter_batched(mesh, World::from_mesh, BatchSize::LargeInput);
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = build
}
criterion_main!(benches);
