//! Characters that are added together, and characters that are placed by where they stand.

use crate::testkit::Random;
use crate::testkit::crowds::{crowd_under, new_crowd, profile_of};
use crate::testkit::worlds::{quad, world_of};
use glam::{DVec3, Vec3};
use sweep8::limits::MAX_COORDINATE;
use sweep8::{CharacterProfile, CharacterState, Field, MoveInput, Position};

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

                let input = MoveInput { gravity: up * -9.81, ..MoveInput::default() };
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
