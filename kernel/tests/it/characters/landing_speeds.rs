//! A short fall that something too steep to stand on turns aside, and that ends on a floor in the same step, leaves no velocity
//! behind.

use crate::testkit::crowds::{checked, profile_of};
use crate::testkit::worlds::{floor_and_slope, quad, world_of};
use glam::Vec3;
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, Ground, MoveInput, MoveMode, World};

/// Moves somebody by a step. Whether it touched something too steep to stand on, and ended on a floor.
fn comes_down(
    world: &World,
    profile: &CharacterProfile,
    state: &mut CharacterState,
    desired_velocity: Vec3,
    seconds: f32,
) -> bool {
    let input = MoveInput { desired_velocity, gravity: Vec3::NEG_Y * 9.81, ..MoveInput::WEIGHTLESS };
    let out = world.move_character(profile, state, &input, seconds).expect("it is valid");
    let steep = |normal: Vec3| normal.y > 0.1 && normal.y < 0.7;
    let has_met_both = out.contacts().iter().any(|contact| steep(contact.normal));
    has_met_both && matches!(state.ground(), Ground::Floor(_))
}

#[test]
fn who_appears_just_above_a_floor_is_not_thrown_off_by_the_steep_slope_beside() {
    let (world, profile) = (floor_and_slope(Some(60.0)), profile_of(Vec3::splat(0.5)));
    // As far from the slope as from the floor.
    let beside = 1.0 - 0.51 * 30.0_f32.to_radians().tan();
    let mut both = 0;
    for above in 1..=8_u8 {
        for nearer in 0..=40_u8 {
            let (above, nearer) = (f32::from(above) * 5e-4, f32::from(nearer) * 1e-4);
            let mut state = CharacterState::new(Vec3::new(beside + nearer, 0.51 + above, 0.0));
            if comes_down(&world, &profile, &mut state, Vec3::ZERO, 1.0 / 30.0) {
                both += 1;
                assert_eq!(state.velocity, Vec3::ZERO, "{above} m above, {nearer} m nearer: {state:?}");
            }
        }
    }
    println!("{both} of 328 met the slope on the way down");
    assert!(both > 40, "{both}");
}

#[test]
fn who_slides_down_off_a_kerb_onto_the_floor_within_a_step_is_not_thrown_off_by_its_edge() {
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    level.extend(quad(Vec3::new(-20.0, 0.04, -20.0), Vec3::Z * 40.0, Vec3::X * 20.0));
    level.extend(quad(Vec3::new(0.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::Y * 0.04));
    let shape = Ellipsoid::ball(0.1).expect("it is a shape");
    let profile =
        checked(CharacterSettings { shape: shape.into(), mode: MoveMode::Slide, ..CharacterSettings::default() });
    let world = world_of(&level);
    let mut both = 0;
    for start in 0..1000_u16 {
        let mut state = CharacterState::new(Vec3::new(-0.3 + 1e-4 * f32::from(start), 0.15, 0.0));
        for step in 0..8 {
            let stood = matches!(state.ground(), Ground::Floor(_));
            let has_met_both = comes_down(&world, &profile, &mut state, Vec3::X, 0.1);
            if stood && has_met_both {
                both += 1;
                assert_eq!(state.velocity, Vec3::ZERO, "start {start}, step {step}: {state:?}");
            }
        }
    }
    println!("{both} steps from the kerb to the floor met its edge");
    assert!(both > 40, "{both}");
}
