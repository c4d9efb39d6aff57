//! Shafts that fit a body tightly: regular prisms of 3 to 12 walls around the floor.
//!
//! In: radii of bodies in metres, gaps. Out: a plain floor on which a tower stands for each radius, number of walls and
//! gap, in rows, with a drop point inside of each. The circle inscribed in a shaft has the radius of the body plus the
//! gap. A tower is closed but for its shaft, which is open above; the floor continues below.

use glam::Vec3;

use super::builder::Builder;
use super::loft::circle;
use crate::levels::Level;
use crate::random::Random;

/// Range of the number of walls of a shaft's tower.
pub const SIDES: std::ops::RangeInclusive<usize> = 3..=12;

/// Height of a shaft's tower, metres; slightly more than any body, so that all bodies stand between walls.
pub const HEIGHT: f32 = 2.4;

/// Height above the floor of the point from which a character falls into a shaft, metres.
const DROP: f32 = 1.2;

/// Thickness of a tower's walls at its corners, metres.
const THICK: f32 = 0.15;
/// Distance between neighbouring towers, metres, wide enough to walk.
const ROOM: f32 = 1.5;

/// Maximum side of a piece of the floor under the towers, metres.
const PIECE: f32 = 4.0;

/// Builds rows of towers along z, one for each radius and gap, with all numbers of walls in a row along x. The seed turns
/// the towers.
#[must_use]
pub fn shafts(radii: &[f32], gaps: &[f32], seed: u64) -> Level {
    let mut builder = Builder::new("shafts");
    let mut random = Random::new(seed);
    let mut drop_points = Vec::new();
    // A triangle reaches twice as far as its inscribed circle.
    let reach = |radius: f32| 2.0 * (radius + 0.01) + THICK;
    let widest = radii.iter().copied().map(reach).fold(0.0, f32::max);
    let step = 2.0 * widest + ROOM;
    let width = step * SIDES.count() as f32;
    let mut z = 0.0;
    for &radius in radii {
        let row = 2.0 * reach(radius) + ROOM;
        for &gap in gaps {
            for (place, sides) in SIDES.enumerate() {
                let center = Vec3::new(step * (place as f32 + 0.5) - 0.5 * width, 0.0, z + 0.5 * row);
                tower(&mut builder, center, sides, radius + gap, f64::from(random.unit()));
                drop_points.push(center + Vec3::Y * DROP);
            }
            z += row;
        }
    }
    let half = 0.5 * width;
    let pieces = |length: f32| (length / PIECE).ceil() as usize;
    builder.floor([-half, 0.0], [half, z], 0.0, pieces(width), pieces(z));
    builder.enclose(1.0);
    let mut level = builder.finish();
    level.drop_points = drop_points;
    level
}

/// Adds a hollow tower whose inside is a prism with an inscribed circle of `radius`, metres, rotated by `turn` full turns.
fn tower(builder: &mut Builder, center: Vec3, sides: usize, radius: f32, turn: f64) {
    let corner = radius / circle(0.5 / sides as f64)[0];
    let at = |side: usize, radius: f32, y: f32| {
        let [cos, sin] = circle(turn + (side % sides) as f64 / sides as f64);
        center + Vec3::new(radius * cos, y, radius * sin)
    };
    let outer = corner + THICK;
    for side in 0..sides {
        let next = side + 1;
        builder.quad([
            at(side, corner, 0.0),
            at(next, corner, 0.0),
            at(next, corner, HEIGHT),
            at(side, corner, HEIGHT),
        ]);
        builder.quad([at(next, outer, 0.0), at(side, outer, 0.0), at(side, outer, HEIGHT), at(next, outer, HEIGHT)]);
        builder.quad([
            at(side, corner, HEIGHT),
            at(next, corner, HEIGHT),
            at(next, outer, HEIGHT),
            at(side, outer, HEIGHT),
        ]);
    }
}
