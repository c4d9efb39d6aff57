//! The desired velocity along up: under gravity it lifts nobody, without gravity it swims and flies.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, profile_of};
use crate::testkit::level::sheet;
use crate::testkit::worlds::{Level, quad, rounded, world_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, MoveInput, MoveMode, World};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);
const RATES: [u16; 4] = [30, 60, 144, 1000];

fn floor() -> Level {
    quad(Vec3::new(-90.0, 0.0, -90.0), Vec3::Z * 180.0, Vec3::X * 180.0)
}

/// Profiles that walk and that slide.
fn profiles() -> [CharacterProfile; 2] {
    [MoveMode::Walk, MoveMode::Slide].map(|mode| checked(CharacterSettings { mode, ..CharacterSettings::default() }))
}

#[test]
fn a_desire_along_up_under_gravity_lifts_nobody_off_the_ground_or_in_the_air() {
    let world = world_of(&floor());
    for (profile, rate) in profiles().iter().flat_map(|profile| RATES.map(|rate| (profile, rate))) {
        let input = MoveInput { desired_velocity: Vec3::new(3.0, 6.0, 0.0), ..MoveInput::EARTH };
        let seconds = 1.0 / f32::from(rate);
        // On the ground for a second.
        let mut state = CharacterState::standing(Vec3::ZERO, profile, Vec3::Y);
        for _ in 0..rate {
            world.move_character(profile, &mut state, &input, seconds).unwrap();
            assert!(state.ground().is_grounded(), "{rate} Hz: {state:?}");
        }
        let gone = state.position.to_vec3();
        assert!((gone - Vec3::new(3.0, 0.91, 0.0)).length() < 5e-3, "{rate} Hz: {gone}");
        // In the air for a second: as far down as a stone.
        let mut state = CharacterState::new(Vec3::Y * 50.0);
        for _ in 0..rate {
            world.move_character(profile, &mut state, &input, seconds).unwrap();
        }
        let gone = state.position.to_vec3();
        assert!((gone - Vec3::new(3.0, 50.0 - 9.81 / 2.0, 0.0)).length() < 5e-3, "{rate} Hz: {gone}");
    }
}

/// Height of a jump of 4.5 m/s by a person that desires this velocity all the time, metres.
fn height_of_jump(world: &World, profile: &CharacterProfile, desired_velocity: Vec3, seconds: f32) -> f64 {
    let mut input = MoveInput { desired_velocity, ..MoveInput::EARTH };
    let mut state = CharacterState::standing(Vec3::ZERO, profile, Vec3::Y);
    for _ in 0..10 {
        world.move_character(profile, &mut state, &input, seconds).unwrap();
    }
    let (from, mut highest) = (state.position.to_dvec3().y, 0.0_f64);
    input.jump_speed = 4.5;
    loop {
        world.move_character(profile, &mut state, &input, seconds).unwrap();
        input.jump_speed = 0.0;
        highest = highest.max(state.position.to_dvec3().y - from);
        if state.ground().is_grounded() {
            return highest;
        }
    }
}

#[test]
fn a_jump_is_as_high_whatever_part_of_the_desire_leads_up_or_down() {
    let world = world_of(&floor());
    let (mut lowest, mut highest) = (f64::MAX, 0.0_f64);
    for (profile, rate) in profiles().iter().flat_map(|profile| RATES.map(|rate| (profile, rate))) {
        for along in [-9.0, -2.8, 0.0, 2.8, 9.0] {
            let height = height_of_jump(&world, profile, Vec3::new(2.8, along, 0.0), 1.0 / f32::from(rate));
            let case = format!("{along} m/s along up, {rate} Hz: {height} m");
            // Steps miss the top of the parabola by no more than g t² / 8.
            let missed = 9.81 / 8.0 / f64::from(rate).powi(2);
            assert!((height - 4.5 * 4.5 / 2.0 / 9.81).abs() < missed + 1e-4, "{case}");
            (lowest, highest) = (lowest.min(height), highest.max(height));
        }
    }
    println!("a jump of 4.5 m/s, with 9 m/s of desire down or up, is {lowest:.4} m to {highest:.4} m high");
}

#[test]
fn the_path_under_any_gravity_is_that_of_the_level_part_of_the_desire() {
    let mut random = Random(18);
    let mut worst = 0.0_f64;
    for _ in 0..200 {
        let up = random.direction();
        let world = world_of(&rounded(&[sheet(DVec3::ZERO, up)]));
        let settings = CharacterSettings { air_control: random.unit(), ..CharacterSettings::default() };
        let profile = checked(settings);
        let gravity = (-up * random.range(1.0, 20.0)).as_vec3();
        let (across, along) = (up.cross(random.direction()) * 4.0, random.range(-8.0, 8.0));
        let start = up * random.range(1.0, 5.0);
        let ends = [along, 0.0].map(|along| {
            let desired_velocity = (across + up * along).as_vec3();
            let input = MoveInput { desired_velocity, gravity, ..MoveInput::WEIGHTLESS };
            let mut state = CharacterState::new(start);
            (0..60)
                .map(|_| {
                    world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
                    state.position.to_dvec3()
                })
                .collect::<Vec<_>>()
        });
        for (with, without) in ends[0].iter().zip(&ends[1]) {
            worst = worst.max((*with - *without).length());
        }
        assert!(worst < 1e-4, "up {up}: {worst} m");
    }
    println!("with and without a desire along up: at most {worst:.1e} m apart");
}

#[test]
fn without_gravity_all_of_the_desire_counts_in_the_air_with_up_and_without() {
    let (world, profile) = (world_of(&floor()), profile_of(PERSON));
    for up in [Vec3::ZERO, Vec3::Y, Vec3::X] {
        let desired_velocity = Vec3::new(1.0, 2.0, -0.5);
        let input = MoveInput { desired_velocity, up, ..MoveInput::WEIGHTLESS };
        let mut state = CharacterState::new(Vec3::Y * 3.0);
        assert_eq!(state.free_velocity(&profile, &input, 0.1), Ok(desired_velocity));
        for _ in 0..60 {
            world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
        }
        assert!((state.position.to_vec3() - Vec3::Y * 3.0 - desired_velocity).length() < 1e-4);
    }
    let input = MoveInput { desired_velocity: Vec3::new(1.0, 2.0, 0.0), ..MoveInput::EARTH };
    let free = CharacterState::new(Vec3::Y * 3.0).free_velocity(&profile, &input, 0.1).unwrap();
    let expected = Vec3::new(1.0, -0.981, 0.0);
    assert!((free - expected).length() < 1e-6, "what a contact is told has no desire along up under gravity: {free}");
}
