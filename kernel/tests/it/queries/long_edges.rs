//! Edges of 10 m to 3 km, grazed and dashed along: a hull does not sink through them.

use crate::testkit::Random;
use crate::testkit::crowds::{crowd_under, profile_of};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{exactly, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{Ellipsoid, SlideSettings, World};

/// Default skin, and the part of it that a hull is grown by.
const SKIN: f32 = 0.01;

/// A sheet that hangs from an edge along x, at height 0 and `length` metres long.
fn sheet(length: f32) -> [Vec3; 3] {
    let half = 0.5 * length;
    [Vec3::new(-half, 0.0, 0.0), Vec3::new(half, 0.0, 0.0), Vec3::new(0.0, -half, 0.0)]
}

#[test]
fn a_ball_that_dashes_along_an_edge_of_a_kilometre_does_not_sink_into_the_sheet() {
    let world = world_of(&[sheet(1000.0)]);
    let triangles = exactly(&[sheet(1000.0)]);
    let judge = Judge { triangles: &triangles, radii: Vec3::splat(0.4), skin: SKIN };
    let ball = Ellipsoid::ball(0.4).unwrap();
    let start = Vec3::new(-250.0, 0.408_749, 0.0);
    for desired in [Vec3::new(6.0, -0.0119, 0.0), Vec3::new(40.0, -0.0797, 0.0), Vec3::new(400.0, -0.4236, 0.0)] {
        let outcome = world.slide(&ball, start, desired, &SlideSettings::default()).unwrap();
        let apart = judge.hull_distance(outcome.position.to_vec3().as_dvec3());
        assert!(apart > 1.0 - 1e-4, "by {desired}: {apart} from {}, {:?}", outcome.position.to_vec3(), outcome.status);
        assert!(outcome.travel.x > 0.99 * desired.x, "by {desired}: only {}", outcome.travel);
    }
}

#[test]
fn moves_along_an_edge_of_two_kilometres_do_not_add_up_to_an_overlap() {
    let world = world_of(&[sheet(2000.0)]);
    let triangles = exactly(&[sheet(2000.0)]);
    let judge = Judge { triangles: &triangles, radii: Vec3::splat(0.4), skin: SKIN };
    let ball = Ellipsoid::ball(0.4).unwrap();
    let mut center = Vec3::new(-900.0, 0.41, 0.0);
    for desired in [
        Vec3::new(0.06, -0.001_237_8, 0.0),
        Vec3::new(5.742_843, -1.220_622_1e-5, 0.0),
        Vec3::new(26.498_604, -0.064_415_13, 0.0),
    ] {
        center = world.slide(&ball, center, desired, &SlideSettings::default()).unwrap().position.to_vec3();
        let apart = judge.hull_distance(center.as_dvec3());
        assert!(apart > 1.0 - 2e-4, "{apart} at {center}, by {desired}");
    }
}

/// The results of dashes along one edge.
#[derive(Debug, Default)]
struct Dashes {
    count: u32,
    /// Deepest below the hull, or the start where that was deeper, metres.
    deepest: f64,
    case: String,
}

/// One dash of 1 to 100 m along and into an edge of `length` from a gap of 0 to two skins.
fn dash(world: &World, edge: [Vec3; 3], turn: Quat, radius: f32, random: &mut Random, dashes: &mut Dashes) {
    let triangles = exactly(&[edge]);
    let judge = Judge { triangles: &triangles, radii: Vec3::splat(radius), skin: SKIN };
    let [a, b, _] = edge;
    let length = (b - a).length();
    let (along, up) = (turn * Vec3::X, turn * Vec3::Y);
    let around = random.range(-1.2, 1.2) as f32;
    let out = up * around.cos() + along.cross(up) * around.sin();
    let middle = 0.5 * (a + b) + along * (random.range(-0.4, 0.4) as f32 * length);
    let start = middle + out * (radius + random.range(0.0, 0.02) as f32);
    let far = 10.0_f64.powf(random.range(0.0, 2.0)) as f32;
    let steep = 10.0_f64.powf(random.range(-5.0, -1.0)) as f32;
    let heading = if random.range(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
    let desired = along * (heading * far) - out * (steep * far)
        + out.cross(along) * (random.range(-0.1, 0.1) as f32 * steep * far);
    let outcome = world.slide(&Ellipsoid::ball(radius).unwrap(), start, desired, &SlideSettings::default()).unwrap();
    let hull = f64::from(radius) + 0.875 * f64::from(SKIN);
    let least = |center: DVec3| judge.hull_distance(center) * hull - f64::from(radius);
    // The rounded centre of the answer is not the slide's.
    let end = start.as_dvec3() + outcome.travel.as_dvec3();
    let allowed = least(start.as_dvec3()).min(0.875 * f64::from(SKIN));
    let deeper = allowed - least(end);
    dashes.count += 1;
    if deeper > dashes.deepest {
        dashes.deepest = deeper;
        dashes.case =
            format!("{edge:?}, ball {radius}, from {start} by {desired}: {:?}, {}", outcome.status, outcome.travel);
    }
}

/// So many dashes along edges of each length, 200 an edge.
fn dashes_along_edges(count: u32) {
    let mut random = Random(5);
    for length in [10.0, 100.0, 1000.0, 3000.0] {
        let mut dashes = Dashes::default();
        while dashes.count < count {
            let turn = random.turn().as_quat();
            let edge = sheet(length).map(|corner| turn * corner);
            let world = world_of(&[edge]);
            for _ in 0..200 {
                let radius = if random.range(0.0, 1.0) < 0.5 { 0.1 } else { 0.4 };
                dash(&world, edge, turn, radius, &mut random, &mut dashes);
            }
        }
        println!(
            "edges of {length} m: {} dashes, at most {:e} m too deep, {}",
            dashes.count, dashes.deepest, dashes.case
        );
        // Rounding of the corners where the edge passes, and of the centre.
        let rounding = 1e-6 + 2.5e-7 * f64::from(length);
        assert!(dashes.deepest < rounding, "{dashes:?}");
    }
}

#[test]
fn dashes_along_long_edges_keep_the_gap_of_the_hull_or_of_the_start() {
    dashes_along_edges(40_000);
}

#[test]
#[ignore = "half a minute; `.ci/long` runs it"]
fn a_million_dashes_along_long_edges_keep_the_gap_of_the_hull_or_of_the_start() {
    dashes_along_edges(250_000);
}

#[test]
fn a_crowd_that_dashes_along_a_curb_of_a_kilometre_stays_above_it() {
    let edge = sheet(1000.0);
    let world = world_of(&[edge]);
    let triangles = exactly(&[edge]);
    let judge = Judge { triangles: &triangles, radii: Vec3::splat(0.4), skin: SKIN };
    let mut crowd = crowd_under(Vec3::Y * -0.5);
    let id = crowd.spawn(&profile_of(Vec3::splat(0.4)), Vec3::new(-450.0, 0.41, 0.0)).unwrap();
    crowd.set_desired_velocity(id, Vec3::X * 100.0).unwrap();
    for frame in 0..500 {
        crowd.step(&world, 1.0 / 60.0).unwrap();
        let apart = judge.hull_distance(crowd.position(id).unwrap().to_dvec3());
        assert!(apart > 1.0 - 1e-4, "frame {frame}: {apart} at {}", crowd.position(id).unwrap().to_dvec3());
    }
}
