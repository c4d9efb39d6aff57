//! Ceilings over the path of somebody who runs over an edge: they count where the path is, not where a long step leaves it.

use crate::testkit::stairs::{Pedestrian, block, floor, stairs};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;

/// A level ceiling at a height.
fn ceiling(height: f32) -> Level {
    quad(Vec3::new(-40.0, height, -40.0), Vec3::X * 80.0, Vec3::Z * 80.0)
}

/// Runs over a level and over the same one under a ceiling 5 cm above the highest place of the head; the largest distance of both paths.
fn apart(level: &Level, speed: f32, hz: f32, heading: f32) -> f32 {
    let (sine, cosine) = heading.to_radians().sin_cos();
    let path = |level: &Level| {
        let world = world_of(level);
        Pedestrian::at(&world, Vec3::ZERO, hz).walk(&world, Vec3::new(cosine, 0.0, sine) * speed, 3.0 / speed)
    };
    let open = path(level);
    let top = open.iter().map(|at| at.y).fold(0.0, f32::max) + 0.91;
    let covered = path(&[level.clone(), ceiling(top + 0.05)].concat());
    open.iter().zip(&covered).map(|(one, other)| one.distance(*other)).fold(0.0, f32::max)
}

#[test]
fn a_run_over_edges_is_the_same_under_a_ceiling_that_nobody_touches() {
    let mut most = 0.0_f32;
    for height in [0.05, 0.1, 0.2, 0.35] {
        let kerb = [floor(), block(Vec3::new(1.0, 0.0, -39.0), Vec3::new(39.0, height, 39.0))].concat();
        let fence = [floor(), quad(Vec3::new(1.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::Y * height)].concat();
        let flight = stairs(4, height, 0.3);
        for level in [kerb, fence, flight] {
            for (speed, hz) in [(2.0, 30.0), (8.0, 60.0), (8.0, 30.0), (5.0, 144.0)] {
                for heading in [0.0, 11.0, -24.0] {
                    let off = apart(&level, speed, hz, heading);
                    assert!(off < 1e-4, "{height} m, {speed} m/s, {hz} Hz, {heading}°: {off} m apart");
                    most = most.max(off);
                }
            }
        }
    }
    println!("paths at most {most} m apart");
}
