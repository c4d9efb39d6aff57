//! Random numbers in the forms that sweeps need, `f64`.
//!
//! In: the random generator of the bench. Out: lengths, directions, rotations, points of triangles. The families round
//! the sweeps that they build from them to `f32` once, at the end.

use crate::random::Random;
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;
use sweep8_scalar_ref::brute_force::Triangle;

/// Draws a random number between `low` and `high`, uniformly distributed.
pub(super) fn range(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(random.unit())
}

/// Draws a random number between `low` and `high`, both above 0, whose logarithm is uniformly distributed.
pub(super) fn scale(random: &mut Random, low: f64, high: f64) -> f64 {
    range(random, low.ln(), high.ln()).exp()
}

/// Draws 1 or -1 at random.
pub(super) fn sign(random: &mut Random) -> f64 {
    if random.below(2) == 0 { -1.0 } else { 1.0 }
}

/// Draws a random point, uniformly in the cube about the origin with half side `half`.
pub(super) fn vector(random: &mut Random, half: f64) -> DVec3 {
    [(); 3].map(|()| range(random, -half, half)).into()
}

/// Draws a random unit vector, uniformly over all directions.
pub(super) fn direction(random: &mut Random) -> DVec3 {
    loop {
        let v = vector(random, 1.0);
        if (0.01..=1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// Draws a random rotation about a random axis.
pub(super) fn turn(random: &mut Random) -> DQuat {
    DQuat::from_axis_angle(direction(random), range(random, 0.0, TAU))
}

/// Draws a random point of a triangle, uniformly over its area.
pub(super) fn point_of(random: &mut Random, [a, b, c]: Triangle) -> DVec3 {
    let (mut s, mut t) = (range(random, 0.0, 1.0), range(random, 0.0, 1.0));
    if s + t > 1.0 {
        (s, t) = (1.0 - s, 1.0 - t);
    }
    a + (b - a) * s + (c - a) * t
}
