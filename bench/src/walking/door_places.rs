//! Starting places before a doorway, in rows, the nearest first.
//!
//! In: a door, a shape, a seed. Out: centres of that shape, each moved from its row at random, not overlapping as long
//! as the hall has room.

use crate::levels::door::Door;
use crate::random::Random;
use glam::Vec3;
use sweep8::Shape;

/// Distance of two rows, and the largest random offset from a row, in radii: 2.15 radii are left between two
/// characters.
const ROW: f32 = 2.75;
const MOVED: f32 = 0.3;

/// Minimum distance from a start place in front of a door to the wall of the door, as a multiple of the character's radius.
const BEFORE: f32 = 4.0;

/// Gap between a character at its start place and the floor, metres: more than the skin.
const CLEAR: f32 = 0.02;

/// Returns half the larger horizontal extent of a shape, metres.
#[must_use]
pub fn breadth(shape: &Shape) -> f32 {
    let half = shape.half_extents();
    half.x.max(half.z)
}

/// Returns `count` start centres in front of the door, world space, metres. If the hall is too small, several characters share a place.
#[must_use]
pub fn places(door: &Door, shape: &Shape, count: usize, seed: u64) -> Vec<Vec3> {
    let radius = breadth(shape);
    let (row, [depth, width]) = (ROW * radius, door.hall);
    let nearest = 0.5 * door.thick + BEFORE * radius;
    let [rows, columns] = [0.5 * door.thick + depth - radius - nearest, width - 2.0 * radius]
        .map(|way| (way / row).max(0.0) as usize + 1);
    let place = |index: usize| {
        let [along, beside] = [index / columns, index % columns].map(|step| step as f32 * row);
        Vec3::new(-nearest - along, 0.0, beside - 0.5 * (columns - 1) as f32 * row)
    };
    let mut places: Vec<Vec3> = (0..rows * columns).map(place).collect();
    places.sort_by(|one, other| one.length_squared().total_cmp(&other.length_squared()));
    let mut random = Random::new(seed);
    let mut moved = |index: usize| {
        let [x, z] = [(); 2].map(|()| random.range_f32(-MOVED, MOVED) * radius);
        door.middle + places[index % places.len()] + Vec3::new(x, shape.half_extents().y + CLEAR, z)
    };
    (0..count).map(&mut moved).collect()
}
