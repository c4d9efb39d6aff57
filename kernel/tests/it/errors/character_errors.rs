//! Refusals in moves of characters, by field and value: profiles, states, inputs, time steps, slices, every call of a
//! crowd. A refusal changes nothing; and whatever bits are accepted lead to finite numbers.

use crate::testkit::wild::{bad_centers, bad_numbers, bad_vectors, out_of_range, raw, raw_or_special, raw_vector};
use crate::testkit::worlds::{quad, room, world_of};
use crate::testkit::{Random, crowds::new_crowd};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use sweep8::limits::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, MAX_RADIUS};
use sweep8::{
    CharacterId, CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, Field, InputError,
    MoveInput, MoveMemory, Position, SlideStatus, StepReport, Surface, World,
};

const FRAME: f32 = 1.0 / 60.0;

fn floor() -> World {
    world_of(&quad(Vec3::new(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0))
}

/// A character that has moved and stands.
fn walker(world: &World) -> CharacterState {
    let mut state = CharacterState::new(Vec3::new(0.0, 0.92, 0.0));
    let input = MoveInput { desired_velocity: Vec3::X, impulse: Vec3::Z * 0.1, ..MoveInput::EARTH };
    for _ in 0..20 {
        world.move_character(&CharacterProfile::default(), &mut state, &input, FRAME).unwrap();
    }
    assert!(state.ground().is_grounded());
    state
}

fn same(a: &CharacterState, b: &CharacterState) -> bool {
    bytemuck::bytes_of(a) == bytemuck::bytes_of(b)
}

fn bad_time_steps() -> Vec<(f32, InputError)> {
    bad_numbers(Field::TimeStep, 0.0, f32::MAX)
}

/// Inputs of which one number is out of its range, each with its error.
fn bad_inputs() -> Vec<(MoveInput, InputError)> {
    let good = MoveInput::EARTH;
    let mut bad = Vec::new();
    let mut add = |found: Vec<(Vec3, InputError)>, of: fn(MoveInput, Vec3) -> MoveInput| {
        bad.extend(found.into_iter().map(|(v, name)| (of(good, v), name)));
    };
    let vectors = |field| bad_vectors(field, MAX_DISPLACEMENT);
    add(vectors(Field::DesiredVelocity), |good, v| MoveInput { desired_velocity: v, ..good });
    add(vectors(Field::Gravity), |good, v| MoveInput { gravity: v, ..good });
    add(vectors(Field::Impulse), |good, v| MoveInput { impulse: v, ..good });
    // Of an up direction the value is its length.
    let ups = [Vec3::Y * 0.998, Vec3::ONE, Vec3::Y * f32::NAN, Vec3::NEG_X * f32::INFINITY, Vec3::X * 1e-3];
    add(ups.map(|up| (up, out_of_range(Field::Up, up.length()))).into(), |good, v| MoveInput { up: v, ..good });
    for (jump_speed, name) in bad_numbers(Field::JumpSpeed, 0.0, MAX_DISPLACEMENT) {
        bad.push((MoveInput { jump_speed, ..good }, name));
    }
    bad
}

/// States of which one field is not as a step could have left it, each with its error.
fn bad_states(good: &CharacterState) -> Vec<(CharacterState, InputError)> {
    let mut bad = Vec::new();
    let mut add = |error: InputError, change: &dyn Fn(&mut CharacterState)| {
        let mut state = *good;
        change(&mut state);
        bad.push((state, error));
    };
    for (v, error) in bad_centers() {
        add(error, &|state| state.position.high = v);
        add(error, &|state| state.last_safe_position = v);
    }
    for (v, error) in bad_vectors(Field::PositionLow, 2.0) {
        add(error, &|state| state.position.low = v);
    }
    for (v, error) in bad_vectors(Field::Velocity, MAX_DISPLACEMENT) {
        add(error, &|state| state.velocity = v);
    }
    for (v, error) in bad_vectors(Field::Ground, 2.0 * MAX_DISPLACEMENT) {
        add(error, &|state| state.ground_point = v);
    }
    // Of an orientation, too.
    for turned in [[0.0; 4], [0.0, -1.01, 0.0, 0.0], [0.1, 0.0, f32::NAN, 1.0], [0.0, f32::INFINITY, 0.0, 0.0]] {
        let turned = Quat::from_array(turned);
        add(out_of_range(Field::Orientation, turned.length_squared()), &|state| state.orientation = turned);
    }
    // Of a normal the value is its squared length. In the air the normal has to be zero.
    for normal in
        [Vec3::ZERO, Vec3::Y * 0.99, Vec3::ONE, Vec3::splat(f32::NAN), Vec3::Y * f32::INFINITY, Vec3::X * 1e30]
    {
        add(out_of_range(Field::Ground, normal.length_squared()), &|state| state.ground_normal = normal);
    }
    add(out_of_range(Field::Ground, good.ground_normal.length_squared()), &|state| state.ground_code = 0);
    for code in [4_u8, 77, 255] {
        add(out_of_range(Field::Code, f32::from(code)), &|state| state.ground_code = code);
    }
    // A crushed character has no ground.
    for (code, refused) in [(5_u8, 1_u8), (6, 6), (255, 255)] {
        add(out_of_range(Field::Code, f32::from(refused)), &|state| state.status_code = code);
    }
    // In the air there is no surface; who is crushed has an instance, but no triangle.
    let in_the_air = |state: &mut CharacterState, status: SlideStatus, ground_surface: Surface| {
        (state.ground_code, state.ground_normal, state.ground_surface) = (0, Vec3::ZERO, ground_surface);
        state.status_code = status as u8;
    };
    for status in [SlideStatus::Free, SlideStatus::Crushed] {
        let surface = Surface { instance: [1, 0], triangle: 7 };
        add(out_of_range(Field::GroundSurface, 7.0), &|state| in_the_air(state, status, surface));
    }
    let instance = Surface { instance: [1, 0], ..Surface::NONE };
    add(out_of_range(Field::GroundSurface, u32::MAX as f32), &|state| in_the_air(state, SlideStatus::Free, instance));
    let generation = Surface { instance: [1, 65_536], ..Surface::NONE };
    add(out_of_range(Field::GroundSurface, 65_536.0), &|state| in_the_air(state, SlideStatus::Crushed, generation));
    // On a floor nobody slides.
    for speed in [1e-30, 3.0, -1.0, f32::NAN, f32::INFINITY] {
        add(out_of_range(Field::FallSpeed, speed), &|state| state.fall_speed = speed);
    }
    bad
}

#[test]
fn a_profile_names_every_setting_that_is_out_of_its_range() {
    let good = CharacterSettings::default();
    let mut bad = Vec::new();
    let mut add = |field, least, most, of: fn(CharacterSettings, f32) -> CharacterSettings| {
        bad.extend(bad_numbers(field, least, most).into_iter().map(|(value, name)| (of(good, value), name)));
        // The limits themselves are taken.
        for value in [least, most, -0.0_f32.max(least)] {
            let settings = of(good, value);
            assert_eq!(CharacterProfile::new(&settings).map(|profile| *profile.settings()), Ok(settings), "{field}");
        }
    };
    add(Field::Skin, 0.0, MAX_RADIUS, |good, skin| CharacterSettings { skin, ..good });
    add(Field::MaxSlopeAngle, 0.0, FRAC_PI_2, |good, max_slope_angle| CharacterSettings { max_slope_angle, ..good });
    add(Field::StepHeight, 0.0, MAX_RADIUS, |good, step_height| CharacterSettings { step_height, ..good });
    add(Field::SnapDistance, 0.0, MAX_RADIUS, |good, snap_distance| CharacterSettings { snap_distance, ..good });
    add(Field::MaxFallSpeed, 0.0, MAX_DISPLACEMENT, |good, max_fall_speed| CharacterSettings {
        max_fall_speed,
        ..good
    });
    add(Field::Drag, 0.0, MAX_DISPLACEMENT, |good, drag| CharacterSettings { drag, ..good });
    add(Field::AirControl, 0.0, 1.0, |good, air_control| CharacterSettings { air_control, ..good });
    add(Field::GroundDamping, 0.0, MAX_DISPLACEMENT, |good, ground_damping| CharacterSettings {
        ground_damping,
        ..good
    });
    for max_iterations in [0, 9, u32::MAX] {
        let name = out_of_range(Field::MaxIterations, max_iterations as f32);
        bad.push((CharacterSettings { max_iterations, ..good }, name));
    }
    for (settings, name) in bad {
        assert_eq!(CharacterProfile::new(&settings), Err(name), "{settings:?}");
    }
    assert!(CharacterProfile::new(&good).is_ok_and(|profile| profile == CharacterProfile::default()));
}

#[test]
fn a_state_that_no_step_could_have_left_is_named_by_its_field() {
    let world = floor();
    let good = walker(&world);
    assert_eq!(good.check(1), Ok(()));
    let profile = CharacterProfile::default();
    for (state, name) in bad_states(&good) {
        assert_eq!(state.check(1), Err(name), "{state:?}");
        let mut moved = state;
        let refused = world.move_character(&profile, &mut moved, &MoveInput::EARTH, FRAME);
        assert_eq!(refused, Err(name), "{state:?}");
        assert!(same(&moved, &state), "{state:?}: changed to {moved:?}");
    }
    for (profile, profiles) in [(0, 0), (1, 1), (u32::MAX, 7), (u32::MAX, u32::MAX as usize)] {
        let state = CharacterState { profile, ..good };
        assert_eq!(state.check(profiles), Err(out_of_range(Field::Profile, profile as f32)));
    }
}

#[test]
fn a_move_of_one_names_bad_inputs_and_time_steps_and_moves_that_are_too_long() {
    let world = floor();
    let (good, profile) = (walker(&world), CharacterProfile::default());
    let refused = |start: &CharacterState, input: &MoveInput, seconds, name: InputError| {
        let mut state = *start;
        let out = world.move_character(&profile, &mut state, input, seconds);
        assert_eq!(out, Err(name), "{input:?} in {seconds} s");
        assert!(same(&state, start), "{input:?} in {seconds} s");
    };
    for (input, name) in bad_inputs() {
        refused(&good, &input, FRAME, name);
        refused(&good, &input, 0.0, name);
    }
    for (seconds, name) in bad_time_steps() {
        refused(&good, &MoveInput::EARTH, seconds, name);
    }
    // Each is good alone; together they lead too far.
    let fast = |speed| MoveInput { desired_velocity: Vec3::NEG_Z * speed, ..MoveInput::WEIGHTLESS };
    let still = CharacterState::new(Vec3::Y * 50.0);
    refused(&still, &fast(MAX_MOVE), 1.001, out_of_range(Field::Move, -MAX_MOVE * 1.001));
    refused(&still, &fast(1.0), f32::MAX, out_of_range(Field::Move, f32::MIN));
    let pushed = MoveInput { impulse: Vec3::X * MAX_DISPLACEMENT, ..MoveInput::WEIGHTLESS };
    refused(&still, &pushed, FRAME, out_of_range(Field::Move, MAX_DISPLACEMENT * FRAME));
    let flying = CharacterState { velocity: Vec3::X * MAX_DISPLACEMENT, ..still };
    refused(&flying, &pushed, 1e-6, out_of_range(Field::Velocity, 2.0 * MAX_DISPLACEMENT));
    let mut state = still;
    assert!(world.move_character(&profile, &mut state, &fast(MAX_MOVE), 1.0).is_ok());
    assert_eq!(state.position.to_vec3(), Vec3::new(0.0, 50.0, -MAX_MOVE));
    // No time: nothing changes.
    for seconds in [0.0, -0.0] {
        let mut state = good;
        let out = world.move_character(&profile, &mut state, &fast(9.0), seconds).unwrap();
        assert!(same(&state, &good) && out.position == good.position && out.travel == Vec3::ZERO);
        assert_eq!((out.ground, out.status), (good.ground(), good.status()));
    }
}

#[test]
fn of_slices_one_bad_character_keeps_its_state_and_all_others_move_as_without_it() {
    let world = floor();
    let (profiles, good) = ([CharacterProfile::default(); 2], walker(&world));
    let start: Vec<CharacterState> = (0..200_u32)
        .map(|key| CharacterState {
            profile: key % 2,
            key,
            position: (good.position.to_vec3() + Vec3::X * (key as f32 * 0.4 - 40.0)).into(),
            ..good
        })
        .collect();
    let inputs: Vec<MoveInput> =
        (0..200).map(|k| MoveInput { desired_velocity: Vec3::Z * (k % 4) as f32, ..MoveInput::EARTH }).collect();
    let mut expected = start.clone();
    let whole = world.move_characters(&profiles, &mut expected, &inputs, FRAME, &mut MoveMemory::new()).unwrap();
    assert_eq!((whole.refused, whole.first_refused.character(), whole.first_refused.error()), (0, None, None));

    let of_states = bad_states(&good).into_iter().map(|(state, name)| (Some(state), None, name));
    let of_inputs = bad_inputs().into_iter().map(|(input, name)| (None, Some(input), name));
    let too_far = MoveInput { desired_velocity: Vec3::X * MAX_DISPLACEMENT, ..MoveInput::EARTH };
    let others = [
        (Some(CharacterState { profile: 2, ..good }), None, out_of_range(Field::Profile, 2.0)),
        (None, Some(too_far), out_of_range(Field::Move, MAX_DISPLACEMENT * FRAME)),
    ];
    let mut memory = MoveMemory::new();
    for (number, (state, input, name)) in of_states.chain(of_inputs).chain(others).enumerate() {
        // Two of them, at places that wander through the chunks.
        let places = [number * 7 % 100, 100 + number * 13 % 100];
        let (mut states, mut with) = (start.clone(), inputs.clone());
        for place in places {
            states[place] = state.unwrap_or(states[place]);
            with[place] = input.unwrap_or(with[place]);
        }
        let before = states.clone();
        // A second time from the same start, where the memory knows who was refused.
        for _ in 0..2 {
            states.clone_from(&before);
            let report = world.move_characters(&profiles, &mut states, &with, FRAME, &mut memory).unwrap();
            assert_eq!(
                (report.refused, report.first_refused.character().map(CharacterId::index)),
                (2, Some(places[0])),
                "{name}"
            );
            assert_eq!(report.first_refused.error(), Some(name));
            assert_eq!(report.standing, 198, "{name}");
            for (place, state) in states.iter().enumerate() {
                let expected = if places.contains(&place) { &before[place] } else { &expected[place] };
                assert!(same(state, expected), "{name}, place {place}");
            }
        }
    }

    // Errors of the whole call: nobody has moved.
    let mut states = start.clone();
    let mut unmoved = |inputs: &[MoveInput], seconds, name: InputError| {
        let refused = world.move_characters(&profiles, &mut states, inputs, seconds, &mut memory);
        assert_eq!(refused, Err(name));
        assert!(states.iter().zip(&start).all(|(state, start)| same(state, start)), "{name}");
    };
    for given in [0, 1, 199] {
        let name = InputError::Length { field: Field::Inputs, given, expected: 200 };
        assert_eq!(name.to_string(), format!("`inputs` has {given} elements, must have 200"));
        unmoved(&inputs[..given as usize], FRAME, name);
    }
    for (seconds, name) in bad_time_steps() {
        unmoved(&inputs, seconds, name);
    }
    let still = world.move_characters(&profiles, &mut states, &inputs, 0.0, &mut memory);
    assert_eq!(still, Ok(StepReport::default()));
    assert!(states.iter().zip(&start).all(|(state, start)| same(state, start)));
}

#[test]
fn every_call_of_a_crowd_names_what_it_refuses_and_changes_nothing() {
    let (world, profile) = (floor(), CharacterProfile::default());
    let mut crowd = new_crowd();
    let ids = [0.0, 2.0, 4.0].map(|x| crowd.spawn(&profile, Vec3::new(x, 1.2, 0.0)).unwrap());
    for _ in 0..30 {
        crowd.step(&world, FRAME).unwrap();
    }
    let id = ids[1];
    crowd.set_desired_velocity(id, Vec3::new(1.0, 0.0, 0.5)).unwrap();
    let all = |crowd: &Crowd| {
        let of = |id| (bytemuck::bytes_of(crowd.state(id).unwrap()).to_vec(), *crowd.input(id).unwrap());
        (ids.map(of), crowd.state_hash(), crowd.len(), *crowd.settings(), crowd.profiles().len())
    };
    let before = all(&crowd);
    let good = *crowd.state(id).unwrap();
    for (center, name) in bad_centers() {
        assert_eq!(crowd.spawn(&profile, center), Err(name));
        assert_eq!(crowd.teleport(id, center), Err(name));
    }
    for (low, name) in bad_vectors(Field::PositionLow, 2.0) {
        assert_eq!(crowd.spawn(&profile, Position { high: Vec3::Y, low }), Err(name));
        assert_eq!(crowd.teleport(id, Position { high: Vec3::Y, low }), Err(name));
    }
    for (velocity, name) in bad_vectors(Field::DesiredVelocity, MAX_DISPLACEMENT) {
        assert_eq!(crowd.set_desired_velocity(id, velocity), Err(name));
        assert_eq!(crowd.set_desired_velocities(&[Vec3::ZERO, Vec3::ZERO, velocity]), Err(name));
    }
    for (speed, name) in bad_numbers(Field::JumpSpeed, 0.0, MAX_DISPLACEMENT) {
        assert_eq!(crowd.jump(id, speed), Err(name));
    }
    for (change, name) in bad_vectors(Field::Impulse, MAX_DISPLACEMENT) {
        assert_eq!(crowd.add_impulse(id, change), Err(name));
    }
    for (input, name) in bad_inputs() {
        assert_eq!(crowd.set_input(id, &input), Err(name));
        assert_eq!(crowd.set_inputs(&[MoveInput::EARTH, MoveInput::EARTH, input]), Err(name));
    }
    let states = bad_states(&good).into_iter();
    let of_profile = (CharacterState { profile: 1, ..good }, out_of_range(Field::Profile, 1.0));
    for (state, name) in states.chain([of_profile]) {
        assert_eq!(crowd.set_state(id, &state), Err(name));
        assert_eq!(crowd.set_states(&[good, good, state]), Err(name));
    }
    for (gravity, name) in bad_vectors(Field::Gravity, MAX_DISPLACEMENT) {
        let settings = CrowdSettings { gravity, ..CrowdSettings::default() };
        assert_eq!(Crowd::new(settings).err(), Some(name));
        assert_eq!(crowd.set_settings(settings), Err(name));
    }
    for (seconds, name) in bad_time_steps() {
        assert_eq!(crowd.step(&world, seconds), Err(name));
    }
    assert_eq!(crowd.step(&world, 0.0), Ok(StepReport::default()));
    assert!(all(&crowd) == before);
    // Impulses add up to one that is refused; the first is kept.
    crowd.add_impulse(id, Vec3::X * MAX_DISPLACEMENT).unwrap();
    let name = out_of_range(Field::Impulse, 2.0 * MAX_DISPLACEMENT);
    assert_eq!(crowd.add_impulse(id, Vec3::X * MAX_DISPLACEMENT), Err(name));
    assert_eq!(crowd.input(id).unwrap().impulse, Vec3::X * MAX_DISPLACEMENT);
    // A step that is too long for one is refused for that one.
    let report = crowd.step(&world, FRAME).unwrap();
    assert_eq!((report.refused, report.standing, report.first_refused.character()), (1, 2, Some(id)));
    assert!(same(crowd.state(id).unwrap(), &good));
    // The impulse acts in that step only, refused or not.
    assert_eq!(crowd.input(id).unwrap().impulse, Vec3::ZERO);
    assert_eq!(crowd.step(&world, FRAME).map(|report| report.refused), Ok(0));
    assert!(!same(crowd.state(id).unwrap(), &good));
}

#[test]
fn whatever_bits_are_accepted_lead_to_finite_numbers() {
    let mut random = Random(16);
    let world = world_of(&room(&mut random, 5.0, 4, 10));
    let mut memory = MoveMemory::new();
    let (mut refused, mut moved, mut words_accepted) = (0, 0, 0);
    for round in 0..60_000 {
        let vector =
            |random: &mut Random| if round % 2 == 0 { raw_vector(random) } else { random.vector(5.0).as_vec3() };
        let settings = CharacterSettings {
            skin: if round % 3 == 0 { raw(&mut random) } else { 0.01 },
            max_slope_angle: random.range(0.0, 1.5) as f32,
            max_fall_speed: raw(&mut random).abs(),
            air_control: random.range(0.0, 1.0) as f32,
            ground_damping: raw(&mut random).abs(),
            drag: if round % 4 == 0 { raw(&mut random).abs() } else { 0.0 },
            ..CharacterSettings::default()
        };
        let Ok(profile) = CharacterProfile::new(&settings) else { continue };
        let mut state = CharacterState::new(vector(&mut random));
        state.velocity = vector(&mut random);
        (state.ground_code, state.ground_normal) = [(0, Vec3::ZERO), (1, Vec3::Y), (2, Vec3::X)][round % 3];
        if round % 7 == 0 {
            // Some word of it, whatever it means.
            let word = random.whole(0, 31) as usize;
            bytemuck::cast_mut::<_, [u32; 32]>(&mut state)[word] = raw_or_special(&mut random, 2).to_bits();
        }
        let input = MoveInput {
            desired_velocity: vector(&mut random),
            jump_speed: if round % 5 == 0 { raw(&mut random) } else { 0.0 },
            gravity: vector(&mut random),
            up: if round % 4 == 0 { random.direction().as_vec3() } else { Vec3::ZERO },
            impulse: vector(&mut random),
        };
        let seconds = if round % 3 == 1 { raw(&mut random) } else { random.scale(1e-4, 0.1) as f32 };
        let before = state;
        let case = || format!("{before:?}, {input:?}, {seconds} s, {settings:?}");
        let out = world.move_character(&profile, &mut state, &input, seconds);
        if let Ok(out) = out {
            moved += 1;
            words_accepted += u32::from(round % 7 == 0);
            let numbers = [out.path, out.depenetrated_by];
            assert!(numbers.iter().all(|n| n.is_finite()) && out.travel.is_finite(), "{}: {out:?}", case());
            let vectors = [state.position.high, state.position.low, state.velocity, state.ground_point];
            assert!(vectors.iter().all(|v| v.is_finite()), "{}: {state:?}", case());
            // A step accepts the state that a step leaves, unless the character left the world.
            let is_inside = state.position.to_vec3().abs().max_element() <= MAX_COORDINATE;
            assert!(!is_inside || state.check(usize::MAX).is_ok(), "{}: {state:?}", case());
        } else {
            refused += 1;
            assert!(same(&state, &before), "{}", case());
        }
        let mut other = [CharacterState { profile: 0, ..before }];
        let many = world.move_characters(&[profile], &mut other, &[input], seconds, &mut memory);
        assert_eq!(many.is_ok_and(|report| report.refused == 0), out.is_ok(), "{}", case());
        assert!(same(&other[0], &CharacterState { profile: 0, ..state }), "{}", case());
    }
    println!("{refused} refused, {moved} moved, {words_accepted} of them with a word of any bits");
    assert!(refused > 5_000 && moved > 5_000 && words_accepted > 500);
}
