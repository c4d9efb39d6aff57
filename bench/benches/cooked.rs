//! Cooking 2 million triangles against loading them from a file, mapped and copied, and the time until a character's first move. The file
//! comes from the page cache. The bench fails if the loaded mesh gives other moves than the cooked one.
//!
//! `cargo bench --bench cooked`

use glam::Vec3;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};
use sweep8::{CharacterProfile, CharacterState, CookedMesh, Mesh, MoveInput, Placement, World};
use sweep8_bench::levels::scenes::terrain;
use sweep8_levels::cooked;

/// Cells along a side: 2,000,000 triangles.
const SIDE: usize = 1_000;

/// Largest size per triangle in bytes, and longest time to map, hash and check all triangles.
const MOST_BYTES: f64 = 48.0;
const MOST_TIME: Duration = Duration::from_millis(50);

/// Rounds, of which the median counts.
const ROUNDS: usize = 9;

/// Calls `make` in several rounds; returns its last result and the median time.
fn timed<T>(mut make: impl FnMut() -> T) -> (T, Duration) {
    let mut times = Vec::with_capacity(ROUNDS);
    let mut last = None;
    for _ in 0..ROUNDS {
        drop(last.take());
        let started = Instant::now();
        last = Some(black_box(make()));
        times.push(started.elapsed());
    }
    times.sort_unstable();
    (last.expect("a round"), times[ROUNDS / 2])
}

/// The state of a character after its first move in a new world of a mesh.
fn first_move(mesh: &CookedMesh) -> CharacterState {
    let mut world = World::new();
    world.add(mesh, Placement::IDENTITY).expect("a terrain in range");
    let mut state = CharacterState::new(Vec3::new(3.0, 12.0, -2.0));
    let input = MoveInput { desired_velocity: Vec3::new(2.0, -40.0, 1.0), ..MoveInput::EARTH };
    let moved = world.move_character(&CharacterProfile::default(), &mut state, &input, 0.25);
    moved.expect("in range");
    state
}

fn main() {
    let level = terrain::terrain(SIDE, SIDE, 0.5, 1);
    let mesh = || Mesh::new(&level.positions, &level.triangles).expect("a terrain in range");
    let count = level.triangles.len();
    let (sound, cook) = timed(|| mesh().cook());
    let expected = first_move(&sound);
    assert!(expected.position != CharacterState::new(Vec3::new(3.0, 12.0, -2.0)).position, "it moved");
    let file = std::env::temp_dir().join(format!("sweep8-cooked-{}.sweep8", std::process::id()));
    let written = cooked::write(&file, &sound).expect("the temporary folder can be written");
    let bytes = fs::read(&file).expect("it was written");
    let each = written as f64 / count as f64;

    let (mapped, map) = timed(|| cooked::map(&file).expect("its own bytes"));
    let (copied, copy) = timed(|| CookedMesh::from_bytes(&bytes).expect("its own bytes"));
    let (state, to_first_move) = timed(|| first_move(&cooked::map(&file).expect("its own bytes")));
    let (_, by_cooking) = timed(|| first_move(&mesh().cook()));
    for state in [state, first_move(&mapped), first_move(&copied)] {
        assert_eq!(bytemuck::bytes_of(&state), bytemuck::bytes_of(&expected), "another move");
    }
    assert_eq!(mapped.report(), sound.report());
    fs::remove_file(&file).expect("it was written");
    println!("{count} triangles, {written} bytes, {each:.2} a triangle (at most {MOST_BYTES})");
    println!("cooked in {cook:.1?}, first move after {by_cooking:.1?}");
    println!("mapped, hashed and checked in {map:.1?} (at most {MOST_TIME:?}), first move after {to_first_move:.1?}");
    println!("copied, hashed and checked in {copy:.1?}");
    assert!(each <= MOST_BYTES, "{each} bytes a triangle");
    assert!(map <= MOST_TIME, "{map:?} to load");
}
