//! Worlds whose instances lie far out, with small mesh coordinates: characters walk as they do about the origin.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::placed::{cook, loose, turned};
use crate::testkit::worlds::{room, terrain};
use glam::{DVec3, Vec3};
use sweep8::{CharacterState, Ground, MoveInput, Placement, Position, World};

const FAR: [DVec3; 3] =
    [DVec3::new(1e7, 0.0, -1e7), DVec3::new(-3_333_333.3, 1e5, 7_654_321.123_4), DVec3::new(12.34, 1.6e7, 0.7)];

const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(0.25, 0.6, 0.35)];

/// Rolling ground in nine pieces, boxes and rubble, all about a place.
fn world_about(about: DVec3, seed: u64) -> World {
    let (mut random, mut world) = (Random(seed), World::new());
    let ground = cook(&terrain(&mut random, 12, 1.0, 0.08));
    for piece in 0..9 {
        let translation = DVec3::new(f64::from(piece % 3 - 1) * 11.3, 0.0, f64::from(piece / 3 - 1) * 11.3);
        world.add(&ground, Placement::at(about + translation)).unwrap();
    }
    let meshes = [cook(&room(&mut random, 0.8, 0, 0)), cook(&loose(&mut random, 5, 0.8, 0.8))];
    for instance in 0..40 {
        let translation = DVec3::new(random.range(-14.0, 14.0), random.range(0.0, 0.6), random.range(-14.0, 14.0));
        let rotation = turned(&mut random);
        world.add(&meshes[instance % 2], Placement { rotation, ..Placement::at(about + translation) }).unwrap();
    }
    world
}

/// How far the ways of walkers in two worlds are apart at most in ten seconds, metres: places are counted from `about` in the
/// one and from the origin in the other, and the starts differ by `off`. And how many steps had a ground, and another one.
fn farthest_apart(about: DVec3, off: DVec3, seed: u64) -> (f64, [u32; 2]) {
    let worlds = [world_about(DVec3::ZERO, seed), world_about(about, seed)];
    let mut random = Random(seed + 1);
    let (mut apart, mut grounded, mut others) = (0.0_f64, 0, 0);
    for walker in 0..12 {
        let profile = profile_of(SHAPES[walker % 3]);
        let start = DVec3::new(random.range(-10.0, 10.0), 2.5, random.range(-10.0, 10.0));
        // Both begin at places that two `f32` hold.
        let far = Position::from(about + start).to_dvec3();
        let mut states = [far - about + off, far].map(CharacterState::new);
        let mut input = MoveInput::EARTH;
        for step in 0..600 {
            if step % 60 == 0 {
                let heading = random.direction() * DVec3::new(1.0, 0.0, 1.0);
                input.desired_velocity = heading.as_vec3() * 2.0;
            }
            for (world, state) in worlds.iter().zip(&mut states) {
                world.move_character(&profile, state, &input, 1.0 / 60.0).unwrap();
            }
            let [near, far] = states.map(|state| state.position.to_dvec3());
            apart = apart.max((far - about - near).length());
            // Where two triangles meet, and where a character leaves an edge, rounding decides.
            let [near, far] = states.map(|state| (state.ground_code, state.ground_surface));
            others += u32::from(near != far);
            grounded += u32::from(states[0].ground() != Ground::Air);
        }
    }
    (apart, [grounded, others])
}

#[test]
fn ten_seconds_of_walking_ten_thousand_kilometres_out_are_those_at_the_origin() {
    for (seed, about) in FAR.into_iter().enumerate() {
        let (apart, [grounded, others]) = farthest_apart(about, DVec3::ZERO, seed as u64);
        // How far a start that is off by the last place of a position leads astray, without any distance.
        let astray =
            (1..=4).map(|part| farthest_apart(DVec3::ZERO, DVec3::splat(3e-8 * f64::from(part)), seed as u64).0);
        let astray: Vec<f64> = astray.collect();
        println!("about {about}: at most {apart:e} m apart; {grounded} steps with a ground, {others} with another");
        println!("    at the origin, from starts that are off by some 30 nm: {astray:?} m");
        // A corner of rubble that is met head-on is a branch: a start that is off by the last place comes to its other side, too.
        let branch = astray.into_iter().fold(0.0, f64::max);
        assert!(apart < 1e-3 || apart < 1.1 * branch, "{about}: {apart} m, and {branch} m at the origin");
        assert!(grounded > 5_000 && others < grounded / 100, "{about}: {grounded}, {others}");
    }
}

#[test]
fn a_crowd_ten_thousand_kilometres_out_comes_to_rest_and_stays() {
    let about = FAR[0];
    let world = world_about(about, 5);
    let (mut crowd, mut random) = (new_crowd(), Random(6));
    for number in 0..60 {
        let start = about + DVec3::new(random.range(-12.0, 12.0), 2.5, random.range(-12.0, 12.0));
        crowd.spawn(&profile_of(SHAPES[number % 3]), start).unwrap();
    }
    for _ in 0..600 {
        crowd.step(&world, 1.0 / 60.0).unwrap();
    }
    let mut before = vec![Position::default(); crowd.len()];
    crowd.copy_positions(&mut before).unwrap();
    let report = crowd.step(&world, 1.0 / 60.0).unwrap();
    let mut after = before.clone();
    crowd.copy_positions(&mut after).unwrap();
    let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    println!("{} of 60 stand, {moved} still move", report.standing);
    assert!(report.standing >= 55 && moved <= 5, "{report:?}, {moved} move");
}
