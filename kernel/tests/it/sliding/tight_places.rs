//! Places that hold a character, and must neither shake it, nor let it through, nor keep it: corners, funnels, slots,
//! bad triangles.
//!
//! The judge of clearance is `f64`, over all triangles (`testkit/walker.rs`). Worst figures are printed.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, checked, profile_of};
use crate::testkit::level::box_of;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, grid, quad, rounded, world_of};
use glam::{DQuat, DVec3, Vec3};
use std::f32::consts::TAU;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, Ground, MoveMode, SlideSettings, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.8, 0.3, 0.5)];
const SKIN: f32 = 0.01;
/// Length of a desired displacement: 3 m/s at 60 Hz.
const STEP: f32 = 0.05;

fn level_heading(degrees: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Vec3::new(cos, 0.0, sin)
}

#[test]
fn a_character_pressed_into_a_v_corner_comes_to_rest() {
    for ceiling in [false, true] {
        let mut worst = (0.0_f32, String::new());
        for angle in [10.0_f32, 20.0, 30.0, 45.0, 60.0, 90.0, 100.0, 120.0, 135.0, 150.0, 160.0, 170.0] {
            // The corner is at the origin and open towards +x.
            let up = Vec3::Y * 8.0;
            let walls = [0.5 * angle, -0.5 * angle].map(|side| quad(up * -0.5, level_heading(side) * 40.0, up));
            let mut level =
                [walls.concat(), quad(Vec3::new(-45.0, 0.0, -45.0), Vec3::Z * 90.0, Vec3::X * 90.0)].concat();
            if ceiling {
                // It comes down towards the corner: a wedge from above as well.
                level.extend(quad(Vec3::new(0.0, 0.5, -45.0), Vec3::Z * 90.0, Vec3::new(40.0, 14.0, 0.0)));
            }
            let (world, triangles) = (world_of(&level), exactly(&level));
            for (radii, aside) in SHAPES.into_iter().flat_map(|r| [0.0, 0.5, -0.8].map(|a| (r, a))) {
                if ceiling && aside != 0.0 {
                    // The wedge stops it before the walls do: aside it would walk on.
                    continue;
                }
                let judge = Judge { triangles: &triangles, radii, skin: SKIN };
                let desired = -level_heading(aside * (90.0 - 0.5 * angle)) * STEP;
                let back =
                    (radii.max_element() + 0.1) / (0.5 * angle).to_radians().sin() + if ceiling { 4.0 } else { 0.2 };
                let start = Vec3::new(back, radii.y + 2.0 * SKIN, 0.0);
                let settings = TwoPasses { gravity: Vec3::Y * -0.04, ..TwoPasses::default() };
                let (mut center, mut rest, mut moved) = (start, start, 0.0_f32);
                assert!(judge.hull_distance(start.as_dvec3()) > 1.0);
                for frame in 0..1_800 {
                    center = slide_and_fall(&world, &Ellipsoid::new(radii).unwrap(), center, desired, &settings)
                        .position
                        .to_vec3();
                    if frame == 1_200 {
                        rest = center;
                    } else if frame > 1_200 {
                        moved = moved.max((center - rest).length() / radii.min_element());
                    }
                }
                let apart = judge.hull_distance(center.as_dvec3());
                let case = format!(
                    "ceiling {ceiling}, {angle}°, {radii}, aside {aside}: {moved:e} r from {rest} to {center}, \
                         hull distance {apart}"
                );
                assert!((1.0 - 1e-4..1.02).contains(&apart), "{case}");
                if moved > worst.0 {
                    worst = (moved, case);
                }
            }
        }
        println!("V-corners, most net motion over 600 frames: {worst:?}");
        assert!(worst.0 < 1e-3, "{}", worst.1);
    }
}

/// A funnel of `sides` slopes, `degrees` steep, 4 m high, its lowest point at the origin, with a rim around.
fn funnel(sides: u16, degrees: f32) -> Level {
    let wide = 4.0 / degrees.to_radians().tan();
    let at = |side: u16| {
        let (sin, cos) = (TAU * f32::from(side % sides) / f32::from(sides)).sin_cos();
        Vec3::new(cos * wide, 4.0, sin * wide)
    };
    let outward = |v: Vec3| Vec3::new(v.x * 20.0, v.y, v.z * 20.0);
    let side = |k: u16| {
        let (a, b) = (at(k), at(k + 1));
        [[Vec3::ZERO, b, a], [a, b, outward(b)], [a, outward(b), outward(a)]]
    };
    (0..sides).flat_map(side).collect()
}

#[test]
fn a_ring_of_steep_slopes_frees_or_supports_a_character_that_starts_overlapping_in_it() {
    let mut random = Random(8);
    let (mut runs, mut out, mut held, mut depenetrated) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for sides in [3, 4, 5, 8, 12] {
        for degrees in [52.0, 60.0, 70.0, 78.0_f32] {
            let level = funnel(sides, degrees);
            let (world, triangles) = (world_of(&level), exactly(&level));
            for radii in SHAPES {
                let judge = Judge { triangles: &triangles, radii, skin: SKIN };
                for _ in 0..16 {
                    // Above the slopes, and so low that it overlaps some of them.
                    let start = loop {
                        let at = random.vector(1.0) * DVec3::new(2.0, 1.5, 2.0) + DVec3::Y * 1.6;
                        let inside = judge.crossed(at, at + DVec3::Y * 10.0).is_none()
                            && judge.crossed(at, at - DVec3::Y * 10.0).is_some();
                        if inside && (0.3..0.95).contains(&judge.distance(at)) {
                            break at;
                        }
                    };
                    let (mut crowd, id) = alone(&profile_of(radii), start.as_vec3());
                    for _ in 0..1_500 {
                        depenetrated += crowd.step(&world, 1.0 / 60.0).unwrap().depenetrated;
                    }
                    let (end, ground) = (crowd.position(id).unwrap().to_dvec3(), crowd.ground(id).unwrap());
                    let apart = judge.distance(end);
                    let is_out = end.y > 4.0 + 0.9 * f64::from(radii.y);
                    runs += 1;
                    out += u32::from(is_out);
                    held += u32::from(!is_out && ground.is_grounded());
                    let through = judge.crossed(end, end - DVec3::Y * 20.0).is_none();
                    if apart <= 1.0 || through || !ground.is_grounded() {
                        let status = crowd.status(id).unwrap();
                        wrong.push(format!(
                            "{sides} sides of {degrees}°, {radii}, from {start}: at {end}, distance {apart}, {ground:?}, \
                             {status:?}, through {through}"
                        ));
                    }
                }
            }
        }
    }
    println!("funnels: {runs} runs, {out} out, {held} supported inside, {depenetrated} recoveries");
    assert!(wrong.is_empty(), "{} wrong of {runs}: {:#?}", wrong.len(), &wrong[..wrong.len().min(4)]);
}

/// Walks on with one desired velocity for ten seconds, and ten more: how far it was at most from where it had come to
/// in the first, where it is, and on what.
fn unrest(world: &World, radii: Vec3, start: Vec3, desired: Vec3) -> (f64, DVec3, Ground) {
    unrest_of(&profile_of(radii), world, start, desired)
}

fn unrest_of(profile: &CharacterProfile, world: &World, start: Vec3, desired: Vec3) -> (f64, DVec3, Ground) {
    let (mut crowd, id) = alone(profile, start);
    crowd.set_desired_velocity(id, desired).unwrap();
    for _ in 0..600 {
        crowd.step(world, 1.0 / 60.0).unwrap();
    }
    let place = crowd.position(id).unwrap().to_dvec3();
    let far = (0..600).fold(0.0_f64, |far, _| {
        crowd.step(world, 1.0 / 60.0).unwrap();
        far.max(crowd.position(id).unwrap().to_dvec3().distance(place))
    });
    (far, crowd.position(id).unwrap().to_dvec3(), crowd.ground(id).unwrap())
}

#[test]
fn who_walks_against_what_is_too_steep_to_stand_on_comes_to_rest_at_its_foot() {
    let floor = quad(Vec3::new(-45.0, 0.0, -45.0), Vec3::Z * 90.0, Vec3::X * 90.0);
    let mut worst = (0.0_f64, String::new());
    for radii in SHAPES {
        for degrees in [51.0_f32, 55.0, 60.0, 75.0, 85.0, 89.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let slope = quad(Vec3::NEG_Z * 45.0, Vec3::Z * 90.0, Vec3::new(cos, sin, 0.0) * 20.0);
            let world = world_of(&[floor.clone(), slope].concat());
            for speed in [0.2, 1.0, 4.0, 10.0] {
                let start = Vec3::new(-0.5 - radii.x, radii.y + SKIN, 0.0);
                let (far, end, _) = unrest(&world, radii, start, Vec3::X * speed);
                let height = end.y - f64::from(radii.y);
                assert!((0.0..0.02).contains(&height), "{height} m up a slope of {degrees}°, {radii}, {speed} m/s");
                if far >= worst.0 {
                    worst = (far, format!("{degrees}°, {radii}, {speed} m/s: {far:e} m"));
                }
            }
        }
    }
    println!("against steep slopes, most unrest: {}", worst.1);
    assert!(worst.0 < 1e-4, "{}", worst.1);
}

#[test]
fn who_walks_against_an_edge_too_high_to_roll_over_comes_to_rest_before_it() {
    let mut worst = (0.0_f64, String::new());
    for radii in SHAPES {
        // As high as the point of the ellipsoid whose normal is 50° from up, and as it stands off the floor and the edge.
        let point = radii.y * (1.0 - 1.0 / (50.0_f32.to_radians().tan() * radii.x / radii.y).hypot(1.0));
        let rolled_over = point + 2.0 * SKIN;
        for part in [0.05, 0.3, 0.6, 0.9_f32] {
            let height = rolled_over + part * (radii.y - rolled_over);
            let low = quad(Vec3::new(-45.0, 0.0, -45.0), Vec3::Z * 90.0, Vec3::X * 45.0);
            let edge = quad(Vec3::NEG_Z * 45.0, Vec3::Z * 90.0, Vec3::Y * height);
            let high = quad(Vec3::new(0.0, height, -45.0), Vec3::Z * 90.0, Vec3::X * 45.0);
            let world = world_of(&[low, edge, high].concat());
            for speed in [0.2, 1.0, 4.0, 10.0] {
                let start = Vec3::new(-0.5 - radii.x, radii.y + SKIN, 0.0);
                let shape = Ellipsoid::new(radii).unwrap();
                let settings =
                    CharacterSettings { shape: shape.into(), step_height: 0.0, ..CharacterSettings::default() };
                let (far, end, _) = unrest_of(&checked(settings), &world, start, Vec3::X * speed);
                assert!(end.x < 0.0, "over an edge of {height} m, {radii}, {speed} m/s: {end}");
                if far >= worst.0 {
                    worst = (far, format!("{height} m, {radii}, {speed} m/s: {far:e} m"));
                }
            }
        }
    }
    println!("against high edges, most unrest: {}", worst.1);
    assert!(worst.0 < 1e-4, "{}", worst.1);
}

/// Found by the fuzzer. One push out of the deepest overlap after the other never freed it, the middle of the last two
/// was higher by a centimetre, and gravity took that back in the next frame.
#[test]
fn who_fits_the_bottom_of_a_steep_funnel_only_without_the_skin_is_pushed_up_and_rests() {
    for sides in [3, 5, 8, 11] {
        for degrees in [60.0, 75.0, 86.0_f32] {
            let world = world_of(&funnel(sides, degrees));
            // A ball of 0.1 m touches all sides at this height; it starts a little above.
            let slope = (degrees.to_radians().tan() / (0.5 * TAU / f32::from(sides)).cos()).atan();
            let start = Vec3::Y * (0.102 / slope.cos());
            let (far, _, ground) = unrest(&world, Vec3::splat(0.1), start, Vec3::new(0.5, 0.0, 0.2));
            assert!(far < 1e-4 && ground.is_grounded(), "{sides} sides of {degrees}°: {far:e} m, {ground:?}");
        }
    }
}

/// Found by the fuzzer. The skin did not fit between the walls. The hull that was left had other proportions than the
/// whole hull, so the floor that it came to rest on was the surface that the whole hull overlapped deepest:
/// depenetration pushed it up by a millimetre, and gravity took that back in the next frame.
#[test]
fn who_stands_in_a_shaft_that_is_too_narrow_for_the_skin_comes_to_rest_on_its_floor() {
    let mut worst = (0.0_f64, String::new());
    for radii in [Vec3::new(0.4, 0.2, 0.4), Vec3::new(0.4, 0.1, 0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.4)] {
        for room in [0.001, 0.0025, 0.005, 0.008] {
            let wall = |side: Vec3| {
                let out = side * (1.0 + 0.4 + room);
                box_of((out + Vec3::Y).as_dvec3(), DVec3::new(1.0, 2.0, 1.0), DQuat::IDENTITY)
            };
            let mut level = rounded(&[Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(wall).concat());
            level.extend(quad(Vec3::new(-4.0, 0.0, -4.0), Vec3::Z * 8.0, Vec3::X * 8.0));
            let world = world_of(&level);
            let shape = Ellipsoid::new(radii).unwrap();
            let of_mode =
                |mode| checked(CharacterSettings { shape: shape.into(), mode, ..CharacterSettings::default() });
            let modes = [MoveMode::Walk, MoveMode::Slide].map(of_mode);
            let desires = [Vec3::ZERO, Vec3::NEG_Z * 3.7, Vec3::new(1.0, 0.0, 2.0)];
            for (profile, desired) in modes.iter().flat_map(|mode| desires.map(|desired| (mode, desired))) {
                let start = Vec3::new(0.1 * room, radii.y + 0.02, 0.0);
                let (far, end, ground) = unrest_of(profile, &world, start, desired);
                let height = end.y - f64::from(radii.y);
                // Half a last place of the body is rounding.
                let stands = (0.0..0.01 + 1e-7).contains(&height) && ground.is_grounded();
                assert!(stands, "{radii}, {room}: {height}, {ground:?}");
                if far >= worst.0 {
                    worst = (far, format!("{radii}, {room} m, {desired}: {far:e} m"));
                }
            }
        }
    }
    println!("in shafts, most unrest: {}", worst.1);
    assert!(worst.0 < 1e-5, "{}", worst.1);
}

#[test]
fn needles_degenerates_and_duplicates_are_counted_and_neither_stop_nor_let_through() {
    let v = Vec3::new;
    // A floor, of which the middle is needles of 8 m by 0.4 mm, across a wall of the same.
    let strip = |corner: Vec3, along: Vec3, across: Vec3, count: u16| {
        let at = |k: u16| corner + across * (f32::from(k) / f32::from(count));
        (0..count)
            .flat_map(|k| [[at(k), at(k) + along, at(k + 1)], [at(k) + along, at(k + 1) + along, at(k + 1)]])
            .collect::<Level>()
    };
    let mut level = [
        quad(v(-8.0, 0.0, -4.0), Vec3::Z * 8.0, Vec3::X * 7.9),
        strip(v(-0.1, 0.0, -4.0), Vec3::Z * 8.0, Vec3::X * 0.2, 500),
        quad(v(0.1, 0.0, -4.0), Vec3::Z * 8.0, Vec3::X * 7.9),
        strip(v(-8.0, -1.0, 1.0), Vec3::X * 16.0, Vec3::Y * 0.5, 1000),
        strip(v(-8.0, -0.5, 1.0), Vec3::X * 16.0, Vec3::Y * 4.5, 1),
    ]
    .concat();
    let whole = level.len();
    let copies: Level = level.iter().step_by(3).copied().collect();
    // Again from another corner: the same surface in the same turning order.
    let turned: Level = level.iter().step_by(5).map(|[a, b, c]| [*b, *c, *a]).collect();
    let flat: Level = (0..200_u16)
        .map(|k| {
            let at = v(f32::from(k) * 0.0625 - 6.0, 0.5, 0.25);
            [
                [at, at, at],
                [at, at + Vec3::X, at + Vec3::X * 2.0],
                [at, at, at + Vec3::Y],
                [at, at + v(1.0, 0.5, 0.25), at],
            ][usize::from(k) % 4]
        })
        .collect();
    level.extend(copies.iter().chain(&turned).chain(&flat));
    let world = world_of(&level);
    let report = world.report();
    println!("{report:?}");
    assert_eq!((report.triangles, report.degenerate), (level.len(), flat.len()));
    assert_eq!(report.duplicates, copies.len() + turned.len());

    let triangles = exactly(&level[..whole]);
    let (mut nearest, mut slowest) = (f64::INFINITY, f32::INFINITY);
    for (radii, way) in SHAPES.into_iter().flat_map(|r| [1.0_f32, -1.0].map(|w| (r, w))) {
        let judge = Judge { triangles: &triangles, radii, skin: SKIN };
        for press in [0.0, 0.3] {
            let settings = TwoPasses { gravity: Vec3::Y * -0.04, ..TwoPasses::default() };
            let mut center = v(-3.0 * way, radii.y + 0.02, 1.0 - radii.z - 0.02);
            for frame in 0..120 {
                let before = center;
                let desired = v(way, 0.0, press) * STEP;
                let out = slide_and_fall(&world, &Ellipsoid::new(radii).unwrap(), center, desired, &settings);
                center = out.position.to_vec3();
                let apart = judge.hull_distance(center.as_dvec3());
                let speed = (center.x - before.x) * way / STEP;
                (nearest, slowest) = (nearest.min(apart), slowest.min(speed));
                let through = judge.crossed(before.as_dvec3(), center.as_dvec3());
                assert!(
                    apart >= 1.0 - 1e-4 && through.is_none() && speed > 0.99,
                    "{radii}, {way}, {press}, frame {frame}: {apart}, speed {speed}, {through:?} at {center:?}"
                );
            }
        }
    }
    println!("needles: hull distance of at least {nearest}, speed of at least {slowest}");
}

#[test]
fn who_starts_a_little_inside_the_skin_slides_over_inner_edges_as_over_one_plane() {
    let world = world_of(&grid(30, 0.37, |_, _| 0.0));
    let (mut slower, mut tilt, mut wrong) = (0.0_f32, 0.0_f32, Vec::new());
    for (radii, part) in SHAPES.into_iter().flat_map(|r| [0.5_f32, 0.76, 0.8, 0.87].map(|p| (r, p))) {
        for (degrees, lean) in [3.0_f32, 20.0, 45.0, 71.0].into_iter().flat_map(|d| [0.0_f32, 0.01].map(|l| (d, l))) {
            let along = level_heading(degrees) * STEP;
            let mut center = Vec3::new(-2.13, radii.y + part * SKIN, -2.29);
            for frame in 0..80 {
                let (shape, settings) = (Ellipsoid::new(radii).unwrap(), SlideSettings::default());
                let out = world.slide(&shape, center, along - Vec3::Y * lean * STEP, &settings).unwrap();
                center = out.position.to_vec3();
                let speed = (out.travel.with_y(0.0).length() / STEP - 1.0).abs();
                let leant = out.contacts().iter().map(|c| (c.normal - Vec3::Y).length()).fold(0.0, f32::max);
                (slower, tilt) = (slower.max(speed), tilt.max(leant));
                if speed > 1e-4 || leant > 1e-4 {
                    wrong.push(format!(
                        "{radii}, gap of {part} skin, {degrees}°, lean {lean}, frame {frame}: {speed}, {leant}"
                    ));
                }
            }
        }
    }
    println!("inside the skin: speed off by {slower:e}, normals by {tilt:e}");
    assert!(wrong.is_empty(), "{} wrong, the first: {:#?}", wrong.len(), &wrong[..wrong.len().min(4)]);
}
