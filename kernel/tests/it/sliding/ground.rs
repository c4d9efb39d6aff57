//! The ground that a slide reports where the character meets several surfaces in one move.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, profile_of};
use crate::testkit::worlds::{Level, floor_and_slope, quad, world_of};
use glam::{DQuat, DVec3, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, Ground, MoveInput, MoveMode, SlideOutcome,
    SlideSettings, World,
};

const FALL: Vec3 = Vec3::new(0.0, -0.02, 0.0);

/// Where a ball of 0.5 m stands at the default skin on the floor of these scenes, away from everything else.
const STANDING: Vec3 = Vec3::new(0.0, 0.51, 0.0);

fn slid(world: &World, from: Vec3, desired: Vec3) -> SlideOutcome {
    let settings = TwoPasses { gravity: FALL, ..TwoPasses::default() };
    slide_and_fall(world, &Ellipsoid::ball(0.5).unwrap(), from, desired, &settings)
}

#[test]
fn a_floor_carries_a_character_that_touches_a_steep_slope_in_the_same_move() {
    let world = floor_and_slope(Some(60.0));
    // 0.1 m before the place that is as far from the slope as from the floor.
    let beside = STANDING + Vec3::X * (1.0 - 0.51 * 30.0_f32.to_radians().tan() - 0.1);
    let out = slid(&world, beside, Vec3::X * 0.3);
    let upward: Vec<f32> = out.contacts().iter().map(|contact| contact.normal.y).collect();
    assert!(upward.iter().any(|&up| (up - 0.5).abs() < 1e-3), "the slope is touched, {out:?}");
    assert_eq!(out.ground, Ground::Floor(Vec3::Y), "{out:?}");
    // From higher up, where the fall meets the slope first, slides down it, and ends on the floor; and where it ends before.
    let settings = |fall: f32| TwoPasses { gravity: Vec3::NEG_Y * fall, ..TwoPasses::default() };
    let above = beside + Vec3::new(0.4, 0.3, 0.0);
    for (fall, ends_on_floor) in [(2.0, true), (0.05, false)] {
        let ball = Ellipsoid::ball(0.5).unwrap();
        let out = slide_and_fall(&world, &ball, above, Vec3::ZERO, &settings(fall));
        assert!((out.contacts()[0].normal.y - 0.5).abs() < 1e-3, "the slope is touched first, {out:?}");
        assert_eq!(out.ground == Ground::Floor(Vec3::Y), ends_on_floor, "{fall} m: {out:?}");
        assert_eq!(matches!(out.ground, Ground::Steep(_)), !ends_on_floor, "{fall} m: {out:?}");
    }
}

#[test]
fn a_slope_too_steep_to_stand_on_is_named_steep_where_nothing_else_is_below() {
    let world = floor_and_slope(Some(60.0));
    let (sine, cosine) = 60.0_f32.to_radians().sin_cos();
    // 5 m up the slope, 0.511 m off it.
    let above = Vec3::X + Vec3::new(cosine, sine, 0.0) * 5.0 + Vec3::new(-sine, cosine, 0.0) * 0.511;
    let out = slid(&world, above, Vec3::ZERO);
    let Ground::Steep(normal) = out.ground else { panic!("{out:?}") };
    assert!(normal.abs_diff_eq(Vec3::new(-sine, cosine, 0.0), 1e-4), "{out:?}");
    assert!(!out.ground.is_grounded() && out.travel.y < -0.01, "{out:?}");
}

#[test]
fn neither_a_wall_nor_a_ceiling_carries() {
    let wall = quad(Vec3::new(0.6, -20.0, -20.0), Vec3::Z * 40.0, Vec3::Y * 40.0);
    let ceiling = quad(Vec3::new(-20.0, 0.6, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let world = world_of(&[wall, ceiling].concat());
    for (towards, name) in [(Vec3::X, "wall"), (Vec3::Y, "ceiling"), (Vec3::X + Vec3::Y, "both")] {
        let out = slid(&world, Vec3::ZERO, towards * 0.3);
        assert!(!out.contacts().is_empty(), "{name}: {out:?}");
        assert_eq!(out.ground, Ground::Air, "{name}: {out:?}");
    }
}

#[test]
fn a_floor_is_named_by_gravity_only() {
    let floor = floor_and_slope(None);
    let out = slid(&floor, STANDING, Vec3::X * 0.1);
    assert_eq!(out.ground, Ground::Floor(Vec3::Y), "{out:?}");
    // The desired displacement alone leads into the floor.
    let (ball, desired) = (Ellipsoid::ball(0.5).unwrap(), Vec3::new(0.1, -0.1, 0.0));
    let without = [
        slide_and_fall(&floor, &ball, STANDING, desired, &TwoPasses::default()),
        floor.slide(&ball, STANDING, desired, &SlideSettings::default()).unwrap(),
    ];
    for weightless in without {
        assert!(!weightless.contacts().is_empty(), "{weightless:?}");
        assert_eq!(weightless.ground, Ground::Air, "{weightless:?}");
    }
}

/// The steepest slope that the default profile stands on, degrees.
const STEEPEST: f64 = 50.0;

/// A funnel of four slopes, to the corners 0.24 m wide at its bottom and 2.24 m at its rim, in level ground.
fn steepest_funnel() -> Level {
    let (bottom, top) = (0.24_f32, 2.24);
    let height = (top - bottom) * FRAC_1_SQRT_2 * (STEEPEST.to_radians().tan() as f32);
    let at = |corner: usize, radius: f32, height: f32| {
        let heading = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z][corner % 4];
        heading * radius + Vec3::Y * height
    };
    let side = |corner: usize| {
        let [a, b] = [corner + 1, corner];
        let [low_a, low_b] = [a, b].map(|corner| at(corner, bottom, 0.0));
        let [high_a, high_b, far_a, far_b] =
            [(a, top), (b, top), (a, 12.0), (b, 12.0)].map(|(corner, radius)| at(corner, radius, height));
        [
            [Vec3::ZERO, low_a, low_b],
            [low_b, low_a, high_a],
            [low_b, high_a, high_b],
            [high_b, high_a, far_a],
            [high_b, far_a, far_b],
        ]
    };
    (0..4).flat_map(side).collect()
}

/// Found by the property `stuck`. The normal of one plane differs in the last place with the place it is touched from: a side
/// of the funnel carried in one step and was slid down in the next.
#[test]
fn who_walks_up_a_funnel_as_steep_as_carries_gets_on_and_does_not_tremble() {
    let world = world_of(&steepest_funnel());
    let (mut crowd, id) = alone(&profile_of(Vec3::new(0.4, 0.810_937_5, 0.4)), Vec3::new(2.022_443_5, 3.260_581, 0.2));
    crowd.set_desired_velocity(id, Vec3::new(-2.4, 0.0, 1.8)).unwrap();
    let mut step = || {
        crowd.step(&world, 1.0 / 60.0).unwrap();
        crowd.position(id).unwrap().to_dvec3()
    };
    let start = (0..600).fold(DVec3::ZERO, |_, _| step());
    let (mut path, mut before) = (0.0, start);
    for _ in 0..240 {
        let now = step();
        path += now.distance(before);
        before = now;
    }
    assert!(path < 1e-4 || before.distance(start) > 0.99 * path, "{path} m, from {start} to {before}");
}

#[test]
fn a_slope_as_steep_as_carries_does_so_wherever_it_is_touched() {
    let mut random = Random(1);
    let (sine, cosine) = STEEPEST.to_radians().sin_cos();
    for case in 0..2_000 {
        let turn = DQuat::from_rotation_y(random.range(0.0, 6.0));
        let (down, across) = (turn * DVec3::new(cosine, -sine, 0.0), turn * DVec3::Z);
        let normal = down.cross(-across).as_vec3();
        let size = [2.0, 8.0, 60.0][case % 3];
        let level =
            quad((down + across).as_vec3() * -size, across.as_vec3() * (2.0 * size), down.as_vec3() * (2.0 * size));
        let radii = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.6, 0.2, 0.3)][case / 3 % 3];
        let beside = down * random.range(-0.5, 0.5) + across * random.range(-0.5, 0.5);
        let start = beside.as_vec3() * size + normal * ((radii * normal).length() + 0.03);
        let (mut crowd, id) = alone(&profile_of(radii), start);
        for _ in 0..30 {
            crowd.step(&world_of(&level), 1.0 / 60.0).unwrap();
        }
        let ground = crowd.ground(id).unwrap();
        assert!(matches!(ground, Ground::Floor(_)), "case {case}: {ground:?} at {:?}", crowd.position(id));
    }
}

/// A square, many radii wide, and gravity straight into it: distances to it round differently at each place.
#[test]
fn who_has_come_down_on_a_wide_floor_that_tilts_stays_there_to_the_bit() {
    let mut random = Random(31);
    let mut range = |low, high| random.range(low, high) as f32;
    let mut steps = 0;
    for case in 0..300 {
        let up = Vec3::new(range(-0.6, 0.6), 1.0, range(-0.6, 0.6)).normalize();
        let (along, size) = (up.any_orthonormal_vector(), range(5.0, 100.0));
        let (u, v) = (along * 2.0 * size, up.cross(along) * 2.0 * size);
        let world = world_of(&quad((u + v) * -0.5, u, v));
        let mode = if case % 2 == 0 { MoveMode::Slide } else { MoveMode::Walk };
        let profile = CharacterProfile::new(&CharacterSettings { mode, ..CharacterSettings::default() }).unwrap();
        let input = MoveInput { gravity: up * -9.81, up, ..MoveInput::WEIGHTLESS };
        let place = along * range(-0.5, 0.5) * size + up.cross(along) * range(-0.2, 0.2) * size;
        let mut state = CharacterState::new(place + up * range(0.95, 1.2));
        let mut step = || {
            world.move_character(&profile, &mut state, &input, 1.0 / 30.0).unwrap();
            state
        };
        let settled = (0..20).map(|_| step()).last().unwrap();
        assert!(settled.ground().is_grounded(), "{settled:?}");
        for _ in 0..40 {
            assert_eq!(step().position, settled.position, "case {case}, {mode:?}, {size} m");
            steps += 1;
        }
    }
    println!("{steps} steps without moving");
}
