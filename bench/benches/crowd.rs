//! Frames of a crowd on one thread: every character walks at up to 4 m/s, turns now and then, and falls.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};
use sweep8::{Backend, CharacterId, Crowd, CrowdSettings, World};
use sweep8_bench::level::Level;
use sweep8_bench::places;
use sweep8_bench::scenes::Scene;
use sweep8_bench::walkers::Walkers;
use sweep8_bench::workload::{ball, world_of};

/// Frames that are walked before time is taken: everybody has landed, and memory is warm.
const WARM: usize = 30;

struct Walk {
    crowd: Crowd,
    walkers: Walkers,
    ids: Vec<CharacterId>,
}

impl Walk {
    fn new(level: &Level, world: &World, characters: usize) -> Self {
        let starts = places::find(level, world, &ball(), characters, 1).expect("there are floors");
        let mut crowd = Crowd::new(CrowdSettings::default());
        let ids: Vec<_> = starts.iter().map(|&start| crowd.spawn(ball(), start)).collect();
        let starts: Vec<_> = ids.iter().map(|&id| crowd.position_f64(id)).collect();
        let mut walk = Self { crowd, walkers: Walkers::new(&starts, 4.0, 1), ids };
        for _ in 0..WARM {
            walk.frame(world);
        }
        walk
    }

    fn turn(&mut self) {
        for (index, &id) in self.ids.iter().enumerate() {
            if let Some(velocity) = self.walkers.turn(index, self.crowd.position_f64(id)) {
                assert_eq!(self.crowd.set_velocity(id, velocity), None);
            }
        }
    }

    fn frame(&mut self, world: &World) {
        self.turn();
        self.crowd.step(world, 1.0 / 60.0);
    }
}

fn crowd(criterion: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let level = scene.build();
        let world = world_of(&level);
        let mut group = criterion.benchmark_group(format!("crowd/{scene}"));
        for characters in [1_000, 10_000, 100_000] {
            group.throughput(Throughput::Elements(characters as u64));
            let mut hashes = Vec::new();
            for backend in Backend::available() {
                let world = world_of(&level).with_backend(backend).expect("it is available");
                let hash = pool.install(|| Walk::new(&level, &world, characters).crowd.state_hash());
                hashes.push(hash);
            }
            assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]), "{scene}: {hashes:x?}");
            let mut walk = pool.install(|| Walk::new(&level, &world, characters));
            group.bench_function(characters.to_string(), |bencher| {
                bencher.iter_custom(|frames| {
                    let mut time = Duration::ZERO;
                    for _ in 0..frames {
                        walk.turn();
                        time += pool.install(|| {
                            let started = Instant::now();
                            let report = walk.crowd.step(&world, 1.0 / 60.0);
                            assert_eq!(report.refused, 0);
                            started.elapsed()
                        });
                    }
                    time
                });
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
