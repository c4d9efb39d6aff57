//! The speed of a fall after steps so short, or under a gravity so weak, that a slide sees no direction of gravity.

use glam::Vec3;
use sweep8::{CharacterId, Crowd, CrowdSettings, Ellipsoid, Ground, Mesh, World};

/// Time steps of which gravity's displacement is shorter than any motion a sweep knows, down to the smallest number.
const SHORT: [f32; 6] = [1e-21, 1e-25, 1e-30, 1e-38, 1e-42, f32::from_bits(1)];

fn floor() -> World {
    let corners = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    World::from_mesh(Mesh::new(&corners, &[[0, 1, 2]]).unwrap())
}

fn person_at(height: f32, settings: CrowdSettings) -> (Crowd, CharacterId) {
    let mut crowd = Crowd::new(settings);
    let id = crowd.spawn(Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap(), Vec3::Y * height);
    (crowd, id)
}

#[test]
fn a_fall_goes_on_at_its_speed_after_a_step_too_short_to_move_by() {
    let world = floor();
    for gravity in [Vec3::NEG_Y * 9.81, Vec3::new(3.0, -8.0, -1.5)] {
        for walk in [Vec3::ZERO, Vec3::new(2.0, 0.5, -1.0)] {
            let (mut crowd, id) = person_at(30.0, CrowdSettings { gravity, ..CrowdSettings::default() });
            assert_eq!(crowd.set_velocity(id, walk), None);
            for _ in 0..30 {
                crowd.step(&world, 1.0 / 60.0);
            }
            let speed = crowd.fall_speed(id).unwrap();
            assert!(speed > 4.0, "{speed}");
            for seconds in SHORT {
                crowd.step(&world, seconds);
                assert_eq!(crowd.fall_speed(id), Some(speed), "{seconds} s, gravity {gravity}, walk {walk}");
            }
        }
    }
}

#[test]
fn a_step_too_short_to_move_by_gives_who_stands_no_fall_speed_of_minus_zero_and_the_next_one_finds_the_floor() {
    let world = floor();
    for seconds in SHORT {
        let (mut crowd, id) = person_at(0.92, CrowdSettings::default());
        for _ in 0..30 {
            crowd.step(&world, 1.0 / 60.0);
        }
        assert!(matches!(crowd.ground(id), Some(Ground::Floor(_))));
        crowd.step(&world, seconds);
        // What gravity adds in so short a time: there was no motion that a floor could have ended.
        assert_eq!(crowd.fall_speed(id).map(f32::to_bits), Some((9.81 * seconds).to_bits()), "{seconds} s");
        crowd.step(&world, 1.0 / 60.0);
        assert!(matches!(crowd.ground(id), Some(Ground::Floor(_))), "{seconds} s");
        assert_eq!(crowd.fall_speed(id).map(f32::to_bits), Some(0), "{seconds} s");
    }
}

#[test]
fn a_gravity_too_weak_to_have_a_direction_gives_no_fall_speed_of_minus_zero() {
    let world = floor();
    for gravity in [0.0, -0.0, 1e-30, 1e-31, 1e-38, 1e-45] {
        for max_fall_speed in [55.0, 0.0, -0.0] {
            let settings = CrowdSettings { gravity: Vec3::NEG_Y * gravity, max_fall_speed, ..CrowdSettings::default() };
            for (height, walk) in [(3.0, Vec3::ZERO), (0.92, Vec3::ZERO), (3.0, Vec3::Y), (0.92, Vec3::NEG_Y)] {
                let (mut crowd, id) = person_at(height, settings);
                assert_eq!(crowd.set_velocity(id, walk), None);
                for step in 0..5 {
                    crowd.step(&world, 1.0 / 60.0);
                    let speed = crowd.fall_speed(id).unwrap();
                    assert!(speed.is_sign_positive() && speed < 1e-30, "step {step}: {speed}, {settings:?}, {walk}");
                }
            }
        }
    }
}
