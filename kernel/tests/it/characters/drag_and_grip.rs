//! What slows a velocity: drag in the air, and the friction of the floor under a knock-back. Neither knows the time step.

use crate::testkit::Random;
use crate::testkit::crowds::checked;
use crate::testkit::worlds::{made_of, quad};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ground, MoveInput, MoveMode, World};

const RATES: [u16; 6] = [10, 30, 60, 144, 240, 1000];
const G: f64 = 9.81;

fn with_drag(drag: f32) -> CharacterProfile {
    checked(CharacterSettings { drag, max_fall_speed: 1e3, ..CharacterSettings::default() })
}

#[test]
fn a_fall_with_drag_is_that_of_the_exponential_law_at_any_time_step() {
    let (mut random, world, mut worst) = (Random(27), World::new(), 0.0_f64);
    for case in 0..60 {
        let drag = random.scale(0.01, 20.0) as f32;
        let start = random.direction() * random.range(0.0, 40.0);
        let gravity = if case % 3 == 0 { DVec3::ZERO } else { DVec3::NEG_Y * G };
        let c = f64::from(drag);
        let expected = |t: f64| {
            let end = gravity / c;
            (end * t + (start - end) * (1.0 - (-c * t).exp()) / c, end + (start - end) * (-c * t).exp())
        };
        for rate in RATES {
            let mut state = CharacterState { velocity: start.as_vec3(), ..CharacterState::new(DVec3::ZERO) };
            let input = MoveInput { gravity: gravity.as_vec3(), ..MoveInput::WEIGHTLESS };
            for frame in 1..=2 * rate {
                world.move_character(&with_drag(drag), &mut state, &input, 1.0 / f32::from(rate)).unwrap();
                let (place, velocity) = expected(f64::from(frame) / f64::from(rate));
                let off = (state.position.to_dvec3() - place).length();
                worst = worst.max(off);
                let off_speed = (state.velocity.as_dvec3() - velocity).length();
                assert!(off < 2e-4 && off_speed < 2e-4, "drag {drag}, {rate} Hz, {frame}: {off} m, {off_speed} m/s");
            }
        }
    }
    println!("falls with drag at 10 to 1,000 Hz: at most {worst:.1e} m off the exponential law");
}

#[test]
fn a_fall_of_ten_metres_a_second_without_gravity_ends_by_drag_and_not_without() {
    let world = World::new();
    for (drag, way) in [(0.0, 100.0), (1.0, 10.0), (4.0, 2.5)] {
        let mut state = CharacterState { velocity: Vec3::Y * -10.0, ..CharacterState::new(Vec3::ZERO) };
        for _ in 0..600 {
            world.move_character(&with_drag(drag), &mut state, &MoveInput::WEIGHTLESS, 1.0 / 60.0).unwrap();
        }
        assert!((state.position.to_vec3().y + way).abs() < 1e-2, "drag {drag}: {:?}", state.position);
    }
}

#[test]
fn a_fall_with_drag_is_no_faster_than_the_greatest_fall_speed() {
    let profile = checked(CharacterSettings { drag: 0.1, max_fall_speed: 20.0, ..CharacterSettings::default() });
    let (world, mut state) = (World::new(), CharacterState::new(Vec3::ZERO));
    for _ in 0..600 {
        world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
        assert!(state.velocity.y >= -20.0);
    }
    assert_eq!(state.velocity.y, -20.0);
}

/// A floor with that friction, and a person on it whose velocity on the ground only friction slows.
fn floor(friction: f32) -> World {
    let level = quad(Vec3::new(-90.0, 0.0, -90.0), Vec3::Z * 180.0, Vec3::X * 180.0);
    made_of(&level, &[friction], &[0, 0])
}

/// Gives an impulse to a person who stands: the distance from there after each of some steps, and the end.
fn knocked(
    world: &World,
    profile: &CharacterProfile,
    rate: u16,
    impulse: Vec3,
    steps: u16,
) -> (Vec<f64>, CharacterState) {
    let mut state = CharacterState::standing(Vec3::ZERO, profile, Vec3::Y);
    let mut step = |impulse: Vec3| {
        let input = MoveInput { impulse, ..MoveInput::EARTH };
        world.move_character(profile, &mut state, &input, 1.0 / f32::from(rate)).unwrap();
        state
    };
    (0..rate / 2).for_each(|_| _ = step(Vec3::ZERO));
    let from = step(Vec3::ZERO).position.to_dvec3();
    let path = (0..steps).map(|number| {
        let now = step(if number == 0 { impulse } else { Vec3::ZERO });
        (now.position.to_dvec3() - from).length()
    });
    (path.collect(), state)
}

#[test]
fn a_knock_back_slides_as_far_as_the_friction_of_the_floor_says_at_any_time_step() {
    let mut worst = 0.0_f64;
    for mode in [MoveMode::Walk, MoveMode::Slide] {
        let profile = checked(CharacterSettings { mode, ground_damping: 0.0, ..CharacterSettings::default() });
        for (friction, speed) in [(0.1_f32, 1.0_f32), (0.3, 4.0), (1.0, 4.0), (1.0, 8.0), (0.7, 0.3)] {
            let world = floor(friction);
            for rate in RATES {
                let (path, state) = knocked(&world, &profile, rate, Vec3::new(0.6, 0.0, 0.8) * speed, 3 * rate);
                let way = path[path.len() - 1];
                let expected = f64::from(speed).powi(2) / (2.0 * f64::from(friction) * G);
                worst = worst.max((way - expected).abs());
                assert!((way - expected).abs() < 2e-3, "{friction}, {speed} m/s, {rate} Hz: {way} m of {expected}");
                assert_eq!((state.velocity, state.ground()), (Vec3::ZERO, Ground::Floor(Vec3::Y)));
            }
        }
    }
    println!("knock-backs at 10 to 1,000 Hz: at most {worst:.1e} m off v² / 2µg");
}

#[test]
fn a_knock_back_that_friction_and_damping_slow_is_as_far_at_each_moment_at_any_time_step() {
    let (mut random, mut worst) = (Random(2026), 0.0_f64);
    for case in 0..40 {
        let speed = random.scale(0.05, 12.0);
        let damping = random.scale(0.1, 40.0) as f32;
        let friction = if case % 4 == 0 { 0.0 } else { random.scale(0.01, 1.5) as f32 };
        let (d, g) = (f64::from(damping), f64::from(friction) * G);
        let stop = if g > 0.0 { (d * speed / g).ln_1p() / d } else { f64::INFINITY };
        // Of dv/dt = -d v - g.
        let way_after = |t: f64| {
            let t = t.min(stop);
            (speed + g / d) * -(-d * t).exp_m1() / d - g * t / d
        };
        let mode = if case % 2 == 0 { MoveMode::Walk } else { MoveMode::Slide };
        let profile = checked(CharacterSettings { mode, ground_damping: damping, ..CharacterSettings::default() });
        let world = floor(friction);
        for rate in RATES {
            let (path, _) = knocked(&world, &profile, rate, Vec3::new(-0.6, 0.0, 0.8) * speed as f32, 2 * rate);
            for (frame, way) in (1_u16..).zip(path) {
                let expected = way_after(f64::from(frame) / f64::from(rate));
                // Below a millimetre a second it stops, of 0.1 a second 1 cm before the end.
                let cut = 1e-3 / d;
                worst = worst.max((way - expected).abs());
                assert!(
                    (way - expected).abs() < cut + 1e-3,
                    "friction {friction}, damping {damping}, {speed} m/s, {rate} Hz, step {frame}: {way} m of {expected}"
                );
            }
        }
    }
    println!("knock-backs at 10 to 1,000 Hz: at most {worst:.1e} m off the law");
}

#[test]
fn ice_and_a_rough_floor_do_not_do_the_same_to_a_knock_back_and_a_walk_feels_neither() {
    let profile = checked(CharacterSettings { ground_damping: 1.0, ..CharacterSettings::default() });
    let ways = [0.0, 1.0].map(|friction| {
        let world = floor(friction);
        let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
        for frame in 0..300 {
            let impulse = if frame == 30 { Vec3::X * 4.0 } else { Vec3::ZERO };
            world.move_character(&profile, &mut state, &MoveInput { impulse, ..MoveInput::EARTH }, 1.0 / 60.0).unwrap();
        }
        let knocked = state.position.to_vec3().x;
        let walk = MoveInput { desired_velocity: Vec3::Z * 2.0, ..MoveInput::EARTH };
        let before = state.position.to_vec3().z;
        for _ in 0..60 {
            world.move_character(&profile, &mut state, &walk, 1.0 / 60.0).unwrap();
        }
        assert!((state.position.to_vec3().z - before - 2.0).abs() < 1e-3);
        knocked
    });
    assert!((3.8..4.1).contains(&ways[0]) && (0.5..0.8).contains(&ways[1]), "{ways:?}");
}

#[test]
fn friction_takes_nothing_from_a_jump_nor_from_who_is_in_the_air_or_weightless() {
    let profile = checked(CharacterSettings { ground_damping: 0.0, ..CharacterSettings::default() });
    let world = floor(1.0);
    for (jump_speed, gravity, height) in
        [(3.0, Vec3::NEG_Y * 9.81, 0.91), (0.0, Vec3::NEG_Y * 9.81, 30.0), (0.0, Vec3::ZERO, 0.91)]
    {
        let mut state = CharacterState::new(Vec3::Y * height);
        let still = MoveInput { gravity, up: Vec3::Y, ..MoveInput::WEIGHTLESS };
        world.move_character(&profile, &mut state, &still, 1.0 / 60.0).unwrap();
        let knocked = MoveInput { impulse: Vec3::X * 3.0, jump_speed, ..still };
        world.move_character(&profile, &mut state, &knocked, 1.0 / 60.0).unwrap();
        assert_eq!(state.velocity.x, 3.0, "{jump_speed} {gravity} {height}");
    }
}
