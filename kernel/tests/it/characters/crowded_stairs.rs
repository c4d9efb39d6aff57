//! Stairs with something beside them: pillars, walls that end at the height of the body, the open side of the flight. Whoever walks there
//! keeps the ground.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::stairs::{Pedestrian, block, floor};
use crate::testkit::worlds::{Level, world_of};
use glam::Vec3;

/// Four steps of 0.25 m that rise towards +x from x = 0, from z = -9 to 0, and a landing behind them.
fn flight() -> Level {
    let mut level = floor();
    for step in 0..4_u8 {
        let x = 0.5 * f32::from(step);
        let end = if step == 3 { 9.0 } else { x + 0.5 };
        level.extend(block(Vec3::new(x, 0.0, -9.0), Vec3::new(end, 0.25 * f32::from(step + 1), 0.0)));
    }
    level
}

#[test]
fn down_a_step_before_a_pillar_that_the_straight_way_off_it_meets_a_person_keeps_its_ground() {
    let mut random = Random::new(67);
    for _ in 0..cases(600, 120) {
        let height = random.range_f32(0.15, 0.38);
        // The hull of 0.41 m still touches the edge x = 0 steeply where it meets the pillar, and slides off round its corner.
        let (ahead, aside) = (random.range_f32(0.3, 0.6), random.range_f32(0.1, 0.4));
        let mut level = floor();
        level.extend(block(Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, height, 9.0)));
        level.extend(block(Vec3::new(ahead, 0.0, aside), Vec3::new(ahead + 0.5, 3.0, aside + 0.5)));
        let world = world_of(&level);
        let hz = [30.0, 60.0, 240.0][random.below(3)];
        let mut walker = Pedestrian::at(&world, Vec3::new(-0.4, height, 0.0), hz);
        walker.walk(&world, Vec3::new(random.range_f32(0.5, 3.5), 0.0, random.range_f32(-0.5, 1.0)), 1.2);
    }
}

#[test]
fn who_climbs_a_flight_from_its_open_side_keeps_the_ground_on_every_corner() {
    let world = world_of(&flight());
    let mut random = Random::new(71);
    for _ in 0..cases(600, 120) {
        let hz = [30.0, 60.0, 240.0][random.below(3)];
        let feet = Vec3::new(random.range_f32(-0.3, 0.4), 0.0, random.range_f32(0.45, 0.8));
        let mut walker = Pedestrian::at(&world, feet, hz);
        let (speed, heading) = (random.range_f32(0.5, 4.0), random.range_f32(0.3, 1.3));
        walker.walk(&world, Vec3::new(heading.cos(), 0.0, -heading.sin()) * speed, 1.5);
    }
}

#[test]
fn a_person_stands_halfway_on_stairs_beside_a_wall_that_ends_at_the_height_of_its_centre() {
    let mut random = Random::new(73);
    for _ in 0..cases(300, 60) {
        // The upper edge is touched with a level normal, but for rounding, at one place of the way up.
        let wall = random.range_f32(1.45, 1.9);
        let mut level = flight();
        level.extend(block(Vec3::new(-9.0, 0.0, -9.0), Vec3::new(9.0, wall, -1.5)));
        let world = world_of(&level);
        let hz = [30.0, 60.0, 240.0][random.below(3)];
        let mut walker = Pedestrian::at(&world, Vec3::new(-0.6, 0.0, -1.0), hz);
        let into = random.range_f32(0.05, 0.6);
        walker.walk(&world, Vec3::new(1.0, 0.0, -into) * random.range_f32(0.5, 4.0), 1.0);
        walker.walk(&world, Vec3::new(-1.0, 0.0, -into) * random.range_f32(0.5, 4.0), 1.0);
    }
}
