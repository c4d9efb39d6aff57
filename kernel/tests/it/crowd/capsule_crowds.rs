//! Crowds of capsules, upright, lying and turned, beside ellipsoids: the bits of single characters, saves, neighbours, sensors, and
//! queries about them.

use crate::testkit::Random;
use crate::testkit::crowds::new_crowd;
use crate::testkit::worlds::{room, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Axis, Capsule, CharacterFilter, CharacterId, CharacterProfile, CharacterSettings, CharacterState, Crowd, EachOther,
    Ellipsoid, Mesh, MoveInput, Placement, Shape, World,
};

const FRAME: f32 = 1.0 / 60.0;

fn profiles(each_other: EachOther) -> [CharacterProfile; 4] {
    let capsule = |radius, half, axis| Shape::from(Capsule::new(radius, half).unwrap().along(axis));
    let fish = Shape::swept(Ellipsoid::new(Vec3::new(0.1, 0.2, 0.3)).unwrap(), Axis::Z, 0.3).unwrap();
    let shapes = [capsule(0.4, 0.5, Axis::Y), capsule(0.2, 0.4, Axis::X), fish, Ellipsoid::HUMAN.into()];
    shapes.map(|shape| {
        CharacterProfile::new(&CharacterSettings { shape, each_other, ..CharacterSettings::default() }).unwrap()
    })
}

/// Characters in a room: their ids, and the profile of each.
fn crowd_in_a_room(random: &mut Random, each_other: EachOther) -> (World, Crowd, Vec<(CharacterId, CharacterProfile)>) {
    let world = world_of(&room(random, 6.0, 6, 20));
    let (mut crowd, profiles) = (new_crowd(), profiles(each_other));
    let mut all = Vec::new();
    for number in 0..60_u8 {
        let profile = profiles[usize::from(number) % profiles.len()];
        let id = crowd.spawn(&profile, random.vector(4.0).as_vec3()).unwrap();
        if number % 3 == 0 {
            let orientation = Quat::from_rotation_z(0.3) * Quat::from_rotation_y(f32::from(number));
            // Where there is no room the body stays as it is.
            _ = crowd.turn(&world, id, orientation);
        }
        crowd.set_desired_velocity(id, (random.direction() * 3.0).as_vec3()).unwrap();
        all.push((id, profile));
    }
    (world, crowd, all)
}

fn bytes_of(state: &CharacterState) -> &[u8] {
    bytemuck::bytes_of(state)
}

#[test]
fn a_capsule_moves_in_a_crowd_with_the_bits_of_a_single_character() {
    for seed in 0..4 {
        let mut random = Random(seed);
        let (world, mut crowd, all) = crowd_in_a_room(&mut random, EachOther::Ignore);
        let mut singles: Vec<CharacterState> = all.iter().map(|(id, _)| *crowd.state(*id).unwrap()).collect();
        for frame in 0..90 {
            let inputs: Vec<MoveInput> = all.iter().map(|(id, _)| *crowd.input(*id).unwrap()).collect();
            crowd.step(&world, FRAME).unwrap();
            for ((single, (id, profile)), input) in singles.iter_mut().zip(&all).zip(&inputs) {
                world.move_character(profile, single, input, FRAME).unwrap();
                let state = crowd.state(*id).unwrap();
                assert_eq!(bytes_of(state), bytes_of(single), "frame {frame}: {state:?} {single:?}");
            }
        }
        assert!(singles.iter().filter(|state| state.ground().is_grounded()).count() > 20);
    }
}

#[test]
fn a_restored_crowd_of_capsules_goes_on_with_the_same_bits() {
    let mut random = Random(9);
    let (world, mut crowd, all) = crowd_in_a_room(&mut random, EachOther::Solid);
    for _ in 0..30 {
        crowd.step(&world, FRAME).unwrap();
    }
    let mut bytes = Vec::new();
    crowd.save_into(&mut bytes);
    let mut restored = new_crowd();
    restored.restore(&bytes).unwrap();
    for &(id, profile) in &all {
        assert_eq!(restored.profile(id).unwrap(), &profile);
    }
    for _ in 0..60 {
        assert_eq!(crowd.step(&world, FRAME), restored.step(&world, FRAME));
        assert_eq!(crowd.state_hash(), restored.state_hash());
    }
}

#[test]
fn two_capsules_stop_at_each_other_where_their_bodies_touch() {
    let floor = Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0)).unwrap().cook();
    let mut world = World::new();
    world.add(&floor, Placement::at(DVec3::Y * -0.5)).unwrap();
    // Side to side, and end to end: half lengths and radii along the way.
    for (axis, reach) in [(Axis::Y, 0.3), (Axis::X, 0.8), (Axis::Z, 0.3)] {
        let shape = Capsule::new(0.3, 0.5).unwrap().along(axis);
        let settings =
            CharacterSettings { shape: shape.into(), each_other: EachOther::Solid, ..CharacterSettings::default() };
        let profile = CharacterProfile::new(&settings).unwrap();
        let mut crowd = new_crowd();
        let ids = [-2.0_f32, 2.0].map(|x| {
            let id = crowd.spawn_standing(&profile, Vec3::X * x).unwrap();
            crowd.set_desired_velocity(id, Vec3::X * -x.signum()).unwrap();
            id
        });
        for _ in 0..240 {
            crowd.step(&world, FRAME).unwrap();
        }
        let [one, other] = ids.map(|id| crowd.position(id).unwrap().to_vec3());
        let gap = other.x - one.x - 2.0 * reach;
        assert!((0.0..0.01).contains(&gap), "{axis:?}: {gap} m between {one} and {other}");
    }
}

#[test]
fn queries_meet_the_side_the_end_and_the_middle_of_a_capsule() {
    let (capsule, all) = (Capsule::new(0.5, 1.0).unwrap(), CharacterFilter::default());
    let mut crowd = new_crowd();
    let id = crowd.spawn(&CharacterProfile::of_shape(capsule), Vec3::Y).unwrap();
    let ray = |from: Vec3, way: Vec3| crowd.ray(from, way, 9.0, all).unwrap();
    let side = ray(Vec3::new(-3.0, 1.7, 0.0), Vec3::X).unwrap();
    assert_eq!((side.id, side.distance, side.normal), (id, 2.5, Vec3::NEG_X));
    assert!((side.point - Vec3::new(-0.5, 1.7, 0.0)).length() < 1e-6);
    let end = ray(Vec3::Y * 5.0, Vec3::NEG_Y).unwrap();
    assert_eq!((end.distance, end.normal), (2.5, Vec3::Y));
    assert!(
        ray(Vec3::new(-3.0, 2.4, 0.4), Vec3::X).is_none(),
        "past the round of the end, which an ellipsoid's box would hold"
    );
    // Two upright ones touch all along: the middle of the common part is told.
    let swept = crowd.sweep(capsule, Vec3::new(4.0, 2.0, 0.0), Vec3::X * -4.0, all).unwrap().unwrap();
    assert_eq!((swept.fraction, swept.normal), (0.75, Vec3::X));
    assert!((swept.point - Vec3::new(0.5, 1.5, 0.0)).length() < 1e-6, "{}", swept.point);
    // Spines that cross part across both, or sidewards if they are in one line.
    let mut out = Vec::new();
    let lying = capsule.along(Axis::X);
    crowd.overlap_all(lying, Vec3::new(0.1, 1.2, 0.0), all, &mut out).unwrap();
    assert!((out[0].depth - 1.0).abs() < 1e-6 && out[0].normal.z.abs() > 0.999_999, "{:?}", out[0]);
    crowd.overlap_all(capsule, Vec3::new(0.0, 1.2, 0.0), all, &mut out).unwrap();
    assert!((out[0].depth - 1.0).abs() < 1e-6 && out[0].normal.y.abs() < 1e-6, "{:?}", out[0]);
    assert!(!crowd.overlap(capsule, Vec3::new(1.0, 3.0, 0.2), all).unwrap(), "beside and above it");
}

#[test]
fn a_capsule_crouches_by_a_shorter_spine_and_stands_up_only_where_there_is_room() {
    let slab = Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0)).unwrap().cook();
    let mut world = World::new();
    world.add(&slab, Placement::at(DVec3::Y * -0.5)).unwrap();
    let ceiling = world.add(&slab, Placement::at(DVec3::Y * 1.7)).unwrap();
    let [standing, crouched] =
        [1.8, 1.0].map(|height| CharacterProfile::of_shape(Capsule::from_height(0.4, height).unwrap()));
    let mut crowd = new_crowd();
    let id = crowd.spawn_standing(&crouched, Vec3::ZERO).unwrap();
    crowd.step(&world, FRAME).unwrap();
    assert!(crowd.set_profile(&world, id, &standing).is_err(), "1.2 m are too low");
    world.remove(ceiling).unwrap();
    crowd.set_profile(&world, id, &standing).unwrap();
    assert!((crowd.feet(id).unwrap().to_vec3() - Vec3::Y * 0.01).length() < 1e-4, "{:?}", crowd.feet(id));
    assert!((crowd.position(id).unwrap().to_vec3().y - 0.91).abs() < 1e-4);
}

#[test]
fn a_platform_carries_a_capsule_and_a_wall_pushes_it_by_its_side() {
    let shapes: [(Shape, f32); 2] = [
        (Capsule::from_height(0.4, 1.8).unwrap().into(), 0.4),
        (Capsule::new(0.2, 0.4).unwrap().along(Axis::X).into(), 0.6),
    ];
    for (shape, reach) in shapes {
        let mut world = World::new();
        let deck = Mesh::cuboid(Vec3::new(5.0, 0.5, 5.0)).unwrap().cook();
        let deck = world.add(&deck, Placement::at(DVec3::Y * -0.5)).unwrap();
        let wall = Mesh::cuboid(Vec3::new(0.5, 3.0, 5.0)).unwrap().cook();
        let wall = world.add(&wall, Placement::at(DVec3::new(-9.0, 3.1, 0.0))).unwrap();
        let profile = CharacterProfile::of_shape(shape);
        let mut crowd = new_crowd();
        let id = crowd.spawn_standing(&profile, Vec3::Z).unwrap();
        crowd.step(&world, FRAME).unwrap();
        let from = crowd.position(id).unwrap().to_vec3();
        for frame in 1..=60_u8 {
            let part = f64::from(frame) / 60.0;
            world.move_to(deck, Placement::at(DVec3::new(0.0, -0.5 + 0.5 * part, 2.0 * part))).unwrap();
            crowd.step_in(&world.begin_step(FRAME).unwrap());
        }
        let there = crowd.position(id).unwrap().to_vec3();
        assert!((there - from - Vec3::new(0.0, 0.5, 2.0)).length() < 5e-3, "{shape:?}: {from} to {there}");
        // The wall comes to x = 0 with its face, and nothing else is in the way.
        for frame in 1..=120_u8 {
            let x = -3.0 + 2.5 * f64::from(frame) / 120.0;
            world.move_to(wall, Placement::at(DVec3::new(x, 3.6, 0.0))).unwrap();
            crowd.step_in(&world.begin_step(FRAME).unwrap());
        }
        let gap = crowd.position(id).unwrap().to_vec3().x - reach;
        assert!((0.0..0.02).contains(&gap), "{shape:?}: {gap} m before the wall");
    }
}
