//! A crowd whose desired velocities are a function of index and frame: it walks the same in any process and from any
//! frame on.
//!
//! In: a scene, a number of characters. Out: a crowd at places to stand, and its inputs of a frame.

use crate::levels::scenes::Scene;
use crate::levels::world_of;
use crate::random::{mix, to_unit};
use crate::walking::places;
use glam::Vec3;
use sweep8::{CharacterProfile, Crowd, World};

/// Number of frames for which a character of the scripted crowd keeps its desired velocity.
const HEADING: u64 = 40;

/// Maximum desired speed of a character along x and along z, m/s.
const SPEED: f32 = 3.0;

/// In each frame, one in this many characters jumps.
const JUMP_EVERY: u64 = 500;

/// Upward speed at which a character jumps, m/s.
const JUMP: f32 = 4.0;

/// Builds the world of a scene, and a crowd of `characters` humans that stand in the scene.
///
/// # Panics
/// If no character can stand.
#[must_use]
pub fn crowd_in(scene: Scene, characters: usize) -> (World, Crowd) {
    let level = scene.build();
    let (world, human) = (world_of(&level), CharacterProfile::default());
    let starts = places::find(&level, &world, &human.shape().ellipsoid(), characters, 1).expect("there are floors");
    let mut crowd = Crowd::default();
    for start in starts {
        crowd.spawn(&human, start).expect("a place in range");
    }
    (world, crowd)
}

/// Returns the scripted desired velocity of character `index` in frame `frame`, world space, m/s.
#[must_use]
pub fn desired(index: usize, frame: usize) -> Vec3 {
    let seed = mix(index as u64 * 1_000_003 + frame as u64 / HEADING);
    let along = |number: u64| (to_unit(number) * 2.0 - 1.0) * SPEED;
    Vec3::new(along(seed), 0.0, along(mix(seed)))
}

/// Sets all desired velocities in a frame; some characters jump.
///
/// # Panics
/// Never: all input is in range.
pub fn turn(crowd: &mut Crowd, frame: usize) {
    for id in crowd.ids().collect::<Vec<_>>() {
        let index = id.index();
        crowd.set_desired_velocity(id, desired(index, frame)).expect("a velocity in range");
        if mix(index as u64 ^ (frame as u64) << 32).is_multiple_of(JUMP_EVERY) {
            crowd.jump(id, JUMP).expect("a speed in range");
        }
    }
}

/// Steps a crowd through a range of frames, 1/60 s each, with scripted velocities.
///
/// # Panics
/// Never: all input is in range.
pub fn walk(world: &World, crowd: &mut Crowd, frames: std::ops::Range<usize>) {
    for frame in frames {
        turn(crowd, frame);
        crowd.step(world, 1.0 / 60.0).expect("a time step");
    }
}
