//! Instructions and cache misses of the kernel's pieces, counted by callgrind: the same in every run on one compiler.
//!
//! Each piece has its committed figure in `benches/instructions.txt`; a run more than 2 % above it fails. `.ci/instructions` runs this
//! bench, and also fails if a figure has become more than 2 % too high.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

mod crowds;
mod meshes;
mod motions;

use crowds::{
    Alone, Among, Rest, Slides, Walk, alone, among, capsules, ellipsoids, on_flat_square, on_rough_square, one_thread,
    settled, slides, sliding, squares, still, walking,
};
use glam::Vec3;
use iai_callgrind::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use meshes::{Dug, cooked, dug};
use motions::{Given, HALF_SPINE, capsule_moves, moves, prepared};
use std::hint::black_box;
use sweep8::inspect::{Blocks, gather_all};
use sweep8::{Axis, CookedMesh, EachOther, Ellipsoid, RayQuery, Sides};
use sweep8_bench::levels::scenes::{MovingScene, Scene};
use sweep8_bench::measuring::deforming::{Deforming, SIDE};
use sweep8_bench::measuring::workload::{ball, blocks, capsule, facing_blocks, sweep_all, sweep_all_of};

/// The committed figures: each line has a name and a number of instructions.
const COMMITTED: &str = include_str!("../instructions.txt");

/// Tolerated excess over the committed figure, in hundredths of it.
const TOLERATED: u64 = 2;

/// Settings of the C library with which it copies memory by the same instructions on every processor.
const TUNABLES: &str = "glibc.cpu.hwcaps=-AVX2,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM:\
    glibc.cpu.x86_non_temporal_threshold=1073741824";

/// Fails above the committed figure of a name; a name without a figure is only reported.
fn limited(name: &str) -> LibraryBenchmarkConfig {
    let committed = COMMITTED.lines().filter_map(|line| line.split_once(' ')).find(|(known, _)| *known == name);
    // Without the model of a cache, which nothing here reads, it takes a third of the time.
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    if let Some((_, figure)) = committed {
        let figure: u64 = figure.trim().parse().expect("a whole number");
        callgrind.hard_limits([(EventKind::Ir, figure + figure * TOLERATED / 100)]);
    }
    let mut config = LibraryBenchmarkConfig::default();
    // The C library copies memory as each processor does it fastest: up to 4 % of a load. Here it copies as all of them can.
    config.tool(callgrind).env("GLIBC_TUNABLES", TUNABLES);
    config
}

#[library_benchmark]
#[bench::full(args = (blocks, 0.8, 1.6), setup = prepared, config = limited("sweep_block/full"))]
#[bench::beside(args = (blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/beside"))]
#[bench::rejected(args = (facing_blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/rejected"))]
fn sweep_block((blocks, displacements): (Blocks, Vec<Vec3>)) -> (u64, u64) {
    black_box(&blocks).sweep(black_box(&displacements))
}

#[library_benchmark]
#[bench::full(args = (blocks, 0.8, 1.6), setup = prepared, config = limited("capsule_block/full"))]
#[bench::beside(args = (blocks, 5.0, 6.0), setup = prepared, config = limited("capsule_block/beside"))]
#[bench::rejected(args = (facing_blocks, 5.0, 6.0), setup = prepared, config = limited("capsule_block/rejected"))]
fn capsule_block((blocks, displacements): (Blocks, Vec<Vec3>)) -> (u64, u64) {
    black_box(&blocks).sweep_by_capsule(black_box(&displacements), (Axis::Y, HALF_SPINE))
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon, 0.07), setup = moves, config = limited("gather/dungeon"))]
fn gather(of: Given) -> u64 {
    gather_all(black_box(&of.world), &ball(), black_box(&of.moves))
}

#[library_benchmark]
#[bench::dungeon_02m(args = (Scene::Dungeon, 0.2), setup = moves, config = limited("sweep/dungeon_02m"))]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = moves, config = limited("sweep/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = moves, config = limited("sweep/dungeon_10m"))]
fn sweep(of: Given) -> (u64, u64) {
    sweep_all(black_box(&of.world), black_box(&of.moves))
}

// An ellipsoid of a person's radius and height, on the motions of the capsule below.
#[library_benchmark]
#[bench::dungeon_02m(args = (Scene::Dungeon, 0.2), setup = capsule_moves, config = limited("person_sweep/dungeon_02m"))]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = capsule_moves, config = limited("person_sweep/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = capsule_moves, config = limited("person_sweep/dungeon_10m"))]
fn person_sweep(of: Given) -> (u64, u64) {
    sweep_all_of(Ellipsoid::HUMAN, black_box(&of.world), black_box(&of.moves))
}

#[library_benchmark]
#[bench::dungeon_02m(args = (Scene::Dungeon, 0.2), setup = capsule_moves, config = limited("capsule_sweep/dungeon_02m"))]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = capsule_moves, config = limited("capsule_sweep/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = capsule_moves, config = limited("capsule_sweep/dungeon_10m"))]
fn capsule_sweep(of: Given) -> (u64, u64) {
    sweep_all_of(capsule(), black_box(&of.world), black_box(&of.moves))
}

// Number of rays that hit, and the sum of their lengths, metres.
#[library_benchmark]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = moves, config = limited("ray/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = moves, config = limited("ray/dungeon_10m"))]
fn ray(of: Given) -> (u64, f32) {
    let world = black_box(&of.world);
    of.moves.iter().fold((0, 0.0), |(hits, way), &(origin, along)| {
        let hit = world.ray(origin, along, along.length(), Sides::Both).expect("a ray in range");
        // The black box keeps the compiler from dropping the unused fields of the hit.
        black_box(hit).map_or((hits, way), |hit| (hits + 1, way + hit.distance))
    })
}

// As `ray`, in one call.
#[library_benchmark]
#[bench::dungeon_1m(args = (Scene::Dungeon, 1.0), setup = moves, config = limited("rays_together/dungeon_1m"))]
#[bench::dungeon_10m(args = (Scene::Dungeon, 10.0), setup = moves, config = limited("rays_together/dungeon_10m"))]
fn rays_together(of: Given) -> (u64, f32) {
    let query = |&(origin, along): &(Vec3, Vec3)| RayQuery::new(origin, along, along.length());
    let queries: Vec<_> = of.moves.iter().map(query).collect();
    let mut answers = vec![Ok(None); queries.len()];
    one_thread().install(|| black_box(&of.world).ray_many(&queries, &mut answers).expect("as many answers"));
    answers.iter().fold((0, 0.0), |(hits, way), answer| {
        let hit = answer.as_ref().expect("a ray in range");
        hit.map_or((hits, way), |hit| (hits + 1, way + hit.distance))
    })
}

// Number of motions whose end overlaps the world.
#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon, 0.5), setup = moves, config = limited("overlap/dungeon"))]
fn overlap(of: Given) -> u64 {
    let (world, ball) = (black_box(&of.world), ball());
    let overlaps = of
        .moves
        .iter()
        .filter(|&&(center, along)| world.overlap(&ball, center + along, Sides::Both).expect("a centre in range"));
    overlaps.count() as u64
}

// Number of starts with a triangle within 2 m, and the sum of their distances, metres.
#[library_benchmark]
#[bench::stairs(args = (Scene::Stairs, 1.0), setup = moves, config = limited("closest_point/stairs"))]
#[bench::terrain(args = (Scene::Terrain, 1.0), setup = moves, config = limited("closest_point/terrain"))]
fn closest_point(of: Given) -> (u64, f32) {
    let world = black_box(&of.world);
    of.moves.iter().fold((0, 0.0), |(found, sum), &(start, _)| {
        let closest = world.closest_point(start, 2.0, Sides::Both).expect("a point in range");
        black_box(closest).map_or((found, sum), |closest| (found + 1, sum + closest.distance))
    })
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = sliding, config = limited("crowd/dungeon"))]
#[bench::terrain(args = (Scene::Terrain), setup = sliding, config = limited("crowd/terrain"))]
#[bench::furniture(args = (Scene::Furniture), setup = sliding, config = limited("crowd/furniture"))]
#[bench::walking_dungeon(args = (Scene::Dungeon), setup = walking, config = limited("crowd/walking_dungeon"))]
#[bench::walking_terrain(args = (Scene::Terrain), setup = walking, config = limited("crowd/walking_terrain"))]
fn crowd(mut walk: Walk) -> u64 {
    walk.frames(16)
}

// An ellipsoid of a person's radius and height, on the walks of the capsule below.
#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = ellipsoids, config = limited("person_walk/dungeon"))]
#[bench::terrain(args = (Scene::Terrain), setup = ellipsoids, config = limited("person_walk/terrain"))]
#[bench::stairs(args = (Scene::Stairs), setup = ellipsoids, config = limited("person_walk/stairs"))]
fn person_walk(mut walk: Walk) -> u64 {
    walk.frames(16)
}

// With the targets of the machines, and the step that moves them.
#[library_benchmark]
#[bench::hall(args = (MovingScene::Machines), setup = among, config = limited("among_machines/hall"))]
fn among_machines(mut among: Among) -> u64 {
    among.frames(16)
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = capsules, config = limited("capsule_walk/dungeon"))]
#[bench::terrain(args = (Scene::Terrain), setup = capsules, config = limited("capsule_walk/terrain"))]
#[bench::stairs(args = (Scene::Stairs), setup = capsules, config = limited("capsule_walk/stairs"))]
fn capsule_walk(mut walk: Walk) -> u64 {
    walk.frames(16)
}

// Beside `person_walk`: the same walk, 4,000 moves, one character at a time.
#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon, true), setup = alone, config = limited("single/dungeon"))]
#[bench::terrain(args = (Scene::Terrain, true), setup = alone, config = limited("single/terrain"))]
#[bench::stairs(args = (Scene::Stairs, true), setup = alone, config = limited("single/stairs"))]
#[bench::terrain_anew(args = (Scene::Terrain, false), setup = alone, config = limited("single/terrain_anew"))]
#[bench::stairs_anew(args = (Scene::Stairs, false), setup = alone, config = limited("single/stairs_anew"))]
fn single(mut alone: Alone) -> f32 {
    alone.run()
}

// 8,000 moves among other characters; the same bench also measures them with the others ignored.
#[library_benchmark]
#[bench::flat_ignore(args = (EachOther::Ignore), setup = on_flat_square, config = limited("others/flat_ignore"))]
#[bench::flat_solid(args = (EachOther::Solid), setup = on_flat_square, config = limited("others/flat_solid"))]
#[bench::terrain_ignore(args = (EachOther::Ignore), setup = on_rough_square, config = limited("others/terrain_ignore"))]
#[bench::terrain_solid(args = (EachOther::Solid), setup = on_rough_square, config = limited("others/terrain_solid"))]
fn others(mut walk: Walk) -> u64 {
    walk.frames(8)
}

// One step of twenty thousand characters: twenty times the instructions if the cost of a character does not grow.
#[library_benchmark]
#[bench::of_1000(args = (1), setup = squares, config = limited("many/of_1000"))]
#[bench::of_20000(args = (20), setup = squares, config = limited("many/of_20000"))]
fn many(mut walk: Walk) -> Walk {
    black_box(walk.steps(1));
    walk
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = settled, teardown = still, config = limited("rest/dungeon"))]
fn rest(mut rest: Rest) -> Rest {
    black_box(rest.walk.steps(16));
    rest
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = slides, config = limited("slide/dungeon"))]
#[bench::furniture(args = (Scene::Furniture), setup = slides, config = limited("slide/furniture"))]
fn slide(slides: Slides) -> (usize, f32) {
    slides.run()
}

#[library_benchmark]
#[bench::vertex(args = (1), setup = dug, config = limited("deform/vertex"))]
#[bench::patch(args = (20), setup = dug, config = limited("deform/patch"))]
#[bench::whole(args = (SIDE), setup = dug, config = limited("deform/whole"))]
fn deform(mut dug: Dug) -> Dug {
    let Dug { deforming: Deforming { world, id, .. }, vertices, places } = &mut dug;
    world.set_vertices_at(*id, black_box(vertices), places).expect("in range");
    dug
}

#[library_benchmark]
#[bench::terrain(args = (SIDE), setup = cooked, config = limited("load/terrain"))]
fn load(bytes: Vec<u8>) -> (Vec<u8>, CookedMesh) {
    let mesh = CookedMesh::from_bytes(black_box(&bytes)).expect("its own bytes");
    (bytes, mesh)
}

library_benchmark_group!(name = kernel; benchmarks = sweep_block, capsule_block, gather, sweep, person_sweep,
    capsule_sweep, ray, rays_together, overlap, closest_point, slide, crowd, person_walk, capsule_walk, among_machines,
    single, others, many, rest, deform, load);
main!(library_benchmark_groups = kernel);
