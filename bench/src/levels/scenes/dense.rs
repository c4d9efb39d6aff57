//! A room whose floor is a scan: bumps of triangles far smaller than a character.
//!
//! In: number of cells, their size, a seed. Out: two triangles a cell, and plain walls and a ceiling around them.
//! Heights are the value noise of the terrain at three sizes, and noise of a tenth of a millimetre from corner to
//! corner, like a scanner's. The slopes of their sum stay below steep ones.

use super::builder::Builder;
use super::terrain::{lattice, noise};
use crate::levels::Level;
use glam::Vec3;

/// For each octave of the floor's bumps: distance of lattice points, and maximum height up and down, metres.
const BUMPS: [[f32; 2]; 3] = [[0.3, 0.012], [0.08, 0.004], [0.025, 0.001]];

/// Maximum height of the noise added at each vertex of the floor, up and down, metres.
const ROUGHNESS: f32 = 0.0001;

/// Height of the ceiling of the room with the dense floor, in metres.
const CEILING: f32 = 2.5;

/// Builds a room of `cells` by `cells` square cells of `cell` metres, centred on the origin.
///
/// # Panics
///
/// When there are more vertices than a `u32` can count.
#[must_use]
pub fn dense_floor(cells: usize, cell: f32, seed: u64) -> Level {
    let row = cells + 1;
    assert!(u32::try_from(row * row).is_ok(), "a floor of more vertices than u32 can count");
    let mut level = Level::new("dense-floor");
    level.positions.reserve(row * row);
    level.triangles.reserve(2 * cells * cells);
    let place = |i: usize| (i as f32 - cells as f32 / 2.0) * cell;
    for j in 0..row {
        for i in 0..row {
            let (x, z) = (place(i), place(j));
            let bumps = BUMPS.into_iter().zip(seed..).map(|([size, up], seed)| up * noise(x / size, z / size, seed));
            let height = bumps.sum::<f32>() + ROUGHNESS * lattice(i.cast_signed() as i32, j.cast_signed() as i32, seed);
            level.positions.push(Vec3::new(x, height, z));
        }
    }
    for j in 0..cells {
        for i in 0..cells {
            let a = (j * row + i) as u32;
            let (b, c, d) = (a + row as u32, a + row as u32 + 1, a + 1);
            if (i + j) % 2 == 0 {
                level.triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                level.triangles.extend([[b, c, d], [b, d, a]]);
            }
        }
    }
    level.append(&shell(place(0), place(cells)));
    level
}

/// Builds the ceiling and four walls, from below the floor up to it, of a square room from `low` to `high` along x and z.
fn shell(low: f32, high: f32) -> Level {
    let mut builder = Builder::new("shell");
    let ring = [[low, low], [high, low], [high, high], [low, high]];
    for side in 0..4 {
        builder.wall(ring[side], ring[(side + 1) % 4], [-0.5, CEILING], 1, 1);
    }
    builder.quad(ring.map(|[x, z]| Vec3::new(x, CEILING, z)));
    builder.finish()
}
