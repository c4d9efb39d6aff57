//! Places with little room: walkers reach their ends, and keep their ground there.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::stairs::{Pedestrian, block, floor, stairs};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;
use sweep8::{CharacterSettings, Ellipsoid};

fn ball(radius: f32) -> CharacterSettings {
    CharacterSettings { shape: Ellipsoid::ball(radius).unwrap().into(), ..CharacterSettings::default() }
}

/// A floor and a wall along +z, which end where a ramp comes down on the floor from above: z = 0.
fn wedge(degrees: f32) -> Level {
    let top = Vec3::new(0.0, 3.0, -3.0 / degrees.to_radians().tan());
    let mut level = quad(Vec3::new(-8.0, 0.0, -20.0), Vec3::Z * 20.0, Vec3::X * 8.0);
    level.extend(quad(Vec3::new(-8.0, 0.0, 0.0), Vec3::X * 8.0, top));
    let back = Vec3::new(0.0, 0.0, -20.0);
    level.push([back, Vec3::ZERO, top]);
    level.push([back, top, back + Vec3::Y * 3.0]);
    level
}

#[test]
fn a_ball_slides_along_a_wall_to_the_end_of_the_wedge_under_a_ramp() {
    let mut random = Random::new(67);
    for number in 0..cases(400, 100) {
        let (radius, degrees) = (random.range_f32(0.05, 0.3), random.range_f32(25.0, 60.0));
        let (speed, heading) = (random.range_f32(1.0, 12.0), random.range_f32(0.2, 1.3));
        let hz = [30.0, 60.0, 144.0][number % 3];
        let world = world_of(&wedge(degrees));
        let hull = radius + 0.01;
        let mut walker = Pedestrian::of(ball(radius), &world, Vec3::new(-hull - 0.005, 0.0, -2.5), hz);
        walker.walk(&world, Vec3::new(heading.sin(), 0.0, heading.cos()) * speed, 3.0 / (speed * heading.cos()));
        // Between floor and ramp the centre of a circle is so far from the end.
        let end = -hull / (0.5 * degrees.to_radians()).tan();
        let at = walker.state.position.to_vec3();
        let case = format!("{radius} m, {degrees}°, {speed} m/s at {heading} rad, {hz} Hz: {at}");
        assert!((at.z - end).abs() < 0.012, "{case} instead of {end}");
    }
}

#[test]
fn stairs_as_high_as_a_step_but_for_rounding_are_climbed_without_losing_the_ground() {
    let mut random = Random::new(71);
    for number in 0..cases(300, 60) {
        let height = 0.4 + random.range_f32(-3e-6, 3e-6);
        let world = world_of(&stairs(6, height, 0.4));
        let hz = [30.0, 60.0, 144.0][number % 3];
        let settings = ball(random.range_f32(0.1, 0.5));
        let mut walker = Pedestrian::of(settings, &world, Vec3::ZERO, hz);
        let speed = random.range_f32(2.0, 8.0);
        walker.walk(&world, Vec3::X * speed, 4.5 / speed);
        let feet = walker.state.position.to_vec3().y - settings.shape.radii().y;
        assert!((feet - 2.41).abs() < 0.01, "{height} m, {speed} m/s at {hz} Hz: {feet}");
    }
}

/// A step along z with its edge at x = 0, and a rail over it, so far behind the edge and above the step.
fn rail(height: f32, behind: f32, above: f32) -> Level {
    let mut level = floor();
    level.extend(block(Vec3::new(0.0, 0.0, -8.0), Vec3::new(4.0, height, 8.0)));
    let low = Vec3::new(behind, height + above, -8.0);
    level.extend(block(low, Vec3::new(behind + 0.1, height + above + 0.06, 8.0)));
    level.extend(quad(low, Vec3::X * 0.1, Vec3::Z * 16.0));
    level
}

#[test]
fn a_ball_keeps_its_ground_where_a_rail_leaves_millimetres_of_the_edge_of_a_step() {
    let mut random = Random::new(73);
    let hull = 0.508_75_f32;
    for number in 0..cases(1_000, 200) {
        let (height, above) = (random.range_f32(0.2, 0.3), random.range_f32(0.45, 0.55));
        // The ball touches the edge like a floor no farther from it than this, and the rail from there on.
        let (flat, rise) = (hull * 50.0_f32.to_radians().sin(), hull * 50.0_f32.to_radians().cos());
        let touches = (hull * hull - (above - rise).powi(2)).sqrt() - flat;
        let strip = random.range_f32(0.002, 0.008) * if number % 3 == 0 { -1.0 } else { 1.0 };
        let world = world_of(&rail(height, touches + strip, above));
        let hz = [30.0, 60.0, 144.0, 240.0][number % 4];
        let mut walker = Pedestrian::of(ball(0.5), &world, Vec3::new(-0.7, 0.0, 0.0), hz);
        let (speed, heading) = (random.range_f32(1.0, 8.0), random.range_f32(-1.0, 1.0));
        walker.walk(&world, Vec3::new(heading.cos(), 0.0, heading.sin()) * speed, 3.0 / speed);
    }
}

#[test]
fn a_ball_that_stops_on_a_step_before_a_balustrade_stands_there() {
    let mut random = Random::new(83);
    for number in 0..cases(400, 100) {
        let (height, behind, above) =
            (random.range_f32(0.2, 0.3), random.range_f32(0.05, 0.12), random.range_f32(0.45, 0.55));
        let mut level = rail(height, behind, above);
        for picket in 0..24 {
            let z = -6.0 + 0.5 * picket as f32;
            level.extend(block(Vec3::new(behind, height, z), Vec3::new(behind + 0.06, height + above, z + 0.06)));
        }
        let world = world_of(&level);
        let hz = [30.0, 60.0, 144.0][number % 3];
        let mut walker = Pedestrian::of(ball(0.5), &world, Vec3::new(-0.7, 0.0, 0.0), hz);
        let (speed, heading) = (random.range_f32(1.0, 20.0), random.range_f32(-1.0, 1.0));
        walker.velocity = Vec3::new(heading.cos(), 0.0, heading.sin()) * speed;
        for step in 0..(3.0 / speed * hz) as u32 {
            walker.step(&world);
            if !walker.state.ground().is_grounded() {
                continue;
            }
            let (state, velocity) = (walker.state, core::mem::take(&mut walker.velocity));
            // What is left of a slide would lead it on, off the edge.
            walker.state.velocity = Vec3::ZERO;
            walker.step(&world);
            let case = format!("case {number}, step {step}: {:?}", state.position);
            assert!(walker.state.ground().is_grounded(), "{case}: {:?}", walker.state);
            (walker.state, walker.velocity) = (state, velocity);
        }
    }
}

/// The corner of a room with boards along both walls, 0.11 m high, then up to the walls at angles.
fn boards(degrees: [f32; 2]) -> Level {
    let [x, z] = degrees.map(|degrees| 0.25 / degrees.to_radians().tan());
    let mut level = floor();
    let (up, lean) = (Vec3::Y * 0.11, Vec3::Y * 0.25);
    // Towards +x and towards -z; both run on to where they meet.
    level.extend(quad(Vec3::ZERO, Vec3::Z * 30.0, up));
    level.extend(quad(up, Vec3::Z * 30.0, Vec3::X * x + lean));
    level.push([up, up + Vec3::X * x + lean, up + Vec3::new(x, 0.25, -z)]);
    level.extend(quad(up + Vec3::X * x + lean - Vec3::Z * z, Vec3::Z * (30.0 + z), Vec3::Y * 3.0));
    level.extend(quad(Vec3::ZERO, Vec3::X * -30.0, up));
    level.extend(quad(up, Vec3::X * -30.0, lean - Vec3::Z * z));
    level.push([up, up + Vec3::new(x, 0.25, -z), up + lean - Vec3::Z * z]);
    level.extend(quad(up + lean + Vec3::new(x, 0.0, -z), Vec3::X * -(30.0 + x), Vec3::Y * 3.0));
    level
}

#[test]
fn a_narrow_body_comes_down_from_the_boards_in_the_corner_of_a_room() {
    let mut random = Random::new(79);
    let settings = CharacterSettings { shape: Ellipsoid::new(Vec3::new(0.2, 1.0, 0.2)).unwrap().into(), ..ball(0.2) };
    for number in 0..cases(1_000, 200) {
        let world = world_of(&boards([random.range_f32(50.5, 60.0), random.range_f32(30.0, 49.5)]));
        let hz = [30.0, 60.0, 240.0][number % 3];
        let mut walker = Pedestrian::of(settings, &world, Vec3::new(-0.6, 0.0, 0.6), hz);
        let speed = random.range_f32(1.0, 8.0);
        let mut heading = random.range_f32(-1.4, -0.2);
        for _ in 0..6 {
            walker.walk(&world, Vec3::new(heading.cos(), 0.0, heading.sin()) * speed, 0.5);
            heading += random.range_f32(0.5, 3.0);
        }
    }
}
