//! The velocity of a fall after steps so short, or under a gravity so weak, that a slide sees no direction of gravity.

use crate::testkit::crowds::{checked, crowd_under, profile_of};
use glam::Vec3;
use sweep8::{CharacterId, CharacterProfile, CharacterSettings, Crowd, Ground, Mesh, MoveMode, World};

/// Time steps of which gravity's displacement is shorter than any motion a sweep knows, down to the smallest number.
const SHORT: [f32; 6] = [1e-21, 1e-25, 1e-30, 1e-38, 1e-42, f32::from_bits(1)];

const EARTH: Vec3 = Vec3::new(0.0, -9.81, 0.0);

fn floor() -> World {
    let corners = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    World::from_mesh(Mesh::new(&corners, &[[0, 1, 2]]).unwrap())
}

fn person() -> CharacterProfile {
    profile_of(Vec3::new(0.4, 0.9, 0.4))
}

fn person_at(height: f32, profile: &CharacterProfile, gravity: Vec3) -> (Crowd, CharacterId) {
    let mut crowd = crowd_under(gravity);
    let id = crowd.spawn(profile, Vec3::Y * height).unwrap();
    (crowd, id)
}

fn velocity_bits(crowd: &Crowd, id: CharacterId) -> [u32; 3] {
    crowd.velocity(id).unwrap().to_array().map(f32::to_bits)
}

#[test]
fn a_fall_goes_on_at_its_velocity_after_a_step_too_short_to_move_by() {
    let world = floor();
    for gravity in [EARTH, Vec3::new(3.0, -8.0, -1.5)] {
        for walk in [Vec3::ZERO, Vec3::new(2.0, 0.5, -1.0)] {
            let (mut crowd, id) = person_at(30.0, &person(), gravity);
            crowd.set_desired_velocity(id, walk).unwrap();
            for _ in 0..30 {
                crowd.step(&world, 1.0 / 60.0).unwrap();
            }
            let before = crowd.velocity(id).unwrap();
            assert!((before - gravity * 0.5).length() < 1e-4, "{before} after half a second under {gravity}");
            let bits = velocity_bits(&crowd, id);
            for seconds in SHORT {
                crowd.step(&world, seconds).unwrap();
                assert_eq!(velocity_bits(&crowd, id), bits, "{seconds} s, gravity {gravity}, walk {walk}");
            }
        }
    }
}

#[test]
fn a_step_too_short_to_move_by_leaves_a_standing_character_in_place() {
    let world = floor();
    for (mode, seconds) in
        [MoveMode::Walk, MoveMode::Slide].into_iter().flat_map(|mode| SHORT.map(|short| (mode, short)))
    {
        let shape = person().shape();
        let profile = checked(CharacterSettings { shape, mode, ..CharacterSettings::default() });
        let (mut crowd, id) = person_at(0.92, &profile, EARTH);
        for _ in 0..30 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        assert!(matches!(crowd.ground(id), Ok(Ground::Floor(_))));
        assert_eq!(velocity_bits(&crowd, id), [0; 3]);
        crowd.step(&world, seconds).unwrap();
        if mode == MoveMode::Walk {
            assert!(matches!(crowd.ground(id), Ok(Ground::Floor(_))), "{seconds} s");
            assert_eq!(velocity_bits(&crowd, id), [0; 3], "{seconds} s");
        } else {
            // The velocity that gravity adds in so short a time: there was no motion that a floor could have ended.
            assert_eq!(velocity_bits(&crowd, id), [0, (-9.81 * seconds).to_bits(), 0], "{seconds} s");
        }
        crowd.step(&world, 1.0 / 60.0).unwrap();
        assert!(matches!(crowd.ground(id), Ok(Ground::Floor(_))), "{seconds} s");
        assert_eq!(velocity_bits(&crowd, id), [0; 3], "{seconds} s");
    }
}

#[test]
fn a_gravity_too_weak_to_have_a_direction_gives_no_velocity_of_minus_zero() {
    let world = floor();
    for gravity in [0.0, -0.0, 1e-30, 1e-31, 1e-38, 1e-45] {
        for max_fall_speed in [55.0, 0.0, -0.0] {
            let profile = checked(CharacterSettings { max_fall_speed, ..CharacterSettings::default() });
            for (height, walk) in [(3.0, Vec3::ZERO), (0.92, Vec3::ZERO), (3.0, Vec3::Y), (0.92, Vec3::NEG_Y)] {
                let (mut crowd, id) = person_at(height, &profile, Vec3::NEG_Y * gravity);
                crowd.set_desired_velocity(id, walk).unwrap();
                for step in 0..5 {
                    crowd.step(&world, 1.0 / 60.0).unwrap();
                    let velocity = crowd.velocity(id).unwrap();
                    let is_good = |value: f32| value.to_bits() == 0 || (value < 0.0 && value > -1e-30);
                    let case = format!("step {step}: {velocity}, gravity {gravity}, {max_fall_speed} m/s, {walk}");
                    assert!(is_good(velocity.y) && velocity.x.to_bits() | velocity.z.to_bits() == 0, "{case}");
                }
            }
        }
    }
}
