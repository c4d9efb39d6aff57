//! Slots and plates: where the hull fits or does not, and what is said of who has no room.

use crate::testkit::Random;
use crate::testkit::level::box_of;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, quad, rounded, world_of};
use glam::{DQuat, DVec3, Vec3};
use std::f64::consts::TAU;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, SlideSettings, SlideStatus, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.8, 0.3, 0.5)];
const SKIN: f32 = 0.01;
/// Length of a desired displacement: 3 m/s at 60 Hz.
const STEP: f32 = 0.05;

/// Sends characters through slots of several widths, along their middle and beside it; `inside`: they start in the
/// slot.
fn go_through_slots(inside: bool) {
    let (mut worst, mut stuck, mut runs) = (f64::INFINITY, Vec::new(), 0);
    for half_width in [0.405_f32, 0.406, 0.4075, 0.4085, 0.409, 0.41, 0.411, 0.412] {
        for (on_floor, aside) in [(false, 0.0), (true, 0.0), (true, 0.5), (false, 0.9), (true, -0.2)] {
            let block = |side: f64| {
                let center = DVec3::new(side * (f64::from(half_width) + 1.0), 1.0, 4.0);
                box_of(center, DVec3::new(1.0, 4.0, 2.0), DQuat::IDENTITY)
            };
            let mut level = rounded(&[block(1.0), block(-1.0)].concat());
            if on_floor {
                level.extend(quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0));
            }
            let (world, triangles) = (world_of(&level), exactly(&level));
            for radii in [SHAPES[0], SHAPES[1]] {
                let judge = Judge { triangles: &triangles, radii, skin: SKIN };
                let start = Vec3::new(aside * (half_width - 0.4), radii.y + 0.012, if inside { 3.0 } else { 1.0 });
                let gravity = if on_floor { Vec3::Y * -0.04 } else { Vec3::ZERO };
                let settings = TwoPasses { gravity, ..TwoPasses::default() };
                let (mut center, shape) = (start, Ellipsoid::new(radii).unwrap());
                for _ in 0..200 {
                    let before = center;
                    center = slide_and_fall(&world, &shape, center, Vec3::Z * STEP, &settings).position.to_vec3();
                    let apart = judge.distance(center.as_dvec3());
                    worst = worst.min(apart);
                    let crossed = judge.crossed(before.as_dvec3(), center.as_dvec3());
                    assert!(
                        apart >= 1.0 - 1e-4 && crossed.is_none(),
                        "{half_width}, {radii}: {apart} at {center:?}, {crossed:?}"
                    );
                }
                runs += 1;
                // Entered from outside, a slot has to have room for the hull; started in, it is left all the same.
                let is_too_narrow = !inside && half_width < 0.4 + 7.0 / 8.0 * SKIN;
                if is_too_narrow {
                    assert!(center.z > 1.9 && center.z < 2.0, "{half_width}, {radii}: at the mouth, not at {center}");
                } else if center.z < 8.0 {
                    stuck.push(format!(
                        "{half_width} from the centre, floor {on_floor}, from {start}, {radii}: at {center}"
                    ));
                }
            }
        }
    }
    println!("slots, inside {inside}: {runs} runs, {} stuck, distance of at least {worst}", stuck.len());
    assert!(stuck.is_empty(), "{} of {runs} stuck: {stuck:#?}", stuck.len());
}

#[test]
fn a_slot_is_entered_where_the_hull_fits_and_the_mouth_holds_where_it_does_not() {
    go_through_slots(false);
}

#[test]
fn who_starts_in_a_slot_that_the_skin_does_not_fit_gets_out_of_it() {
    go_through_slots(true);
}

/// Two level plates, `apart` metres from each other, the lower one at height 0.
fn plates(apart: f32) -> World {
    let lower = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let upper = quad(Vec3::new(-20.0, apart, -20.0), Vec3::X * 40.0, Vec3::Z * 40.0);
    world_of(&[lower, upper].concat())
}

#[test]
fn only_an_overlap_that_depenetration_cannot_end_has_the_status_overlapping() {
    let ball = Ellipsoid::ball(0.5).unwrap();
    let settings = SlideSettings::default();
    let desired = Vec3::new(0.2, 0.0, 0.0);
    // No room for the ball; room for it, but not for its skin; room for both.
    for (apart, overlaps) in [(0.9, true), (0.97, true), (1.004, false), (1.01, false), (1.05, false), (3.0, false)] {
        for height in [0.45, 0.5, apart - 0.45] {
            let out = plates(apart).slide(&ball, Vec3::new(0.0, height, 0.0), desired, &settings).unwrap();
            assert_eq!(out.status == SlideStatus::Overlapping, overlaps, "{apart} m apart, from {height} m: {out:?}");
        }
    }
}

#[test]
fn a_bound_that_was_reached_is_named_before_an_overlap() {
    // Between the plates there is no room, and against the wall one sweep does not use up the desired displacement.
    let wall = quad(Vec3::new(0.6, -1.0, -20.0), Vec3::Y * 3.0, Vec3::Z * 40.0);
    let lower = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let upper = quad(Vec3::new(-20.0, 0.97, -20.0), Vec3::X * 40.0, Vec3::Z * 40.0);
    let world = world_of(&[lower, upper, wall].concat());
    let ball = Ellipsoid::ball(0.5).unwrap();
    let slide = |max_iterations| {
        let settings = SlideSettings { max_iterations, ..SlideSettings::default() };
        let desired = Vec3::new(1.0, 0.0, 1.0);
        world.slide(&ball, Vec3::new(0.0, 0.485, 0.0), desired, &settings).unwrap().status
    };
    assert_eq!(slide(1), SlideStatus::OutOfIterations);
    assert_eq!(slide(8), SlideStatus::Overlapping);
}

#[test]
fn the_path_of_who_is_freed_first_goes_on_from_there() {
    // Six centimetres into the floor, and then a metre along it.
    let world = world_of(&quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0));
    let ball = Ellipsoid::ball(0.5).unwrap();
    let (start, desired) = (Vec3::new(0.0, 0.44, 0.0), Vec3::new(1.0, 0.0, 0.0));
    let out = world.slide(&ball, start, desired, &SlideSettings::default()).unwrap();
    let [freed, end] = out.waypoints() else { panic!("two corners, not {:?}", out.waypoints()) };
    assert!((out.depenetrated_by - freed.length()).abs() < 1e-6 && (freed.y - 0.07).abs() < 1e-3, "{out:?}");
    assert_eq!(*end, out.travel);
    assert!(end.distance(*freed + desired) < 1e-6, "{out:?}");
}

/// Planes about an axis, a triangle each, as far from it as `radius`: none is bent by the rounding of its corners.
fn planes_about(axis: DVec3, count: u32, radius: f32, turn: f64) -> Level {
    let (across, beside) = axis.any_orthonormal_pair();
    let plane = |number: u32| {
        let (sine, cosine) = (turn + TAU * f64::from(number) / f64::from(count)).sin_cos();
        let (out, along) = (across * cosine + beside * sine, beside * cosine - across * sine);
        let corner = out * f64::from(radius) - along * 5.0 - axis * 10.0;
        [corner, corner + axis * 30.0, corner + along * 15.0]
    };
    rounded(&(0..count).map(plane).collect::<Vec<_>>())
}

/// Sweeps found that the hull led into a wall along which it went, by less than rounding, and a lean off that wall led into
/// those on the other side: of a hundred passages one was a stop for ever.
#[test]
fn who_walks_against_a_wall_of_a_turned_passage_that_fits_the_hull_to_the_last_places_gets_on() {
    let mut random = Random(7);
    for case in 0..8_000 {
        let radius = random.range(0.1, 1.0) as f32;
        let fitting = f32::from_bits((radius + 7.0 / 8.0 * SKIN).to_bits() + case / 4 % 14 - 4);
        let axis = if case % 2 == 0 { random.direction().with_y(0.0).normalize() } else { random.direction() };
        let level = planes_about(axis, 2 + case / 2 % 7, fitting, random.range(0.0, TAU));
        let (world, ball, settings) = (world_of(&level), Ellipsoid::ball(radius).unwrap(), SlideSettings::default());
        let along = axis.as_vec3() * random.range(0.005, 0.1) as f32;
        let desired = along + random.direction().reject_from(axis).as_vec3() * random.range(0.0, 0.2) as f32;
        let mut center = axis.as_vec3() * random.range(-0.5, 0.5) as f32;
        for call in 0..15 {
            let out = world.slide(&ball, center, desired, &settings).unwrap();
            let part = out.travel.dot(along) / along.length_squared();
            assert!(part > 0.99, "case {case}, call {call}: {part} of {desired} from {center}, {out:?}");
            center = out.position.to_vec3();
        }
    }
}
