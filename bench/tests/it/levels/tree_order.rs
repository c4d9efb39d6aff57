//! The order of triangles in the tree never shows: a level, and the same level with triangles far away that change the
//! whole tree and nothing else, give the same bits.

use glam::Vec3;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{CharacterProfile, Crowd, Ellipsoid, Mesh, Scratch, Sides, World};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::random::Random;
use sweep8_bench::walking::places;

/// The level, and the level with far triangles behind its own.
fn worlds(level: &Level) -> [World; 2] {
    let plain = Mesh::new(&level.positions, &level.triangles).unwrap();
    let (mut positions, mut triangles) = (level.positions.clone(), level.triangles.clone());
    let mut random = Random::new(9);
    for _ in 0..3_000 {
        let base = positions.len() as u32;
        let place = Vec3::new(
            random.range_f32(900.0, 1_300.0),
            random.range_f32(-100.0, 100.0),
            random.range_f32(-2_000.0, 2_000.0),
        );
        positions.extend([place, place + Vec3::X, place + Vec3::Z]);
        triangles.push([base, base + 1, base + 2]);
    }
    [plain, Mesh::new(&positions, &triangles).unwrap()].map(World::from_mesh)
}

fn vector(random: &mut Random, size: f32) -> Vec3 {
    Vec3::new(random.range_f32(-size, size), random.range_f32(-size, size), random.range_f32(-size, size))
}

#[test]
fn sweeps_and_slides_do_not_show_the_tree() {
    let mut scratch = Scratch::new();
    for scene in [Scene::Dungeon, Scene::Needles, Scene::Humps, Scene::Stairs] {
        let level = scene.build();
        let [plain, other] = worlds(&level);
        let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap();
        let places = places::find(&level, &plain, &shape, 300, 1).unwrap();
        let mut random = Random::new(2);
        let (mut hits, mut contacts) = (0, 0);
        for &place in &places {
            for size in [0.1, 1.0, 9.0] {
                let (from, way) = (place + vector(&mut random, 0.05), vector(&mut random, size));
                let found = plain.sweep(&shape, from, way, Sides::Both, &mut scratch).expect("input in range");
                assert_eq!(
                    found,
                    other.sweep(&shape, from, way, Sides::Both, &mut scratch).expect("input in range"),
                    "{scene}: sweep from {from} by {way}"
                );
                hits += u32::from(found.is_some());
                let settings = TwoPasses { gravity: Vec3::NEG_Y * 0.02, ..TwoPasses::default() };
                let moved = slide_and_fall(&plain, &shape, from, way, &settings, &mut scratch);
                let again = slide_and_fall(&other, &shape, from, way, &settings, &mut scratch);
                assert_eq!(moved, again, "{scene}: slide from {from} by {way}");
                contacts += moved.contacts().len();
            }
        }
        assert!(hits > 200 && contacts > 500, "{scene}: {hits} hits, {contacts} contacts");
    }
}

#[test]
fn crowds_do_not_show_the_tree() {
    let level = Scene::Dungeon.build();
    let worlds = worlds(&level);
    let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap();
    let places = places::find(&level, &worlds[0], &shape, 500, 1).unwrap();
    let hashes = worlds.map(|world| {
        let mut crowd = Crowd::default();
        let mut random = Random::new(3);
        let ids: Vec<_> = places
            .iter()
            .map(|&place| crowd.spawn(&CharacterProfile::of_shape(shape), place).expect("in range"))
            .collect();
        for frame in 0..300 {
            for &id in ids.iter().filter(|_| frame % 40 == 0) {
                let velocity = vector(&mut random, 4.0) * Vec3::new(1.0, 0.0, 1.0);
                crowd.set_desired_velocity(id, velocity).unwrap();
            }
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        crowd.state_hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}
