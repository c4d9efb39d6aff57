//! Places where more triangles are within reach than a gather holds, and slides too long to gather for: among instances they
//! lead where they lead over one mesh of all triangles, and stay clear.

use crate::testkit::Random;
use crate::testkit::crowds::profile_of;
use crate::testkit::placed::{PlacedWorld, cook, loose, turned};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{grid, room, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterState, Ellipsoid, MoveInput, Placement, Scratch, SlideSettings, World};

/// As in `slide_promises`.
const CLEAR: f64 = 1.0 - 1e-4;

/// Sheets of triangles of a few centimetres at one place, each turned about the up axis and hardly higher than another.
fn sheets(random: &mut Random) -> PlacedWorld {
    let mut placed = PlacedWorld::new();
    for sheet in 0..6_u8 {
        let level = grid(44, 0.05, |x, z| 0.05 * (4.0 * x).sin() * (3.0 * z).cos() + random.range(-0.004, 0.004));
        let rotation = Quat::from_rotation_y(f32::from(sheet) * 1.1);
        let translation = DVec3::new(0.0, f64::from(sheet) * 0.003, 0.0);
        placed.add(&level, &cook(&level), Placement { translation, rotation, scale: Vec3::new(1.0, 1.0, -1.0) });
    }
    placed
}

fn baked(placed: &PlacedWorld) -> World {
    world_of(&placed.baked())
}

#[test]
fn where_more_is_in_reach_than_is_gathered_characters_walk_as_on_one_mesh() {
    let mut random = Random(1);
    let placed = sheets(&mut random);
    assert!(placed.triangles.len() > 20_000);
    let mesh = baked(&placed);
    let mut scratch = Scratch::new();
    let (mut apart, mut nearest) = (0.0_f64, f64::INFINITY);
    for radii in [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3)] {
        let profile = profile_of(radii);
        let judge = Judge { triangles: &placed.triangles, radii, skin: 0.01 };
        for walker in 0..4 {
            let heading = random.direction() * DVec3::new(1.0, 0.0, 1.0);
            let input = MoveInput { desired_velocity: heading.as_vec3(), ..MoveInput::EARTH };
            let start = Vec3::new(0.0, 0.2 + radii.y, 0.0) - heading.as_vec3() * 0.5;
            let mut states = [CharacterState::new(start); 2];
            for step in 0..60 {
                placed.world.move_character(&profile, &mut states[0], &input, 1.0 / 60.0, &mut scratch).unwrap();
                mesh.move_character(&profile, &mut states[1], &input, 1.0 / 60.0, &mut scratch).unwrap();
                let [one, two] = states.map(|state| state.position.to_dvec3());
                apart = apart.max(one.distance(two));
                if step % 5 == 0 {
                    nearest = nearest.min(judge.hull_distance(one));
                }
                assert_eq!(states[0].ground_code, states[1].ground_code, "{radii}, walker {walker}, step {step}");
            }
        }
    }
    println!("at most {apart:e} m apart; hull distance at least {nearest}");
    assert!(apart < 1e-4 && nearest >= CLEAR, "{apart}, {nearest}");
}

#[test]
fn dense_slides_end_where_they_end_over_one_mesh() {
    let mut random = Random(2);
    let placed = sheets(&mut random);
    let (level, mut scratch) = (placed.baked(), Scratch::new());
    // Of a slide over bumps of millimetres, some edge may be met or not by rounding: how often, a second mesh tells, whose
    // corners are off by one.
    let off: Vec<[Vec3; 3]> = level.iter().map(|t| t.map(|v| v + random.vector(6e-8).as_vec3())).collect();
    let worlds = [&placed.world, &world_of(&off), &world_of(&level)];
    let (mut worst, mut astray, mut touching) = ([0.0_f64; 2], [0; 2], 0);
    for case in 0..1_000 {
        let radii = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3)][case % 2];
        let shape = Ellipsoid::new(radii).unwrap();
        let start = Vec3::new(random.range(-0.4, 0.4) as f32, radii.y + 0.15, random.range(-0.4, 0.4) as f32);
        let way = (random.direction() * random.scale(0.05, 1.5)).as_vec3();
        let way = Vec3::new(way.x, -way.y.abs(), way.z);
        let settings = SlideSettings::default();
        let ends =
            worlds.map(|world| world.slide(&shape, start, way, &settings, &mut scratch).unwrap().position.to_dvec3());
        for which in 0..2 {
            let apart = ends[which].distance(ends[2]);
            worst[which] = worst[which].max(apart);
            astray[which] += u32::from(apart > 1e-5);
        }
        touching += u32::from(ends[0].distance((start + way).as_dvec3()) > 1e-3);
    }
    println!("{touching} of 1000 touch; more than 10 µm apart {astray:?}, at most {worst:?} m: instances, corners off");
    assert!(touching > 300 && astray[0] <= 10 && worst[0] < 2e-3, "{touching}, {astray:?}, {worst:?}");
}

#[test]
fn slides_longer_than_sixteen_radii_end_where_they_end_over_one_mesh_and_stay_clear() {
    let mut scratch = Scratch::new();
    let (mut cases, mut touching, mut worst, mut nearest) = (0, 0, 0.0_f64, f64::INFINITY);
    for seed in 0..12 {
        let mut random = Random(20 + seed);
        let mut placed = PlacedWorld::new();
        let (walls, rubble) = (room(&mut random, 1.0, 0, 0), loose(&mut random, 6, 1.0, 1.2));
        let meshes = [cook(&walls), cook(&rubble)];
        placed.add(&walls, &meshes[0], Placement { scale: Vec3::splat(20.0), ..Placement::IDENTITY });
        for instance in 0..30 {
            let level = [&walls, &rubble][instance % 2];
            let (translation, rotation) = (random.vector(16.0), turned(&mut random));
            placed.add(level, &meshes[instance % 2], Placement { rotation, ..Placement::at(translation) });
        }
        let mesh = baked(&placed);
        for radii in [Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.3)] {
            let judge = Judge { triangles: &placed.triangles, radii, skin: 0.01 };
            let shape = Ellipsoid::new(radii).unwrap();
            for _ in 0..40 {
                let start = random.vector(16.0).as_vec3();
                if judge.hull_distance(start.as_dvec3()) <= 1.0 {
                    continue;
                }
                let way = (random.direction() * random.range(17.0, 80.0)).as_vec3() * radii.max_element();
                let settings = SlideSettings::default();
                let [one, two] = [&placed.world, &mesh]
                    .map(|world| world.slide(&shape, start, way, &settings, &mut scratch).unwrap());
                let [end, other] = [&one, &two].map(|out| out.position.to_dvec3());
                let case = format!("seed {seed}, radii {radii}, from {start} by {way}: {one:?}, {two:?}");
                let apart = end.distance(other);
                worst = worst.max(apart);
                assert!(apart < 5e-3, "{apart}, {case}");
                nearest = nearest.min(judge.hull_distance(end));
                assert!(judge.hull_distance(end) >= CLEAR, "{}, {case}", judge.hull_distance(end));
                let waypoints = one.waypoints().iter().map(|waypoint| start.as_dvec3() + waypoint.as_dvec3());
                let path: Vec<DVec3> = [start.as_dvec3()].into_iter().chain(waypoints).collect();
                assert!(path.windows(2).all(|ends| judge.crossed(ends[0], ends[1]).is_none()), "crosses, {case}");
                (cases, touching) = (cases + 1, touching + u32::from(!one.contacts().is_empty()));
            }
        }
    }
    println!("{cases} slides, {touching} touch; at most {worst:e} m apart, hull distance at least {nearest}");
    assert!(cases > 500 && touching > cases / 3);
}
