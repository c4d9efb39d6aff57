//! Rims that a hull rolls over in long steps, and beside other edges: it keeps its ground where it would in short ones.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::stairs::{Pedestrian, block, floor, stairs};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;
use sweep8::inspect::blocks_swept;
use sweep8::{CharacterSettings, Ellipsoid, World};

/// A body narrow enough to touch the edges of steps of 0.25 m with any normal.
fn narrow() -> CharacterSettings {
    CharacterSettings {
        shape: Ellipsoid::new(Vec3::new(0.2, 1.0, 0.2)).unwrap().into(),
        ..CharacterSettings::default()
    }
}

/// Walks along +x until a place; fails if it loses its ground on the way, or does not arrive: a step over many edges runs out of sweeps,
/// and goes over two stairs at least.
fn walks_to(walker: &mut Pedestrian, world: &World, speed: f32, end: f32, hz: f32) {
    let from = walker.state.position.to_vec3().x;
    let most = ((end - from) / speed * hz) as usize + 8;
    let count = (0..most).take_while(|_| {
        walker.walk(world, Vec3::X * speed, 1.0 / hz);
        walker.state.position.to_vec3().x < end
    });
    assert!(count.count() < most, "{speed} m/s at {hz} Hz: {:?}", walker.state.position);
}

#[test]
fn stairs_are_climbed_in_steps_of_two_metres_without_losing_the_ground() {
    // The contact with an edge leads up by 49°: its plane is 1.2 m higher where the next tread is 0.5 m higher.
    let world = world_of(&stairs(12, 0.25, 0.35));
    let mut random = Random::new(53);
    for number in 0..cases(400, 60) {
        let (speed, hz) = (5.0 + 95.0 * random.unit(), [30.0, 60.0, 144.0][number % 3]);
        let feet = Vec3::new(0.2 * random.unit(), 0.0, 0.0);
        let mut walker = Pedestrian::of(narrow(), &world, feet, hz);
        walks_to(&mut walker, &world, speed, 6.0, hz);
        let height = walker.state.position.to_vec3().y;
        assert!((height - 4.01).abs() < 0.01, "{speed} m/s at {hz} Hz: {height}");
    }
}

/// A ramp of 40° along +x up to 1 m, and a floor so much lower behind it.
fn crest(drop: f32) -> Level {
    let (run, wide) = (1.0 / 40.0_f32.to_radians().tan(), Vec3::Z * 40.0);
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), wide, Vec3::X * 20.0);
    level.extend(quad(Vec3::new(0.0, 0.0, -20.0), wide, Vec3::new(run, 1.0, 0.0)));
    level.extend(quad(Vec3::new(run, 1.0 - drop, -20.0), wide, Vec3::Y * drop));
    level.extend(quad(Vec3::new(run, 1.0 - drop, -20.0), wide, Vec3::X * 40.0));
    level
}

#[test]
fn a_step_from_a_ramp_to_beyond_its_crest_snaps_as_far_below_the_crest_as_a_short_one() {
    let mut random = Random::new(59);
    let worlds = [0.0, 0.2, 0.37, 0.43, 0.6].map(|drop| (drop, world_of(&crest(drop))));
    let run = 1.0 / 40.0_f32.to_radians().tan();
    for number in 0..cases(1_000, 200) {
        let (drop, world) = &worlds[number % worlds.len()];
        let hz = [30.0, 60.0, 144.0][number / worlds.len() % 3];
        // Some way before the crest; the step ends where the body touches the crest no more.
        let before = random.range_f32(0.1, 0.6);
        let mut walker = Pedestrian::of(narrow(), world, Vec3::new(run - before, 1.0 - 0.839 * before + 0.02, 0.0), hz);
        walker.velocity = Vec3::X * ((before + random.range_f32(0.25, 1.5)) * hz);
        walker.step(world);
        // The snap is 0.4 m.
        assert_eq!(walker.state.ground().is_grounded(), *drop < 0.4, "{drop} m behind, from {before} m before");
    }
}

/// Most blocks swept in one of the steps in which a person walks off the end of a platform, at an angle to it.
fn blocks_over_the_end(world: &World, velocity: Vec3, hz: f32) -> u64 {
    let mut walker = Pedestrian::at(world, Vec3::new(-0.2, 0.0, 0.0), hz);
    walker.velocity = velocity;
    let swept = (0..(hz as usize)).map(|_| {
        let before = blocks_swept();
        walker.step(world);
        blocks_swept() - before
    });
    let most = swept.max().unwrap_or_default();
    assert!(walker.state.position.to_vec3().y < 0.5, "{velocity} at {hz} Hz: it falls, {:?}", walker.state.position);
    most
}

#[test]
fn off_a_platform_with_nothing_below_a_step_takes_few_sweeps() {
    let (wide, low) = (Vec3::Z * 40.0, Vec3::new(0.0, -6.0, -20.0));
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), wide, Vec3::X * 20.0);
    level.extend(quad(low, wide, Vec3::Y * 6.0));
    level.extend(quad(low, wide, Vec3::X * 40.0));
    let world = world_of(&level);
    for hz in [30.0, 60.0, 240.0] {
        for z in [0.0, 0.3, -1.0] {
            let swept = blocks_over_the_end(&world, Vec3::new(1.0, 0.0, z), hz);
            // Searches for a floor beside the straight way take 97 to 346.
            assert!(swept <= 40, "{swept} blocks at {hz} Hz, by {z} m/s along the end");
        }
    }
}

#[test]
fn a_ball_keeps_its_ground_on_the_side_of_a_flight_where_the_next_step_stops_its_straight_way_up() {
    // The ball hangs over the side z = 0 of the lowest step, 0.25 m high; the next one begins at x = 0. On the straight way back
    // onto the first step it would meet the corner of the second.
    let mut level = floor();
    level.extend(block(Vec3::new(-0.5, 0.0, -2.0), Vec3::new(0.0, 0.25, 0.0)));
    level.extend(block(Vec3::new(0.0, 0.0, -2.0), Vec3::new(0.5, 0.5, 0.0)));
    let world = world_of(&level);
    let settings = CharacterSettings { shape: Ellipsoid::ball(0.5).unwrap().into(), ..CharacterSettings::default() };
    for hz in [30.0, 60.0, 240.0] {
        let mut walker = Pedestrian::of(settings, &world, Vec3::new(-0.4, 0.25, 0.2), hz);
        // By the definition of a step it is one as far as x = -0.317, 0.397 m off the side.
        walker.walk(&world, (Vec3::new(-0.326, 0.0, 0.391) - Vec3::new(-0.4, 0.0, 0.2)) * 0.5, 2.0);
        walker.walk(&world, Vec3::new(0.0128, 0.0, 0.008), 0.5);
    }
}

#[test]
fn a_ball_comes_down_a_step_before_a_wall_that_leaves_it_just_room_on_the_floor_below() {
    let mut random = Random::new(61);
    let (radius, hz) = (0.51_f32, 30.0);
    for _ in 0..cases(200, 40) {
        // The ball on the floor touches the edge x = 0 where its centre is so far from it; the wall is up to 0.1 m farther off.
        let height = random.range_f32(0.2, 0.35);
        let reach = (radius * radius - (radius - height).powi(2)).sqrt();
        let wall = reach + radius + random.range_f32(0.02, 0.12);
        let mut level = floor();
        level.extend(block(Vec3::new(-3.0, 0.0, -2.0), Vec3::new(0.0, height, 2.0)));
        level.extend(block(Vec3::new(wall, 0.0, -2.0), Vec3::new(wall + 1.0, 3.0, 2.0)));
        let world = world_of(&level);
        let settings =
            CharacterSettings { shape: Ellipsoid::ball(0.5).unwrap().into(), ..CharacterSettings::default() };
        let mut walker = Pedestrian::of(settings, &world, Vec3::new(-0.3, height, 0.0), hz);
        walker.walk(&world, Vec3::X * random.range_f32(0.3, 1.0), 4.0);
        let end = walker.state.position.to_vec3();
        assert!((end.y - radius).abs() < 0.01 && end.x > reach, "{height} m high, wall at {wall}: {end}");
    }
}

#[test]
fn who_runs_off_a_rim_higher_than_a_step_falls_in_long_steps_as_in_short_ones() {
    let mut random = Random::new(61);
    for number in 0..cases(1_000, 200) {
        let limit = random.range_f32(0.2, 0.4);
        let high = limit * if number % 2 == 0 { random.range_f32(1.05, 1.8) } else { random.range_f32(0.2, 0.95) };
        let kerb = [floor(), block(Vec3::new(-39.0, 0.0, -39.0), Vec3::new(0.0, high, 39.0))].concat();
        let world = world_of(&kerb);
        let settings = CharacterSettings { step_height: limit, snap_distance: limit, ..CharacterSettings::default() };
        let hz = [30.0, 60.0, 144.0, 500.0][number % 4];
        // Up to half a radius a step: longer ones may meet the floor below on the way down along the plane of the edge.
        let (speed, heading) = (random.range_f32(0.5, 0.2 * hz).min(8.0), random.range_f32(-1.0, 1.0));
        let mut walker = Pedestrian::of(settings, &world, Vec3::new(random.range_f32(-0.8, -0.5), high, 0.0), hz);
        walker.velocity = Vec3::new(heading.cos(), 0.0, heading.sin()) * speed;
        let mut falls = false;
        for _ in 0..(3.0 / speed * hz) as u32 {
            walker.step(&world);
            falls |= !walker.state.ground().is_grounded();
        }
        let case = format!("a rim of {high} m, steps of {limit}, {speed} m/s at {hz} Hz, {heading} rad");
        assert_eq!(falls, high > limit, "{case}");
    }
}

/// Climbs stairs of steps so high and deep beside a wall that is so far off at the foot and leans back by an angle with this tangent.
/// Returns for each step of the walk the part of the desired way along the wall that it goes.
fn climbed_beside_wall((rise, depth): (f32, f32), wall: (f32, f32), velocity: Vec3, hz: f32) -> Vec<f32> {
    let (off, tangent) = wall;
    let (mut level, lean) = (stairs(12, rise, depth), Vec3::new(0.0, 1.0, tangent));
    level.extend(quad(Vec3::new(-5.0, 0.0, off) - lean, Vec3::X * 30.0, lean * 12.0));
    let world = world_of(&level);
    let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
    let path = walker.walk(&world, velocity, (10.0 * depth / velocity.x).min(2.0));
    path.windows(2).map(|pair| (pair[1].x - pair[0].x) * hz / velocity.x).collect()
}

#[test]
fn stairs_beside_a_wall_are_climbed_aslant_in_long_steps_without_a_halt() {
    let mut random = Random::new(67);
    for number in 0..cases(400, 60) {
        let flight = (random.range_f32(0.1, 0.33), random.range_f32(0.25, 0.6));
        let (tangent, hz) = (random.range_f32(-0.02, 0.02), [15.0, 30.0, 60.0][number % 3]);
        let (speed, into) = (random.range_f32(1.5, 7.0), random.range_f32(0.5, 1.0));
        let velocity = Vec3::new(speed, 0.0, speed * into);
        let parts = climbed_beside_wall(flight, (0.55, tangent), velocity, hz);
        // In the first steps it comes to the wall.
        for (step, part) in parts.iter().enumerate().skip(1) {
            assert!((part - 1.0).abs() < 0.05, "{flight:?} m, {velocity} m/s, {hz} Hz, step {step}: {part}");
        }
    }
}

#[test]
fn stairs_beside_a_wall_that_leans_back_are_climbed_aslant_without_a_halt() {
    let mut random = Random::new(73);
    for number in 0..cases(2_000, 400) {
        let flight = (random.range_f32(0.1, 0.3), random.range_f32(0.25, 0.6));
        let hz = [30.0, 60.0, 144.0][number % 3];
        let (speed, into) = (random.range_f32(1.5, 5.0), random.range_f32(0.6, 1.0));
        let velocity = Vec3::new(speed, 0.0, speed * into);
        let parts = climbed_beside_wall(flight, (0.7, 15.0_f32.to_radians().tan()), velocity, hz);
        for (step, part) in parts.iter().enumerate() {
            assert!(*part > 0.5, "{flight:?} m, {velocity} m/s, {hz} Hz, step {step}: {part}");
        }
    }
}

#[test]
fn stairs_are_run_down_aslant_in_steps_of_a_metre_without_losing_the_ground() {
    let mut random = Random::new(71);
    for number in 0..cases(400, 80) {
        let (rise, depth) = (random.range_f32(0.12, 0.33), random.range_f32(0.28, 0.5));
        let world = world_of(&stairs(12, rise, depth));
        let hz = [7.5, 15.0, 30.0][number % 3];
        let top = Vec3::new(1.3 + 12.0 * depth, 12.0 * rise, 0.0);
        let mut walker = Pedestrian::at(&world, top, hz);
        let velocity = Vec3::new(-random.range_f32(0.5, 1.0) * hz, 0.0, random.range_f32(-0.7, 0.7) * hz);
        walker.walk(&world, velocity, 12.0 * depth / -velocity.x);
    }
}
