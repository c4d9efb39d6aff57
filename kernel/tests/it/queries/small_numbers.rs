//! Answers where numbers are as small as rounding: copies of a triangle, the shortest ways and depths, distances at their
//! limit.

use crate::testkit::Random;
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;
use sweep8::{Ellipsoid, Sides, SlideSettings};
use sweep8_scalar_ref::brute_force::distance;

/// The corners of a triangle, beginning with another one.
fn turned([a, b, c]: [Vec3; 3], by: usize) -> [Vec3; 3] {
    [[a, b, c], [b, c, a], [c, a, b]][by % 3]
}

#[test]
fn a_triangle_that_lies_there_twice_turned_is_hit_with_the_same_bits_in_any_order() {
    let triangle = [
        Vec3::new(1.057_018_4, -0.567_406_3, 2.613_189),
        Vec3::new(-3.193_942_5, 0.480_587_42, -0.589_103_2),
        Vec3::new(-2.497_934_3, -1.938_581_3, 0.625_148_5),
    ];
    let shape = Ellipsoid::new(Vec3::new(0.936_64, 0.239_951_01, 0.995_083_6)).unwrap();
    let center = Vec3::new(-1.218_204_3, -0.269_625_63, 2.420_288);
    let displacement = Vec3::new(1.753_773_5, -0.999_549_9, 0.543_521_94);
    let bits = |level: &[[Vec3; 3]]| {
        let hit = world_of(level).sweep(&shape, center, displacement, Sides::Both).expect("input in range");
        hit.expect("it is hit").fraction.to_bits()
    };
    for by in 1..3 {
        let (first, second) = (triangle, turned(triangle, by));
        assert_eq!(bits(&[first, second]), bits(&[second, first]), "turned by {by}");
        assert_eq!(bits(&[first]), bits(&[second]), "turned by {by}, alone");
    }
}

#[test]
fn soups_with_turned_copies_are_hit_with_the_same_bits_in_any_order() {
    let mut random = Random(6);
    let (mut hits, mut sweeps) = (0, 0);
    for _ in 0..300 {
        let soup: Level = (0..12)
            .map(|_| {
                let middle = random.vector(2.0);
                [0; 3].map(|_| (middle + random.vector(2.0)).as_vec3())
            })
            .collect();
        // Each triangle and a copy of it that begins with another corner; the copies first, or last.
        let copies: Level = soup.iter().enumerate().map(|(place, &triangle)| turned(triangle, place + 1)).collect();
        let worlds = [world_of(&[soup.clone(), copies.clone()].concat()), world_of(&[copies, soup].concat())];
        for _ in 0..100 {
            let radii = (random.vector(0.4) + 0.6).as_vec3();
            let shape = Ellipsoid::new(radii).unwrap();
            let (center, displacement) = (random.vector(3.0).as_vec3(), random.vector(2.0).as_vec3());
            let [one, other] = worlds.each_ref().map(|world| {
                world
                    .sweep(&shape, center, displacement, Sides::Both)
                    .expect("input in range")
                    .map(|hit| (hit.fraction.to_bits(), hit.triangle % 12))
            });
            assert_eq!(one, other, "{radii} from {center} by {displacement}");
            sweeps += 1;
            hits += u32::from(one.is_some());
        }
    }
    println!("{sweeps} sweeps, {hits} hits");
    assert!(hits > sweeps / 4);
}

#[test]
fn the_path_of_the_shortest_moves_is_not_longer_than_the_desired_displacement() {
    let world = world_of(&quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0));
    let ball = Ellipsoid::ball(0.5).unwrap();
    let mut random = Random(7);
    for exponent in -40..0 {
        for _ in 0..50 {
            let desired = random.vector(1.0).as_vec3() * 10.0_f32.powi(exponent);
            let start = Vec3::Y * random.range(0.51, 0.52) as f32;
            let outcome = world.slide(&ball, start, desired, &SlideSettings::default()).unwrap();
            let length = desired.as_dvec3().length();
            let path = f64::from(outcome.path);
            assert!(path <= length * (1.0 + 1e-6), "by {desired}: {path} of {length}");
            assert!(exponent < -14 || path > 0.5 * length || desired.y < 0.0, "by {desired}: only {path} of {length}");
        }
    }
}

#[test]
fn what_overlaps_has_a_depth_however_large_its_coordinates_are() {
    let mut random = Random(8);
    let mut overlaps = 0;
    for _ in 0..2_000 {
        let radius = 10.0_f64.powf(random.range(-4.0, 0.0)) as f32;
        let far = random.direction().as_vec3() * 10.0_f64.powf(random.range(0.0, 7.0)) as f32;
        let shape = Ellipsoid::ball(radius).unwrap();
        let triangle = [0; 3].map(|_| far + random.vector(2.0).as_vec3() * radius.max(far.length() * 1e-6));
        let world = world_of(&[triangle]);
        let at = far + random.vector(1.0).as_vec3() * radius;
        let mut contacts = Vec::new();
        world.depenetrate(&shape, at, Sides::Both, &mut contacts).unwrap();
        for contact in contacts {
            assert!(contact.depth > 0.0, "{shape:?} at {at}, {triangle:?}: {contact:?}");
            overlaps += 1;
        }
    }
    println!("{overlaps} overlaps");
    assert!(overlaps > 200);
}

#[test]
fn the_closest_point_is_not_farther_than_the_distance_that_was_asked_for() {
    let mut random = Random(9);
    let (mut found, mut lost) = (0, 0);
    for _ in 0..20_000 {
        let size = 10.0_f64.powf(random.range(0.0, 4.0));
        let triangle = [0; 3].map(|_| random.vector(size).as_vec3());
        let world = world_of(&[triangle]);
        // A point near the triangle, and a distance that is nearly its own.
        let part = random.range(0.0, 1.0) as f32;
        let on = triangle[0].lerp(triangle[1], part).lerp(triangle[2], random.range(0.0, 1.0) as f32);
        let point = on + random.direction().as_vec3() * 10.0_f64.powf(random.range(-3.0, 0.0)) as f32;
        let exact = distance(point.as_dvec3(), &triangle.map(Vec3::as_dvec3));
        let asked = (exact * random.range(0.98, 1.02)) as f32;
        let closest = world.closest_point(point, asked, Sides::Both).unwrap();
        if let Some(closest) = closest {
            found += 1;
            assert!(closest.distance <= asked, "{closest:?} from {point} within {asked}: {triangle:?}");
            assert!((f64::from(closest.distance) - exact).abs() <= 1e-6 * (exact + size), "{closest:?}, {exact}");
        } else {
            lost += u32::from(exact < 0.99 * f64::from(asked) && exact > 1e-5 * size);
        }
    }
    println!("{found} found, {lost} not found though nearer by a hundredth");
    assert!(found > 5_000 && lost == 0, "{found} found, {lost} lost");
}

#[test]
fn a_triangle_is_found_and_overlapped_however_small_the_squares_of_its_edges_are() {
    let ball = Ellipsoid::ball(0.6).expect("a ball");
    for size in [1e-17, 1e-18, 1e-19, 3e-20, 1e-20, 1e-21] {
        let world = world_of(&[[Vec3::ZERO, Vec3::X * size, Vec3::Y * size]]);
        for center in [Vec3::Z * 0.5, Vec3::new(0.3, -0.4, 0.0)] {
            let closest = world.closest_point(center, 1.0, Sides::Both).expect("input in range");
            assert!(closest.is_some_and(|closest| (closest.distance - 0.5).abs() < 1e-6), "{size} m: {closest:?}");
            assert!(world.overlap(&ball, center, Sides::Both).expect("input in range"), "{size} m");
        }
    }
}
