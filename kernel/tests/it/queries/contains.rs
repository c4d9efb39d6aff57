//! Is a place inside of a solid? Judged by winding numbers, the sum of solid angles in `f64`, which cast no ray.

use crate::testkit::placed::{PlacedWorld, cook, scaled, turned};
use crate::testkit::worlds::{Level, exactly, grid, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec3, Vec3};
use sweep8::{Backend, Containment, CookedMesh, Field, Filter, InstanceKind, Mesh, Placement, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance};
use sweep8_scalar_ref::winding::winding_number;

fn triangles_of(mesh: &CookedMesh) -> Level {
    let mut triangles: Vec<_> = mesh.triangles().collect();
    triangles.sort_by_key(|&(index, _)| index);
    triangles.into_iter().map(|(_, corners)| corners).collect()
}

/// Closed meshes with their fronts outside.
fn solids() -> Vec<CookedMesh> {
    let tetrahedron = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    vec![
        Mesh::cuboid(Vec3::new(0.7, 0.4, 1.1)).unwrap().cook(),
        Mesh::capsule(0.4, 0.5, 12).unwrap().cook(),
        Mesh::new(&tetrahedron, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap().cook(),
    ]
}

/// The same mesh with its fronts inside.
fn turned_about(level: &Level) -> Level {
    level.iter().map(|&[a, b, c]| [a, c, b]).collect()
}

fn near(point: DVec3, triangles: &[Triangle]) -> f64 {
    triangles.iter().map(|triangle| distance(point, triangle)).fold(f64::INFINITY, f64::min)
}

#[test]
fn places_among_closed_solids_and_cavities_are_where_their_winding_number_says() {
    let mut random = Random(2_520);
    let solids = solids();
    let (mut inside, mut outside, mut undecided) = (0, 0, 0);
    for round in 0..cases(120, 30) {
        let (mut placed, mut middles) = (PlacedWorld::new(), Vec::new());
        for _ in 0..=round % 6 {
            let mesh = &solids[random.range(0.0, solids.len() as f64) as usize];
            let level = triangles_of(mesh);
            let placement = Placement {
                translation: random.vector(1.5) + DVec3::X * [0.0, 0.0, 5_000.0][round % 3],
                rotation: turned(&mut random),
                scale: scaled(&mut random, 0.5, 2.5),
            };
            middles.push(placement.translation);
            if random.range(0.0, 1.0) < 0.25 {
                let cavity = turned_about(&level);
                placed.add(&cavity, &cook(&cavity), placement);
            } else {
                placed.add(&level, mesh, placement);
            }
        }
        let worlds = Backend::available().map(|backend| placed.world.clone().with_backend(backend).unwrap());
        let worlds: Vec<World> = worlds.collect();
        for _ in 0..80 {
            let middle = middles[random.range(0.0, middles.len() as f64) as usize];
            let far = random.scale(0.2, 3.0);
            let point = middle + random.vector(far);
            if near(point, &placed.triangles) < 1e-3 {
                continue;
            }
            let winding = winding_number(point, &placed.triangles);
            assert!((winding - winding.round()).abs() < 1e-6, "the judge: {winding}");
            let expected = if winding > 0.5 { Containment::Inside } else { Containment::Outside };
            let answer = worlds[0].contains(point, Filter::default()).unwrap();
            if answer == Containment::Undecided {
                undecided += 1;
                continue;
            }
            assert_eq!(answer, expected, "winding number {winding} at {point}");
            *(if answer == Containment::Inside { &mut inside } else { &mut outside }) += 1;
            for other in &worlds[1..] {
                assert_eq!(other.contains(point, Filter::default()), Ok(answer), "{}", other.backend());
            }
        }
    }
    println!("{inside} inside, {outside} outside, {undecided} undecided");
    assert!(inside > cases(1_600, 400) && outside > cases(3_000, 750) && undecided == 0, "{undecided} undecided");
}

#[test]
fn places_on_the_planes_and_diagonals_of_a_grid_of_cubes_are_decided() {
    // Rays through edges and corners are thrown away, not counted twice.
    let cube = Mesh::cuboid(Vec3::splat(1.0)).unwrap().cook();
    let mut world = World::new();
    for k in 0..27 {
        let cell = DVec3::new(f64::from(k % 3), f64::from(k / 3 % 3), f64::from(k / 9)) * 4.0;
        world.add(&cube, Placement::at(cell)).unwrap();
    }
    for x in -2..22 {
        for y in -2..22 {
            for z in -2..22 {
                let point = DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * 0.5;
                let beside = |v: f64| (v - (v / 4.0).round().clamp(0.0, 2.0) * 4.0).abs();
                let off = [beside(point.x), beside(point.y), beside(point.z)];
                if off.iter().all(|off| *off <= 1.0) && off.contains(&1.0) {
                    continue; // on a cube
                }
                let inside = off.iter().all(|off| *off < 1.0);
                let expected = if inside { Containment::Inside } else { Containment::Outside };
                assert_eq!(world.contains(point, Filter::default()), Ok(expected), "{point}");
            }
        }
    }
}

#[test]
fn a_place_beside_a_sheet_or_in_an_open_box_is_undecided_where_rays_tell_and_a_solid_there_still_decides() {
    let mut random = Random(2_521);
    let sheet = grid(8, 4.0, |_, _| random.range(-0.3, 0.3));
    let mut world = World::new();
    world.add(&cook(&sheet), Placement::IDENTITY).unwrap();
    let cube = Mesh::cuboid(Vec3::splat(1.0)).unwrap().cook();
    world.add(&cube, Placement::at(DVec3::Y * 3.0)).unwrap();
    let mut random = Random(2_522);
    for _ in 0..2_000 {
        let point = random.vector(1.0) * DVec3::new(6.0, 0.9, 6.0);
        if point.y.abs() > 0.4 {
            assert_eq!(world.contains(point, Filter::default()), Ok(Containment::Undecided), "{point}");
        }
        let point = random.vector(0.99) + DVec3::Y * 3.0;
        assert_eq!(world.contains(point, Filter::default()), Ok(Containment::Inside), "the cube is closed: {point}");
    }
    // A box without a lid: no answer is wrong, and through the opening some rays tell.
    let level = triangles_of(&cube);
    let (mut told, mut right) = (0, 0);
    for lid in 0..level.len() {
        let open: Level = level.iter().enumerate().filter(|&(k, _)| k != lid).map(|(_, &t)| t).collect();
        let world = world_of(&open);
        for _ in 0..500 {
            let point = random.vector(1.6);
            if near(point, &exactly(&level)) < 1e-3 {
                continue;
            }
            let expected = if point.abs().max_element() < 1.0 { Containment::Inside } else { Containment::Outside };
            match world.contains(point, Filter::default()).unwrap() {
                Containment::Undecided => told += 1,
                answer => {
                    assert_eq!(answer, expected, "{point}");
                    right += 1;
                }
            }
        }
    }
    println!("{told} undecided, {right} decided though open");
    assert!(told > 500 && right > 500, "{told}, {right}");
}

#[test]
fn a_place_on_a_face_is_undecided_and_layers_and_sensors_are_those_of_the_filter() {
    let mut world = World::new();
    let cube = Mesh::cuboid(Vec3::splat(1.0)).unwrap().cook();
    let id = world.add(&cube, Placement::IDENTITY).unwrap();
    let ask = |world: &World, filter: Filter| world.contains(Vec3::new(0.1, 0.2, 0.3), filter).unwrap();
    assert_eq!(ask(&world, Filter::default()), Containment::Inside);
    for face in [Vec3::new(1.0, 0.3, 0.2), Vec3::new(-0.4, 1.0, 0.1), Vec3::new(0.2, -0.7, -1.0)] {
        assert_eq!(world.contains(face, Filter::default()), Ok(Containment::Undecided), "{face}");
    }
    let others = Filter { layers: 2, ..Filter::default() };
    assert_eq!(ask(&world, others), Containment::Outside);
    world.set_kind(id, InstanceKind::Sensor).unwrap();
    assert_eq!(ask(&world, Filter::default()), Containment::Outside);
    assert_eq!(ask(&world, Filter { sensors: true, ..Filter::default() }), Containment::Inside);
    assert_eq!(ask(&World::new(), Filter::default()), Containment::Outside);
    let nowhere = world.contains(Vec3::splat(f32::NAN), Filter::default());
    assert_eq!(nowhere.map_err(|error| error.field()), Err(Field::Position));
}
