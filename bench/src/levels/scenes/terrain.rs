//! Open country: a height field of hills inside a steep rim.
//!
//! In: number of cells, their size, a seed. Out: two triangles a cell, diagonals alternating. Heights are four octaves
//! of value noise: random heights on a square lattice, blended by a quintic curve (Perlin 2002) so that slopes have no
//! kinks at the lattice, then the same at half the size and a bit less than half the height. Only plain arithmetic: the
//! same bytes everywhere. The outermost ring of cells rises to the rim, so that the number of triangles stays exactly
//! two a cell and no walker falls off the edge.

use glam::Vec3;

use crate::levels::Level;
use crate::random::{mix, to_unit};

/// Height of the terrain's rim above the ground beside the rim, metres: 85° steep on cells of half a metre.
pub const RIM_HEIGHT: f32 = 6.0;

/// Distance between noise lattice points of the terrain's widest hills, metres.
const HILL_SIZE: f32 = 48.0;

/// Height of the widest hills, in metres up and down. With [`HILL_SIZE`] and [`OCTAVE_HEIGHT`] this makes slopes of
/// up to 35 to 40 degrees in a few places and of about 10 mostly.
const HILL_HEIGHT: f32 = 6.0;

/// Number of octaves of noise in the terrain's height: hills of 48, 24, 12 and 6 m.
const OCTAVES: u32 = 4;

/// Ratio of the height of an octave to that of the next wider one. Below one half, because otherwise small bumps would
/// be the steepest.
const OCTAVE_HEIGHT: f32 = 0.42;

/// Builds a height field of `cells_x` by `cells_z` square cells of `cell_size` metres, centred on the origin.
///
/// # Panics
///
/// When there are more vertices than a `u32` can count.
#[must_use]
pub fn terrain(cells_x: usize, cells_z: usize, cell_size: f32, seed: u64) -> Level {
    let mut level = Level::new("terrain");
    let row = cells_x + 1;
    assert!(u32::try_from(row * (cells_z + 1)).is_ok(), "a height field of more vertices than u32 can count");
    level.positions.reserve(row * (cells_z + 1));
    level.triangles.reserve(2 * cells_x * cells_z);

    let place = |i: usize, cells: usize| (i as f32 - cells as f32 / 2.0) * cell_size;
    for j in 0..=cells_z {
        for i in 0..=cells_x {
            let (x, z) = (place(i, cells_x), place(j, cells_z));
            let rim = if i == 0 || j == 0 || i == cells_x || j == cells_z { RIM_HEIGHT } else { 0.0 };
            level.positions.push(Vec3::new(x, height(x, z, seed) + rim, z));
        }
    }
    for j in 0..cells_z {
        for i in 0..cells_x {
            let a = (j * row + i) as u32;
            let (b, c, d) = (a + row as u32, a + row as u32 + 1, a + 1);
            // Alternating diagonals: four or eight edges meet at a vertex, and a walker crosses edges at every angle.
            if (i + j) % 2 == 0 {
                level.triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                level.triangles.extend([[b, c, d], [b, d, a]]);
            }
        }
    }
    level
}

/// Returns the height of the terrain without its rim at x and z, metres.
#[must_use]
pub fn height(x: f32, z: f32, seed: u64) -> f32 {
    let (mut size, mut amplitude, mut sum) = (HILL_SIZE, HILL_HEIGHT, 0.0);
    for octave in 0..OCTAVES {
        sum += amplitude * noise(x / size, z / size, seed.wrapping_add(u64::from(octave)));
        size *= 0.5;
        amplitude *= OCTAVE_HEIGHT;
    }
    sum
}

/// Returns 2D value noise in -1..=1 at a point: random at integer coordinates, interpolated between them.
pub(super) fn noise(x: f32, z: f32, seed: u64) -> f32 {
    let (x0, z0) = (x.floor(), z.floor());
    let (s, t) = (ease(x - x0), ease(z - z0));
    let at = |i: f32, j: f32| lattice(i as i32, j as i32, seed);
    let near = at(x0, z0) + (at(x0 + 1.0, z0) - at(x0, z0)) * s;
    let far = at(x0, z0 + 1.0) + (at(x0 + 1.0, z0 + 1.0) - at(x0, z0 + 1.0)) * s;
    near + (far - near) * t
}

/// Returns the random number in -1..1 of a noise lattice point with integer coordinates.
pub(super) fn lattice(i: i32, j: i32, seed: u64) -> f32 {
    let point = (u64::from(i.cast_unsigned()) << 32) | u64::from(j.cast_unsigned());
    2.0 * to_unit(mix(mix(seed ^ 0x7465_7272_6169_6e00).wrapping_add(mix(point)))) - 1.0
}

/// Eases the interpolation between lattice points: returns 6t⁵ - 15t⁴ + 10t³, with zero slope and curvature at both ends.
fn ease(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}
