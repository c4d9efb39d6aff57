//! Grounds that characters of other engines trip over: criss-cross edges, seams, crests, pits and humps, flat
//! angles, and all of it far from the origin.
//!
//! Figures that vary are printed: the worst speed, height and normal of a scene.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, profile_of};
use crate::testkit::level::{gap_to_plane, sheet};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, grid, quad, rounded, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, Ground, SlideOutcome, SlideSettings, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.8, 0.3, 0.5)];
const SKIN: f32 = 0.01;
/// Length of a desired displacement: 3 m/s at 60 Hz.
const STEP: f32 = 0.05;

/// How it is pressed on the ground: by gravity, or by a desired displacement that leads 1° into the ground.
fn presses() -> [(&'static str, f32, TwoPasses); 2] {
    let still = TwoPasses { skin: SKIN, ..TwoPasses::default() };
    let falling = TwoPasses { gravity: Vec3::new(0.0, -STEP, 0.0), ..still };
    [("falling", 0.0, falling), ("leaning", -STEP * 1.0_f32.to_radians().tan(), still)]
}

/// Slides `frames` times by the desired displacement; what each frame led to.
fn walk(
    world: &World,
    radii: Vec3,
    from: Vec3,
    desired: Vec3,
    frames: usize,
    settings: &TwoPasses,
) -> Vec<SlideOutcome> {
    let mut center = from;
    let shape = Ellipsoid::new(radii).unwrap();
    let mut frame = || {
        let out = slide_and_fall(world, &shape, center, desired, settings);
        center = out.position.to_vec3();
        out
    };
    (0..frames).map(|_| frame()).collect()
}

fn heading(degrees: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Vec3::new(cos, 0.0, sin)
}

fn flat(v: Vec3) -> f32 {
    v.x.hypot(v.z)
}

#[test]
fn a_flat_criss_cross_grid_is_slid_over_as_one_plane_at_every_angle() {
    let world = world_of(&grid(48, 0.37, |_, _| 0.0));
    let (mut tilt, mut slower, mut rise) = (0.0_f32, 0.0_f32, 0.0_f32);
    for (radii, degrees) in SHAPES.into_iter().flat_map(|r| (1_u8..=89).map(move |d| (r, d))) {
        for (name, lean, settings) in presses() {
            let from = Vec3::new(-4.13, radii.y + SKIN, -4.29);
            let along = heading(f32::from(degrees)) * STEP;
            let frames = walk(&world, radii, from, along + Vec3::Y * lean, 130, &settings);
            for (number, out) in frames.iter().enumerate().skip(3) {
                let leant = out.contacts().iter().map(|c| (c.normal - Vec3::Y).length()).fold(0.0, f32::max);
                let speed = (flat(out.travel) / STEP - 1.0).abs();
                let height = (out.position.to_vec3().y - frames[2].position.to_vec3().y).abs();
                (tilt, slower, rise) = (tilt.max(leant), slower.max(speed), rise.max(height));
                assert!(
                    leant < 1e-4 && speed < 1e-4 && height < 1e-4 && !out.contacts().is_empty(),
                    "{radii:?}, {degrees}°, {name}, frame {number}: normal off {leant}, speed off {speed}, height off {height}"
                );
            }
        }
    }
    println!("criss-cross: normals off by {tilt:e}, speed by {slower:e}, height by {rise:e} m");
}

#[test]
fn a_seam_of_two_chunks_is_walked_over_as_the_welded_ground() {
    for (sloping, height) in [(false, [0.0, 0.0]), (true, [0.3, -0.1])] {
        let plane = |x: f32, z: f32| Vec3::new(x, height[0] * x + height[1] * z, z);
        let chunk = |from: f32, cells: usize, pitch: f32| {
            let at = |i: usize, j: usize| plane(from + i as f32 * pitch, j as f32 * pitch - 9.0);
            let rows = (18.0 / pitch).round() as usize;
            let cell =
                |(i, j)| [[at(i, j), at(i, j + 1), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i + 1, j)]];
            (0..cells).flat_map(|i| (0..rows).map(move |j| (i, j))).flat_map(cell).collect::<Level>()
        };
        let welded = world_of(&chunk(-9.0, 36, 0.5));
        let seams = [
            ("shared corners", [chunk(-9.0, 18, 0.5), chunk(0.0, 18, 0.5)].concat()),
            ("T-junctions", [chunk(-9.0, 18, 0.5), chunk(0.0, 30, 0.3)].concat()),
            ("T-junctions, one side large", [chunk(-9.0, 1, 9.0), chunk(0.0, 36, 0.25)].concat()),
        ];
        let (mut worst, mut bump) = (0.0_f32, 0.0_f32);
        for (name, level) in &seams {
            let seamed = world_of(level);
            for (radii, degrees) in
                SHAPES.into_iter().flat_map(|r| [0_u8, 1, 10, 45, 80, 89, 90, 91, 135, 180].map(|d| (r, d)))
            {
                for (press, lean, settings) in presses() {
                    let along = heading(f32::from(degrees)) * STEP;
                    let from = plane(0.0, 0.0) - along * 30.0;
                    let from = plane(from.x + 1e-3, from.z) + Vec3::Y * (1.3 * radii.max_element() + SKIN);
                    let desired = along + Vec3::Y * lean;
                    let paths = [&welded, &seamed].map(|world| walk(world, radii, from, desired, 120, &settings));
                    for (number, (whole, out)) in paths[0].iter().zip(&paths[1]).enumerate() {
                        let off = (out.position.to_vec3() - whole.position.to_vec3()).length();
                        worst = worst.max(off);
                        let case =
                            || format!("{name}, sloping {sloping}, {radii:?}, {degrees}°, {press}, frame {number}");
                        assert!(
                            off < 1e-4,
                            "{}: {off} m off: {:?} {:?}",
                            case(),
                            out.position.to_vec3(),
                            whole.position.to_vec3()
                        );
                        let kink = (out.travel - whole.travel).length();
                        bump = bump.max(kink);
                    }
                }
            }
        }
        println!("seams, sloping {sloping}: {worst:e} m off the welded path, {bump:e} m of it in one frame");
    }
}

#[test]
fn a_crest_is_walked_over_both_ways_without_launch_or_stop() {
    let side = |degrees: f32, way: f32| Vec3::new(way * 6.0, -6.0 * degrees.to_radians().tan(), 0.0);
    for (left, right) in [(30.0, 30.0), (0.0, 30.0), (40.0, 10.0), (20.0, 35.0), (1.0, 1.0)] {
        let top = Vec3::new(0.0, 0.0, -6.0);
        let level = [quad(top, Vec3::Z * 12.0, side(left, -1.0)), quad(top, Vec3::Z * 12.0, side(right, 1.0))].concat();
        let (world, triangles) = (world_of(&level), exactly(&level));
        let (_, _, settings) = presses()[0];
        let (mut highest, mut slowest, mut jump) = (0.0_f64, f32::INFINITY, 0.0_f32);
        for (radii, degrees) in
            SHAPES.into_iter().flat_map(|r| [0.0, 20.0, 60.0, 180.0, 200.0, 240.0].map(|d: f32| (r, d)))
        {
            let along = heading(degrees) * STEP;
            let behind = along * -50.0;
            let slope = if behind.x < 0.0 { left } else { right };
            let from = behind - Vec3::Y * (behind.x.abs() * slope.to_radians().tan());
            let from = from + Vec3::Y * (1.6 * radii.max_element());
            let frames = walk(&world, radii, from, along, 140, &settings);
            let judge = Judge { triangles: &triangles, radii, skin: SKIN };
            // A normal turns no faster than the hull is curved.
            let hull = radii + SKIN;
            let curved = hull.max_element() / (hull.min_element() * hull.min_element());
            let landed = frames.iter().position(|out| out.ground.is_grounded()).unwrap();
            let mut before = frames[landed].ground;
            for (number, out) in frames.iter().enumerate().skip(landed + 1) {
                let apart = judge.hull_distance(out.position.to_vec3().as_dvec3());
                let speed = flat(out.travel) / STEP;
                let case = format!("{left}° and {right}°, {radii:?} to {degrees}°, frame {number}");
                let (Ground::Floor(old), Ground::Floor(new)) = (before, out.ground) else {
                    panic!("{case}: {before:?}, then {:?}, hull distance {apart}", out.ground);
                };
                (highest, slowest, jump) = (highest.max(apart), slowest.min(speed), jump.max(old.angle_between(new)));
                assert!((1.0 - 1e-4..1.01).contains(&apart), "{case}: hull distance {apart}");
                assert!(speed > 0.5, "{case}: speed {speed}");
                assert!(old.angle_between(new) < 2.0 * STEP * curved, "{case}: {old} to {new}");
                before = out.ground;
            }
            let last = frames[frames.len() - 1].position.to_vec3().dot(along) / STEP;
            assert!(last > 10.0 * STEP, "ended at {last}");
        }
        println!(
            "crest {left}°/{right}°: hull distance up to {highest:.5}, speed down to {slowest:.3}, turn {jump:.3}"
        );
    }
}

#[test]
fn pits_and_humps_smaller_than_the_radius_are_walked_over_without_a_stop() {
    for (kind, least, most) in [("pits", -0.5, -0.1), ("humps", 0.02, 0.25), ("both", -0.25, 0.25)] {
        let (mut slowest, mut shortest) = (f32::INFINITY, f32::INFINITY);
        for (seed, radii) in SHAPES.into_iter().cycle().take(12).enumerate() {
            let mut random = Random(50 + seed as u64);
            let small = f64::from(radii.min_element());
            let mut point = 0;
            // Every third corner of a fine grid is off the plane: the holes are narrower than the ellipsoid.
            let level = grid(60, 0.45 * small, |_, _| {
                point += 1;
                if point % 3 == 0 { small * random.range(least, most) } else { 0.0 }
            });
            let world = world_of(&level);
            for degrees in [1.0, 17.0, 45.0, 66.0, 90.0] {
                let (_, _, settings) = presses()[0];
                let along = heading(degrees) * STEP;
                let from = Vec3::new(-0.2, 0.0, -0.2) * 20.0 * small as f32 + Vec3::Y * (radii.y * 1.4);
                let frames = (14.0 * small as f32 / STEP) as usize;
                let path = walk(&world, radii, from, along, frames, &settings);
                let slow = path.iter().map(|out| out.travel.dot(along) / (STEP * STEP)).collect::<Vec<_>>();
                let pair = slow.windows(2).map(|two| two[0].max(two[1])).fold(f32::INFINITY, f32::min);
                let gone = (path[frames - 1].position.to_vec3() - from).dot(along) / (STEP * STEP * frames as f32);
                (slowest, shortest) = (slowest.min(pair), shortest.min(gone));
                assert!(pair > 0.1 && gone > 0.6, "{kind}, {radii:?}, {degrees}°: speed {pair}, in all {gone}");
            }
        }
        println!("{kind}: slowest of two frames {slowest} of the wish, shortest way {shortest} of it");
    }
}

#[test]
fn large_triangles_10_km_away_are_walked_over_as_near_the_origin() {
    let v = Vec3::new;
    let level: Level = [
        quad(v(-50.0, 0.0, -50.0), Vec3::Z * 100.0, Vec3::X * 100.0),
        quad(v(4.0, -50.0, -50.0), Vec3::Y * 100.0, v(16.0, 0.0, 100.0)),
        quad(v(-40.0, 36.0, -50.0), Vec3::Z * 100.0, v(36.0, -40.0, 0.0)),
        quad(v(-50.0, -2.0, 3.0), Vec3::X * 100.0, v(0.0, 24.0, 60.0)),
    ]
    .concat();
    let mut worst = 0.0_f64;
    for far in
        [v(10_000.0, 0.0, 0.0), v(0.0, 10_000.0, 0.0), v(-8192.0, 4096.0, 8192.0), v(10_000.0, 10_000.0, 10_000.0)]
    {
        for radii in SHAPES {
            let run = |offset: Vec3| {
                let moved: Level = level.iter().map(|t| t.map(|corner| corner + offset)).collect();
                let world = world_of(&moved);
                let (mut crowd, id) = alone(&profile_of(radii), v(0.5, 1.5, -4.0) + offset);
                let mut path: Vec<DVec3> = Vec::new();
                for frame in 0..900_u16 {
                    let velocity = heading(f32::from(frame / 60) * 77.0) * 3.0;
                    crowd.set_desired_velocity(id, velocity).unwrap();
                    crowd.step(&world, 1.0 / 60.0).unwrap();
                    path.push(crowd.position(id).unwrap().to_dvec3() - offset.as_dvec3());
                }
                path
            };
            for (frame, (near, there)) in run(Vec3::ZERO).into_iter().zip(run(far)).enumerate() {
                let off = near.distance(there);
                worst = worst.max(off);
                assert!(off < 1e-3, "{far}, {radii}, frame {frame}: {off} m, {there} for {near}");
            }
        }
    }
    println!("10 km away: {worst:e} m off the path near the origin");
}

#[test]
fn a_slope_too_steep_to_stand_on_is_slid_down_as_fast_at_any_frame_rate() {
    let (sin, cos) = 52.0_f32.to_radians().sin_cos();
    let world =
        world_of(&quad(Vec3::new(-90.0 * cos, 90.0 * sin, -90.0), Vec3::Z * 180.0, Vec3::new(cos, -sin, 0.0) * 180.0));
    let fallen = [30_u16, 60, 120, 240, 1000].map(|rate| {
        let (mut crowd, id) = alone(&profile_of(Vec3::splat(0.4)), Vec3::new(sin, cos, 0.0) * 0.411);
        for _ in 0..2 * rate {
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
        }
        Vec3::Y.dot(-crowd.position(id).unwrap().to_vec3()) + 0.411 * cos
    });
    println!("in 2 s at 30 to 1000 Hz {fallen:?} m down, without friction {} m", 2.0 * 9.81 * sin * sin);
    assert!(fallen.iter().all(|f| (f / fallen[4] - 1.0).abs() < 0.005), "{fallen:?}");
}

#[test]
fn half_the_skin_is_kept_at_flat_angles_to_a_large_triangle() {
    let mut random = Random(5);
    let mut least = f64::INFINITY;
    let normals = [DVec3::Y, DVec3::X, DVec3::new(0.6, 0.8, 0.0)].into_iter().chain((0..5).map(|_| random.direction()));
    for normal in normals.collect::<Vec<_>>() {
        let level = rounded(&[sheet(DVec3::ZERO, normal)]);
        let (world, triangle) = (world_of(&level), exactly(&level)[0]);
        // The plane of the rounded triangle.
        let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalize();
        let along = normal.any_orthonormal_vector();
        for (radii, degrees) in SHAPES.into_iter().flat_map(|r| [0.01_f64, 0.03, 0.1, 0.3, 1.0].map(|d| (r, d))) {
            for step in [0.003, 0.05, 0.1] {
                let (sin, cos) = degrees.to_radians().sin_cos();
                let desired = ((along * cos - normal * sin) * step).as_vec3();
                let (deep, skin) = (radii.as_dvec3(), f64::from(SKIN));
                let from = along * -25.0 + triangle[0].project_onto(normal);
                let gap = |center: Vec3| gap_to_plane(center.as_dvec3(), deep, triangle[0], normal);
                let mut center = (from + normal * (skin * 1.02 + (deep * normal).length())).as_vec3();
                for frame in 0..500 {
                    let (shape, settings) = (Ellipsoid::new(radii).unwrap(), SlideSettings::default());
                    center = world.slide(&shape, center, desired, &settings).unwrap().position.to_vec3();
                    least = least.min(gap(center));
                    assert!(
                        gap(center) > 0.5 * skin,
                        "normal {normal}, {radii}, {degrees}°, step {step}, frame {frame}: gap {} at {center:?}",
                        gap(center)
                    );
                }
            }
        }
    }
    println!("flat angles: gap of at least {} of the skin", least / f64::from(SKIN));
}
