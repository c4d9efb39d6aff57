//! The data in contacts for pushing an engine's own bodies: the velocity of a character that nothing stops, and its mass.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd};
use crate::testkit::worlds::{quad, terrain, world_of};
use glam::{Quat, Vec3};
use sweep8::{CharacterContact, CharacterProfile, CharacterSettings, CharacterState, Field, MoveInput, World};

const FRAME: f32 = 1.0 / 60.0;

#[test]
fn where_nothing_is_a_step_ends_with_the_free_velocity_and_the_desired_one_is_a_part_of_it() {
    let (world, mut random) = (World::new(), Random(1));
    let mut worst = 0.0_f32;
    for case in 0..2_000 {
        let air_control = random.range(0.0, 1.0) as f32;
        let profile = checked(CharacterSettings { air_control, max_fall_speed: 12.0, ..CharacterSettings::default() });
        let mut state = CharacterState::new(random.vector(9.0).as_vec3());
        state.velocity = random.vector(15.0).as_vec3();
        if case % 2 == 0 {
            state.orientation = random.turn().as_quat().normalize();
        }
        let input = MoveInput {
            desired_velocity: random.vector(5.0).as_vec3(),
            impulse: random.vector(2.0).as_vec3(),
            gravity: if case % 3 == 0 { random.vector(9.0).as_vec3() } else { MoveInput::EARTH.gravity },
            ..MoveInput::EARTH
        };
        let seconds = random.range(0.001, 0.1) as f32;
        let free = state.free_velocity(&profile, &input, seconds).unwrap();
        world.move_character(&profile, &mut state, &input, seconds).unwrap();
        // Under gravity the level part of the desire counts.
        let desired = input.desired_velocity.reject_from_normalized(input.up());
        worst = worst.max((state.velocity + desired * air_control - free).length());
    }
    println!("{worst} m/s");
    assert!(worst < 1e-5, "{worst}");
}

#[test]
fn every_contact_has_the_free_velocity_of_before_the_step_and_the_mass() {
    let mut random = Random(2);
    let world = world_of(&terrain(&mut random, 24, 0.6, 0.4));
    let mut crowd = new_crowd();
    let ids: Vec<_> = (0..30_u8)
        .map(|number| {
            let settings = CharacterSettings { mass: f32::from(number) + 20.0, ..CharacterSettings::default() };
            let id = crowd.spawn(&checked(settings), random.vector(4.0).as_vec3() + Vec3::Y * 3.0).unwrap();
            crowd.watch_contacts(id).unwrap();
            if number % 3 == 0 {
                let orientation = Quat::from_rotation_z(0.1 * f32::from(number));
                crowd.set_state(id, &CharacterState { orientation, ..*crowd.state(id).unwrap() }).unwrap();
            }
            id
        })
        .collect();
    let (mut contacts, mut pushing) = (0, 0);
    for _ in 0..200 {
        for &id in &ids {
            match random.whole(0, 19) as u32 {
                0..3 => crowd.set_desired_velocity(id, random.vector(4.0).as_vec3()).unwrap(),
                3 => crowd.jump(id, 3.0).unwrap(),
                4 => crowd.add_impulse(id, random.vector(3.0).as_vec3()).unwrap(),
                _ => {}
            }
        }
        let free: Vec<Vec3> = ids
            .iter()
            .map(|&id| {
                let (state, profile, input) = (crowd.state(id), crowd.profile(id), crowd.input(id));
                state.unwrap().free_velocity(profile.unwrap(), input.unwrap(), FRAME).unwrap()
            })
            .collect();
        crowd.step(&world, FRAME).unwrap();
        for (&id, &free) in ids.iter().zip(&free) {
            for about in crowd.contacts(id).unwrap() {
                assert_eq!((about.free_velocity, about.mass), (free, crowd.profile(id).unwrap().settings().mass));
                let (into, normal) = (about.velocity_into(), about.contact.normal);
                assert!(into.dot(normal) <= 0.0 && into.cross(normal).length() < 1e-5);
                assert!((into.dot(normal) - free.dot(normal).min(0.0)).abs() < 1e-5);
                contacts += 1;
                pushing += usize::from(into != Vec3::ZERO);
            }
        }
    }
    println!("{contacts} contacts, {pushing} push");
    assert!(contacts > 1_000 && pushing > 700, "{contacts} {pushing}");
}

#[test]
fn who_walks_against_a_wall_brings_its_speed_and_who_stands_its_weight() {
    let level = [
        quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0),
        quad(Vec3::new(2.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::Y * 5.0),
    ];
    let world = world_of(&level.concat());
    let mut crowd = new_crowd();
    let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(1.0, 0.91, 0.0)).unwrap();
    crowd.watch_contacts(person).unwrap();
    crowd.set_desired_velocity(person, Vec3::new(3.0, 0.0, 1.0)).unwrap();
    for _ in 0..60 {
        crowd.step(&world, FRAME).unwrap();
    }
    let along = |normal: Vec3| {
        let mut contacts = crowd.contacts(person).unwrap().iter();
        contacts.find(|about| about.contact.normal == normal).map(CharacterContact::velocity_into)
    };
    let (wall, floor) = (along(Vec3::NEG_X).expect("a wall"), along(Vec3::Y).expect("a floor"));
    assert!((wall - Vec3::X * 3.0).length() < 1e-5, "{wall}");
    assert!((floor - Vec3::NEG_Y * 9.81 * FRAME).length() < 1e-5, "{floor}");
}

#[test]
fn wrong_input_is_refused_by_name() {
    let (profile, state) = (CharacterProfile::default(), CharacterState::new(Vec3::ZERO));
    let field = |state: &CharacterState, input: &MoveInput, seconds| {
        state.free_velocity(&profile, input, seconds).map_err(|error| error.field())
    };
    assert!(field(&state, &MoveInput::EARTH, 0.0).is_ok());
    assert_eq!(field(&state, &MoveInput::EARTH, -1.0), Err(Field::TimeStep));
    let input = MoveInput { desired_velocity: Vec3::NAN, ..MoveInput::EARTH };
    assert_eq!(field(&state, &input, 0.1), Err(Field::DesiredVelocity));
    let state = CharacterState { velocity: Vec3::INFINITY, ..state };
    assert_eq!(field(&state, &MoveInput::EARTH, 0.1), Err(Field::Velocity));
}
