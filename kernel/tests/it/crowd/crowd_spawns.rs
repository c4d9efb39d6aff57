//! Characters that are added together, and characters that are placed by where they stand.

use crate::testkit::Random;
use crate::testkit::crowds::{crowd_under, new_crowd, profile_of};
use crate::testkit::placed::turned;
use crate::testkit::worlds::{quad, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::limits::MAX_COORDINATE;
use sweep8::{CharacterProfile, CharacterState, Field, Ground, InputError, MoveInput, Position};

const FRAME: f32 = 1.0 / 60.0;

#[test]
fn characters_that_are_added_together_are_those_that_are_added_one_by_one() {
    let mut random = Random(4);
    let places: Vec<DVec3> = (0..300).map(|_| random.vector(50.0)).collect();
    let profile = profile_of(Vec3::new(0.3, 0.6, 0.3));
    let mut together = new_crowd();
    let first = together.spawn(&profile, Vec3::ZERO).unwrap();
    let second = together.spawn(&profile, Vec3::ONE).unwrap();
    together.despawn(first).unwrap();
    let mut alone = together.clone();
    let mut ids = vec![second];
    together.spawn_many(&profile, &places, &mut ids).unwrap();
    let one_by_one: Vec<_> = places.iter().map(|&place| alone.spawn(&profile, place).unwrap()).collect();
    assert_eq!((ids[0], &ids[1..]), (second, &one_by_one[..]), "ids are appended");
    assert_eq!(together.state_hash(), alone.state_hash());
    // Nobody is no error.
    let before = together.state_hash();
    together.spawn_many(&profile_of(Vec3::splat(0.2)), &[] as &[Vec3], &mut ids).unwrap();
    assert_eq!((together.state_hash(), together.profiles().len()), (before, 1));
}

#[test]
fn one_bad_place_refuses_all_and_is_named() {
    let good = Vec3::ONE;
    for (bad, field) in [
        (Position::from(Vec3::new(0.0, f32::NAN, 0.0)), Field::Position),
        (Position::from(Vec3::X * -1.1 * MAX_COORDINATE), Field::Position),
        (Position { low: Vec3::X * 3.0, ..Position::from(Vec3::ZERO) }, Field::PositionLow),
    ] {
        for place in [0, 1, 40, 99] {
            let mut places = vec![Position::from(good); 100];
            places[place] = bad;
            places[99] = bad;
            let (mut crowd, mut ids) = (new_crowd(), Vec::new());
            let error = crowd.spawn_many(&profile_of(Vec3::splat(0.2)), &places, &mut ids).expect_err("one is bad");
            assert_eq!((error.place(), error.error().field()), (place, field));
            assert!(crowd.is_empty() && ids.is_empty() && crowd.profiles().is_empty());
        }
    }
}

#[test]
fn who_is_placed_by_the_floor_stands_on_it_after_one_step_and_has_not_sunk_or_risen() {
    for up in [Vec3::Y, Vec3::X, Vec3::new(0.6, 0.0, -0.8)] {
        for center in [Vec3::ZERO, Vec3::new(900.0, -3.0, 4_000.0)] {
            let [side, ahead] = [up.any_orthonormal_vector(), up.cross(up.any_orthonormal_vector())];
            let level = quad(center - (side + ahead) * 9.0, side * 18.0, ahead * 18.0);
            let world = world_of(&level);
            for radii in [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(1.1, 0.3, 0.7)] {
                let profile = profile_of(radii);
                let mut crowd = crowd_under(up * -9.81);
                let id = crowd.spawn_standing(&profile, center).unwrap();
                let start = crowd.position(id).unwrap();
                assert_eq!(start, profile.standing_on(center, up));
                let skin = profile.settings().skin;
                let off = (crowd.feet(id).unwrap() - Position::from(center)).dot(up.as_dvec3());
                assert!((off - f64::from(skin)).abs() < 1e-6, "{off}");
                let report = crowd.step(&world, FRAME).unwrap();
                assert_eq!((report.standing, report.depenetrated), (1, 0), "{up}, {center}, {radii}");
                let moved = (crowd.position(id).unwrap() - start).length();
                assert!(moved < 5e-4, "{moved} m at {center}, up {up}");

                let input = MoveInput { gravity: up * -9.81, ..MoveInput::WEIGHTLESS };
                let mut state = CharacterState::standing(center, &profile, up);
                world.move_character(&profile, &mut state, &input, FRAME).unwrap();
                assert_eq!(state.position, crowd.position(id).unwrap());
            }
        }
    }
}

#[test]
fn where_nothing_is_up_a_character_is_placed_by_its_centre() {
    let mut crowd = crowd_under(Vec3::ZERO);
    let id = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ONE).unwrap();
    assert_eq!(crowd.position(id), Ok(Vec3::ONE.into()));
    let refused = new_crowd().spawn_standing(&CharacterProfile::default(), Vec3::splat(f32::INFINITY));
    assert_eq!(refused.map_err(|error| error.field()), Err(Field::Position));
}

/// Feet by their definition: the point of the body's surface that lies lowest along `up`, of many points of it.
fn lowest_by_force(state: &CharacterState, radii: Vec3, up: Vec3) -> f64 {
    let orientation = state.orientation.as_dquat().normalize();
    let height = |point: DVec3| (orientation * (point * radii.as_dvec3())).dot(up.as_dvec3());
    // Downhill over the unit sphere: the height is linear, so that the steepest way ends at its only lowest point.
    let mut point = DVec3::X;
    for _ in 0..4_000 {
        let slope = DVec3::new(height(DVec3::X), height(DVec3::Y), height(DVec3::Z));
        point = (point - slope / slope.length()).normalize_or(DVec3::Y);
    }
    state.position.to_dvec3().dot(up.as_dvec3()) + height(point)
}

#[test]
fn feet_are_read_where_they_were_placed_in_a_crowd_and_in_a_state_for_any_up_body_and_orientation() {
    let mut random = Random(44);
    for case in 0..300 {
        let up = [Vec3::Y, random.direction().as_vec3().normalize()][case % 2];
        let radii = Vec3::from_array(std::array::from_fn(|_| random.scale(0.05, 3.0) as f32));
        let orientation = if case % 3 == 0 { Quat::IDENTITY } else { turned(&mut random) };
        let (profile, far) = (profile_of(radii), random.scale(1.0, 20_000.0));
        let feet = random.vector(far);
        let mut state = CharacterState { orientation, user_data: [case as u32, 7], ..CharacterState::new(Vec3::ONE) };
        state.velocity = Vec3::X;
        state.place_feet(feet, &profile, up);
        let off = (state.feet(&profile, up).to_dvec3() - feet).length();
        assert!(off < 1e-6, "{off} m at {feet}");
        let lowest = lowest_by_force(&state, radii, up) - feet.dot(up.as_dvec3());
        assert!(lowest.abs() < 3e-6 * (1.0 + feet.length() * 0.02), "{lowest} m: {radii}, {orientation}, up {up}");
        assert_eq!((state.velocity, state.ground(), state.user_data), (Vec3::ZERO, Ground::Air, [case as u32, 7]));
        assert_eq!(state.last_safe_position, state.position.to_vec3());

        let mut crowd = crowd_under(up * -9.81);
        let id = crowd.spawn(&profile, Vec3::ZERO).unwrap();
        crowd.set_state(id, &CharacterState { orientation, ..CharacterState::new(Vec3::ONE) }).unwrap();
        crowd.place_feet(id, feet).unwrap();
        let there = *crowd.state(id).unwrap();
        // The crowd's up is its gravity normalized: not quite that of the test.
        assert!((there.position - state.position).length() < 1e-5 && there.orientation == orientation);
        assert_eq!(crowd.previous_position(id), Ok(there.position), "a renderer draws no way there");
        let read = crowd.feet(id).unwrap();
        crowd.place_feet(id, read).unwrap();
        assert!((crowd.position(id).unwrap() - there.position).length() < 1e-9, "that moves nobody");
    }
    let mut crowd = new_crowd();
    let id = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO).unwrap();
    let before = *crowd.state(id).unwrap();
    assert_eq!(crowd.place_feet(id, Vec3::X * f32::NAN).map_err(|error| error.field()), Err(Field::Position));
    assert_eq!(crowd.state(id), Ok(&before), "a refused place changes nothing");
}

#[test]
fn who_is_placed_with_its_feet_on_the_floor_itself_is_lifted_by_its_skin_and_stands() {
    for up in [Vec3::Y, Vec3::X, Vec3::new(0.6, 0.0, -0.8)] {
        let [side, ahead] = [up.any_orthonormal_vector(), up.cross(up.any_orthonormal_vector())];
        let world = world_of(&quad(-(side + ahead) * 9.0, side * 18.0, ahead * 18.0));
        for radii in [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(1.1, 0.3, 0.7)] {
            let profile = profile_of(radii);
            let mut crowd = crowd_under(up * -9.81);
            let id = crowd.spawn(&profile, up * 30.0).unwrap();
            crowd.place_feet(id, side + ahead).unwrap();
            for _ in 0..2 {
                assert_eq!(crowd.step(&world, FRAME).unwrap().standing, 1, "{up}, {radii}");
                let off = (crowd.feet(id).unwrap() - Position::from(side + ahead)).dot(up.as_dvec3());
                let skin = f64::from(profile.settings().skin);
                assert!((off - skin).abs() < 0.15 * skin, "its feet are {off} m above the floor");
            }
        }
    }
}

#[test]
fn a_state_of_ones_own_crouches_and_stands_up_on_its_feet_as_one_of_a_crowd_does() {
    let mut random = Random(45);
    let (mut refused, mut taken) = (0, 0);
    for case in 0..200 {
        let up = [Vec3::Y, random.direction().as_vec3().normalize()][case % 2];
        let [side, ahead] = [up.any_orthonormal_vector(), up.cross(up.any_orthonormal_vector())];
        let level = |height: f32| quad(up * height - (side + ahead) * 9.0, side * 18.0, ahead * 18.0);
        let world = world_of(&[level(0.0), level(random.scale(0.9, 3.0) as f32)].concat());
        let [low, high] = [profile_of(Vec3::new(0.4, 0.4, 0.4)), profile_of(Vec3::new(0.4, 0.9, 0.5))];
        let mut state = CharacterState::standing(Vec3::ZERO, &low, up);
        let mut crowd = crowd_under(-up);
        let id = crowd.spawn_standing(&low, Vec3::ZERO).unwrap();
        let up = crowd.input(id).unwrap().up();
        crowd.set_state(id, &state).unwrap();
        let before = state;
        let of_state = world.set_profile(&low, &high, &mut state, up);
        assert_eq!(of_state, crowd.set_profile(&world, id, &high));
        assert_eq!(state.position, crowd.position(id).unwrap());
        if matches!(of_state, Err(InputError::NoRoom { field: Field::Profile, .. })) {
            assert_eq!(state, before, "a refused body changes nothing");
            refused += 1;
        } else {
            let [was, is] = [before.feet(&low, up), state.feet(&high, up)];
            assert!((was - is).dot(up.as_dvec3()).abs() < 1e-6, "feet from {was} to {is}");
            world.set_profile(&high, &low, &mut state, up).unwrap();
            assert!((state.position - before.position).length() < 1e-6);
            taken += 1;
        }
    }
    assert!(refused > 30 && taken > 30, "{refused} found no room, {taken} did");
    let (low, mut state) = (CharacterProfile::default(), CharacterState::new(Vec3::ZERO));
    let refused = world_of(&[]).set_profile(&low, &low, &mut state, Vec3::Y * 2.0);
    assert_eq!(refused.map_err(|error| error.field()), Err(Field::Up));
}

#[test]
fn the_default_input_is_under_the_gravity_of_the_earth_and_zeroed_input_is_weightless() {
    let world = world_of(&quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0));
    let profile = CharacterProfile::default();
    let mut state = CharacterState::standing(Vec3::Y * 0.4, &profile, Vec3::Y);
    for _ in 0..60 {
        world.move_character(&profile, &mut state, &MoveInput::default(), FRAME).unwrap();
    }
    assert!(state.ground().is_grounded(), "it does not hang in the air: {state:?}");
    assert_eq!(MoveInput::default(), MoveInput::EARTH);
    assert_eq!(MoveInput::WEIGHTLESS, bytemuck::Zeroable::zeroed());
    let hanging = CharacterState::new(Vec3::Y * 4.0);
    let mut state = hanging;
    world.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS, FRAME).unwrap();
    assert_eq!(state.position, hanging.position);
}
