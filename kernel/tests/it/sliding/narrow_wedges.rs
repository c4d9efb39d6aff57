//! A character that walks into a wedge of two upright walls gets to a skin before both: a stop keeps its distance along the
//! normals, which is much more along a narrow wedge.

use crate::testkit::crowds::profile_of;
use crate::testkit::worlds::{Level, quad, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterState, Ellipsoid, MoveInput, Sides, SlideSettings};

const RADIUS: f32 = 0.4;

/// A floor, and two walls through the y axis that open towards +x by `angle` radians, turned about y by `heading`.
fn wedge(angle: f32, heading: f32) -> Level {
    let turn = Quat::from_rotation_y(heading);
    let mut level = quad(Vec3::new(-40.0, 0.0, -40.0), Vec3::Z * 80.0, Vec3::X * 80.0);
    for side in [-0.5, 0.5] {
        let along = turn * Quat::from_rotation_y(side * angle) * Vec3::X * 39.0;
        level.extend(quad(Vec3::NEG_Y * 0.5, along, Vec3::Y * 4.0));
    }
    level
}

#[test]
fn who_walks_into_a_narrow_wedge_gets_to_a_skin_before_both_walls_and_rests() {
    let (profile, skin) = (profile_of(Vec3::new(RADIUS, 0.9, RADIUS)), SlideSettings::default().skin);
    let hull = Ellipsoid::new(profile.shape().radii() + 0.875 * skin).expect("it is a shape");
    for degrees in [2.5_f32, 4.0, 5.47, 8.0, 11.0, 14.0, 20.0, 60.0] {
        for heading in [0.0_f32, 0.7, 2.9] {
            for aside in [-40.0_f32, -1.0, 0.0, 17.0, 50.0] {
                for (rate, speed) in [(30.0_f32, 2.0), (60.0, 2.0), (144.0, 2.0), (60.0, 0.5), (144.0, 0.5)] {
                    let angle = degrees.to_radians();
                    let world = world_of(&wedge(angle, heading));
                    let inward = Quat::from_rotation_y(heading) * Vec3::NEG_X;
                    let start = -inward * (RADIUS / (0.5 * angle).sin() + 1.0) + Vec3::Y * 0.91;
                    let mut state = CharacterState::new(start);
                    let way = Quat::from_rotation_y(aside.to_radians()) * inward;
                    let input = MoveInput { desired_velocity: way * speed, ..MoveInput::EARTH };
                    let mut rested = false;
                    for _ in 0..(rate * 8.0 / speed) as u32 {
                        let before = state;
                        world.move_character(&profile, &mut state, &input, 1.0 / rate).expect("it is in range");
                        rested = bytemuck::bytes_of(&before) == bytemuck::bytes_of(&state);
                    }
                    let case = format!("{degrees}°, turned by {heading}, {aside}° aside, {speed} m/s, {rate} Hz");
                    assert!(rested, "{case}: {state:?}");
                    // How far it could still go between the walls, in f64: where both touch the hull's level circle.
                    let deepest = f64::from(hull.radii().x) / f64::from(0.5 * angle).sin();
                    let at = state.position.to_dvec3();
                    let left = DVec3::new(at.x, 0.0, at.z).length() - deepest;
                    assert!(left > 0.0, "{case}: {left}");
                    assert!(left < 0.0135, "{case}: {left} m are left, with a skin of {skin}");
                    let free = world.sweep(&hull, state.position.to_vec3(), inward * 0.02, Sides::Both);
                    assert!(free.expect("it is in range").is_some(), "{case}: free for 2 cm");
                }
            }
        }
    }
}
