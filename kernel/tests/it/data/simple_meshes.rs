//! Cuboids, capsules and heightfields as worlds: which side is the front, and at which height a shape lands on them.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, profile_of};
use crate::testkit::judge::{Tally, Way, judge};
use crate::testkit::worlds::Level;
use glam::{Vec2, Vec3};
use std::f64::consts::PI;
use sweep8::{Ellipsoid, Ground, Mesh, Sides, World};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// The triangles of a mesh, in the order of their ids.
fn level_of(mesh: &Mesh) -> Level {
    mesh.triangles().iter().map(|corners| corners.map(|corner| mesh.positions()[corner as usize])).collect()
}

/// Heights about 0, none more than `most` from it.
fn hills(random: &mut Random, columns: u32, rows: u32, cell_size: Vec2, most: f64) -> (Mesh, Vec<f32>) {
    let heights: Vec<f32> = (0..columns * rows).map(|_| random.range(-most, most) as f32).collect();
    (Mesh::heightfield(columns, rows, cell_size, &heights).unwrap(), heights)
}

fn ray(world: &World, from: Vec3, along: Vec3, sides: Sides) -> Option<u32> {
    world.ray(from, along, f32::INFINITY, sides).unwrap().map(|hit| hit.triangle)
}

/// Where a shape is that comes down from `start` by up to `way` metres.
fn landed(world: &World, radii: Vec3, start: Vec3, way: f32) -> f64 {
    let shape = Ellipsoid::new(radii).unwrap();
    let hit = world.sweep(&shape, start, Vec3::NEG_Y * way, Sides::Front).unwrap();
    f64::from(start.y) - f64::from(way) * f64::from(hit.expect("it is above the mesh").fraction)
}

#[test]
fn from_outside_every_triangle_of_a_closed_mesh_shows_its_front_and_from_inside_none() {
    let mut random = Random(2_900);
    let meshes = [
        Mesh::cuboid(Vec3::new(0.5, 1.5, 0.25)).unwrap(),
        Mesh::capsule(0.5, 0.4, 12).unwrap(),
        Mesh::capsule(0.0, 2.0, 32).unwrap(),
    ];
    let mut swept = 0;
    for mesh in meshes {
        let (level, world) = (level_of(&mesh), World::from_mesh(mesh));
        for (id, &[a, b, c]) in (0..).zip(&level) {
            let (middle, out) = ((a + b + c) / 3.0, (b - a).cross(c - a).normalize());
            // The surface is convex: nothing else is outside of this triangle's plane.
            assert_eq!(ray(&world, middle + out, -out, Sides::Front), Some(id));
            assert_eq!(ray(&world, middle - out * 0.01, out, Sides::Front), None, "triangle {id} from inside");
            assert_eq!(ray(&world, middle - out * 0.01, out, Sides::Both), Some(id));
        }
        for _ in 0..500 {
            let radii = Vec3::from_array([0; 3].map(|_| random.scale(0.02, 0.2) as f32));
            let toward = random.vector(0.2).as_vec3();
            let start = (random.direction() * 5.0).as_vec3();
            let shape = Ellipsoid::new(radii).unwrap();
            let sweep = |from, to| world.sweep(&shape, from, to, Sides::Front).unwrap();
            let (inward, outward) = (sweep(start, toward - start), sweep(toward * 0.1, start));
            assert!(inward.is_some_and(|hit| hit.overlap == 0.0), "{radii} from {start} to {toward}");
            assert!(outward.is_none(), "{radii} from inside to {start}: {outward:?}");
            swept += 1;
        }
    }
    println!("{swept} sweeps into closed meshes and out of them");
}

#[test]
fn a_heightfield_has_its_front_above_and_is_met_exactly_at_every_height() {
    let mut random = Random(2_901);
    let (columns, rows, cell_size) = (9, 7, Vec2::new(0.5, 1.25));
    let (mesh, heights) = hills(&mut random, columns, rows, cell_size, 3.0);
    let (positions, world) = (mesh.positions().to_vec(), World::from_mesh(mesh));
    let down =
        |from: Vec3, along: Vec3, sides: Sides| world.ray(from, along, 20.0, sides).unwrap().map(|hit| hit.point.y);
    // Inside of the border, on which a ray may pass by.
    for (column, row) in (1..columns - 1).flat_map(|column| (1..rows - 1).map(move |row| (column, row))) {
        let index = (row * columns + column) as usize;
        let place = positions[index];
        let hit = down(place.with_y(9.0), Vec3::NEG_Y, Sides::Front).expect("there is no hole at a corner");
        assert!((hit - heights[index]).abs() <= 2e-6, "{hit}, not {}", heights[index]);
        assert_eq!(down(place.with_y(-9.0), Vec3::Y, Sides::Front), None);
        assert!(down(place.with_y(-9.0), Vec3::Y, Sides::Both).is_some());
    }
    // Within a cell the height is linear on each side of the diagonal from (column, row) to (column + 1, row + 1).
    let mut worst = 0.0_f64;
    for _ in 0..5_000 {
        let (u, v) = (random.range(0.0, f64::from(columns - 1)), random.range(0.0, f64::from(rows - 1)));
        let (x, z) = ((u * f64::from(cell_size.x)) as f32, (v * f64::from(cell_size.y)) as f32);
        let (u, v) = (f64::from(x) / f64::from(cell_size.x), f64::from(z) / f64::from(cell_size.y));
        let (column, row) = (u as usize, v as usize);
        let at = |right: usize, down: usize| f64::from(heights[(row + down) * columns as usize + column + right]);
        let (s, t) = (u - column as f64, v - row as f64);
        let expected = if s < t {
            at(0, 0) + t * (at(0, 1) - at(0, 0)) + s * (at(1, 1) - at(0, 1))
        } else {
            at(0, 0) + s * (at(1, 0) - at(0, 0)) + t * (at(1, 1) - at(1, 0))
        };
        let hit = down(Vec3::new(x, 9.0, z), Vec3::NEG_Y, Sides::Front).expect("there is no hole");
        worst = worst.max((f64::from(hit) - expected).abs());
    }
    println!("heights within cells are off by {worst:e} m");
    assert!(worst < 2e-6, "{worst}");
}

#[test]
fn an_ellipsoid_lands_on_a_cuboid_at_its_top_and_on_a_capsule_within_the_documented_error() {
    let mut random = Random(2_902);
    let mut worst = 0.0_f64;
    for _ in 0..500 {
        let half = Vec3::from_array([0; 3].map(|_| random.scale(0.05, 20.0) as f32));
        let radii = Vec3::from_array([0; 3].map(|_| random.scale(0.1, 2.0) as f32));
        let world = World::from_mesh(Mesh::cuboid(half).unwrap());
        let place = half * Vec3::new(random.range(-1.0, 1.0) as f32, 0.0, random.range(-1.0, 1.0) as f32);
        let expected = f64::from(half.y) + f64::from(radii.y);
        let off = (landed(&world, radii, place + Vec3::Y * 50.0, 60.0) - expected).abs();
        worst = worst.max(off);
    }
    println!("tops of cuboids are off by {worst:e} m");
    assert!(worst < 2e-5, "{worst}");

    let (half_height, radius, n) = (0.75_f32, 0.5_f32, 32_u32);
    let world = World::from_mesh(Mesh::capsule(half_height, radius, n).unwrap());
    let top = f64::from(half_height) + f64::from(radius);
    assert!((landed(&world, PERSON, Vec3::Y * 5.0, 6.0) - (top + 0.9)).abs() < 1e-6);
    let inside = f64::from(radius) * (PI / f64::from(n)).sin().powi(2);
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for _ in 0..2_000 {
        let ball = random.scale(0.05, 1.0);
        let together = f64::from(radius) + f64::from(ball as f32);
        let aside = random.direction().with_y(0.0).normalize() * random.range(0.0, 0.9) * together;
        let (x, z) = (aside.x as f32, aside.z as f32);
        let across = f64::from(x).powi(2) + f64::from(z).powi(2);
        // Between those of the true capsule, and of one whose radius is smaller by the error.
        let height = |together: f64| f64::from(half_height) + (together * together - across).sqrt();
        let got = landed(&world, Vec3::splat(ball as f32), Vec3::new(x, 5.0, z), 6.0);
        let part = (height(together) - got) / (height(together) - height(together - inside));
        (least, most) = (least.min(part), most.max(part));
        assert!((-1e-3..=1.001).contains(&part), "ball of {ball} at {x}, {z}: {part} of the documented error");
    }
    println!("a capsule of {n} segments is lower than the true one by {least:.4} to {most:.4} of the documented error");
}

#[test]
fn an_ellipsoid_lands_on_a_heightfield_where_the_judge_says() {
    let mut random = Random(2_903);
    let (mesh, _) = hills(&mut random, 17, 17, Vec2::new(0.8, 0.6), 0.7);
    let (level, world) = (level_of(&mesh), World::from_mesh(mesh));
    let mut tally = Tally::default();
    for _ in 0..300 {
        let radii = Vec3::from_array([0; 3].map(|_| random.scale(0.1, 1.0) as f32));
        let center = Vec3::new(random.range(0.5, 12.0) as f32, 4.0, random.range(0.5, 9.0) as f32);
        let way = Way { radii, center, displacement: Vec3::NEG_Y * 5.0 };
        let hit = world.sweep(&way.shape(), center, way.displacement, Sides::Front).unwrap();
        assert!(hit.is_some(), "{way:?} falls through");
        judge(&level, &way, hit.as_ref(), &mut tally);
    }
    tally.settle("falls on a heightfield");

    // A plane: the height over it is the distance along its normal, times the length of that normal.
    let (a, b) = (0.25_f32, -0.5_f32);
    let heights: Vec<f32> = (0..25).map(|index| a * (index % 5) as f32 + b * (index / 5) as f32).collect();
    let world = World::from_mesh(Mesh::heightfield(5, 5, Vec2::ONE, &heights).unwrap());
    for _ in 0..300 {
        let (x, z) = (random.range(1.0, 3.0) as f32, random.range(1.0, 3.0) as f32);
        let ball = random.scale(0.05, 0.8) as f32;
        let expected = f64::from(a * x + b * z) + f64::from(ball) * f64::from(1.0 + a * a + b * b).sqrt();
        let got = landed(&world, Vec3::splat(ball), Vec3::new(x, 5.0, z), 9.0);
        assert!((got - expected).abs() < 3e-6, "ball of {ball} at {x}, {z}: {got}, not {expected}");
    }
}

#[test]
fn a_character_falls_on_each_simple_mesh_and_stands_on_it_by_the_skin() {
    let far = Vec2::new(4.0, 4.0);
    let cases = [
        ("cuboid", Mesh::cuboid(Vec3::new(2.0, 0.5, 2.0)).unwrap(), Vec3::ZERO, 0.5),
        ("capsule", Mesh::capsule(1.0, 3.0, 64).unwrap(), Vec3::ZERO, 4.0),
        ("ball", Mesh::capsule(0.0, 3.0, 64).unwrap(), Vec3::ZERO, 3.0),
        ("heightfield", Mesh::heightfield(4, 3, far, &[1.25; 12]).unwrap(), Vec3::new(5.0, 0.0, 3.0), 1.25),
    ];
    for (name, mesh, place, top) in cases {
        let world = World::from_mesh(mesh);
        let (mut crowd, id) = alone(&profile_of(PERSON), place.with_y(top + 3.0));
        for _ in 0..180 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        let gap = crowd.position(id).unwrap().to_dvec3().y - f64::from(top) - 0.9;
        println!("{name}: stands {gap:.6} m above its top");
        // The default skin is 10 mm; a character rests with 7/8 of it or more.
        assert!((0.00874..0.01001).contains(&gap), "{name}: {gap}");
        assert!(matches!(crowd.ground(id), Ok(Ground::Floor(_))), "{name}: {:?}", crowd.ground(id));
    }
}
