//! Collecting the triangles that one character can touch in a frame: tree traversal, mapping to ellipsoid space, compaction, preparation.
//! Without the block cache that a crowd keeps from frame to frame.
//!
//! Prints first, per gather, the bytes that it reads, and the time that reading them takes at the rate at which one thread reads an array
//! that fits into the first-level cache, into the second-level cache, and into none.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3;
use std::hint::black_box;
use sweep8::inspect::{GatherCounts, gather_all, touched};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::measuring::speed::clock::read_rate;
use sweep8_bench::measuring::speed::ground::Ground;
use sweep8_bench::measuring::workload::{Motion, ball, motions, sorted, sweep_all};

const MOVES: usize = 10_000;

/// Sizes of the arrays that are read, bytes.
const READ: [(&str, usize); 3] = [("16 KiB", 16 << 10), ("512 KiB", 512 << 10), ("1 GiB", 1 << 30)];

fn show(what: &str, touched: &GatherCounts, rates: &[(&str, f64)]) {
    let each = |count: u64| count as f64 / MOVES as f64;
    let (nodes, blocks, candidates) = (each(touched.nodes), each(touched.blocks), each(touched.candidates));
    let (read, written) = (each(touched.read()), each(touched.written()));
    println!("{what}: {nodes:.1} nodes and {blocks:.1} blocks, {read:.0} bytes to read");
    println!("  {candidates:.1} blocks of candidates, {written:.0} bytes to write");
    for (array, rate) in rates {
        println!("  at {rate:.1} GB/s, of an array of {array}: {:.0} ns to read", read / rate);
    }
}

fn gather(criterion: &mut Criterion) {
    let rates = READ.map(|(name, bytes)| (name, read_rate(bytes)));
    let mut group = criterion.benchmark_group("gather");
    group.throughput(Throughput::Elements(MOVES as u64));
    for scene in [Scene::Dungeon, Scene::Terrain] {
        let ground = Ground::scene(scene);
        let world = &ground.world;
        let random = motions(&ground.level, world, 0.07, MOVES, 1);
        let in_order = sorted(&random);
        let triangles = gather_all(world, &ball(), &random);
        let (hits, _) = sweep_all(world, &random);
        assert!(hits > 0 && triangles >= hits, "{hits} of the ways end at a triangle, {triangles} were gathered");
        let standing: Vec<Motion> = ground.starts(MOVES).into_iter().map(|start| (start, Vec3::X * 0.07)).collect();
        let under = gather_all(world, &ball(), &standing);
        assert!(under as usize >= MOVES, "{MOVES} stand on a triangle each, {under} were gathered");
        show(&format!("{scene}, near surfaces"), &touched(world, &ball(), &random), &rates);
        show(&format!("{scene}, standing"), &touched(world, &ball(), &standing), &rates);
        for (order, moves) in [("random", random), ("sorted", in_order)] {
            assert_eq!(gather_all(world, &ball(), &moves), triangles);
            group.bench_function(format!("{scene}/{order}"), |bencher| {
                bencher.iter(|| gather_all(black_box(world), &ball(), black_box(&moves)));
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
