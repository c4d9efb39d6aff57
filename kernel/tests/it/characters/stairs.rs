//! Stairs of other kinds than straight ones on a level floor: tilted flights, winding ones, worn treads, one in a shaft.

use crate::testkit::stairs::{Pedestrian, floor, stairs};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::{Quat, Vec3};
use std::f32::consts::TAU;
use sweep8::{CharacterSettings, Ellipsoid};

const RATES: [f32; 3] = [30.0, 60.0, 240.0];

#[test]
fn stairs_on_a_floor_that_tilts_are_climbed_and_come_down_without_losing_way() {
    let mut least = f32::INFINITY;
    for (axis, name) in
        [(Vec3::X, "aside"), (Vec3::Z, "ahead"), (Vec3::NEG_Z, "back"), (Vec3::new(1.0, 0.0, 1.0), "both")]
    {
        for degrees in [2.0_f32, 5.0, 10.0] {
            let turn = Quat::from_axis_angle(axis.normalize(), degrees.to_radians());
            let tilted: Level = stairs(8, 0.2, 0.3).iter().map(|corners| corners.map(|corner| turn * corner)).collect();
            let world = world_of(&tilted);
            for hz in RATES {
                // The feet of an upright ellipsoid stand a little above a tilted floor.
                let mut walker = Pedestrian::at(&world, Vec3::Y * 0.02, hz);
                let from = walker.state.position.to_vec3();
                let path = walker.walk(&world, Vec3::X * 2.0, 2.5);
                let top = *path.last().unwrap();
                let rise = (turn.inverse() * (top - from)).y;
                assert!((rise - 1.6).abs() < 0.03, "{name} by {degrees}°, {hz} Hz: rose by {rise}");
                least = least.min(top.x - from.x);
                assert!(
                    (top.x - from.x - 5.0).abs() < 0.02 && (top.z - from.z).abs() < 0.02,
                    "{name}, {degrees}°: {top}"
                );
                let end = *walker.walk(&world, Vec3::NEG_X * 2.0, 2.5).last().unwrap();
                assert!((end - from).length() < 0.03, "{name} by {degrees}°, {hz} Hz: from {from} to {end}");
            }
        }
    }
    println!("tilted by 2° to 10°: at least {least:.3} m of 5 m");
}

/// Winding stairs about the y axis between a column and the outer radius: so many treads, so high, so wide in radians.
fn winding(count: usize, height: f32, angle: f32) -> Level {
    let mut level = floor();
    let at = |radius: f32, angle: f32, y: f32| Vec3::new(radius * angle.cos(), y, radius * angle.sin());
    for step in 0..count {
        let [from, to] = [step, step + 1].map(|step| angle * step as f32);
        let [low, top] = [step, step + 1].map(|step| height * step as f32);
        let corners = [at(0.3, from, top), at(0.3, to, top), at(2.0, to, top), at(2.0, from, top)];
        level.extend([[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]]);
        // The riser, and the column at the inner side.
        level.extend(quad(at(0.3, from, low), at(2.0, from, low) - at(0.3, from, low), Vec3::Y * height));
        level.extend(quad(at(0.3, from, 0.0), at(0.3, to, 0.0) - at(0.3, from, 0.0), Vec3::Y * height * count as f32));
    }
    level
}

#[test]
fn winding_stairs_are_climbed_and_come_down_at_any_speed_and_time_step() {
    let (count, height) = (14, 0.2_f32);
    let angle = TAU / 18.0;
    let world = world_of(&winding(count, height, angle));
    let radius = 1.2_f32;
    let mut most = 0.0_f32;
    for hz in RATES {
        for speed in [0.5_f32, 2.0, 4.0] {
            // Starts before the first riser, and stops on the last tread.
            let start = -2.0 * angle;
            let place = |angle: f32| Vec3::new(radius * angle.cos(), 0.0, radius * angle.sin());
            let mut walker = Pedestrian::at(&world, place(start), hz);
            let end = angle * (count as f32 - 0.5);
            for (target, height) in [(end, height * count as f32), (start, 0.0)] {
                let mut steps = 0;
                loop {
                    let center = walker.state.position.to_vec3();
                    let now = (center.z).atan2(center.x).rem_euclid(TAU);
                    let now = if now > TAU + 2.0 * start { now - TAU } else { now };
                    let left = target - now;
                    if left.abs() * radius < 0.05 || steps as f32 > 60.0 * hz {
                        break;
                    }
                    // To where the helix is after this step.
                    let next = now + left.signum() * (speed / hz / radius).min(left.abs());
                    let way = place(next) - center * Vec3::new(1.0, 0.0, 1.0);
                    walker.velocity = way.clamp_length_max(speed / hz) * hz;
                    walker.step(&world);
                    assert!(walker.state.ground().is_grounded(), "{hz} Hz, {speed} m/s: {:?}", walker.state);
                    steps += 1;
                }
                let fair = (end - start) * radius / speed * hz;
                most = most.max(steps as f32 / fair);
                assert!((steps as f32) < 1.02 * fair + 2.0, "{hz} Hz, {speed} m/s: {steps} steps instead of {fair}");
                let feet = walker.state.position.to_vec3().y - 0.91;
                assert!((feet - height).abs() < 0.01, "{hz} Hz, {speed} m/s: {feet} instead of {height}");
            }
        }
    }
    println!("winding stairs: at most {most:.3} times the time of a level way");
}

#[test]
fn bodies_wider_than_the_treads_climb_stairs_and_come_down_at_any_speed_and_time_step() {
    for (radii, height, depth) in [
        (Vec3::splat(0.5), 0.25_f32, 0.35_f32),
        (Vec3::splat(1.0), 0.25, 0.35),
        (Vec3::splat(0.5), 0.2, 0.25),
        (Vec3::new(0.8, 0.9, 0.8), 0.18, 0.28),
        (Vec3::new(0.4, 0.9, 0.4), 0.2, 0.2),
        // Touches risers, not edges: half as high as a step.
        (Vec3::new(0.8, 0.2, 0.8), 0.25, 0.6),
    ] {
        let count = 8;
        let world = world_of(&stairs(count, height, depth));
        let settings =
            CharacterSettings { shape: Ellipsoid::new(radii).unwrap().into(), ..CharacterSettings::default() };
        let (rise, way) = (height * count as f32, depth * count as f32 + 4.0);
        let mut worst = 0.0_f32;
        for hz in RATES {
            for speed in [0.5_f32, 2.0, 6.0] {
                let mut walker = Pedestrian::of(settings, &world, Vec3::X * -1.0, hz);
                let from = walker.state.position.to_vec3();
                let seconds = way / speed;
                let top = *walker.walk(&world, Vec3::X * speed, seconds).last().unwrap();
                let far = speed * (seconds * hz).round() / hz;
                worst = worst.max((top.x - from.x - far).abs()).max((top.y - from.y - rise).abs());
                assert!(worst < 0.01, "{radii}, {height} by {depth} m, {hz} Hz, {speed} m/s: from {from} to {top}");
                let end = *walker.walk(&world, Vec3::NEG_X * speed, seconds).last().unwrap();
                worst = worst.max((end - from).length());
                assert!(worst < 0.01, "{radii}, {height} by {depth} m, {hz} Hz, {speed} m/s: from {from} to {end}");
            }
        }
        println!("{radii} on treads of {depth} m, steps of {height} m: at most {worst:.4} m off");
    }
}

/// A body that is half as high as a step touches the wall inside of its face, less than a step below the upper edge.
#[test]
fn a_flat_body_stays_before_a_wall_that_is_higher_than_a_step() {
    let shape = Ellipsoid::new(Vec3::new(0.8, 0.2, 0.8)).unwrap();
    let settings = CharacterSettings { shape: shape.into(), ..CharacterSettings::default() };
    for (height, is_climbed) in [(0.38, true), (0.45, false), (0.55, false), (0.59, false)] {
        let world = world_of(&stairs(1, height, 0.35));
        for hz in RATES {
            let mut walker = Pedestrian::of(settings, &world, Vec3::X * -1.0, hz);
            let from = walker.state.position.to_vec3();
            let path = walker.walk(&world, Vec3::X, 4.0);
            let highest = path.iter().map(|place| place.y - from.y).fold(0.0, f32::max);
            let expected = if is_climbed { height } else { 0.0 };
            assert!((highest - expected).abs() < 1e-3, "{height} m, {hz} Hz: rose by {highest}");
        }
    }
}

/// They are too close for a foot, so they count as one step. It is measured from where the person stands on the ramp, not from farther up.
#[test]
fn two_close_edges_at_the_foot_of_a_ramp_are_climbed_or_not_at_any_speed() {
    let slope = 30.0_f32.to_radians().tan();
    for (lower, is_climbed) in [(0.56, true), (0.59, false)] {
        let edges =
            [[-9.0, 9.0 * slope], [0.0, 0.0], [0.0, lower], [0.05, lower], [0.05, lower + 0.07], [9.0, lower + 0.07]];
        let at = |[x, y]: [f32; 2]| Vec3::new(x, y, -20.0);
        let sides: Level =
            edges.windows(2).flat_map(|ends| quad(at(ends[0]), Vec3::Z * 40.0, at(ends[1]) - at(ends[0]))).collect();
        let world = world_of(&sides);
        for hz in RATES {
            for speed in [1.0, 3.0] {
                let mut walker = Pedestrian::at(&world, Vec3::new(-1.5, 1.5 * slope + 0.2, 0.0), hz);
                let end = *walker.walk(&world, Vec3::X * speed, 3.5 / speed).last().unwrap();
                assert_eq!(end.x > 1.0, is_climbed, "{lower} at {hz} Hz, {speed} m/s: at {end}");
            }
        }
    }
}
