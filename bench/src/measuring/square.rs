//! A square full of people, for benches: half a person per square metre, without overlaps.
//!
//! In: a world, a number, a seed. Out: places on its ground about the origin, in rows with random offsets.

use crate::random::Random;
use glam::Vec3;
use sweep8::{Ellipsoid, Sides, World};

/// Radii of the ellipsoid of a standing person, metres.
pub const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// Distance between two rows of people, and between two people in a row, metres: half a person per square metre.
const ROW: f32 = std::f32::consts::SQRT_2;

/// Maximum random offset of a person along x and along z, metres: people stay 0.85 m apart, and a person is 0.8 m wide.
const MOVED: f32 = 0.28;

/// Height (y) from which the ground below a person is searched downwards, metres.
const ABOVE: f32 = 100.0;
/// Distance over which the ground below a person is searched downwards, metres.
const FAR: f32 = 200.0;

/// Gap between a person and the ground at the start, metres: more than the skin.
const CLEAR: f32 = 0.02;

/// Returns the ellipsoid of a standing person.
///
/// # Panics
/// Never: the radii are in range.
#[must_use]
pub fn person() -> Ellipsoid {
    Ellipsoid::new(PERSON).expect("radii in range")
}

/// Returns the number of people in a row, and the side of the square that holds `count` people, metres.
#[must_use]
pub fn extent(count: usize) -> (usize, f32) {
    let in_row = count.isqrt() + usize::from(!count.is_multiple_of(count.isqrt().max(1)));
    (in_row, in_row as f32 * ROW)
}

/// Returns start positions of `count` people, metres.
///
/// # Panics
/// If there is no ground about the origin.
#[must_use]
pub fn places(world: &World, count: usize, seed: u64) -> Vec<Vec3> {
    let (in_row, side) = extent(count);
    let (mut random, person) = (Random::new(seed), person());
    let down = Vec3::NEG_Y * FAR;
    let mut place = |index: usize| {
        let [x, z] = [index / in_row, index % in_row]
            .map(|row| (row as f32 + 0.5) * ROW - 0.5 * side + random.range_f32(-MOVED, MOVED));
        let from = Vec3::new(x, ABOVE, z);
        let hit = world.sweep(&person, from, down, Sides::Both).expect("input in range");
        from + down * hit.expect("there is ground").fraction + Vec3::Y * CLEAR
    };
    (0..count).map(&mut place).collect()
}
