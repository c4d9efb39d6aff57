//! Calls that change characters of a crowd beside moving them: teleports, other profiles, watching their contacts.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, checked, crowd_under, new_crowd, profile_of};
use crate::testkit::worlds::{quad, room, terrain, world_of};
use glam::{DVec3, Vec3};
use sweep8::{
    CharacterSettings, Crowd, Ellipsoid, Field, Ground, InputError, MoveInput, Position, Sides, SlideContact,
    SlideStatus, World,
};

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);
const FRAME: f32 = 1.0 / 60.0;

fn floor_and(height: Option<f32>) -> World {
    let floor = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let ceiling = |y| quad(Vec3::new(-9.0, y, -9.0), Vec3::X * 18.0, Vec3::Z * 18.0);
    world_of(&[floor, height.map(ceiling).unwrap_or_default()].concat())
}

#[test]
fn after_a_teleport_it_is_in_the_air_without_velocity_and_was_nowhere_else() {
    let world = floor_and(None);
    let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::new(0.0, 0.91, 0.0));
    assert_eq!(crowd.previous_position(id), Ok(Vec3::new(0.0, 0.91, 0.0).into()), "before any step");
    crowd.set_desired_velocity(id, Vec3::X).unwrap();
    crowd.add_impulse(id, Vec3::Z).unwrap();
    for _ in 0..20 {
        let before = crowd.position(id).unwrap();
        crowd.step(&world, FRAME).unwrap();
        assert_eq!(crowd.previous_position(id), Ok(before));
        assert_ne!(crowd.position(id), Ok(before));
    }
    assert!(crowd.velocity(id).unwrap().z > 0.0 && crowd.ground(id).unwrap().is_grounded());
    let mut marked = *crowd.state(id).unwrap();
    marked.user_data = [3, 4];
    crowd.set_state(id, &marked).unwrap();
    // Finer than an `f32` is there.
    let there = DVec3::new(5_000.000_01, 3.0, -2.0);
    crowd.teleport(id, there).unwrap();
    let state = *crowd.state(id).unwrap();
    assert!(state.position.to_dvec3().distance(there) < 1e-9);
    assert_eq!(crowd.previous_position(id), crowd.position(id));
    assert_eq!((state.velocity, state.ground(), state.user_data), (Vec3::ZERO, Ground::Air, [3, 4]));
    assert_eq!(state.last_safe_position, state.position.to_vec3());
    // The input stays.
    assert_eq!(crowd.input(id).unwrap().desired_velocity, Vec3::X);
}

/// An engine puts a character that finds no room back where it stood last: the step reports the overlap, and the state keeps that place.
#[test]
fn who_finds_no_room_overlaps_and_the_place_where_he_stood_last_without_is_kept() {
    let (open, low) = (floor_and(None), floor_and(Some(1.2)));
    let (mut crowd, id) = alone(&profile_of(PERSON), Vec3::new(1.0, 0.95, 2.0));
    for _ in 0..30 {
        crowd.step(&open, FRAME).unwrap();
    }
    let stood = *crowd.state(id).unwrap();
    assert_eq!((stood.ground().is_grounded(), stood.last_safe_position), (true, stood.position.to_vec3()));
    for _ in 0..30 {
        crowd.step(&low, FRAME).unwrap();
        let state = crowd.state(id).unwrap();
        assert_eq!(
            (state.status(), state.last_safe_position),
            (SlideStatus::Overlapping, stood.position.to_vec3()),
            "{state:?}"
        );
    }
    crowd.teleport(id, stood.last_safe_position).unwrap();
    crowd.step(&open, FRAME).unwrap();
    assert_ne!(crowd.state(id).unwrap().status(), SlideStatus::Overlapping);
}

#[test]
fn feet_are_where_the_body_ends_against_gravity_or_the_up_of_the_input() {
    let mut random = Random(1);
    for _ in 0..200 {
        let radii = (random.vector(0.4) + 0.6).as_vec3();
        let (place, up) = (random.vector(50.0).as_vec3(), random.direction().as_vec3());
        let lowest = |up: Vec3| {
            // The point of the surface whose normal is down.
            let radii = radii.as_dvec3();
            up.as_dvec3() * -((radii * up.as_dvec3()).length())
        };
        let mut crowd = crowd_under(up * -4.0);
        let id = crowd.spawn(&profile_of(radii), place).unwrap();
        let off = |feet: DVec3, expected: DVec3| feet.distance(expected);
        assert!(off(crowd.feet(id).unwrap().to_dvec3(), place.as_dvec3() + lowest(up)) < 1e-6);
        let other = random.direction().as_vec3();
        crowd.set_input(id, &MoveInput { up: other, ..*crowd.input(id).unwrap() }).unwrap();
        assert!(off(crowd.feet(id).unwrap().to_dvec3(), place.as_dvec3() + lowest(other)) < 1e-6);
        crowd.set_input(id, &MoveInput::WEIGHTLESS).unwrap();
        assert_eq!(crowd.feet(id), Ok(place.into()), "nothing is up");
    }
}

#[test]
fn crouching_keeps_the_feet_and_standing_up_without_room_is_refused() {
    let (standing, crouching) = (profile_of(PERSON), profile_of(Vec3::new(0.4, 0.5, 0.4)));
    for (height, fits) in [(None, true), (Some(1.85), true), (Some(1.79), false), (Some(1.2), false)] {
        let world = floor_and(height);
        let (mut crowd, id) = alone(&crouching, Vec3::new(0.0, 0.51, 0.0));
        for _ in 0..30 {
            crowd.step(&world, FRAME).unwrap();
        }
        let (feet, hash) = (crowd.feet(id).unwrap(), crowd.state_hash());
        let (state, previous) = (*crowd.state(id).unwrap(), crowd.previous_position(id).unwrap());
        let stood_up = crowd.set_profile(&world, id, &standing);
        if !fits {
            // Of the two triangles of the ceiling the one with the lower index that is in the way.
            let error = InputError::NoRoom { field: Field::Profile, instance: 0, triangle: 2 };
            assert_eq!(stood_up, Err(error), "{height:?}");
            assert_eq!(error.field(), Field::Profile);
            assert_eq!(error.to_string(), "`profile` would overlap triangle 2 of instance 0: there is no room");
            assert_eq!((crowd.state(id), crowd.state_hash()), (Ok(&state), hash), "{height:?}");
            assert_eq!((crowd.profile(id), crowd.previous_position(id)), (Ok(&crouching), Ok(previous)));
            assert_eq!(crowd.step(&world, FRAME).unwrap().standing, 1);
            continue;
        }
        assert_eq!(stood_up, Ok(()));
        assert_eq!(crowd.profile(id), Ok(&standing));
        assert!((crowd.feet(id).unwrap() - feet).length() < 1e-6, "{height:?}");
        let risen = crowd.position(id).unwrap().to_dvec3() - state.position.to_dvec3();
        assert!((risen - DVec3::Y * 0.4).length() < 1e-6, "{risen}");
        // A renderer draws no jump.
        assert!((crowd.previous_position(id).unwrap() - previous - risen).length() < 1e-6);
        for _ in 0..30 {
            crowd.step(&world, FRAME).unwrap();
            assert!((crowd.feet(id).unwrap() - feet).length() < 1e-5 && crowd.ground(id).unwrap().is_grounded());
        }
        crowd.set_profile(&world, id, &crouching).unwrap();
        assert!((crowd.feet(id).unwrap() - feet).length() < 1e-5);
    }
}

#[test]
fn a_renderer_draws_no_way_to_a_written_position_and_goes_on_where_it_stays() {
    let mut random = Random(9);
    let world = world_of(&room(&mut random, 6.0, 0, 0));
    let mut crowd = new_crowd();
    let ids: Vec<_> =
        (0..40).map(|_| crowd.spawn(&profile_of(Vec3::splat(0.3)), random.vector(4.0).as_vec3()).unwrap()).collect();
    let centres = |crowd: &Crowd, id| (crowd.previous_position(id).unwrap(), crowd.position(id).unwrap());
    for round in 0..20 {
        for &id in &ids {
            crowd.set_desired_velocity(id, random.vector(4.0).as_vec3()).unwrap();
        }
        crowd.step(&world, FRAME).unwrap();
        let before: Vec<_> = ids.iter().map(|&id| centres(&crowd, id)).collect();
        assert!(before.iter().filter(|(previous, now)| previous != now).count() > 30);
        let mut states = vec![*crowd.state(ids[0]).unwrap(); ids.len()];
        crowd.copy_states(&mut states).unwrap();
        // One of three jumps, by less than an `f32` holds in places, one only changes its velocity, one is as it was.
        let far = random.scale(1e-9, 3.0);
        for (index, state) in states.iter_mut().enumerate() {
            match index % 3 {
                0 => state.position = Position::from(state.position.to_dvec3() + random.vector(1.0) * far),
                1 => state.velocity = random.vector(3.0).as_vec3(),
                _ => {}
            }
        }
        if round % 2 == 0 {
            crowd.set_states(&states).unwrap();
        } else {
            ids.iter().zip(&states).for_each(|(&id, state)| crowd.set_state(id, state).unwrap());
        }
        for (index, (&id, before)) in ids.iter().zip(before).enumerate() {
            let (previous, now) = centres(&crowd, id);
            assert_eq!(now, states[index].position);
            assert_eq!(previous, if now == before.1 { before.0 } else { now }, "round {round}, {index}");
        }
        assert!(ids.iter().step_by(3).any(|&id| centres(&crowd, id).0 == centres(&crowd, id).1), "somebody jumped");
    }
}

#[test]
fn a_body_that_feels_fronts_has_room_behind_triangles() {
    // The back of a ceiling looks down.
    let ceiling = quad(Vec3::new(-9.0, 1.2, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0);
    let world = world_of(&ceiling);
    for (sides, fits) in [(Sides::Both, false), (Sides::Front, true)] {
        let shape = Ellipsoid::new(PERSON).unwrap();
        let tall = checked(CharacterSettings { shape: shape.into(), sides, ..CharacterSettings::default() });
        let (mut crowd, id) = alone(&profile_of(Vec3::splat(0.4)), Vec3::new(0.0, 0.41, 0.0));
        assert_eq!(crowd.set_profile(&world, id, &tall).is_ok(), fits, "{sides:?}");
    }
}

#[test]
fn contacts_of_a_watched_character_are_those_of_its_move_alone_at_rest_too() {
    let mut random = Random(5);
    let (mut touching, mut resting) = (0, 0);
    for level in [room(&mut random, 6.0, 4, 20), terrain(&mut random, 24, 0.5, 0.1)] {
        let world = world_of(&level);
        let mut crowd = new_crowd();
        let ids: Vec<_> = (0..100)
            .map(|number| {
                let radii = [Vec3::splat(0.5), PERSON][number % 2];
                crowd.spawn(&profile_of(radii), random.vector(4.0).as_vec3()).unwrap()
            })
            .collect();
        ids.iter().step_by(2).for_each(|&id| crowd.watch_contacts(id).unwrap());
        for step in 0..240 {
            for &id in &ids {
                if step >= 120 || random.whole(0, 19) > 0.0 {
                    continue;
                }
                crowd.set_desired_velocity(id, random.vector(4.0).as_vec3().with_y(0.0)).unwrap();
                crowd.jump(id, 3.0).unwrap();
            }
            if step == 120 {
                crowd.set_desired_velocities(&[Vec3::ZERO; 100]).unwrap();
            }
            let mut alone: Vec<_> = ids.iter().map(|&id| (*crowd.state(id).unwrap(), Vec::new())).collect();
            for (&id, (state, contacts)) in ids.iter().zip(&mut alone) {
                let (profile, input) = (crowd.profile(id).unwrap(), crowd.input(id).unwrap());
                let out = world.move_character(profile, state, input, FRAME).unwrap();
                *contacts = out.contacts().to_vec();
            }
            crowd.step(&world, FRAME).unwrap();
            for (number, (&id, (state, contacts))) in ids.iter().zip(&alone).enumerate() {
                assert_eq!(crowd.state(id), Ok(state), "step {step}, {number}");
                let told = crowd.contacts(id).unwrap();
                let of_id = told.iter().enumerate().all(|(n, c)| c.character == id && c.number as usize == n);
                let expected: &[SlideContact] = if number % 2 == 0 { contacts } else { &[] };
                assert!(of_id && told.iter().map(|c| c.contact).eq(expected.iter().copied()), "step {step}: {told:?}");
                touching += told.len();
                resting += usize::from(step > 200 && !told.is_empty() && state.velocity == Vec3::ZERO);
            }
        }
    }
    println!("{touching} contacts, {resting} times of who stands");
    assert!(touching > 10_000 && resting > 2_000);
}
