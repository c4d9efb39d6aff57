//! Without gravity: up alone makes floors and steps, as boots do that hold; a desire or a velocity off the floor leaves it.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, profile_of};
use crate::testkit::level::sheet;
use crate::testkit::worlds::{Level, quad, rounded, world_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ground, MoveInput, MoveMode, World};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);
const RATES: [u16; 4] = [30, 60, 144, 1000];

/// A floor, and from x = 2 on another that is higher by `rise`.
fn step(rise: f32) -> World {
    let floor = |x: f32, width: f32, y: f32| quad(Vec3::new(x, y, -9.0), Vec3::Z * 18.0, Vec3::X * width);
    let riser = quad(Vec3::new(2.0, 0.0, -9.0), Vec3::Y * rise, Vec3::Z * 18.0);
    let levels: Level = [floor(-9.0, 11.0, 0.0), floor(2.0, 20.0, rise), riser].concat();
    world_of(&levels)
}

fn boots(desired_velocity: Vec3) -> MoveInput {
    MoveInput { desired_velocity, up: Vec3::Y, ..MoveInput::WEIGHTLESS }
}

fn go(
    world: &World,
    profile: &CharacterProfile,
    state: &mut CharacterState,
    input: &MoveInput,
    rate: u16,
    seconds: u16,
) {
    for _ in 0..rate * seconds {
        world.move_character(profile, state, input, 1.0 / f32::from(rate)).unwrap();
    }
}

#[test]
fn with_up_alone_a_person_on_a_floor_stands_walks_and_climbs_steps() {
    let profile = profile_of(PERSON);
    for (rate, rise) in RATES.into_iter().flat_map(|rate| [0.1, 0.25, 0.39].map(|rise| (rate, rise))) {
        let world = step(rise);
        let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
        go(&world, &profile, &mut state, &boots(Vec3::ZERO), rate, 1);
        assert_eq!(state.ground(), Ground::Floor(Vec3::Y), "{rate} Hz");
        go(&world, &profile, &mut state, &boots(Vec3::X * 2.0), rate, 2);
        let at = state.position.to_vec3();
        assert!((at - Vec3::new(4.0, 0.91 + rise, 0.0)).length() < 2e-2, "{rate} Hz, {rise} m: {at}");
        assert_eq!(state.ground(), Ground::Floor(Vec3::Y), "{rate} Hz");
        // And down again.
        go(&world, &profile, &mut state, &boots(Vec3::X * -2.0), rate, 2);
        let at = state.position.to_vec3();
        assert!((at - Vec3::new(0.0, 0.91, 0.0)).length() < 2e-2, "{rate} Hz, {rise} m: {at}");
        assert_eq!(state.ground(), Ground::Floor(Vec3::Y), "{rate} Hz");
    }
}

#[test]
fn nobody_is_drawn_to_a_floor_that_it_does_not_touch_and_who_flies_down_lands() {
    let (world, profile) = (step(0.2), profile_of(PERSON));
    for rate in RATES {
        // Above it by two centimetres, and by more.
        for height in [0.02, 0.3, 3.0] {
            let mut state = CharacterState::new(Vec3::Y * (0.91 + height));
            go(&world, &profile, &mut state, &boots(Vec3::Z), rate, 1);
            let at = state.position.to_vec3();
            assert!((at - Vec3::new(0.0, 0.91 + height, 1.0)).length() < 1e-4, "{rate} Hz: {at}");
            assert_eq!(state.ground(), Ground::Air);
            go(&world, &profile, &mut state, &boots(Vec3::Y * -4.0), rate, 1);
            let at = state.position.to_vec3();
            assert!((at.y - 0.91).abs() < 3e-3, "{rate} Hz: {at}");
            assert_eq!(state.ground(), Ground::Floor(Vec3::Y), "{rate} Hz");
        }
    }
}

#[test]
fn a_desire_upwards_leaves_the_floor_however_slow_it_is_and_so_does_a_jump() {
    let (world, profile) = (step(0.2), profile_of(PERSON));
    for rate in RATES {
        for speed in [0.01, 0.1, 3.0] {
            let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
            go(&world, &profile, &mut state, &boots(Vec3::ZERO), rate, 1);
            go(&world, &profile, &mut state, &boots(Vec3::new(0.5, speed, 0.0)), rate, 1);
            let at = state.position.to_vec3();
            assert!((at - Vec3::new(0.5, 0.91 + speed, 0.0)).length() < 3e-3, "{rate} Hz, {speed} m/s: {at}");
            assert_eq!(state.ground(), Ground::Air, "{rate} Hz, {speed} m/s");
        }
        let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
        go(&world, &profile, &mut state, &boots(Vec3::ZERO), rate, 1);
        go(&world, &profile, &mut state, &MoveInput { jump_speed: 2.0, ..boots(Vec3::ZERO) }, rate, 1);
        assert!((state.position.to_vec3().y - 2.91).abs() < 3e-3 && state.velocity == Vec3::Y * 2.0, "{state:?}");
    }
}

#[test]
fn boots_hold_in_any_direction_in_both_modes_and_a_walk_off_the_edge_floats() {
    let mut random = Random(26);
    for (case, mode) in (0..40).flat_map(|case| [MoveMode::Walk, MoveMode::Slide].map(|mode| (case, mode))) {
        let up = random.direction();
        let profile = checked(CharacterSettings { mode, ..CharacterSettings::default() });
        let world = world_of(&rounded(&[sheet(DVec3::ZERO, up)]));
        let along = up.cross(random.direction()).normalize();
        let input = MoveInput { desired_velocity: (along * 2.0).as_vec3(), up: up.as_vec3(), ..MoveInput::WEIGHTLESS };
        let start = up * f64::from(profile.feet_below(up.as_vec3()) + 0.0101);
        let mut state = CharacterState::new(start);
        for frame in 0..60 {
            world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
            assert!(state.ground().is_grounded(), "case {case}, {mode:?}, frame {frame}");
        }
        let gone = state.position.to_dvec3() - start;
        assert!((gone - along * 2.0).length() < 1e-2, "case {case}, {mode:?}: {gone}");
    }
    // Off the end of a floor: nothing pulls.
    let (world, profile) =
        (world_of(&quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 9.0)), profile_of(PERSON));
    let mut state = CharacterState::standing(Vec3::X * -1.0, &profile, Vec3::Y);
    go(&world, &profile, &mut state, &boots(Vec3::X * 2.0), 60, 2);
    assert_eq!(state.ground(), Ground::Air);
    // It rolled over the rim, which holds until the centre is well past it.
    let at = state.position.to_vec3();
    assert!((at.x - 3.0).abs() < 1e-2 && (0.5..0.92).contains(&at.y) && state.velocity == Vec3::ZERO, "{at}");
}
