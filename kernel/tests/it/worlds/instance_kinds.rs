//! One-sided platforms stop who comes from their front, sensors stop nobody; both show in no bit of a world without them.

use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::placed::cook;
use crate::testkit::worlds::{Level, quad};
use core::f32::consts::{FRAC_PI_2, PI};
use glam::{DVec3, Quat, Vec3};
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, Ellipsoid, Filter, Ground, InputError, InstanceId,
    InstanceKind, MoveInput, Placement, SlideOutcome, SlideStatus, Surface, World,
};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

const RATES: [f32; 3] = [30.0, 60.0, 240.0];

/// A sheet of `side` metres about the origin, whose front is up, in cells of a metre.
fn sheet(side: u16, height: impl Fn(f32, f32) -> f32) -> Level {
    let at = |x: u16, z: u16| {
        let (x, z) = (f32::from(x) - f32::from(side) / 2.0, f32::from(z) - f32::from(side) / 2.0);
        Vec3::new(x, height(x, z), z)
    };
    let cells = (0..side).flat_map(|x| (0..side).map(move |z| (x, z)));
    cells
        .flat_map(|(x, z)| {
            let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

fn flat(side: u16) -> Level {
    sheet(side, |_, _| 0.0)
}

/// A floor at 0, and a one-sided platform of `level` at a place.
fn with_platform(level: &Level, at: DVec3) -> (World, InstanceId) {
    let mut world = World::new();
    let floor = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    world.add(&cook(&floor), Placement::IDENTITY).expect("it is in range");
    let platform = world.add(&cook(level), Placement::at(at)).expect("it is in range");
    world.set_kind(platform, InstanceKind::OneSided).expect("it is there");
    (world, platform)
}

fn person() -> CharacterProfile {
    profile_of(PERSON)
}

/// Moves for some seconds; calls `see` after each step.
fn run(
    world: &World,
    state: &mut CharacterState,
    input: &MoveInput,
    (rate, seconds): (f32, f32),
    mut see: impl FnMut(&CharacterState, &SlideOutcome),
) {
    let profile = person();
    for _ in 0..(rate * seconds) as u32 {
        let out = world.move_character(&profile, state, input, 1.0 / rate).expect("it is in range");
        see(state, &out);
    }
}

#[test]
fn who_jumps_from_below_goes_through_and_lands_on_it() {
    for rate in RATES {
        let (world, platform) = with_platform(&flat(4), DVec3::Y * 2.5);
        let mut state = CharacterState::new(Vec3::new(0.3, 0.91, 0.2));
        run(&world, &mut state, &MoveInput::EARTH, (rate, 0.2), |_, _| ());
        state.velocity = Vec3::Y * 8.0;
        (state.ground_code, state.ground_surface) = (0, Surface::NONE);
        (state.ground_normal, state.ground_point) = (Vec3::ZERO, Vec3::ZERO);
        let mut highest = 0.0_f32;
        run(&world, &mut state, &MoveInput::EARTH, (rate, 2.5), |state, out| {
            highest = highest.max(state.position.to_vec3().y);
            assert!(out.depenetrated_by < 5e-5, "{rate} Hz: nothing pushes it, {state:?}");
        });
        assert!((highest - 0.91 - 64.0 / 19.62).abs() < 0.05, "{rate} Hz: {highest} m, as high as in the open");
        assert!((state.position.to_vec3().y - 3.41).abs() < 2e-3, "{rate} Hz: {state:?}");
        assert_eq!(state.ground_surface.instance[0], platform.index() as u32);
    }
}

#[test]
fn who_does_not_get_through_to_the_top_falls_down_again() {
    for rate in RATES {
        let (world, _) = with_platform(&flat(4), DVec3::Y * 2.5);
        let mut state = CharacterState::new(Vec3::new(0.3, 1.2, 0.2));
        // As high as its middle comes to the sheet.
        state.velocity = Vec3::Y * 5.2;
        run(&world, &mut state, &MoveInput::EARTH, (rate, 2.0), |_, out| assert!(out.depenetrated_by < 5e-5));
        assert!((state.position.to_vec3().y - 0.91).abs() < 2e-3, "{rate} Hz: {state:?}");
    }
}

#[test]
fn a_platform_does_not_stop_characters_under_it_or_outside_of_its_rim() {
    for rate in RATES {
        let (world, _) = with_platform(&flat(4), DVec3::Y * 1.2);
        let mut state = CharacterState::new(Vec3::new(-6.0, 0.91, 0.3));
        let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
        run(&world, &mut state, &input, (rate, 4.0), |_, _| ());
        assert!((state.position.to_dvec3() - DVec3::new(6.0, 0.91, 0.3)).length() < 5e-3, "{rate} Hz: {state:?}");
    }
}

#[test]
fn one_walks_over_one_sided_ground_that_is_folded_as_over_ground_that_is_solid() {
    // Ridges and hollows of up to 35°, a fold of 70° at the ridges.
    let ridges = sheet(12, |x, _| 0.7 * (x.rem_euclid(2.0) - 1.0).abs());
    for rate in RATES {
        let (mut world, platform) = with_platform(&ridges, DVec3::Y * 3.0);
        let input = MoveInput { desired_velocity: Vec3::new(2.0, 0.0, 0.3), ..MoveInput::EARTH };
        let start = CharacterState::new(Vec3::new(-4.0, 4.8, 0.0));
        let (mut one_sided, mut solid) = (start, start);
        let mut path = Vec::new();
        run(&world, &mut one_sided, &input, (rate, 4.0), |state, _| path.push(state.position));
        world.set_kind(platform, InstanceKind::Solid).expect("it is there");
        let mut frames = path.iter();
        run(&world, &mut solid, &input, (rate, 4.0), |state, _| {
            assert_eq!(Some(&state.position), frames.next(), "{rate} Hz");
        });
        assert!(
            one_sided.position.to_vec3().y > 3.5 && one_sided.position.to_vec3().x > 2.0,
            "{rate} Hz: {one_sided:?}"
        );
    }
}

#[test]
fn a_query_meets_a_platform_that_a_character_was_going_through_with_the_same_memory() {
    let (world, platform) = with_platform(&flat(4), DVec3::Y * 2.5);
    let profile = person();
    let mut state = CharacterState { velocity: Vec3::Y * 6.0, ..CharacterState::new(Vec3::Y * 2.4) };
    world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).expect("it is in range");
    assert!(state.position.to_vec3().y > 2.45, "it goes through");
    let filter = Filter::default();
    let hit = world.sweep(&profile.shape(), Vec3::Y, Vec3::Y * 3.0, filter).expect("it is in range");
    assert_eq!(hit.map(|hit| hit.instance), Some(platform));
}

#[test]
fn a_character_that_walks_over_the_rim_falls_off() {
    for rate in RATES {
        let (world, _) = with_platform(&flat(4), DVec3::Y * 2.5);
        let mut state = CharacterState::new(Vec3::new(0.0, 3.41, 0.0));
        let input = MoveInput { desired_velocity: Vec3::X * 1.5, ..MoveInput::EARTH };
        run(&world, &mut state, &input, (rate, 3.0), |_, _| ());
        assert!(
            (state.position.to_vec3().y - 0.91).abs() < 2e-3 && state.position.to_vec3().x > 4.0,
            "{rate} Hz: {state:?}"
        );
    }
}

#[test]
fn a_one_sided_lift_carries_characters_above_it_and_comes_down_through_others() {
    for rate in RATES {
        let (mut world, lift) = with_platform(&flat(4), DVec3::Y * 3.0);
        let profile = person();
        let mut rider = CharacterState::new(Vec3::new(0.5, 3.91, 0.0));
        let mut below = CharacterState::new(Vec3::new(-0.5, 0.91, 0.0));
        let mut worst = 0.0_f64;
        for frame in 0..(rate * 6.0) as u32 {
            let height = 1.75 + 1.25 * (f64::from(frame) / f64::from(rate)).cos();
            world.move_to(lift, Placement::at(DVec3::Y * height)).expect("it is in range");
            let step = world.begin_step(1.0 / rate).expect("it is a time step");
            for state in [&mut rider, &mut below] {
                let out = step.move_character(&profile, state, &MoveInput::EARTH).expect("it is in range");
                assert_ne!(out.status, SlideStatus::Crushed, "{rate} Hz, frame {frame}: {state:?}");
            }
            worst = worst.max((rider.position.to_dvec3().y - height - 0.91).abs());
            assert!((below.position.to_vec3().y - 0.91).abs() < 2e-3, "{rate} Hz, frame {frame}: {below:?}");
        }
        assert!(worst < 2e-3, "{rate} Hz: {worst}");
    }
}

#[test]
fn who_drops_through_a_platform_may_have_its_profile_back_at_once_and_lands_below() {
    for (height, lying) in [(3.0, false), (1.5, false), (3.0, true)] {
        let (mut world, platform) = with_platform(&flat(6), DVec3::Y * height);
        world.set_layers(platform, 2).expect("it is there");
        let dropping = |layers| {
            let settings = CharacterSettings { layers, ..*person().settings() };
            CharacterProfile::new(&settings).expect("they are in range")
        };
        let (normal, dropping) = (dropping(u32::MAX), dropping(1));
        let mut crowd = new_crowd();
        let id = crowd.spawn_standing(&normal, Vec3::new(0.3, height as f32, 0.2)).expect("it is in range");
        if lying {
            let along = Quat::from_rotation_x(FRAC_PI_2);
            crowd.turn(&world, id, along).expect("there is room");
        }
        crowd.set_input(id, &MoveInput::EARTH).expect("it is there");
        let step = |crowd: &mut Crowd| {
            crowd.step(&world, 1.0 / 60.0).expect("it is in range");
        };
        (0..30).for_each(|_| step(&mut crowd));
        let feet = |crowd: &Crowd| f64::from(crowd.feet(id).expect("it is there").to_vec3().y);
        assert!((feet(&crowd) - height).abs() < 0.02, "{height} m, lying {lying}: {} m", feet(&crowd));
        crowd.set_profile(&world, id, &dropping).expect("the same body");
        // Until the body is in the sheet: from its front it would be stopped again.
        while feet(&crowd) > height - 0.1 {
            step(&mut crowd);
        }
        crowd.set_profile(&world, id, &normal).expect("the sheet lets it through");
        (0..90).for_each(|_| step(&mut crowd));
        let state = crowd.state(id).expect("it is there");
        assert!(state.ground().is_grounded() && feet(&crowd).abs() < 0.02, "{height} m, lying {lying}: {state:?}");
    }
}

#[test]
fn one_stands_up_into_a_platform_overhead_and_not_out_of_one_that_one_stands_before() {
    let crouching = profile_of(Vec3::new(0.4, 0.5, 0.4));
    let (mut world, platform) = with_platform(&flat(6), DVec3::Y * 1.3);
    let mut state = CharacterState::standing(Vec3::ZERO, &crouching, Vec3::Y);
    world
        .set_profile(&crouching, &person(), &mut state, Vec3::Y)
        .expect("a sheet whose back is overhead is no ceiling");
    let mut state = CharacterState::standing(Vec3::ZERO, &crouching, Vec3::Y);
    world.set_kind(platform, InstanceKind::Solid).expect("it is there");
    let refused = world.set_profile(&crouching, &person(), &mut state, Vec3::Y);
    assert!(matches!(refused, Err(InputError::NoRoom { instance: 1, .. })), "{refused:?}");
    // Turned over, its front is overhead.
    world.set_kind(platform, InstanceKind::OneSided).expect("it is there");
    let over = Placement { rotation: Quat::from_rotation_x(PI), ..Placement::at(DVec3::Y * 1.3) };
    world.place(platform, over).expect("it is in range");
    let refused = world.set_profile(&crouching, &person(), &mut state, Vec3::Y);
    assert!(matches!(refused, Err(InputError::NoRoom { instance: 1, .. })), "{refused:?}");
    // Getting up, the head comes through the sheet from its back.
    let lying = Quat::from_rotation_x(FRAC_PI_2);
    state.orientation = lying;
    state.place_feet(Vec3::Y * 0.02, &crouching, Vec3::Y);
    world.place(platform, Placement::at(DVec3::Y * 0.95)).expect("it is in range");
    world.turn_character(&person(), &mut state, Quat::IDENTITY, Vec3::Y).expect("its back is overhead");
}

#[test]
fn a_sheet_that_is_turned_over_stops_characters_from_the_other_side() {
    let (mut world, platform) = with_platform(&flat(4), DVec3::Y * 3.0);
    let rotation = Quat::from_rotation_x(std::f32::consts::PI);
    world.place(platform, Placement { rotation, ..Placement::at(DVec3::Y * 3.0) }).expect("it is in range");
    let mut falls = CharacterState::new(Vec3::Y * 5.0);
    run(&world, &mut falls, &MoveInput::EARTH, (60.0, 2.0), |_, _| ());
    assert!((falls.position.to_vec3().y - 0.91).abs() < 2e-3, "through its back: {falls:?}");
    falls.velocity = Vec3::Y * 9.0;
    (falls.ground_code, falls.ground_surface) = (0, Surface::NONE);
    (falls.ground_normal, falls.ground_point) = (Vec3::ZERO, Vec3::ZERO);
    let mut highest = 0.0_f32;
    run(&world, &mut falls, &MoveInput::EARTH, (60.0, 2.0), |state, _| {
        highest = highest.max(state.position.to_vec3().y);
    });
    assert!(highest < 2.1, "its front is a ceiling: {highest}");
}

#[test]
fn a_sensor_stops_nobody_and_is_met_by_queries_that_ask_for_sensors() {
    let mut world = World::new();
    let wall = quad(Vec3::new(2.0, -5.0, -5.0), Vec3::Y * 10.0, Vec3::Z * 10.0);
    let region = world.add(&cook(&wall), Placement::IDENTITY).expect("it is in range");
    world.set_kind(region, InstanceKind::Sensor).expect("it is there");
    assert_eq!(world.kind(region), Ok(InstanceKind::Sensor));
    let mut state = CharacterState::new(Vec3::ZERO);
    let input = MoveInput { desired_velocity: Vec3::X * 4.0, ..MoveInput::WEIGHTLESS };
    run(&world, &mut state, &input, (60.0, 1.0), |_, out| assert!(out.contacts().is_empty()));
    assert!((state.position.to_vec3().x - 4.0).abs() < 1e-4);

    let ball = Ellipsoid::ball(0.5).expect("it is a ball");
    let sensors = Filter { sensors: true, ..Filter::default() };
    for (filter, meets) in [(Filter::default(), false), (sensors, true)] {
        let swept = world.sweep(&ball, Vec3::ZERO, Vec3::X * 9.0, filter).expect("it is in range");
        assert_eq!(swept.map(|hit| hit.instance), meets.then_some(region));
        let seen = world.ray(Vec3::ZERO, Vec3::X, 9.0, filter).expect("it is in range");
        assert_eq!(seen.is_some(), meets);
        let overlaps = world.overlap(&ball, Vec3::X * 1.8, filter).expect("it is in range");
        assert_eq!(overlaps, meets);
        let near = world.closest_point(Vec3::X, 5.0, filter).expect("it is in range");
        assert_eq!(near.is_some(), meets);
    }
    world.set_kind(region, InstanceKind::Solid).expect("it is there");
    assert!(world.sweep(&ball, Vec3::ZERO, Vec3::X * 9.0, Filter::default()).expect("it is").is_some());
}

#[test]
fn who_rests_on_a_platform_falls_when_it_becomes_a_sensor_and_a_save_restores_its_kind() {
    let (mut world, platform) = with_platform(&flat(4), DVec3::Y * 3.0);
    let mut crowd = new_crowd();
    let resting = crowd.spawn(&person(), Vec3::new(0.0, 3.91, 0.0)).expect("it is in range");
    for _ in 0..30 {
        crowd.step(&world, 1.0 / 60.0).expect("it is a time step");
    }
    assert_eq!(count_at_rest(&crowd), 1);
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    world.set_kind(platform, InstanceKind::Sensor).expect("it is there");
    crowd.step(&world, 1.0 / 60.0).expect("it is a time step");
    assert_eq!(crowd.ground(resting), Ok(Ground::Air));
    world.restore_motion(&bytes).expect("it is a save of this world");
    assert_eq!(world.kind(platform), Ok(InstanceKind::OneSided));
}
