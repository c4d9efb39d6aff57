//! Frames of a crowd on one thread: every character walks at up to 4 m/s, changes its heading from time to time, and
//! falls.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sweep8::Backend;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::measuring::speed::ground::Ground;
use sweep8_bench::measuring::speed::walk::Walk;

fn crowd(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let ground = Ground::scene(scene);
        let mut group = criterion.benchmark_group(format!("crowd/{scene}"));
        for characters in [1_000, 10_000, 100_000] {
            group.throughput(Throughput::Elements(characters as u64));
            let starts = ground.starts(characters);
            let mut hashes = Vec::new();
            for backend in Backend::available() {
                let world = ground.world_for(backend);
                hashes.push(pool.install(|| Walk::new(&world, &starts).hash()));
            }
            assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]), "{scene}: {hashes:x?}");
            let mut walk = pool.install(|| Walk::new(&ground.world, &starts));
            group.bench_function(characters.to_string(), |bencher| {
                bencher.iter_custom(|frames| pool.install(|| walk.frames(&ground.world, frames as usize)));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = crowd
}
criterion_main!(benches);
