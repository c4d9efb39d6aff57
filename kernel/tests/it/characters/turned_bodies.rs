//! Characters whose bodies are turned. Judged in `f64` over all triangles, turned back so that the body lies along the axes.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::placed::{PlacedWorld, cook, loose, scaled, turned};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, quad, room, terrain, world_of};
use glam::{DQuat, DVec3, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use sweep8::inspect::count_at_rest;
use sweep8::{
    Backend, CharacterProfile, CharacterState, Ellipsoid, Field, Ground, InputError, Mesh, MoveInput, MoveMemory,
    Placement, SlideSettings, SlideStatus, World,
};
use sweep8_scalar_ref::brute_force::{Triangle, closest_point};

const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.3, 0.5), Vec3::new(0.15, 0.6, 0.25)];

const CLEAR: f64 = 1.0 - 1e-4;

const STEP: f32 = 1.0 / 60.0;

fn turned_back(triangles: &[Triangle], orientation: Quat) -> Vec<Triangle> {
    let back = orientation.as_dquat().normalize().conjugate();
    triangles.iter().map(|corners| corners.map(|v| back * v)).collect()
}

fn exact(level: &Level) -> Vec<Triangle> {
    level.iter().map(|corners| corners.map(Vec3::as_dvec3)).collect()
}

/// Walks a turned body through a world from a place that is clear; each end is clear, no path crosses anything. How many steps,
/// and how many of them on a ground.
fn walks(
    world: &World,
    triangles: &[Triangle],
    random: &mut Random,
    radii: Vec3,
    about: DVec3,
    nearest: &mut f64,
) -> (u32, u32) {
    let (profile, skin) = (profile_of(radii), SlideSettings::default().skin);
    let orientation = turned(random);
    let back = orientation.as_dquat().normalize().conjugate();
    let seen = turned_back(triangles, orientation);
    let judge = Judge { triangles: &seen, radii, skin };
    let place = |random: &mut Random| about + DVec3::new(random.range(-4.0, 4.0), random.range(0.2, 2.5), 0.0);
    let Some(start) = (0..400).map(|_| place(random)).find(|&place| judge.hull_distance(back * place) > 1.0) else {
        return (0, 0);
    };
    let mut state = CharacterState { orientation, ..CharacterState::new(start) };
    let mut input = MoveInput::EARTH;
    let mut grounded = 0;
    for step in 0..200 {
        if step % 40 == 0 {
            let heading = (random.direction() * DVec3::new(1.0, 0.0, 1.0)).as_vec3();
            input.desired_velocity = heading * random.scale(0.5, 30.0) as f32;
        }
        let before = state.position.to_dvec3();
        let out = world.move_character(&profile, &mut state, &input, STEP).expect("it is in range");
        let after = state.position.to_dvec3();
        let case = format!("radii {radii}, step {step}, from {before}: {state:?}");
        assert_eq!(state.orientation, orientation, "{case}");
        let apart = judge.hull_distance(back * after);
        *nearest = nearest.min(apart);
        assert!(apart >= CLEAR, "hull distance {apart}, {case}");
        let waypoints = out.waypoints().iter().map(|waypoint| before + waypoint.as_dvec3());
        let path: Vec<DVec3> = [before].into_iter().chain(waypoints).map(|point| back * point).collect();
        assert!(path.windows(2).all(|ends| judge.crossed(ends[0], ends[1]).is_none()), "{case}");
        assert!(
            (out.travel.as_dvec3() - (after - before)).length() < 1e-5 * (1.0 + f64::from(out.travel.length())),
            "{case}"
        );
        for contact in out.contacts() {
            let point = contact.point.as_dvec3();
            let off = triangles.iter().map(|t| closest_point(point, t).distance(point)).fold(f64::INFINITY, f64::min);
            assert!(off < 1e-4 + about.length() * 1.2e-7, "{off} off every triangle, {case}");
            assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{case}");
        }
        if state.ground().is_grounded() {
            grounded += 1;
            let point = state.ground_point.as_dvec3();
            let off = triangles.iter().map(|t| closest_point(point, t).distance(point)).fold(f64::INFINITY, f64::min);
            assert!(off < f64::from(skin) + about.length() * 1.2e-7, "{off} from any ground, {case}");
        }
    }
    (200, grounded)
}

#[test]
fn a_turned_body_that_starts_clear_ends_clear_and_crosses_nothing_in_one_mesh() {
    let (mut steps, mut grounded, mut nearest) = (0, 0, f64::INFINITY);
    for seed in 0..12 {
        let mut random = Random(seed);
        let level = if seed % 2 == 0 { terrain(&mut random, 20, 0.6, 0.2) } else { room(&mut random, 5.0, 5, 10) };
        let (world, triangles) = (world_of(&level), exact(&level));
        for radii in SHAPES {
            let (more, on_ground) = walks(&world, &triangles, &mut random, radii, DVec3::ZERO, &mut nearest);
            (steps, grounded) = (steps + more, grounded + on_ground);
        }
    }
    println!("{steps} steps, {grounded} of them on a ground; hull distance at least {nearest}");
    assert!(steps > 3_000 && grounded > steps / 4, "{steps} steps, {grounded} on a ground");
}

#[test]
fn a_turned_body_that_starts_clear_ends_clear_and_crosses_nothing_among_instances_far_out_too() {
    let (mut steps, mut grounded, mut nearest) = (0, 0, f64::INFINITY);
    for seed in 0..9_u64 {
        let mut random = Random(seed);
        let about = [DVec3::ZERO, DVec3::new(-300.0, 20.0, 41.0), DVec3::new(9e6, 0.0, -1.6e7)][seed as usize % 3];
        let mut placed = PlacedWorld::new();
        let ground = terrain(&mut random, 20, 0.6, 0.2);
        placed.add(&ground, &cook(&ground), Placement::at(about));
        let rubble = loose(&mut random, 6, 0.8, 0.8);
        let mesh = cook(&rubble);
        for _ in 0..20 {
            let (rotation, scale) = (turned(&mut random), scaled(&mut random, 0.3, 1.5));
            let translation = about + random.vector(4.0);
            placed.add(&rubble, &mesh, Placement { translation, rotation, scale });
        }
        for radii in SHAPES {
            let (more, on_ground) = walks(&placed.world, &placed.triangles, &mut random, radii, about, &mut nearest);
            (steps, grounded) = (steps + more, grounded + on_ground);
        }
    }
    println!("{steps} steps, {grounded} of them on a ground; hull distance at least {nearest}");
    assert!(steps > 3_000 && grounded > steps / 4, "{steps} steps, {grounded} on a ground");
}

/// A floor of 40 m, its top at 0.
fn floor() -> Level {
    quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0)
}

#[test]
fn who_lies_on_a_floor_lies_a_skin_above_it_and_rests_to_the_bit() {
    let (world, profile) = (world_of(&floor()), profile_of(SHAPES[0]));
    for (orientation, half) in [
        (Quat::from_rotation_x(FRAC_PI_2), 0.4),
        // Aslant: the half height is the root of the mean of both squares.
        (Quat::from_rotation_z(FRAC_PI_4), f64::midpoint(0.4 * 0.4, 0.9 * 0.9).sqrt()),
    ] {
        let mut state = CharacterState { orientation, ..CharacterState::new(Vec3::new(0.3, 1.2, 0.1)) };
        for _ in 0..120 {
            world.move_character(&profile, &mut state, &MoveInput::EARTH, STEP).expect("it is in range");
        }
        let rested = state;
        world.move_character(&profile, &mut state, &MoveInput::EARTH, STEP).expect("it is in range");
        assert_eq!(bytemuck::bytes_of(&state), bytemuck::bytes_of(&rested));
        assert!(matches!(state.ground(), Ground::Floor(normal) if (normal - Vec3::Y).length() < 1e-6), "{state:?}");
        let gap = state.position.to_dvec3().y - half;
        assert!((0.008..0.0115).contains(&gap), "{gap} m above the floor");
        assert!((state.feet(&profile, Vec3::Y).to_dvec3().y - gap).abs() < 1e-6, "{}", state.feet(&profile, Vec3::Y));
    }
}

#[test]
fn a_turned_body_moves_as_an_upright_one_does_in_the_world_turned_about_it() {
    let mut random = Random(7);
    let level = room(&mut random, 5.0, 6, 20);
    let mesh = cook(&level);
    let (mut compared, mut worst) = (0, 0.0_f64);
    for case in 0..300 {
        let radii = SHAPES[case % SHAPES.len()];
        let profile = profile_of(radii);
        let orientation = turned(&mut random);
        let back = orientation.conjugate();
        let (mut world, mut other) = (World::new(), World::new());
        world.add(&mesh, Placement::IDENTITY).expect("it is in range");
        other.add(&mesh, Placement { rotation: back, ..Placement::IDENTITY }).expect("it is in range");
        let start = random.vector(3.5).as_vec3();
        let mut state = CharacterState { orientation, ..CharacterState::new(start) };
        let mut upright = CharacterState::new(back * start);
        let velocity = (random.direction() * random.scale(0.1, 20.0)).as_vec3();
        let input = MoveInput { desired_velocity: velocity, up: Vec3::Y, ..MoveInput::EARTH };
        let seen = MoveInput {
            desired_velocity: back * velocity,
            gravity: back * input.gravity,
            up: (back * Vec3::Y).normalize(),
            ..input
        };
        let out = world.move_character(&profile, &mut state, &input, STEP).expect("it is in range");
        let expected = other.move_character(&profile, &mut upright, &seen, STEP).expect("it is in range");
        if out.depenetrated_by > 0.0 || out.contacts().len() != expected.contacts().len() {
            continue;
        }
        compared += 1;
        let off = (state.position.to_dvec3() - orientation.as_dquat() * upright.position.to_dvec3()).length();
        worst = worst.max(off);
        assert_eq!(out.status, expected.status, "case {case}");
    }
    println!("{compared} moves compared, at most {worst:.1e} m apart");
    assert!(compared > 100 && worst < 2e-5, "{compared} compared, {worst}");
}

#[test]
fn one_a_slice_and_a_crowd_of_turned_bodies_give_the_same_bits_on_every_backend() {
    let mut random = Random(3);
    let level = terrain(&mut random, 24, 0.6, 0.2);
    let profiles: Vec<CharacterProfile> = SHAPES.map(profile_of).to_vec();
    let mut states = Vec::new();
    for key in 0..90_u32 {
        let start = DVec3::new(random.range(-5.0, 5.0), 1.5, random.range(-5.0, 5.0));
        let orientation = if key % 3 == 0 { Quat::IDENTITY } else { turned(&mut random) };
        states.push(CharacterState { profile: key % 3, key, orientation, ..CharacterState::new(start) });
    }
    let heading = |_| MoveInput { desired_velocity: (random.direction() * 3.0).as_vec3(), ..MoveInput::EARTH };
    let inputs: Vec<MoveInput> = (0..90).map(heading).collect();
    let mut expected: Option<Vec<u8>> = None;
    for backend in Backend::available() {
        let world = world_of(&level).with_backend(backend).expect("it is available");
        let (mut alone, mut slices) = (states.clone(), states.clone());
        let (mut crowd, mut memory) = (new_crowd(), MoveMemory::new());
        let mut ids = Vec::new();
        for (state, input) in states.iter().zip(&inputs) {
            let id = crowd.spawn(&profiles[state.profile as usize], state.position).expect("it is in range");
            crowd
                .set_state(id, &CharacterState { profile: crowd.state(id).expect("it is there").profile, ..*state })
                .expect("it is in range");
            crowd.set_input(id, input).expect("it is in range");
            ids.push(id);
        }
        for _ in 0..60 {
            for (state, input) in alone.iter_mut().zip(&inputs) {
                let profile = &profiles[state.profile as usize];
                world.move_character(profile, state, input, STEP).expect("it is in range");
            }
            world.move_characters(&profiles, &mut slices, &inputs, STEP, &mut memory).expect("it is in range");
            crowd.step(&world, STEP).expect("it is in range");
        }
        let bytes = bytemuck::cast_slice(&alone).to_vec();
        assert!(bytemuck::cast_slice::<_, u8>(&slices) == bytes, "{backend}: slices");
        for (id, own) in ids.iter().zip(&alone) {
            let state = crowd.state(*id).expect("it is there");
            let state = CharacterState { profile: own.profile, key: own.key, ..*state };
            assert_eq!(bytemuck::bytes_of(&state), bytemuck::bytes_of(own), "{backend}: crowd");
        }
        assert!(expected.get_or_insert(bytes.clone()) == &bytes, "{backend}");
    }
}

#[test]
fn a_crowd_that_lies_rests_until_its_floor_is_taken_away() {
    let mut world = World::new();
    let slab = world.add(&cook(&floor()), Placement::IDENTITY).expect("it is in range");
    let mut crowd = new_crowd();
    let mut ids = Vec::new();
    for place in 0..8_u8 {
        let id =
            crowd.spawn(&profile_of(SHAPES[0]), Vec3::new(f32::from(place) * 2.0 - 8.0, 0.95, 0.0)).expect("it is");
        let orientation = Quat::from_rotation_y(f32::from(place)) * Quat::from_rotation_x(1.2);
        crowd.turn(&world, id, orientation).expect("there is room");
        ids.push(id);
    }
    for _ in 0..120 {
        crowd.step(&world, STEP).expect("it is in range");
    }
    assert_eq!(count_at_rest(&crowd), ids.len());
    crowd.watch_contacts(ids[1]).expect("it is there");
    crowd.step(&world, STEP).expect("it is in range");
    assert!((crowd.contacts(ids[1]).expect("it is there")[0].face_normal - Vec3::Y).length() < 1e-6);
    world.remove(slab).expect("it is there");
    crowd.step(&world, STEP).expect("it is in range");
    assert!(ids.iter().all(|&id| crowd.ground(id) == Ok(Ground::Air)));
}

#[test]
fn who_turns_keeps_its_feet_and_is_refused_by_name_where_there_is_no_room() {
    // A slit of 1 m, in which one can lie but not stand.
    let mut level = floor();
    level.extend(quad(Vec3::new(-20.0, 1.0, -20.0), Vec3::X * 40.0, Vec3::Z * 40.0));
    let world = world_of(&level);
    let (mut crowd, lying) = (new_crowd(), Quat::from_rotation_x(FRAC_PI_2));
    let person = crowd.spawn(&profile_of(SHAPES[0]), Vec3::new(0.0, 0.5, 0.0)).expect("it is in range");
    crowd
        .set_state(person, &CharacterState { orientation: lying, ..*crowd.state(person).expect("it is there") })
        .expect("it is in range");
    let before = *crowd.state(person).expect("it is there");
    let refused = crowd.turn(&world, person, Quat::IDENTITY);
    assert!(matches!(refused, Err(InputError::NoRoom { field: Field::Orientation, .. })), "{refused:?}");
    assert_eq!(crowd.state(person), Ok(&before), "nothing has changed");
    let about_up = Quat::from_rotation_y(0.8) * lying;
    crowd.turn(&world, person, about_up).expect("there is room");
    assert!((crowd.feet(person).expect("it is there").to_dvec3().y - 0.1).abs() < 1e-6);

    for bad in [Quat::from_xyzw(0.0, 0.0, 0.0, 1.1), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), lying * 0.0] {
        let refused = crowd.turn(&world, person, bad).expect_err("it is no rotation");
        assert_eq!(refused.field(), Field::Orientation);
    }
    let mut state = before;
    let refused = world
        .turn_character(&profile_of(SHAPES[0]), &mut state, lying, Vec3::Y * 2.0)
        .expect_err("no direction is that long");
    assert_eq!(refused.field(), Field::Up);
}

#[test]
fn a_larger_shape_is_asked_for_room_as_the_body_is_turned() {
    let (world, mut crowd) = (world_of(&floor()), new_crowd());
    let lying = Quat::from_rotation_x(FRAC_PI_2);
    let person = crowd.spawn(&profile_of(SHAPES[0]), Vec3::Y).expect("it is in range");
    crowd.turn(&world, person, lying).expect("there is room");
    assert!((crowd.position(person).expect("it is there").to_vec3().y - 0.5).abs() < 1e-6, "its feet stay 0.1 m up");
    crowd.set_profile(&world, person, &profile_of(Vec3::new(0.4, 0.9, 0.6))).expect("there is room");
    assert!((crowd.position(person).expect("it is there").to_vec3().y - 0.7).abs() < 1e-6);
}

#[test]
fn a_body_that_lies_on_a_lift_and_on_a_disc_keeps_its_place() {
    for rate in [30.0_f32, 60.0, 240.0] {
        let mut world = World::new();
        let slab = Mesh::cuboid(Vec3::new(3.0, 0.1, 3.0)).expect("it is a cuboid").cook();
        let start = Placement::at(DVec3::Y * -0.1);
        let platform = world.add(&slab, start).expect("it is in range");
        let profile = profile_of(SHAPES[0]);
        let orientation = Quat::from_rotation_y(0.4) * Quat::from_rotation_x(FRAC_PI_2);
        let mut state = CharacterState { orientation, ..CharacterState::new(Vec3::new(1.2, 0.41, -0.4)) };
        let (mut first, mut drift) = (None, 0.0_f64);
        for frame in 0..(rate * 20.0) as u32 {
            let time = f64::from(frame) / f64::from(rate);
            let target = Placement {
                translation: start.translation + DVec3::Y * 4.0 * (0.5 * time).sin(),
                rotation: DQuat::from_rotation_y(0.8 * time).as_quat(),
                ..start
            };
            world.move_to(platform, target).expect("it is in range");
            let step = world.begin_step(1.0 / rate).expect("it is a time step");
            step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
            let back = target.rotation.as_dquat().normalize().conjugate();
            let place = back * (state.position.to_dvec3() - target.translation);
            drift = drift.max((place - *first.get_or_insert(place)).length());
            assert!(state.ground().is_grounded(), "{rate} Hz, frame {frame}");
        }
        println!("{rate} Hz: {drift:.1e} m in 20 s");
        assert!(drift < 1e-3, "{rate} Hz: {drift}");
    }
}

#[test]
fn a_press_crushes_a_turned_body_that_its_gap_does_not_fit() {
    // Walls that come to 1 m from each other.
    for (orientation, fits) in [(Quat::IDENTITY, true), (Quat::from_rotation_z(FRAC_PI_2), false)] {
        for rate in [30.0_f32, 240.0] {
            let mut world = World::new();
            let wall = Mesh::cuboid(Vec3::new(0.5, 5.0, 5.0)).expect("it is a cuboid").cook();
            world.add(&wall, Placement::at(DVec3::X * -1.5)).expect("it is in range");
            let press = world.add(&wall, Placement::at(DVec3::X * 3.0)).expect("it is in range");
            let profile = profile_of(SHAPES[0]);
            let mut state = CharacterState { orientation, ..CharacterState::new(Vec3::new(0.2, 0.0, 0.0)) };
            let input = MoveInput { gravity: Vec3::ZERO, ..MoveInput::EARTH };
            let mut crushed = false;
            let frames = (rate * 1.5) as u32;
            for frame in 1..=frames {
                let part = f64::from(frame) / f64::from(frames);
                world.move_to(press, Placement::at(DVec3::X * (3.0 - 2.5 * part))).expect("it is in range");
                let step = world.begin_step(1.0 / rate).expect("it is a time step");
                let out = step.move_character(&profile, &mut state, &input).expect("it is in range");
                crushed |= out.status == SlideStatus::Crushed;
                assert_eq!(out.crushed_by.is_some(), out.status == SlideStatus::Crushed);
                let (left, half) = (state.position.to_dvec3().x + 1.0, if fits { 0.4 } else { 0.9 });
                assert!(left > half - 1e-4, "{left} m from the wall that stands still");
            }
            assert_eq!(crushed, !fits, "{orientation}, {rate} Hz");
        }
    }
}

#[test]
fn a_body_along_the_axes_whose_quaternion_has_the_other_sign_moves_alike() {
    let mut random = Random(5);
    let (world, profile) = (world_of(&terrain(&mut random, 20, 0.6, 0.2)), profile_of(SHAPES[0]));
    let input = MoveInput { desired_velocity: Vec3::new(2.0, 0.0, 0.5), ..MoveInput::EARTH };
    let mut states = [Quat::IDENTITY, -Quat::IDENTITY]
        .map(|orientation| CharacterState { orientation, ..CharacterState::new(Vec3::Y * 2.0) });
    for _ in 0..60 {
        for state in &mut states {
            world.move_character(&profile, state, &input, STEP).expect("it is in range");
        }
    }
    let off = (states[0].position.to_dvec3() - states[1].position.to_dvec3()).length();
    assert!(off < 1e-4, "{off}");
}

#[test]
fn a_ball_does_not_show_how_it_is_turned() {
    let (world, profile) = (world_of(&floor()), CharacterProfile::of_shape(Ellipsoid::ball(0.5).expect("a ball")));
    let input = MoveInput { desired_velocity: Vec3::new(2.0, 0.0, 0.5), ..MoveInput::EARTH };
    let mut state =
        CharacterState { orientation: Quat::from_rotation_z(1.0), ..CharacterState::new(Vec3::new(0.0, 0.51, 0.0)) };
    for _ in 0..60 {
        world.move_character(&profile, &mut state, &input, STEP).expect("it is in range");
    }
    assert!((state.position.to_dvec3() - DVec3::new(2.0, 0.51, 0.5)).length() < 1e-4, "{:?}", state.position);
}
