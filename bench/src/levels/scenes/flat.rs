//! Level floors that differ only in their triangulation, and one with bumps.
//!
//! In: sizes in metres, numbers of pieces. Out: floors at y = 0 centred on the origin. On every level one a walker must
//! move as on one large triangle: it must not bump, sink or stop.

use glam::Vec3;

use super::builder::Builder;
use crate::levels::Level;
use crate::random::Random;

/// Builds a flat floor of `n` by `n` cells of `cell` metres; the diagonals of neighbouring cells alternate.
#[must_use]
pub fn grid(n: usize, cell: f32) -> Builder {
    let mut builder = Builder::new("grid");
    let half = n as f32 * cell / 2.0;
    builder.floor([-half, -half], [half, half], 0.0, n, n);
    builder
}

/// Builds the two halves of a floor of `size` metres that meet at x = 0, each a level of its own. With `t_junctions` the
/// halves are cut into 20 and 15 pieces along the seam, else both into 20.
#[must_use]
pub fn seam_chunks(size: f32, t_junctions: bool) -> [Level; 2] {
    let half = size / 2.0;
    [(-half, 0.0, 20), (0.0, half, if t_junctions { 15 } else { 20 })].map(|(from, to, rows)| {
        let mut builder = Builder::new("seam");
        builder.floor([from, -half], [to, half], 0.0, 10, rows);
        builder.finish()
    })
}

/// Builds both halves of the floor of [`seam_chunks`] in one level, with duplicate vertices along the seam.
#[must_use]
pub fn seam(size: f32, t_junctions: bool) -> Level {
    let [mut left, right] = seam_chunks(size, t_junctions);
    left.append(&right);
    left
}

/// Builds a level of one right-angled triangle with legs of `size` metres along x and z from (-size/3, 0, -size/3).
#[must_use]
pub fn big_triangle(size: f32) -> Builder {
    let mut builder = Builder::new("big-triangle");
    let (low, high) = (-size / 3.0, size - size / 3.0);
    builder.triangle(Vec3::new(low, 0.0, low), Vec3::new(low, 0.0, high), Vec3::new(high, 0.0, low));
    builder
}

/// Translates a level by `offset`, metres, so that it lies far from the origin.
#[must_use]
pub fn far_away(level: Level, offset: Vec3) -> Level {
    level.moved(offset)
}

/// Builds a square floor of `size` metres cut into `strips` strips along x, two needles each: height by length is 1 /
/// `strips`. After them come `extra` triangles of each kind: with a repeated corner, with three corners on a line,
/// copies with the same indices in another order, and copies with their own vertices.
#[must_use]
pub fn needles(size: f32, strips: usize, extra: usize, seed: u64) -> Level {
    let mut builder = Builder::new("needles");
    let half = size / 2.0;
    builder.floor([-half, -half], [half, half], 0.0, 1, strips);
    let mut level = builder.finish();
    let mut random = Random::new(seed);
    for _ in 0..extra {
        let triangle = random.below(2 * strips);
        let [a, b, c] = level.triangles[triangle];
        let corners = level.corners(triangle);
        let next = level.positions.len() as u32;
        level.triangles.extend([[a, b, b], [b, c, a]]);
        // Exactly on a line: a corner, the next one and the point between, which differ in at most one coordinate.
        let along = corners.map(|p| Vec3::new(p.x, 0.0, corners[0].z));
        let middle = f32::midpoint(along[0].x, along[1].x.max(along[2].x));
        level.positions.extend([along[0], along[1], Vec3::new(middle, 0.0, corners[0].z)]);
        level.positions.extend(corners);
        level.triangles.extend([[next, next + 1, next + 2], [next + 3, next + 4, next + 5]]);
    }
    level
}

/// Builds a floor of `n` by `n` cells of `pitch` metres with a pyramid in the middle of each, alternately a hump and a pit.
/// Its base is 60 % of the pitch, its height random between a quarter and the whole of `height`.
#[must_use]
pub fn humps(n: usize, pitch: f32, height: f32, seed: u64) -> Builder {
    let mut builder = Builder::new("humps");
    let mut random = Random::new(seed);
    let half = n as f32 * pitch / 2.0;
    // Corners of a cell and of the pyramid's base, counter-clockwise seen from above.
    let ring = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    for j in 0..n {
        for i in 0..n {
            let at =
                |u: f32, v: f32, y: f32| Vec3::new((i as f32 + u) * pitch - half, y, (j as f32 + v) * pitch - half);
            let sign = if (i + j) % 2 == 0 { 1.0 } else { -1.0 };
            let top = at(0.5, 0.5, sign * random.range_f32(0.25, 1.0) * height);
            let outer = ring.map(|[u, v]| at(u, v, 0.0));
            let base = ring.map(|[u, v]| at(0.2 + 0.6 * u, 0.2 + 0.6 * v, 0.0));
            for k in 0..4 {
                let next = (k + 1) % 4;
                builder.quad([outer[k], outer[next], base[next], base[k]]);
                builder.triangle(base[k], base[next], top);
            }
        }
    }
    builder
}
