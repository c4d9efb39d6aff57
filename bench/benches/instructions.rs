//! Instructions and cache misses of the kernel's pieces, counted by callgrind: the same in every run on one compiler.
//!
//! Each piece has its committed figure in `instructions.txt`; a run more than 2 % above it fails. `.ci/instructions` runs this bench, and
//! also fails if a figure has become more than 2 % too high.

#![allow(missing_docs, reason = "the macros of the harness write items without any")]

use glam::{DVec3, Vec3};
use iai_callgrind::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use sweep8::inspect::{Blocks, gather_all};
use sweep8::{
    Axis, Backend, CharacterMemory, CharacterProfile, CharacterSettings, CharacterState, CookedMesh, Crowd, EachOther,
    Ellipsoid,
};
use sweep8::{Mesh, MoveInput, MoveMode, Shape, Sides, StepReport, World};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::terrain::terrain;
use sweep8_bench::levels::scenes::{Scene, flat};
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::deforming::{Deforming, EDGE, SIDE};
use sweep8_bench::measuring::square;
use sweep8_bench::measuring::workload::{
    Eight, Motion, ball, blocks, capsule, displacements, facing_blocks, motions, motions_of, sweep_all, sweep_all_of,
};
use sweep8_bench::walking::places;
use sweep8_bench::walking::walkers::Walkers;

/// The committed figures: each line has a name and a number of instructions.
const COMMITTED: &str = include_str!("instructions.txt");

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

/// Blocks whose distance from a unit sphere is between `low` and `high`.
fn prepared(of: fn(f32, f32, usize, u64) -> Vec<Eight>, low: f32, high: f32) -> (Blocks, Vec<Vec3>) {
    (Blocks::new(Backend::best(), &of(low, high, 256, 1)), displacements(16, 2))
}

#[library_benchmark]
#[bench::full(args = (blocks, 0.8, 1.6), setup = prepared, config = limited("sweep_block/full"))]
#[bench::beside(args = (blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/beside"))]
#[bench::rejected(args = (facing_blocks, 5.0, 6.0), setup = prepared, config = limited("sweep_block/rejected"))]
fn sweep_block((blocks, displacements): (Blocks, Vec<Vec3>)) -> (u64, u64) {
    black_box(&blocks).sweep(black_box(&displacements))
}

/// Half the length of the spine of the capsule that is swept against blocks, radii.
const HALF_SPINE: f32 = 1.25;

#[library_benchmark]
#[bench::full(args = (blocks, 0.8, 1.6), setup = prepared, config = limited("capsule_block/full"))]
#[bench::beside(args = (blocks, 5.0, 6.0), setup = prepared, config = limited("capsule_block/beside"))]
#[bench::rejected(args = (facing_blocks, 5.0, 6.0), setup = prepared, config = limited("capsule_block/rejected"))]
fn capsule_block((blocks, displacements): (Blocks, Vec<Vec3>)) -> (u64, u64) {
    black_box(&blocks).sweep_by_capsule(black_box(&displacements), (Axis::Y, HALF_SPINE))
}

/// A level's world with motions in it.
struct Given {
    world: World,
    moves: Vec<Motion>,
}

fn moves(scene: Scene, length: f32) -> Given {
    let level = scene.build();
    let world = world_of(&level);
    let moves = motions(&level, &world, length, 1_000, 1);
    // Warm-up: all reused memory has its size afterwards.
    black_box(sweep_all(&world, &moves));
    Given { world, moves }
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

/// Motions of a capsule of the size of a person.
fn capsule_moves(scene: Scene, length: f32) -> Given {
    let level = scene.build();
    let world = world_of(&level);
    let moves = motions_of(capsule(), &level, &world, length, 1_000, 1);
    black_box(sweep_all_of(capsule(), &world, &moves));
    black_box(sweep_all_of(Ellipsoid::HUMAN, &world, &moves));
    Given { world, moves }
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

/// Time step of crowds, seconds.
const SECONDS: f32 = 1.0 / 60.0;

/// A crowd that has walked for half a second.
struct Walk {
    world: World,
    crowd: Crowd,
    walkers: Walkers,
    pool: rayon::ThreadPool,
}

/// A crowd in which all characters slide and none walks.
fn sliding(scene: Scene) -> Walk {
    walk(scene, MoveMode::Slide)
}

fn walking(scene: Scene) -> Walk {
    walk(scene, MoveMode::Walk)
}

fn profile(mode: MoveMode) -> CharacterProfile {
    let settings = CharacterSettings { shape: ball().into(), mode, ..CharacterSettings::default() };
    CharacterProfile::new(&settings).expect("settings in range")
}

fn walk(scene: Scene, mode: MoveMode) -> Walk {
    let level: Level = scene.build();
    let world = world_of(&level);
    let starts = places::find(&level, &world, &ball(), 1_000, 1).expect("there are floors");
    let mut walk = Walk::new(world, &profile(mode), &starts);
    walk.frames(30);
    walk
}

impl Walk {
    fn new(world: World, profile: &CharacterProfile, starts: &[Vec3]) -> Self {
        let mut crowd = Crowd::default();
        for &start in starts {
            crowd.spawn(profile, start).expect("in range");
        }
        let places: Vec<_> = starts.iter().map(|start| start.as_dvec3()).collect();
        // Only the calling thread: the work of a pool between its tasks does not count.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
        Self { world, crowd, walkers: Walkers::new(&places, 4.0, 1), pool }
    }

    fn frames(&mut self, count: usize) -> u64 {
        let Self { world, crowd, walkers, pool } = self;
        let ids: Vec<_> = crowd.ids().collect();
        pool.install(|| {
            for _ in 0..count {
                for &id in &ids {
                    if let Some(velocity) =
                        walkers.turn(id.index(), crowd.position(id).expect("in the crowd").to_dvec3())
                    {
                        crowd.set_desired_velocity(id, velocity).expect("in range");
                    }
                }
                crowd.step(world, SECONDS).expect("a time step");
            }
        });
        crowd.state_hash()
    }

    /// Steps the crowd without setting a new desired velocity; returns the last report.
    fn steps(&mut self, count: usize) -> StepReport {
        let Self { world, crowd, pool, .. } = self;
        pool.install(|| (0..count).fold(StepReport::default(), |_, _| crowd.step(world, SECONDS).expect("a time step")))
    }
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

/// A thousand of a shape of a person's radius and height, who walk from the same places whatever their shape.
fn people(scene: Scene, shape: Shape) -> Walk {
    let level: Level = scene.build();
    let world = world_of(&level);
    let starts = places::find(&level, &world, capsule(), 1_000, 1).expect("there are floors");
    let mut walk = Walk::new(world, &CharacterProfile::of_shape(shape), &starts);
    walk.frames(30);
    walk
}

fn ellipsoids(scene: Scene) -> Walk {
    people(scene, Ellipsoid::HUMAN.into())
}

fn capsules(scene: Scene) -> Walk {
    people(scene, capsule().into())
}

// An ellipsoid of a person's radius and height, on the walks of the capsule below.
#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = ellipsoids, config = limited("person_walk/dungeon"))]
#[bench::terrain(args = (Scene::Terrain), setup = ellipsoids, config = limited("person_walk/terrain"))]
#[bench::stairs(args = (Scene::Stairs), setup = ellipsoids, config = limited("person_walk/stairs"))]
fn person_walk(mut walk: Walk) -> u64 {
    walk.frames(16)
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = capsules, config = limited("capsule_walk/dungeon"))]
#[bench::terrain(args = (Scene::Terrain), setup = capsules, config = limited("capsule_walk/terrain"))]
#[bench::stairs(args = (Scene::Stairs), setup = capsules, config = limited("capsule_walk/stairs"))]
fn capsule_walk(mut walk: Walk) -> u64 {
    walk.frames(16)
}

/// Moves of people who walk, each made alone, and the memory of each of them.
struct Alone {
    world: World,
    profile: CharacterProfile,
    moves: Vec<(usize, CharacterState, MoveInput)>,
    /// `None`: nothing is kept from move to move.
    memories: Option<Vec<CharacterMemory>>,
}

/// Eight steps of a walk, of which the first half is made: all reused memory has its size afterwards, and each character knows its place.
fn alone(scene: Scene, keeps: bool) -> Alone {
    let mut walk = ellipsoids(scene);
    let mut moves = Vec::new();
    for _ in 0..8 {
        let crowd = &walk.crowd;
        let of =
            |(number, id)| (number, *crowd.state(id).expect("in the crowd"), *crowd.input(id).expect("in the crowd"));
        moves.extend(crowd.ids().enumerate().map(of));
        walk.frames(1);
    }
    let memories = keeps.then(|| vec![CharacterMemory::new(); walk.crowd.len()]);
    let later = moves.split_off(moves.len() / 2);
    let profile = CharacterProfile::of_shape(Ellipsoid::HUMAN);
    let mut alone = Alone { world: walk.world, profile, moves, memories };
    assert!(alone.run() > 10.0, "they walk");
    alone.moves = later;
    alone
}

impl Alone {
    /// Sum of the path lengths, metres.
    fn run(&mut self) -> f32 {
        let Self { world, profile, moves, memories } = self;
        let world = black_box(&*world);
        moves.iter().fold(0.0, |path, (number, state, input)| {
            let mut state = *state;
            let moved = match memories {
                Some(memories) => {
                    world.move_character_with(profile, &mut state, input, SECONDS, &mut memories[*number])
                }
                None => world.move_character(profile, &mut state, input, SECONDS),
            };
            path + moved.expect("a move in range").path
        })
    }
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

/// Side of a floor of two triangles, metres.
const FLOOR: f32 = 500.0;

/// A thousand people on a square, after half a second of walking.
fn on_square(world: World, each_other: EachOther) -> Walk {
    let settings = CharacterSettings { shape: square::person().into(), each_other, ..CharacterSettings::default() };
    let starts = square::places(&world, 1_000, 1);
    let mut walk = Walk::new(world, &CharacterProfile::new(&settings).expect("settings in range"), &starts);
    walk.frames(30);
    walk
}

fn on_flat_square(each_other: EachOther) -> Walk {
    on_square(world_of(&flat::grid(1, FLOOR).finish()), each_other)
}

fn on_rough_square(each_other: EachOther) -> Walk {
    on_square(world_of(&Scene::Terrain.build()), each_other)
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

/// `count` squares side by side with a thousand people each, after their first step.
fn squares(count: usize) -> Walk {
    let mut walk = on_flat_square(EachOther::Solid);
    // Leaves room for people that have walked out of their square.
    let side = f64::from(square::extent(1_000).1 + 5.0);
    let those: Vec<_> = walk.crowd.ids().collect();
    for tile in 1..count {
        let shift = DVec3::new((tile % 5) as f64, 0.0, (tile / 5) as f64) * side;
        for &id in &those {
            let state = *walk.crowd.state(id).expect("in the crowd");
            let input = *walk.crowd.input(id).expect("in the crowd");
            let profile = walk.crowd.profiles()[state.profile as usize];
            let copy = walk.crowd.spawn(&profile, state.position).expect("in range");
            let position = (state.position.to_dvec3() + shift).into();
            walk.crowd.set_state(copy, &CharacterState { position, ..state }).expect("in range");
            walk.crowd.set_input(copy, &input).expect("in range");
        }
    }
    walk.steps(1);
    walk
}

// One step of twenty thousand characters: twenty times the instructions if the cost of a character does not grow.
#[library_benchmark]
#[bench::of_1000(args = (1), setup = squares, config = limited("many/of_1000"))]
#[bench::of_20000(args = (20), setup = squares, config = limited("many/of_20000"))]
fn many(mut walk: Walk) -> Walk {
    black_box(walk.steps(1));
    walk
}

/// A crowd at rest, with the hash of its state.
struct Rest {
    walk: Walk,
    hash: u64,
}

/// A crowd whose characters desire to stand, after the last of them has come to rest.
fn settled(scene: Scene) -> Rest {
    let mut walk = walking(scene);
    let ids: Vec<_> = walk.crowd.ids().collect();
    for id in ids {
        walk.crowd.set_desired_velocity(id, Vec3::ZERO).expect("in range");
    }
    let mut hash = 0;
    for second in 0.. {
        assert!(second < 60, "the crowd does not come to rest");
        let report = walk.steps(60);
        let before = std::mem::replace(&mut hash, walk.crowd.state_hash());
        if hash == before {
            assert_eq!(report.standing, walk.crowd.len() as u64);
            break;
        }
    }
    Rest { walk, hash }
}

/// Checks that a step leaves every bit of a resting crowd as it was.
#[allow(clippy::needless_pass_by_value, reason = "the harness hands over what the bench answers")]
fn still(rest: Rest) {
    assert_eq!(rest.walk.crowd.state_hash(), rest.hash);
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = settled, teardown = still, config = limited("rest/dungeon"))]
fn rest(mut rest: Rest) -> Rest {
    black_box(rest.walk.steps(16));
    rest
}

/// The moves of a walk, each made alone, in the order of its characters.
struct Slides {
    world: World,
    profile: CharacterProfile,
    moves: Vec<(CharacterState, MoveInput)>,
}

fn slides(scene: Scene) -> Slides {
    let mut walk = sliding(scene);
    let mut moves = Vec::new();
    for _ in 0..4 {
        walk.frames(1);
        let crowd = &walk.crowd;
        moves.extend(
            crowd.ids().map(|id| (*crowd.state(id).expect("in the crowd"), *crowd.input(id).expect("in the crowd"))),
        );
    }
    let profile = profile(MoveMode::Slide);
    let slides = Slides { world: walk.world, profile, moves };
    // Warm-up: all reused memory has its size afterwards.
    let (contacts, path) = slides.run();
    assert!(contacts > 2_000 && path > 10.0, "{contacts} contacts, {path} m");
    slides
}

impl Slides {
    /// Number of touched surfaces, and the sum of the path lengths, metres.
    fn run(&self) -> (usize, f32) {
        let (world, profile) = (black_box(&self.world), &self.profile);
        self.moves.iter().fold((0, 0.0), |(contacts, path), (state, input)| {
            let mut state = *state;
            let moved = world.move_character(profile, &mut state, input, SECONDS);
            let outcome = moved.expect("a move in range");
            (contacts + outcome.contacts().len(), path + outcome.path)
        })
    }
}

#[library_benchmark]
#[bench::dungeon(args = (Scene::Dungeon), setup = slides, config = limited("slide/dungeon"))]
#[bench::furniture(args = (Scene::Furniture), setup = slides, config = limited("slide/furniture"))]
fn slide(slides: Slides) -> (usize, f32) {
    slides.run()
}

/// A terrain, and a square of its vertices that is raised.
struct Dug {
    deforming: Deforming,
    vertices: Vec<u32>,
    places: Vec<Vec3>,
}

/// The square has been raised once: the first change of a world takes the memory of its table of changes, once for all.
fn dug(side: usize) -> Dug {
    let mut deforming = Deforming::new();
    let vertices = deforming.patch(side);
    let raised = |by: f32| -> Vec<Vec3> {
        vertices.iter().map(|&vertex| deforming.level.positions[vertex as usize] + Vec3::Y * by).collect()
    };
    let [first, places] = [0.05, 0.1].map(raised);
    deforming.world.set_vertices_at(deforming.id, &vertices, &first).expect("in range");
    Dug { deforming, vertices, places }
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

/// The bytes of a cooked terrain.
fn cooked(side: usize) -> Vec<u8> {
    let level = terrain(side, side, EDGE, 1);
    Mesh::new(&level.positions, &level.triangles).expect("a terrain in range").cook().to_bytes()
}

#[library_benchmark]
#[bench::terrain(args = (SIDE), setup = cooked, config = limited("load/terrain"))]
fn load(bytes: Vec<u8>) -> (Vec<u8>, CookedMesh) {
    let mesh = CookedMesh::from_bytes(black_box(&bytes)).expect("its own bytes");
    (bytes, mesh)
}

library_benchmark_group!(name = kernel; benchmarks = sweep_block, capsule_block, gather, sweep,
    person_sweep, capsule_sweep, ray, overlap, slide, crowd, person_walk, capsule_walk, single, others, many, rest,
    deform, load);
main!(library_benchmark_groups = kernel);
