//! The kernel's innermost test: one sweep of the unit sphere against one block of eight prepared triangles. The cases
//! `full`, `beside` and `rejected` take its three branches.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use sweep8::Backend;
use sweep8::inspect::Blocks;
use sweep8_bench::measuring::workload::{BlockCase, block_cases, displacements};

const BLOCKS: usize = 256;
const DISPLACEMENTS: usize = 16;

fn sweep_block(criterion: &mut Criterion) {
    let displacements = displacements(DISPLACEMENTS, 2);
    for BlockCase { name, blocks: triangles, touched } in block_cases(BLOCKS) {
        let mut group = criterion.benchmark_group(format!("sweep_block/{name}"));
        group.throughput(Throughput::Elements((BLOCKS * DISPLACEMENTS) as u64));
        let expected = Blocks::new(Backend::Portable, &triangles).sweep(&displacements);
        assert_eq!(expected.0 > 0, touched, "{name}: {} lanes are touched", expected.0);
        for backend in Backend::available() {
            let blocks = Blocks::new(backend, &triangles);
            assert_eq!(blocks.sweep(&displacements), expected, "{backend}");
            group.bench_function(backend.name(), |bencher| {
                bencher.iter(|| black_box(&blocks).sweep(black_box(&displacements)));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = sweep_block
}
criterion_main!(benches);
