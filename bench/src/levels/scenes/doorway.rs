//! Two halls, and a wall between them with one doorway.
//!
//! In: measures in metres. Out: a floor at y = 0, walls around it, and the halves of the dividing wall as closed solids
//! that stand on it.

use glam::Vec3;

use super::builder::{Builder, pieces};
use crate::levels::Level;
use crate::levels::door::Door;

/// Maximum side of one piece of the floor, metres.
const PIECE: f32 = 5.0;

/// Height of the wall between the two halls and of the walls around them, metres.
const HEIGHT: f32 = 3.0;

/// Builds two halls of length `hall[0]` along x and width `hall[1]`, and a doorway of `width` in a wall of thickness `thick`.
#[must_use]
pub fn doorway(hall: [f32; 2], width: f32, thick: f32) -> Level {
    let mut builder = Builder::new("doorway");
    let (x, [end, side], jamb) = (0.5 * thick, [0.5 * thick + hall[0], 0.5 * hall[1]], 0.5 * width);
    let [along, across] = [2.0 * end, hall[1]].map(|length| pieces(length, PIECE));
    builder.floor([-end, -side], [end, side], 0.0, along, across);
    builder.enclose(HEIGHT);
    builder.cuboid(Vec3::new(-x, -0.5, -side), Vec3::new(x, HEIGHT, -jamb));
    builder.cuboid(Vec3::new(-x, -0.5, jamb), Vec3::new(x, HEIGHT, side));
    let mut level = builder.finish();
    level.door = Some(Door { middle: Vec3::ZERO, width, thick, hall });
    level
}
