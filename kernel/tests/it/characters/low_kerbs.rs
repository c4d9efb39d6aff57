//! Edges that the hull touches like a floor, though they are higher than the steps of the profile.

use crate::testkit::stairs::{Pedestrian, block, floor};
use crate::testkit::worlds::{grid, quad, world_of};
use crate::testkit::{Random, cases};
use glam::Vec3;
use sweep8::{CharacterSettings, Ellipsoid};

const RATES: [f32; 4] = [30.0, 60.0, 144.0, 500.0];

/// A person who climbs steps up to a height, and snaps as far down.
fn person(step_height: f32) -> CharacterSettings {
    CharacterSettings { step_height, snap_distance: step_height.max(0.02), ..CharacterSettings::default() }
}

#[test]
fn kerbs_higher_than_a_step_are_walls_however_low_they_are() {
    for (step, height, is_over) in [
        (0.0, 0.02, false),
        (0.0, 0.05, false),
        (0.0, 0.1, false),
        (0.0, 0.3, false),
        (0.05, 0.04, true),
        (0.05, 0.06, false),
        (0.05, 0.12, false),
        (0.1, 0.09, true),
    ] {
        let world = world_of(&[floor(), block(Vec3::new(1.0, 0.0, -39.0), Vec3::new(39.0, height, 39.0))].concat());
        for hz in RATES {
            for (heading, speed) in [(0.0_f32, 1.0), (0.0, 5.0), (35.0, 2.0), (-70.0, 3.0)] {
                let (sine, cosine) = heading.to_radians().sin_cos();
                let mut walker = Pedestrian::of(person(step), &world, Vec3::ZERO, hz);
                let end = *walker.walk(&world, Vec3::new(cosine, 0.0, sine) * speed, 3.0).last().unwrap();
                let case = format!("steps of {step}, kerb of {height}, {hz} Hz, {heading}°, {speed} m/s: {end}");
                assert!((end.z - sine * speed * 3.0).abs() < 0.02, "{case}");
                if is_over {
                    assert!(
                        (end.x - cosine * speed * 3.0).abs() < 0.02 && (end.y - 0.91 - height).abs() < 0.01,
                        "{case}"
                    );
                } else {
                    assert!(end.x < 1.0 && (end.y - 0.91).abs() < 0.01, "{case}");
                }
            }
        }
    }
}

#[test]
fn who_climbs_no_steps_goes_up_ramps_and_over_crests_at_the_speed_desired() {
    for degrees in [5.0_f32, 20.0, 40.0, 48.0] {
        let tangent = degrees.to_radians().tan();
        // Ramp up from x = 1, and down behind its crest; the corners of strips lie on it.
        let mut level = floor();
        for strip in 0..20 {
            let (near, far) = (0.1 * strip as f32, 0.1 * (strip + 1) as f32);
            let up = Vec3::new(far - near, (far - near) * tangent, 0.0);
            level.extend(quad(Vec3::new(1.0 + near, near * tangent, -9.0), Vec3::Z * 18.0, up));
            let down = Vec3::new(up.x, -up.y, 0.0);
            level.extend(quad(Vec3::new(3.0 + near, (2.0 - near) * tangent, -9.0), Vec3::Z * 18.0, down));
        }
        let world = world_of(&level);
        for hz in RATES {
            let settings = CharacterSettings { snap_distance: 0.4, ..person(0.0) };
            let mut walker = Pedestrian::of(settings, &world, Vec3::ZERO, hz);
            let end = *walker.walk(&world, Vec3::X * 2.0, 3.0).last().unwrap();
            assert!((end.x - 6.0).abs() < 0.01 && (end.y - 0.91).abs() < 0.01, "{degrees}°, {hz} Hz: {end}");
        }
    }
}

#[test]
fn who_climbs_no_steps_walks_over_rough_ground_without_a_stop() {
    let mut random = Random(9);
    for case in 0_usize..cases(400, 40) {
        // Slopes of up to 48° between neighbours on triangles from 4 to 50 cm.
        let cell = random.range(0.04, 0.5);
        let high = cell * 0.5 * random.range(0.1, 0.75);
        let ground = grid(64, cell, |x, z| if x.hypot(z) < 0.8 { 0.0 } else { random.range(-high, high) });
        let world = world_of(&ground);
        let radii = [[0.4, 0.9, 0.4], [0.35; 3], [0.6, 0.2, 0.6]][case % 3];
        let settings = CharacterSettings {
            shape: Ellipsoid::new(Vec3::from_array(radii)).unwrap().into(),
            snap_distance: 0.4,
            ..person(0.0)
        };
        let hz = [30.0, 60.0, 240.0][case % 3];
        let mut walker = Pedestrian::of(settings, &world, Vec3::ZERO, hz);
        let heading = random.range(0.0, core::f64::consts::TAU) as f32;
        let wish = Vec3::new(heading.cos(), 0.0, heading.sin()) * 2.0;
        let seconds = (f32::min(12.0 * cell as f32, 2.0) * hz).round() / hz;
        let end = *walker.walk(&world, wish, seconds).last().unwrap();
        let way = Vec3::new(end.x, 0.0, end.z);
        assert!(way.distance(wish * seconds) < 0.02, "case {case}: cells of {cell}, {high} m high: {way} of {wish}");
    }
}
