//! A walled square of boxes: stairs and a lift up to a gallery, doors that slide, two conveyors, a turntable, a ramp, crates.
//!
//! In: nothing. Out: a [`Scene`], the same on every run and machine: all numbers are written here or added up exactly.

use super::scene::{Kind, Scene, Thing};
use crate::levels::machine::{Drive, Machine};
use crate::random::Random;
use glam::{DVec3, Quat, Vec3};
use sweep8::Material;

/// Half of the side of the square, metres.
const HALF: f32 = 50.0;
/// Height of the gallery's floor, metres.
const GALLERY: f32 = 3.0;
/// Number of steps of the stairs, and depth of one, metres.
const STEPS: u8 = 12;
const STEP_DEPTH: f32 = 0.4;
/// Distance between two places to stand, metres, and number of them in a row.
const SPACING: f64 = 0.94;
const ROW: u32 = 104;

/// Makes the scene.
#[must_use]
pub fn place() -> Scene {
    let mut scene =
        Scene::new("square", "a walled square: stairs and a lift to a gallery, doors, conveyors, a turntable");
    let mut still = |half: [f32; 3], at: [f64; 3], kind| scene.things.push(Thing::still(half, at, kind));
    still([HALF, 0.5, HALF], [0.0, -0.5, 0.0], Kind::Floor);
    for side in [-50.5, 50.5] {
        still([HALF + 1.0, 2.0, 0.5], [0.0, 2.0, side], Kind::Wall);
        still([0.5, 2.0, HALF], [side, 2.0, 0.0], Kind::Wall);
    }
    // The gallery, on pillars, and the stairs up to its long side.
    still([8.0, 0.15, 8.0], [-20.0, f64::from(GALLERY) - 0.15, -20.0], Kind::Floor);
    for (x, z) in [(-27.0, -27.0), (-27.0, -13.0), (-13.0, -27.0), (-13.0, -13.0)] {
        still([0.3, 1.35, 0.3], [x, 1.35, z], Kind::Wall);
    }
    for k in 1..STEPS {
        let half = GALLERY * f32::from(k) / f32::from(STEPS) / 2.0;
        let x = -12.0 + f64::from(STEP_DEPTH) * (f64::from(STEPS - k) - 0.5);
        still([STEP_DEPTH / 2.0, half, 3.0], [x, f64::from(half), -20.0], Kind::Step);
    }
    // A wall with three doorways of 4 m, and a beam over each.
    for (low, high) in [(-50.0, -17.0), (-13.0, -2.0), (2.0, 13.0), (17.0, 50.0)] {
        still([(high - low) / 2.0, 1.5, 0.2], [f64::from(low + high) / 2.0, 1.5, 5.0], Kind::Wall);
    }
    for x in [-15.0, 0.0, 15.0] {
        still([2.0, 0.2, 0.2], [x, 3.0, 5.0], Kind::Wall);
    }
    let mut random = Random::new(3);
    for k in 0..24_u8 {
        let half = 0.15 + 0.1 * f32::from(k % 5);
        let at = |random: &mut Random, low, high| random.range(low, high);
        let (x, z) = (at(&mut random, -8.0, 26.0), at(&mut random, -26.0, 1.0));
        still([0.5, half, 0.5], [x, f64::from(half), z], Kind::Crate);
    }
    // The ramp leans by 0.2 rad: half of that is its quaternion's angle, whose sine and cosine are written out.
    let mut ramp = Thing::still([5.0, 0.2, 3.0], [15.0, 0.8, 23.0], Kind::Step);
    ramp.at.rotation = Quat::from_xyzw(0.0, 0.0, 0.099_833_42, 0.995_004_2);
    scene.things.push(ramp);

    for (z, speed) in [(12.0, 2.0), (16.0, -2.0)] {
        let belt = Material::default().moving(Vec3::X * speed);
        scene.things.push(Thing { material: Some(belt), ..Thing::still([22.0, 0.1, 1.5], [0.0, 0.0, z], Kind::Belt) });
    }
    let disc = Material { angular_velocity: Vec3::Y * 0.6, ..Material::default() };
    scene.things.push(Thing { material: Some(disc), ..Thing::still([4.0, 0.1, 4.0], [-20.0, 0.0, 23.0], Kind::Belt) });

    let slide = |way, speed, rest, ahead| Some(Machine { drive: Drive::Slide { way, speed, rest }, ahead });
    let lift = Thing::still([2.0, 0.15, 2.0], [-20.0, -0.1, -9.95], Kind::Machine);
    scene.things.push(Thing { machine: slide(Vec3::Y * 2.95, 1.5, 3.0, 0.0), ..lift });
    for (k, x) in [(0_u8, -15.0), (1, 0.0), (2, 15.0)] {
        for side in [-1.0, 1.0] {
            let panel = Thing::still([0.7, 1.35, 0.1], [x + side, 1.4, 5.4], Kind::Machine);
            let way = Vec3::X * (2.2 * side as f32);
            scene.things.push(Thing { machine: slide(way, 1.0, 2.0, f32::from(k) * 1.5), ..panel });
        }
    }
    scene.centres = centres(&scene);
    scene
}

/// Places to stand, far places among near ones, so that any number from the front is spread over the square.
fn centres(scene: &Scene) -> Vec<DVec3> {
    let world = scene.world().expect("the boxes of the square are in range");
    let half = SPACING * f64::from(ROW - 1) / 2.0;
    let place = |k: u32| DVec3::new(f64::from(k % ROW) * SPACING - half, 0.0, f64::from(k / ROW) * SPACING - half);
    let profile = Scene::profile();
    let center = |floor: DVec3| profile.standing_on(floor, Vec3::Y).to_dvec3();
    let mut all: Vec<DVec3> = (0..ROW * ROW).map(|k| center(place(k))).collect();
    all.retain(|&center| !world.overlap(profile.shape(), center, sweep8::Sides::Both).unwrap_or(true));
    let mut random = Random::new(7);
    for k in (1..all.len()).rev() {
        all.swap(k, random.below(k + 1));
    }
    all
}
