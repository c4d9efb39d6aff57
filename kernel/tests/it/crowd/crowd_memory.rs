//! The memory that a crowd keeps of the world from step to step does not show in its results.
//!
//! Two worlds of one mesh are the same to characters, and not the same to this memory: a crowd that goes from one
//! to the other in every step begins anew each time.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::{Level, room, terrain, world_of};
use glam::Vec3;
use sweep8::{CharacterId, Crowd, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.5, 0.3, 1.5)];

/// A crowd at random places, some of them inside of something.
fn crowd(random: &mut Random, half: f64) -> (Crowd, Vec<CharacterId>) {
    let mut crowd = new_crowd();
    let ids = (0..60)
        .map(|number| crowd.spawn(&profile_of(SHAPES[number % SHAPES.len()]), random.vector(half).as_vec3()).unwrap());
    let ids = ids.collect();
    (crowd, ids)
}

/// Everybody turns now and then, and some run faster than the box that is remembered.
fn turn(crowd: &mut Crowd, ids: &[CharacterId], random: &mut Random) {
    for &id in ids {
        if random.whole(0, 9) == 0.0 {
            let speed = if random.whole(0, 9) == 0.0 { 60.0 } else { random.range(0.0, 6.0) };
            crowd.set_desired_velocity(id, (random.direction() * speed).as_vec3()).unwrap();
        }
    }
}

/// Steps one crowd in `levels`, five steps in each in turn, and another in copies of them that change in every step.
fn same_with_and_without(levels: &[Level], half: f64, seed: u64) {
    let worlds: Vec<[World; 2]> = levels.iter().map(|level| [world_of(level), world_of(level)]).collect();
    let (mut remembering, ids) = crowd(&mut Random(seed), half);
    let mut forgetful = remembering.clone();
    let mut turns = [Random(seed + 1), Random(seed + 1)];
    for step in 0..120 {
        turn(&mut remembering, &ids, &mut turns[0]);
        turn(&mut forgetful, &ids, &mut turns[1]);
        let copies = &worlds[step / 5 % worlds.len()];
        let report = remembering.step(&copies[0], 1.0 / 60.0).unwrap();
        assert_eq!(report, forgetful.step(&copies[step % 2], 1.0 / 60.0).unwrap(), "step {step}");
        assert_eq!(remembering.state_hash(), forgetful.state_hash(), "step {step}");
    }
}

#[test]
fn a_crowd_that_remembers_what_is_around_it_goes_where_one_goes_that_does_not() {
    for seed in 0..6 {
        let mut random = Random(900 + seed);
        let level = room(&mut random, 6.0, 6, 20);
        same_with_and_without(&[level], 5.0, seed);
        let pitch = random.scale(0.05, 1.5);
        let level = terrain(&mut random, 24, pitch, 0.4 * pitch);
        same_with_and_without(&[level], 8.0 * pitch, seed);
    }
}

#[test]
fn a_crowd_on_triangles_too_many_to_remember_goes_where_one_goes_that_forgets() {
    for seed in 0..3 {
        let mut random = Random(970 + seed);
        let level = terrain(&mut random, 60, 0.02, 0.015);
        same_with_and_without(&[level], 0.4, seed);
    }
}

#[test]
fn a_crowd_that_is_taken_to_another_world_forgets_what_was_around_it() {
    let mut random = Random(950);
    let levels = [room(&mut random, 6.0, 6, 20), terrain(&mut random, 24, 0.5, 0.2), room(&mut random, 4.0, 2, 40)];
    same_with_and_without(&levels, 4.0, 7);
}
