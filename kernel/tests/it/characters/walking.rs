//! Characters that walk: up and down ramps and stairs, at any speed and time step, and along obstacles that are too high.

use crate::testkit::Random;
use crate::testkit::stairs::{Pedestrian, block, floor, stairs};
use crate::testkit::worlds::{Level, quad, terrain, world_of};
use glam::Vec3;
use sweep8::{
    Capsule, CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, Ground, MoveInput, SlopeSpeed, World,
};

const RATES: [f32; 5] = [30.0, 60.0, 144.0, 240.0, 1000.0];

/// A slope that rises towards +x from x = 1 by so many degrees, between two floors.
fn ramp(degrees: f32) -> (World, f32) {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let length = 8.0;
    let mut level = quad(Vec3::new(-40.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 41.0);
    let along = Vec3::new(cosine, sine, 0.0) * length;
    level.extend(quad(Vec3::new(1.0, 0.0, -20.0), Vec3::Z * 40.0, along));
    level.extend(quad(Vec3::new(1.0, 0.0, -20.0) + along, Vec3::Z * 40.0, Vec3::X * 20.0));
    (world_of(&level), sine * length)
}

#[test]
fn ramps_are_walked_up_and_down_on_the_ground_in_every_step_with_the_level_speed_that_is_desired() {
    for degrees in [5.0_f32, 15.0, 30.0, 45.0] {
        let (world, height) = ramp(degrees);
        for hz in RATES {
            for speed in [1.0_f32, 2.0, 4.0, 6.0] {
                let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
                let seconds = 11.0 / speed;
                let path = walker.walk(&world, Vec3::X * speed, seconds);
                let end = *path.last().unwrap();
                assert!(
                    (end.x - speed * (seconds * hz).round() / hz).abs() < 0.01,
                    "{degrees}°, {hz} Hz, {speed} m/s: {end}"
                );
                assert!((end.y - height - 0.91).abs() < 0.01, "{degrees}°, {hz} Hz, {speed} m/s: {end}");
                let path = walker.walk(&world, Vec3::NEG_X * speed, seconds);
                let end = *path.last().unwrap();
                assert!(end.x.abs() < 0.01 && (end.y - 0.91).abs() < 0.01, "{degrees}°, {hz} Hz, {speed} m/s: {end}");
            }
        }
    }
}

#[test]
fn the_speed_along_a_ramp_is_kept_where_the_profile_asks_for_that() {
    let (world, _) = ramp(30.0);
    let settings = CharacterSettings { slope_speed: SlopeSpeed::Along, ..CharacterSettings::default() };
    let mut walker = Pedestrian::of(settings, &world, Vec3::new(3.0, 1.2, 0.0), 60.0);
    let from = walker.state.position.to_vec3();
    let path = walker.walk(&world, Vec3::X * 3.0, 1.0);
    let way = path.last().unwrap().distance(from);
    assert!((way - 3.0).abs() < 0.01, "{way}");
}

/// Height by level way, at the same places for all rates.
fn heights(path: &[Vec3], places: &[f32]) -> Vec<f32> {
    places
        .iter()
        .map(|&x| {
            let after = path.iter().position(|p| p.x >= x).unwrap();
            if after == 0 {
                return path[0].y;
            }
            let (a, b) = (path[after - 1], path[after]);
            a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
        })
        .collect()
}

#[test]
fn stairs_are_climbed_at_any_speed_and_time_step_without_losing_or_gaining_way() {
    for (height, depth) in [(0.1, 0.3), (0.2, 0.3), (0.25, 0.28), (0.3, 0.3)] {
        let world = world_of(&stairs(8, height, depth));
        for hz in RATES {
            for speed in [0.5_f32, 2.0, 6.0, 10.0] {
                let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
                let seconds = 5.0 / speed;
                let path = walker.walk(&world, Vec3::X * speed, seconds);
                let end = *path.last().unwrap();
                let case = format!("steps of {height} m, {hz} Hz, {speed} m/s: {end}");
                assert!((end.x - speed * (seconds * hz).round() / hz).abs() < 0.01, "{case}");
                assert!((end.y - 8.0 * height - 0.91).abs() < 0.01, "{case}");
                let path = walker.walk(&world, Vec3::NEG_X * speed, seconds);
                let end = *path.last().unwrap();
                assert!(end.x.abs() < 0.01 && (end.y - 0.91).abs() < 0.01, "down {case}, {end}");
            }
        }
    }
}

#[test]
fn the_height_on_stairs_is_the_same_at_the_same_place_from_30_to_1000_hz() {
    let world = world_of(&stairs(8, 0.25, 0.3));
    let places: Vec<f32> = (0..60).map(|place| 0.5 + 0.05 * place as f32).collect();
    let mut most = 0.0_f32;
    let of = |hz: f32| heights(&Pedestrian::at(&world, Vec3::ZERO, hz).walk(&world, Vec3::X * 2.0, 2.0), &places);
    let fine = of(1000.0);
    for hz in [30.0, 60.0, 144.0, 240.0] {
        for ((rough, fine), x) in of(hz).iter().zip(&fine).zip(&places) {
            most = most.max((rough - fine).abs());
            assert!((rough - fine).abs() < 0.02 * 2.0, "{hz} Hz, at {x}: {rough} and {fine}");
        }
    }
    println!("height differs by {most} m of 2 m");
}

#[test]
fn stairs_are_climbed_at_an_angle_and_beside_a_wall() {
    let mut level = stairs(8, 0.25, 0.3);
    level.extend(quad(Vec3::new(-5.0, -1.0, -3.0), Vec3::X * 30.0, Vec3::Y * 9.0));
    let world = world_of(&level);
    for degrees in [0.0_f32, 30.0, 60.0, 75.0, 80.0] {
        for hz in [30.0, 60.0, 240.0] {
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let velocity = Vec3::new(cosine, 0.0, -sine) * 2.0;
            let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
            let seconds = 5.0 / velocity.x;
            let end = *walker.walk(&world, velocity, seconds).last().unwrap();
            assert!((end.y - 2.91).abs() < 0.01, "{degrees}°, {hz} Hz: {end}");
            assert!((end.x - velocity.x * (seconds * hz).round() / hz).abs() < 0.02, "{degrees}°, {hz} Hz: {end}");
        }
    }
}

#[test]
fn a_character_that_stops_on_stairs_stays_there_to_the_bit() {
    let world = world_of(&stairs(8, 0.25, 0.3));
    for stop in 0..40 {
        let mut walker = Pedestrian::at(&world, Vec3::ZERO, 60.0);
        walker.walk(&world, Vec3::X * 2.0, 0.25 + 0.03 * stop as f32);
        walker.velocity = Vec3::ZERO;
        for _ in 0..3 {
            walker.step(&world);
        }
        let rests = walker.state;
        for _ in 0..600 {
            walker.step(&world);
        }
        assert_eq!(walker.state, rests, "stop {stop}");
        assert!(matches!(rests.ground(), Ground::Floor(normal) if normal.y > 0.64), "{rests:?}");
    }
}

/// How far up somebody gets who walks towards +x at an obstacle for two seconds.
fn climbed(level: &Level, speed: f32, hz: f32) -> Vec3 {
    let world = world_of(level);
    let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
    walker.velocity = Vec3::X * speed;
    for _ in 0..(2.0 * hz) as u32 {
        walker.step(&world);
    }
    walker.state.position.to_vec3()
}

#[test]
fn ledges_and_slopes_that_are_no_stair_steps_are_not_climbed() {
    let with = |other: Level| [floor(), other].concat();
    let corner = |x: f32, y: f32| Vec3::new(x, y, -20.0);
    let slope = |degrees: f32| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        with(quad(corner(1.0, 0.0), Vec3::Z * 40.0, Vec3::new(cosine, sine, 0.0) * 9.0))
    };
    let cases = [
        ("a ledge of 0.5 m", with(block(corner(1.0, 0.0), Vec3::new(9.0, 0.5, 20.0)))),
        ("a slope of 51°", slope(51.0)),
        ("a slope of 54°", slope(54.0)),
        ("a slope of 60°", slope(60.0)),
        (
            "a skirting board",
            with(
                [
                    block(corner(1.0, 0.0), Vec3::new(1.05, 0.2, 20.0)),
                    quad(corner(1.05, 0.0), Vec3::Z * 40.0, Vec3::Y * 9.0),
                ]
                .concat(),
            ),
        ),
        (
            "a step under a ceiling",
            with(
                [
                    block(corner(1.0, 0.0), Vec3::new(9.0, 0.3, 20.0)),
                    quad(corner(0.0, 1.95), Vec3::X * 9.0, Vec3::Z * 40.0),
                ]
                .concat(),
            ),
        ),
    ];
    for (what, level) in cases {
        for hz in [30.0, 240.0] {
            for speed in [0.5, 4.0] {
                let end = climbed(&level, speed, hz);
                assert!(end.y < 0.93 && end.x < 1.0, "{what}, {hz} Hz, {speed} m/s: {end}");
            }
        }
    }
}

#[test]
fn a_character_that_walks_off_a_ledge_higher_than_the_snap_distance_falls() {
    let world = world_of(&[floor(), block(Vec3::new(-9.0, 0.0, -9.0), Vec3::new(1.0, 1.0, 9.0))].concat());
    for hz in RATES {
        let mut walker = Pedestrian::at(&world, Vec3::new(0.0, 1.0, 0.0), hz);
        walker.velocity = Vec3::X * 2.0;
        let mut in_air = 0;
        let mut least = 0.0_f32;
        for _ in 0..(2.0 * hz) as u32 {
            let before = walker.state.position.to_vec3().y;
            walker.step(&world);
            in_air += u32::from(!walker.state.ground().is_grounded());
            least = least.min((walker.state.position.to_vec3().y - before) * hz);
        }
        let center = walker.state.position.to_vec3();
        assert!((center.y - 0.91).abs() < 0.01 && center.x > 3.0, "{hz} Hz: {center}");
        // A metre takes 0.45 s; who rolls over the edge begins to fall a little lower.
        assert!((0.25 * hz..0.5 * hz).contains(&(in_air as f32)), "{hz} Hz: {in_air} steps in the air");
        assert!(least > -4.6, "{hz} Hz: falls at {least} m/s");
    }
}

#[test]
fn kerbs_sills_and_low_steps_do_not_slow_anybody_down() {
    for height in [0.001_f32, 0.01, 0.03, 0.05, 0.1, 0.15] {
        let level = [floor(), block(Vec3::new(1.0, 0.0, -9.0), Vec3::new(1.5, height, 9.0))].concat();
        let world = world_of(&level);
        for hz in [30.0, 60.0, 240.0] {
            let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
            let path = walker.walk(&world, Vec3::X * 2.0, 2.0);
            let end = *path.last().unwrap();
            assert!((end.x - 4.0).abs() < 0.01 && (end.y - 0.91).abs() < 0.01, "{height} m, {hz} Hz: {end}");
            let top = path.iter().map(|p| p.y).fold(0.0, f32::max);
            assert!((top - 0.91 - height).abs() < 0.03, "{height} m, {hz} Hz: up to {top}");
        }
    }
}

#[test]
fn a_fence_as_high_as_a_step_is_stepped_over_and_a_higher_one_is_not() {
    let fence = |height: f32| quad(Vec3::new(1.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::Y * height);
    for (height, is_over) in [(0.2, true), (0.35, true), (0.45, false)] {
        for hz in [30.0, 240.0] {
            let end = climbed(&[floor(), fence(height)].concat(), 2.0, hz);
            assert_eq!(end.x > 3.9, is_over, "{height} m, {hz} Hz: {end}");
            assert!((end.y - 0.91).abs() < 0.01, "{height} m, {hz} Hz: {end}");
        }
    }
}

#[test]
fn the_level_way_is_never_longer_than_desired_and_the_path_ends_where_the_body_does() {
    let mut random = Random(7);
    let (mut steps, mut corners) = (0, 0);
    for _ in 0..12 {
        let mut level = terrain(&mut random, 24, 0.5, 0.12);
        for _ in 0..30 {
            let corner = random.vector(5.0).as_vec3() * Vec3::new(1.0, 0.02, 1.0);
            let size = (random.vector(0.6).abs() + 0.05).as_vec3() * Vec3::new(1.0, 0.5, 1.0);
            level.extend(block(corner - Vec3::Y * 0.5, corner + size));
        }
        let world = world_of(&level);
        for hz in [30.0, 144.0] {
            let profile = CharacterProfile::default();
            let mut state = CharacterState::new(Vec3::Y * 3.0);
            for step in 0..(6.0 * hz) as u32 {
                let heading = (random.vector(1.0).as_vec3() * Vec3::new(1.0, 0.0, 1.0)).normalize_or_zero();
                let velocity = heading * if step % 3 == 0 { 12.0 } else { 3.0 };
                let was_standing = state.ground().is_grounded() && state.velocity == Vec3::ZERO;
                let before = state.position.to_dvec3();
                let input = MoveInput { desired_velocity: velocity, ..MoveInput::EARTH };
                let out = world.move_character(&profile, &mut state, &input, 1.0 / hz).unwrap();
                let moved = state.position.to_dvec3() - before;
                assert_eq!(out.waypoints().last().copied().unwrap_or_default(), out.travel, "{out:?}");
                corners = corners.max(out.waypoints().len());
                if was_standing && out.depenetrated_by == 0.0 && state.ground().is_grounded() {
                    let way = moved.x.hypot(moved.z);
                    assert!(way <= f64::from(velocity.length() / hz) * (1.0 + 1e-5) + 1e-7, "{way} m by {velocity}");
                    steps += 1;
                }
            }
        }
    }
    println!("{steps} steps, at most {corners} corners of a path");
    assert!(steps > 5_000 && corners > 5, "{steps} steps, {corners} corners");
}

#[test]
fn a_dash_up_several_steps_in_one_move_ends_where_they_are() {
    let world = world_of(&stairs(8, 0.25, 0.3));
    let mut walker = Pedestrian::at(&world, Vec3::ZERO, 30.0);
    walker.velocity = Vec3::X * 60.0;
    let out = walker.step(&world);
    // Over the edge of the fourth tread, which is 1 m up, and on the way to the fifth.
    assert!(out.travel.x > 1.999 && (1.0..1.25).contains(&out.travel.y) && out.waypoints().len() >= 5, "{out:?}");
    assert_eq!(out.waypoints().last(), Some(&out.travel));
    let lengths = out.waypoints().iter().scan(Vec3::ZERO, |from, &to| Some(to.distance(std::mem::replace(from, to))));
    assert!((lengths.sum::<f32>() - out.path).abs() < 1e-4, "{out:?}");
}

#[test]
fn dashes_in_the_corner_of_a_kerb_with_a_rail_on_it_end_where_walks_do() {
    // A floor, round the corner of which runs a kerb of 0.23 m with a rail on it, 0.5 m above it.
    let mut level = floor();
    level.extend(block(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(0.0, 0.23, 9.0)));
    level.extend(block(Vec3::new(0.0, -1.0, -9.0), Vec3::new(9.0, 0.23, 0.0)));
    level.extend(block(Vec3::new(-0.21, 0.74, -0.19), Vec3::new(-0.09, 0.81, 9.0)));
    level.extend(block(Vec3::new(-0.09, 0.74, -0.19), Vec3::new(9.0, 0.81, -0.08)));
    let world = world_of(&level);
    let shape = Capsule::from_height(0.2, 0.9).unwrap().into();
    let settings = CharacterSettings { shape, step_height: 0.4, snap_distance: 0.4, ..CharacterSettings::default() };
    for degrees in (5..90).step_by(5) {
        let (sine, cosine) = (degrees as f32).to_radians().sin_cos();
        let end = |speed: f32| {
            let mut walker = Pedestrian::of(settings, &world, Vec3::new(0.6, 0.0, 0.6), 30.0);
            walker.walk(&world, Vec3::new(-cosine, 0.0, -sine) * speed, 4.0 / speed + 1.0);
            walker.state.position.to_vec3()
        };
        let slow = end(2.0);
        for speed in [10.0, 30.0, 100.0] {
            let fast = end(speed);
            assert!((fast - slow).length() < 2e-3, "{degrees}°, {speed} m/s: {fast}, a walk {slow}");
        }
    }
}

#[test]
fn small_bodies_climb_steps_up_to_their_step_height() {
    let world = world_of(&stairs(6, 0.1, 0.2));
    let shape = Ellipsoid::new(Vec3::new(0.1, 0.2, 0.15)).unwrap();
    let settings = CharacterSettings {
        shape: shape.into(),
        step_height: 0.12,
        snap_distance: 0.12,
        ..CharacterSettings::default()
    };
    for hz in [30.0, 240.0] {
        let mut walker = Pedestrian::of(settings, &world, Vec3::ZERO, hz);
        let end = *walker.walk(&world, Vec3::X, 3.0).last().unwrap();
        assert!((end.y - 0.81).abs() < 0.01 && (end.x - 3.0).abs() < 0.01, "{end}");
    }
}

#[test]
fn who_has_a_velocity_along_the_ground_stays_on_it_wherever_up_is() {
    let mut random = Random(11);
    for case in 0..40 {
        let turn = random.turn().as_quat();
        let level: Level = floor().iter().map(|corners| corners.map(|corner| turn * corner)).collect();
        let (world, up) = (world_of(&level), turn * Vec3::Y);
        let profile = CharacterProfile::default();
        let mut state = CharacterState::new(up * (profile.feet_below(up) + 0.01));
        let mut input = MoveInput { gravity: up * -9.81, ..MoveInput::EARTH };
        for step in 0..60 {
            // Of this the level part counts while it walks; in the air it would rise.
            input.desired_velocity = turn * if step < 5 { Vec3::ZERO } else { Vec3::new(1.0, 1.0, 0.0) };
            let push = turn * Vec3::new(0.0, 0.0, 2.0);
            input.impulse = if step % 20 == 10 { push } else { Vec3::ZERO };
            world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
            assert!(step < 5 || state.ground().is_grounded(), "up is {up}, case {case}, step {step}: {state:?}");
        }
    }
}

#[test]
fn a_surface_too_steep_to_walk_on_is_a_wall() {
    // Of 86°, on which somebody stands whom everything holds; to go up with its level speed would be fourteen times as fast.
    let (sine, cosine) = 86.0_f32.to_radians().sin_cos();
    let level =
        [floor(), quad(Vec3::new(1.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::new(cosine, sine, 0.0) * 30.0)].concat();
    let world = world_of(&level);
    for max_slope_angle in [84.0_f32, 88.0, 90.0] {
        let max_slope_angle = max_slope_angle.to_radians().min(std::f32::consts::FRAC_PI_2);
        let settings = CharacterSettings { max_slope_angle, ..CharacterSettings::default() };
        let mut walker = Pedestrian::of(settings, &world, Vec3::ZERO, 60.0);
        walker.velocity = Vec3::X * 3.0;
        for _ in 0..60 {
            let from = walker.state.position.to_vec3();
            walker.step(&world);
            let way = walker.state.position.to_vec3() - from;
            assert!(way.y <= 8.0 * way.x.abs() + 1e-4, "{max_slope_angle}: {way} from {from}");
        }
    }
}
