//! Places with little room: walkers reach their ends, and keep their ground there.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::stairs::{Pedestrian, floor, stairs};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;
use sweep8::{CharacterSettings, Ellipsoid};

fn ball(radius: f32) -> CharacterSettings {
    CharacterSettings { shape: Ellipsoid::ball(radius).unwrap(), ..CharacterSettings::default() }
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
    let settings = CharacterSettings { shape: Ellipsoid::new(Vec3::new(0.2, 1.0, 0.2)).unwrap(), ..ball(0.2) };
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
