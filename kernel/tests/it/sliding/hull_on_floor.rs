//! Nobody stands still in the open: a hull that lies on a floor to a few units in the last place still slides along what
//! it walks against.

use crate::testkit::Random;
use crate::testkit::crowds::{crowd_under, profile_of};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::{Quat, Vec3};
use std::f32::consts::TAU;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, SlideOutcome, SlideSettings, SlideStatus};

const SHAPES: [Vec3; 4] =
    [Vec3::splat(0.5), Vec3::new(0.3, 0.5, 0.7), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.2, 1.0, 0.2)];

/// Height of a hull of the default skin that lies on a floor at 0.
const HULL: f32 = 0.875 * 0.01;

fn uniform(random: &mut Random, low: f32, high: f32) -> f32 {
    random.range(f64::from(low), f64::from(high)) as f32
}

fn directions(heading: f32) -> (Vec3, Vec3) {
    let (sine, cosine) = heading.sin_cos();
    (Vec3::new(cosine, 0.0, sine), Vec3::new(-sine, 0.0, cosine))
}

/// A floor at height 0, and a wall through the origin that looks along `out` and leans by `lean`.
fn floor_and_wall(out: Vec3, along: Vec3, lean: f32) -> Level {
    let floor = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let wall = quad(along * -20.0 - Vec3::Y - out * lean, (Vec3::Y + out * lean) * 10.0, along * 40.0);
    [floor, wall].concat()
}

/// Some units in the last place away.
fn nudged(value: f32, places: i32) -> f32 {
    f32::from_bits(value.to_bits().wrapping_add_signed(places))
}

fn stands_still(outcome: &SlideOutcome) -> bool {
    outcome.status == SlideStatus::OutOfIterations && outcome.path < 1e-3 * 0.2 / 60.0
}

#[test]
fn a_hull_exactly_on_the_floor_slides_along_a_wall_that_leans() {
    let mut random = Random(1);
    let (mut runs, mut ran_out) = (0, 0);
    for radii in SHAPES {
        let shape = Ellipsoid::new(radii).unwrap();
        for lean in [-0.01, -2e-3, -1e-4, 0.0, 1e-4, 2e-3, 0.01] {
            for case in 0..600 {
                let (out, along) = directions(uniform(&mut random, 0.0, TAU));
                let world = world_of(&floor_and_wall(out, along, lean));
                let (into, _) = directions(uniform(&mut random, -1.57, 1.57));
                let desired = (out * -into.x + along * into.z) * uniform(&mut random, 0.2, 4.0) / 60.0;
                let y = nudged(radii.y + HULL, case % 9 - 4);
                let gap = HULL + y * lean + uniform(&mut random, 0.0, 0.03);
                let aside = uniform(&mut random, -1.0, 1.0);
                let start = out * ((radii * out).length() + gap) + along * aside + Vec3::Y * y;
                for gravity in [Vec3::ZERO, Vec3::Y * -9.81 / 3600.0] {
                    let settings = TwoPasses { gravity, ..TwoPasses::default() };
                    let outcome = slide_and_fall(&world, &shape, start, desired, &settings);
                    assert!(
                        !stands_still(&outcome),
                        "{radii} at {start} by {desired}, lean {lean}, gravity {gravity}: {outcome:?}"
                    );
                    runs += 1;
                    ran_out += u32::from(outcome.status == SlideStatus::OutOfIterations);
                }
            }
        }
    }
    println!("{runs} slides, {ran_out} of them ran out of sweeps on their way");
    assert!(ran_out * 1000 < runs, "{ran_out} of {runs} ran out of sweeps");
}

#[test]
fn a_hull_that_lies_on_a_slanting_triangle_goes_along_it() {
    let triangle = [
        Vec3::new(-14.054_338, -1.0, 14.229_389),
        Vec3::new(14.054_338, 9.0, -14.229_389),
        Vec3::new(14.054_338, -1.0, -14.229_389),
    ];
    let ball = Ellipsoid::ball(0.122_724_66).unwrap();
    let start = Vec3::new(-0.093_540_21, 0.131_474_61, -0.092_389_47);
    // Along the triangle, to rounding: its normal, rounded, tells that this does not lead into it, the lanes of the sweep that
    // it does.
    let desired = Vec3::new(-0.044_265_706, 0.0, 0.044_817_05);
    let outcome = world_of(&[triangle]).slide(&ball, start, desired, &SlideSettings::default()).unwrap();
    assert!(outcome.path > 0.999 * desired.length(), "{outcome:?}");
}

#[test]
fn a_hull_on_the_floor_that_moves_a_kilometre_into_it_by_a_rounding_keeps_its_gap() {
    let world = world_of(&quad(Vec3::new(-2_048.0, 0.0, -2_048.0), Vec3::Z * 4_096.0, Vec3::X * 4_096.0));
    for radii in SHAPES {
        let shape = Ellipsoid::new(radii).unwrap();
        for into in [1e-7, 2e-7, 3e-7, 4e-7, 4.7e-7, 6e-7, 1e-6] {
            for places in 0..12 {
                let start = Vec3::new(-512.0, nudged(radii.y + HULL, places), 3.0);
                let desired = Vec3::new(1_000.0, -1_000.0 * into, 20.0);
                let outcome = world.slide(&shape, start, desired, &SlideSettings::default()).unwrap();
                let deeper = start.y - outcome.position.to_vec3().y;
                assert!(deeper < 2e-5, "{radii}, {into}, {places} places: {deeper} m deeper, {outcome:?}");
                assert!(outcome.path > 0.999 * desired.length(), "{radii}, {into}, {places} places: {outcome:?}");
            }
        }
    }
}

#[test]
fn a_hull_that_lies_on_a_wall_goes_along_it() {
    let mut random = Random(3);
    for radii in SHAPES {
        let shape = Ellipsoid::new(radii).unwrap();
        for case in 0..3_000 {
            let (out, along) = directions(uniform(&mut random, 0.0, TAU));
            let wall = quad(along * -20.0 - Vec3::Y * 10.0, Vec3::Y * 20.0, along * 40.0);
            let world = world_of(&wall);
            let gap = nudged((radii * out).length() + HULL, case % 9 - 4);
            let aside = along * uniform(&mut random, -5.0, 5.0);
            let start = aside + out * gap + Vec3::Y * uniform(&mut random, -1.0, 1.0);
            // Off the wall by some units in the last place, or into it.
            let lean = f32::from(case as i16 % 7 - 3) * 1e-7;
            let desired = (along + out * lean) * uniform(&mut random, 1e-3, 0.3);
            let outcome = world.slide(&shape, start, desired, &SlideSettings::default()).unwrap();
            assert!(outcome.path > 0.999 * desired.length(), "{radii} at {start} by {desired}: {outcome:?}");
        }
    }
}

#[test]
fn a_hull_exactly_on_the_floor_crosses_the_seams_of_its_triangles() {
    let mut random = Random(2);
    // One seam along the diagonal, and tilts that no plane of f32 holds exactly.
    for tilt in [0.0, 1e-3, 0.2] {
        let turn = Quat::from_rotation_z(tilt);
        let floor: Level = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0)
            .iter()
            .map(|triangle| triangle.map(|corner| turn * corner))
            .collect();
        let world = world_of(&floor);
        for radii in SHAPES {
            let shape = Ellipsoid::new(radii).unwrap();
            // The point of the hull whose normal is that of the floor lies on it.
            let (up, hull) = (turn * Vec3::Y, radii + HULL);
            let height = (hull * up).length();
            for case in 0..400 {
                let (heading, _) = directions(uniform(&mut random, 0.0, TAU));
                let desired = turn * heading * uniform(&mut random, 0.2, 4.0) / 60.0;
                let at = uniform(&mut random, -5.0, 5.0);
                // Near the seam, which is where x and z are the same.
                let beside = uniform(&mut random, -0.02, 0.02);
                let start = turn * Vec3::new(at + beside, 0.0, at) + up * nudged(height, case % 9 - 4);
                let outcome = world.slide(&shape, start, desired, &SlideSettings::default()).unwrap();
                let along = outcome.travel.dot(desired) / desired.length_squared();
                assert!(along > 0.999, "{radii} at {start} by {desired}, tilt {tilt}: {along} of it, {outcome:?}");
            }
        }
    }
}

#[test]
fn who_walks_on_a_level_floor_with_his_hull_on_it_does_not_sink_into_it() {
    let cell = |x: i32, z: i32| quad(Vec3::new(x as f32, 0.0, z as f32), Vec3::Z, Vec3::X);
    let floor: Level = (-3..60).flat_map(|x| (-3..40).flat_map(move |z| cell(x, z))).collect();
    let world = world_of(&floor);
    for radii in SHAPES {
        let mut crowd = crowd_under(Vec3::Y * -1e-6);
        let start = radii.y + HULL;
        let id = crowd.spawn(&profile_of(radii), Vec3::new(0.0, start, 0.0)).unwrap();
        crowd.set_desired_velocity(id, Vec3::new(3.0, 0.0, 1.7)).unwrap();
        let mut lowest = f64::INFINITY;
        for _ in 0..900 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
            lowest = lowest.min(crowd.position(id).unwrap().to_dvec3().y - f64::from(start));
        }
        let end = crowd.position(id).unwrap().to_dvec3();
        assert!(end.x > 44.5, "{radii}: only to {end}");
        println!("{radii}: {lowest:e} m at the lowest over 45 m");
        assert!(lowest > -2e-6, "{radii}: sank by {lowest:e} m");
    }
}

#[test]
fn a_passage_that_fits_the_hull_to_the_last_places_holds_nobody_up() {
    for radii in SHAPES {
        let shape = Ellipsoid::new(radii).unwrap();
        for places in -6..=6 {
            let half = nudged(radii.z + HULL, places);
            let floor = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
            let walls = [half, -half].map(|z| quad(Vec3::new(-20.0, -1.0, z), Vec3::X * 40.0, Vec3::Y * 9.0));
            let world = world_of(&[floor, walls.concat()].concat());
            let settings = TwoPasses { gravity: Vec3::Y * -0.0027, ..TwoPasses::default() };
            for aside in [0.0, 0.02] {
                let mut center = Vec3::new(0.0, radii.y + 0.01, 0.0);
                let desired = Vec3::new(0.05, 0.0, aside);
                for frame in 0..60 {
                    let outcome = slide_and_fall(&world, &shape, center, desired, &settings);
                    let gone = outcome.travel.x / desired.x;
                    assert!(gone > 0.99, "{radii}, {places} places, aside {aside}, frame {frame}: {gone}");
                    center = outcome.position.to_vec3();
                }
            }
        }
    }
}

#[test]
fn an_edge_that_carries_between_slopes_too_steep_to_stand_on_and_a_wall_is_walked_along() {
    let (top, low) = (Vec3::new(2.25, 0.199_242_58, -9.75), Vec3::new(2.4, 0.0, -9.9));
    let slopes = [[Vec3::new(2.4, 0.0, -9.6), low, top], [low, Vec3::new(2.1, 0.0, -9.9), top]];
    let wall = quad(Vec3::new(0.0, -1.2, -10.0), Vec3::X * 5.0, Vec3::Y * 4.4);
    let world = world_of(&[&slopes[..], &wall[..]].concat());
    let settings = TwoPasses { gravity: Vec3::Y * -9.81 / 900.0, ..TwoPasses::default() };
    let ball = Ellipsoid::ball(0.1).unwrap();
    // Level, and against the wall. Next to the wall the ball meets the edge at 50.3°, but it stands on the edge at 48.5°.
    let desired = Vec3::new(-1.783_198, 0.0, -0.609_673) / 30.0;
    let start = Vec3::new(2.326_096_3, 0.193_207_16, -9.89);
    let outcome = slide_and_fall(&world, &ball, start, desired, &settings);
    assert!(outcome.travel.x < 0.1 * desired.x, "{outcome:?}");
}
