//! The count of blocks that sweeps test: exact, the same on every backend, and nothing where nothing is in reach.

use crate::testkit::Random;
use glam::Vec3;
use sweep8::inspect::{TwoPasses, blocks_swept, slide_and_fall};
use sweep8::{Backend, Capsule, Ellipsoid, Hit, Mesh, OrientedShape, Sides, SlideSettings, World};

/// A floor of one block: two triangles, 100 m wide.
fn floor(backend: Backend) -> World {
    let corner = |x, z| Vec3::new(x, 0.0, z);
    let corners = [corner(-50.0, -50.0), corner(-50.0, 50.0), corner(50.0, 50.0), corner(50.0, -50.0)];
    let mesh = Mesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("a floor");
    World::from_mesh(mesh).with_backend(backend).expect("it is available")
}

/// A floor of cells of 4 mm, bumpy.
fn scan(backend: Backend) -> World {
    const CELLS: u16 = 160;
    let mut corners = Vec::new();
    for vertex in 0..(CELLS + 1) * (CELLS + 1) {
        let (x, z) = (f32::from(vertex % (CELLS + 1)) * 0.004, f32::from(vertex / (CELLS + 1)) * 0.004);
        corners.push(Vec3::new(x - 0.32, 0.003 * ((90.0 * x).sin() + (70.0 * z).sin()), z - 0.32));
    }
    let mut triangles = Vec::new();
    for cell in 0..u32::from(CELLS * CELLS) {
        let (row, cells) = (u32::from(CELLS) + 1, u32::from(CELLS));
        let first = cell / cells * row + cell % cells;
        triangles.extend([[first, first + row, first + 1], [first + 1, first + row, first + row + 1]]);
    }
    World::from_mesh(Mesh::new(&corners, &triangles).expect("a floor")).with_backend(backend).expect("it is available")
}

#[test]
fn a_slide_over_thousands_of_triangles_sweeps_those_that_it_touches_first() {
    let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    let settings = TwoPasses { gravity: Vec3::Y * -0.003, ..TwoPasses::default() };
    let mut first = None;
    for backend in Backend::available() {
        let (world, before) = (scan(backend), blocks_swept());
        let (mut at, mut contacts, slides) = (Vec3::new(-0.1, 0.93, -0.1), 0, 40);
        for step in 0..slides {
            let desired = if step < 10 { Vec3::Y * -0.003 } else { Vec3::new(0.004, 0.0, 0.003) };
            let outcome = slide_and_fall(&world, &person, at, desired, &settings);
            (at, contacts) = (outcome.position.to_vec3(), contacts + outcome.contacts().len());
        }
        assert!(contacts as u64 >= slides, "{backend}: {contacts} contacts");
        let swept = blocks_swept() - before;
        assert!(swept < 25 * slides, "{backend}: {swept} blocks in {slides} slides");
        assert_eq!(*first.get_or_insert((at, swept)), (at, swept), "{backend}");
    }
}

#[test]
fn every_sweep_over_a_block_is_counted_whether_it_was_gathered_or_met_in_the_tree() {
    let ball = Ellipsoid::ball(0.5).expect("a ball");
    for backend in Backend::available() {
        let world = floor(backend);
        let mut counted = blocks_swept();
        let mut more = || {
            let before = std::mem::replace(&mut counted, blocks_swept());
            counted - before
        };
        // Near, short and long ways through the tree.
        for down in [0.3, 1.5, 40.0] {
            let hit =
                world.sweep(&ball, Vec3::new(1.0, 0.7, 1.0), Vec3::Y * -down, Sides::Both).expect("input in range");
            assert!(hit.is_some());
            assert_eq!(more(), 1, "{backend}: {down} m");
            assert!(
                world
                    .sweep(&ball, Vec3::new(1.0, 99.0, 1.0), Vec3::Y * -down, Sides::Both)
                    .expect("input in range")
                    .is_none()
            );
            assert_eq!(more(), 0, "{backend}: {down} m in the air");
        }
        // One sweep to the floor and one along it. The way of 40 m is too long to gather for: the second sweep walks the
        // tree, and the floor is out of its reach.
        for (along, swept) in [(0.1, 2), (40.0, 1)] {
            let desired = Vec3::new(along, -0.1, 0.0);
            let settings = SlideSettings::default();
            let outcome = world.slide(&ball, Vec3::new(-20.0, 0.55, 0.0), desired, &settings).unwrap();
            assert_eq!((outcome.contacts().len(), more()), (1, swept), "{backend}: {along} m");
        }
    }
}

#[test]
fn a_sweep_over_thousands_of_triangles_tests_those_it_comes_near_and_finds_the_first_of_all_it_touches() {
    let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    let capsule = Capsule::new(0.4, 0.5).expect("a person");
    let mut random = Random(6);
    let cases: Vec<(Vec3, Vec3)> = [0.05, 0.4, 3.0]
        .into_iter()
        .flat_map(|length| (0..20).map(move |case| (length, case)))
        .map(|(length, case)| {
            let beside = Vec3::new(random.range(-0.1, 0.1) as f32, 0.0, random.range(-0.1, 0.1) as f32);
            let aslant = Vec3::new(random.range(-0.3, 0.3) as f32, -1.0, random.range(-0.3, 0.3) as f32).normalize();
            // Every fourth goes the other way, and touches nothing.
            let way = aslant * length * if case % 4 == 3 { -1.0 } else { 1.0 };
            (Vec3::Y * (0.91 + 0.5 * length) + beside, way)
        })
        .collect();
    let mut first = None;
    for backend in Backend::available() {
        let (world, mut all, mut bits) = (scan(backend), Vec::new(), Vec::new());
        let mut touched = 0;
        for shape in [OrientedShape::from(&person), OrientedShape::from(&capsule)] {
            for &(start, way) in &cases {
                let before = blocks_swept();
                let hit = world.sweep(shape, start, way, Sides::Both).expect("it is in range");
                let swept = blocks_swept() - before;
                assert!(swept <= 150, "{backend}: {swept} blocks on the way from {start} by {way}");
                world.sweep_all(shape, start, way, Sides::Both, &mut all).expect("it is in range");
                let fraction = |hit: &Hit| hit.fraction;
                let nearest = all.iter().map(fraction).reduce(f32::min);
                let difference = hit.as_ref().map_or(2.0, fraction) - nearest.unwrap_or(2.0);
                assert!(difference.abs() < 1e-6, "{backend}: {hit:?}, the first is at {nearest:?}");
                touched += usize::from(hit.is_some());
                bits.push((hit.map(|hit| (hit.fraction.to_bits(), hit.triangle)), swept));
            }
        }
        assert!((60..=100).contains(&touched), "{backend}: {touched} of {} sweeps touch the floor", 2 * cases.len());
        assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits, "{backend}");
    }
}
