//! Friction: what holds, what slides, how far, and that it keeps the promises of a slide.
//!
//! Figures by hand are Coulomb's: on a slope of angle `a` the pull along it is `sin a - friction · cos a`; along a
//! wall a motion loses `friction` times the part that the wall stopped. Against the reference in `f64`:
//! `friction_reference.rs`.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, profile_of};
use crate::testkit::level::{RADII, above, sheet};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, made_of, quad, room, rounded, terrain, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, Ground, Sides, SlideOutcome, SlideStatus, World};

/// A slope that rises towards +x, through the origin, of one material; and where a character stands on it.
fn slope(tangent: f64, friction: f32) -> (World, Vec3) {
    let normal = DVec3::new(-tangent, 1.0, 0.0).normalize();
    let level = rounded(&[sheet(DVec3::ZERO, normal)]);
    (made_of(&level, &[friction], &[0]), above(DVec3::ZERO, normal, 0.01).as_vec3())
}

fn person() -> Ellipsoid {
    Ellipsoid::new(RADII.as_vec3()).unwrap()
}

/// Slides `frames` times by the desired displacement; what each frame led to.
fn walk(world: &World, from: Vec3, desired: Vec3, frames: usize, settings: &TwoPasses) -> Vec<SlideOutcome> {
    let mut center = from;
    let mut frame = || {
        let out = slide_and_fall(world, &person(), center, desired, settings);
        center = out.position.to_vec3();
        out
    };
    (0..frames).map(|_| frame()).collect()
}

#[test]
fn a_slope_holds_while_its_tangent_is_below_the_friction_and_lets_go_above() {
    const FALL: f32 = 0.01;
    // No floor at all: a floor holds by itself.
    let settings = TwoPasses { gravity: Vec3::NEG_Y * FALL, slope_cosine: 1.0, ..TwoPasses::default() };
    let mut worst = (0.0_f64, 0.0_f64);
    for friction in [0.1_f32, 0.4, 0.8, 1.5, 3.0] {
        for part in [0.3, 0.9, 0.99, 1.01, 1.1, 2.0] {
            let tangent = part * f64::from(friction);
            let (world, start) = slope(tangent, friction);
            let frames = walk(&world, start, Vec3::ZERO, 200, &settings);
            let first = frames[20].position.to_vec3().as_dvec3();
            let far = frames[199].position.to_vec3().as_dvec3().distance(first);
            let case = || format!("friction {friction}, tangent {tangent}, {settings:?}: {far}, {:?}", frames[199]);
            if part < 1.0 {
                worst.0 = worst.0.max(far);
                assert!(far < 1e-5, "{}", case());
                let steep = 1.0 / tangent.hypot(1.0) < f64::from(settings.slope_cosine);
                assert_eq!(matches!(frames[199].ground, Ground::HeldBySteep(_)), steep, "{}", case());
                assert!(frames[199].ground.is_grounded(), "{}", case());
            } else {
                let (sine, cosine) = (tangent / tangent.hypot(1.0), 1.0 / tangent.hypot(1.0));
                let expected = 179.0 * f64::from(FALL) * (sine - f64::from(friction) * cosine);
                let off = (far / expected - 1.0).abs();
                worst.1 = worst.1.max(off);
                assert!(off < 1e-2, "{expected} expected, {}", case());
                assert!(!matches!(frames[199].ground, Ground::HeldBySteep(_)), "{}", case());
            }
        }
    }
    println!("held: {:e} m in 180 frames at most; slid: off by {:e} of the way", worst.0, worst.1);
}

#[test]
fn a_crowd_is_held_by_friction_on_a_slope_too_steep_for_a_floor_and_slides_without() {
    for (friction, holds) in [(2.0, true), (0.0, false)] {
        let (world, start) = slope(60.0_f64.to_radians().tan(), friction);
        let (mut crowd, id) = alone(&profile_of(RADII.as_vec3()), start);
        // Down to where the hull stands.
        for _ in 0..10 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        let start = crowd.position(id).unwrap();
        for _ in 0..120 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        let (far, ground) = ((crowd.position(id).unwrap() - start).length(), crowd.ground(id).unwrap());
        if holds {
            assert!(far < 1e-5 && matches!(ground, Ground::HeldBySteep(_)), "{far}, {ground:?}");
            assert_eq!(crowd.velocity(id), Ok(Vec3::ZERO));
        } else {
            assert!(far > 5.0 && matches!(ground, Ground::Steep(_)), "{far}, {ground:?}");
        }
    }
}

/// From rest, two seconds: `g · (sin a - friction · cos a)` along the slope, at any time step.
#[test]
fn a_crowd_slides_down_against_friction_with_the_same_acceleration_at_any_time_step() {
    for (degrees, friction) in [(60.0_f64, 0.0), (60.0, 0.3), (60.0, 1.0), (60.0, 1.6), (75.0, 2.0)] {
        let (world, start) = slope(degrees.to_radians().tan(), friction);
        for rate in [30_u32, 60, 240] {
            let seconds = 1.0 / rate as f32;
            let (mut crowd, id) = alone(&profile_of(RADII.as_vec3()), start);
            for _ in 0..2 * rate {
                crowd.step(&world, seconds).unwrap();
            }
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let expected = 0.5 * 9.81 * 4.0 * (sine - f64::from(friction) * cosine);
            let far = f64::from(crowd.position(id).unwrap().to_vec3().distance(start));
            let case = format!("{degrees}°, friction {friction}, {rate} Hz: {far} m, expected {expected}");
            println!("{case}");
            assert!((far / expected - 1.0).abs() < 0.005, "{case}");
        }
    }
}

/// A wall across x = 2 of one material, and a place at which the hull all but touches it.
fn beside_a_wall(friction: f32) -> (World, Vec3) {
    let wall = quad(Vec3::new(2.0, -50.0, -50.0), Vec3::Z * 100.0, Vec3::Y * 100.0);
    (made_of(&wall, &[friction], &[0, 0]), Vec3::new(2.0 - 0.4 - 0.875 * 0.01 - 1e-5, 0.0, 0.3))
}

#[test]
fn a_wall_takes_friction_times_what_it_stopped() {
    let settings = TwoPasses::default();
    // Friction, into the wall, along it; what is left along it.
    let figures = [
        (0.5, 0.3, 1.0, 0.85),
        (0.5, 0.02, 1.0, 0.99),
        (0.5, 1.0, 1.0, 0.5),
        (2.0, 0.25, 1.0, 0.5),
        (0.0, 1.0, 0.4, 0.4),
        (0.5, 1.0, 0.4, 0.0),
        (10.0, 0.2, 1.0, 0.0),
    ];
    for (friction, into, along, left) in figures {
        let (world, start) = beside_a_wall(friction);
        let out = slide_and_fall(&world, &person(), start, Vec3::new(into, 0.0, along), &settings);
        let expected = if left > 0.0 { SlideStatus::Slid } else { SlideStatus::Blocked };
        assert_eq!(out.status, expected, "{friction}, {into}: {out:?}");
        assert!((out.travel - Vec3::Z * left).length() < 1e-4, "{friction}, {into}: {out:?}");
    }
}

#[test]
fn along_a_wall_ten_short_slides_end_where_one_long_does() {
    let (mut random, mut worst) = (Random(41), 0.0_f32);
    for _ in 0..500 {
        let friction = random.range(0.0, 1.0) as f32;
        let (world, start) = beside_a_wall(friction);
        let into = random.range(0.05, 0.9) / f64::from(friction).max(1e-3);
        let desired =
            DVec3::new(into.min(1.0), random.range(-0.3, 0.3), 1.0).as_vec3() * random.scale(0.1, 10.0) as f32;
        let once = walk(&world, start, desired, 1, &TwoPasses::default())[0].position.to_vec3();
        let ten = walk(&world, start, desired / 10.0, 10, &TwoPasses::default())[9].position.to_vec3();
        let off = once.distance(ten) / once.distance(start);
        worst = worst.max(off);
        assert!(off < 1e-3, "friction {friction}, {desired:?}: {once:?} and {ten:?}");
    }
    println!("one slide and ten: {worst:e} of the way apart");
}

#[test]
fn a_strip_of_ice_in_stone_lets_go_and_the_stone_beside_it_holds() {
    // A slope of 30° that rises towards +x, of strips along it; ice is the third.
    let up = Vec3::new(30.0_f32.to_radians().cos(), 0.5, 0.0);
    let level: Level =
        (0..5).flat_map(|strip| quad(up * -40.0 + Vec3::Z * 4.0 * strip as f32, Vec3::Z * 4.0, up * 80.0)).collect();
    let of_triangle = [1, 1, 1, 1, 0, 0, 1, 1, 1, 1];
    let world = made_of(&level, &[0.0, 0.8], &of_triangle);
    let settings = TwoPasses { gravity: Vec3::NEG_Y * 0.01, slope_cosine: 1.0, ..TwoPasses::default() };
    for strip in 0..5 {
        let start = above(DVec3::ZERO, DVec3::new(-0.5, 30.0_f64.to_radians().cos(), 0.0), 0.01).as_vec3();
        let start = start + Vec3::Z * (4.0 * strip as f32 + 2.0);
        let frames = walk(&world, start, Vec3::ZERO, 110, &settings);
        let far = frames[109].position.to_vec3().distance(frames[9].position.to_vec3());
        let (ice, material) = (strip == 2, of_triangle[2 * strip]);
        assert!(if ice { (far - 0.5).abs() < 1e-3 } else { far < 1e-5 }, "strip {strip}: {far}");
        let contacts = frames.iter().flat_map(SlideOutcome::contacts);
        assert!(contacts.clone().count() >= 100 && contacts.clone().all(|c| c.material == material), "strip {strip}");

        let own = |triangle: u32| of_triangle[triangle as usize] == material && triangle as usize / 2 == strip;
        let hit = world.sweep(&person(), start, Vec3::NEG_Y, Sides::Both).expect("input in range").unwrap();
        assert!(hit.material == material && own(hit.triangle), "{hit:?}");
        let ray = world.ray(start, Vec3::NEG_Y, 9.0, Sides::Both).unwrap().unwrap();
        assert!(ray.material == material && own(ray.triangle), "{ray:?}");
        let closest = world.closest_point(start, 9.0, Sides::Both).unwrap().unwrap();
        assert!(closest.material == material && own(closest.triangle), "{closest:?}");
        let mut contacts = Vec::new();
        world.depenetrate(&person(), start - Vec3::Y * 0.2, Sides::Both, &mut contacts).unwrap();
        assert!(!contacts.is_empty() && contacts.iter().all(|c| c.material == material && own(c.triangle)));
    }
}

#[test]
fn materials_without_friction_give_the_bits_of_no_materials() {
    let mut random = Random(43);
    for _ in 0..10 {
        let level = room(&mut random, 5.0, 6, 20);
        let (plain, smooth) = (world_of(&level), made_of(&level, &[0.0], &vec![0; level.len()]));
        for _ in 0..500 {
            let (center, desired) =
                (random.vector(4.0).as_vec3(), (random.direction() * random.scale(1e-3, 6.0)).as_vec3());
            let gravity = Vec3::NEG_Y * [0.0, 0.05][random.whole(0, 1) as usize];
            let settings = TwoPasses { gravity, ..TwoPasses::default() };
            let outs = [&plain, &smooth].map(|w| slide_and_fall(w, &person(), center, desired, &settings));
            assert_eq!(format!("{:?}", outs[0]), format!("{:?}", outs[1]));
        }
    }
}

#[test]
fn walks_over_random_materials_stay_clear_cross_nothing_and_gain_no_speed() {
    let (mut moves, mut touching, mut nearest) = (0, 0, f64::INFINITY);
    for seed in 0..12 {
        let mut random = Random(8_000 + seed);
        let level = if seed % 3 == 0 { terrain(&mut random, 12, 0.7, 0.3) } else { room(&mut random, 4.0, 5, 10) };
        let kinds: Vec<u16> = level.iter().map(|_| random.whole(0, 3) as u16).collect();
        let (world, triangles) = (made_of(&level, &[0.0, 0.3, 1.0, 5.0], &kinds), exactly(&level));
        let judge = Judge { triangles: &triangles, radii: RADII.as_vec3(), skin: 0.01 };
        for gravity in [Vec3::ZERO, Vec3::NEG_Y * 0.05] {
            let settings = TwoPasses { gravity, ..TwoPasses::default() };
            let mut center = Vec3::NAN;
            let mut desired = Vec3::ZERO;
            for step in 0..600 {
                if center.is_nan() || center.abs().max_element() > 8.0 {
                    let mut places = (0..400).map(|_| random.vector(3.0).as_vec3() + Vec3::Y * (seed % 3) as f32 * 0.1);
                    center = places.find(|p| judge.hull_distance(p.as_dvec3()) > 1.0).unwrap();
                }
                if step % 15 == 0 {
                    desired = (random.direction() * random.scale(1e-3, 1.5)).as_vec3();
                }
                let out = slide_and_fall(&world, &person(), center, desired, &settings);
                let apart = judge.hull_distance(out.position.to_vec3().as_dvec3());
                nearest = nearest.min(apart);
                let mut path = vec![center.as_dvec3()];
                path.extend(out.waypoints().iter().map(|corner| center.as_dvec3() + corner.as_dvec3()));
                let crossed = path.windows(2).find_map(|ends| judge.crossed(ends[0], ends[1]));
                let longest = (desired.length() + settings.gravity.length()) * (1.0 + 1e-5);
                let case = || format!("seed {seed}, step {step}: {apart}, from {center:?} by {desired:?}: {out:?}");
                assert!(apart >= 1.0 - 1e-4 && crossed.is_none() && out.path <= longest, "{}", case());
                (moves, touching) = (moves + 1, touching + u32::from(!out.contacts().is_empty()));
                center = out.position.to_vec3();
            }
        }
    }
    println!("{moves} moves, {touching} touching, hull distance at least {nearest}");
    assert!(moves == 14_400 && touching > 5_000);
}
