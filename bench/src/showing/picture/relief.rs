//! The level from above: floors as heights, walls as lines.
//!
//! In: the level, the view (metres to pixels) and the [`Ceiling`]. Out: a height, a light and a wall strength for every
//! sample; two samples per pixel in each direction.
//!
//! - Triangles that face up are floors, filled row by row. At each sample the highest floor that is not above the
//!   ceiling wins, and where all are above it, the lowest: looking down with the roofs cut away.
//! - Steep triangles are walls. From above they have no area, so each is sampled along its longest horizontal extent,
//!   and every slice (a vertical piece from `low` to `high`) is compared with the ceiling, which is at body height
//!   there: a piece that reaches it is a wall, one that ends a little below is a step or a ledge, and one high above or
//!   far below is not part of this storey. Architects draw floor plans in this way.
//! - Triangles that face down are ceilings and are not drawn.

use glam::{DVec2, DVec3, Vec3};

use super::ceiling::Ceiling;

/// Minimum y of the unit normal of a triangle that is drawn as a floor: slopes up to 72°.
const FLOOR_NORMAL: f64 = 0.3;

/// World-space unit direction towards the light of the picture: from the upper left, as in maps.
const LIGHT: DVec3 = DVec3::new(-0.45, 0.77, -0.45);

/// Brightness at which horizontal ground is drawn, 0 to 1: its unit normal times [`LIGHT`].
pub(super) const LEVEL_LIGHT: f32 = 0.77;

/// Depth below the height limit, metres; wall pieces that end lower belong to a lower storey and are not drawn.
const STOREY: f32 = 2.5;

/// Depth below the height limit, metres; wall pieces that end higher block a body, not just feet, and are drawn darkest.
const WAIST: f32 = 0.4;

/// Visible floors and walls of a level as seen from above, for each sample of the picture, row by row.
pub(super) struct Relief {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Height of the visible floor at each sample, world-space metres, row by row; NaN if there is no floor.
    pub(super) floor: Vec<f32>,
    /// Brightness of the visible floor at each sample, 0 to 255, row by row.
    pub(super) light: Vec<u8>,
    /// Darkness of the wall at each sample, 0 (no wall) to 255, row by row.
    pub(super) wall: Vec<u8>,
    /// True for each sample whose visible floor belongs to a machine, row by row.
    pub(super) moves: Vec<bool>,
    /// True for each sample whose wall belongs to a machine, row by row.
    pub(super) wall_moves: Vec<bool>,
}

/// Grid of the samples of a picture, seen from above: position and density in world space.
#[derive(Clone, Copy)]
pub(super) struct SampleGrid {
    pub(super) width: usize,
    pub(super) height: usize,
    /// World-space x and z of the upper left corner of the first sample, metres.
    pub(super) origin: DVec2,
    /// Number of samples per metre along x and along z.
    pub(super) scale: f64,
}

impl SampleGrid {
    fn sample(&self, p: DVec3) -> DVec3 {
        DVec3::new((p.x - self.origin.x) * self.scale, p.y, (p.z - self.origin.y) * self.scale)
    }

    /// Returns world-space x and z of the middle of the sample at `column` and `row`, metres.
    pub(super) fn middle(&self, column: usize, row: usize) -> DVec2 {
        self.place(column as f64 + 0.5, row as f64 + 0.5)
    }

    fn place(&self, x: f64, z: f64) -> DVec2 {
        self.origin + DVec2::new(x, z) / self.scale
    }
}

impl Relief {
    /// Draws all triangles with finite positions, and skips the rest. Triangles from `moving_from` on belong to
    /// machines.
    pub(super) fn new(
        positions: &[Vec3],
        triangles: &[[u32; 3]],
        moving_from: usize,
        grid: &SampleGrid,
        ceiling: &Ceiling,
    ) -> Self {
        let count = grid.width * grid.height;
        let mut relief = Self {
            width: grid.width,
            height: grid.height,
            floor: vec![f32::NAN; count],
            light: vec![0; count],
            wall: vec![0; count],
            moves: vec![false; count],
            wall_moves: vec![false; count],
        };
        let all = triangles.iter().enumerate();
        let corners = all.filter_map(|(index, t)| Some((index >= moving_from, corners(positions, *t)?)));
        let up = if faces_down(corners.clone().map(|(_, triangle)| triangle)) { -1.0 } else { 1.0 };
        for (moves, triangle) in corners {
            let [a, b, c] = triangle;
            let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
            let normal = normal * up;
            let samples = triangle.map(|p| grid.sample(p));
            if normal.y > FLOOR_NORMAL {
                let light = (255.0 * normal.dot(LIGHT).clamp(0.0, 1.0)).round() as u8;
                relief.fill(&samples, light, moves, grid, ceiling);
            } else if normal.y > -FLOOR_NORMAL {
                relief.walk(&samples, moves, grid, ceiling);
            }
        }
        relief
    }

    /// Draws a floor triangle, corners in sample coordinates, into the samples whose middles it covers and where it is visible.
    fn fill(&mut self, t: &[DVec3; 3], light: u8, moves: bool, grid: &SampleGrid, ceiling: &Ceiling) {
        let normal = (t[1] - t[0]).cross(t[2] - t[0]);
        let (low, high) = (t[0].z.min(t[1].z).min(t[2].z), t[0].z.max(t[1].z).max(t[2].z));
        for row in samples_between(low, high, self.height) {
            let z = row as f64 + 0.5;
            let Some((left, right)) = crossings(t, |p| p.z - z, |p| p.x) else { continue };
            for column in samples_between(left, right, self.width) {
                let x = column as f64 + 0.5;
                let y = t[0].y - (normal.x * (x - t[0].x) + normal.z * (z - t[0].z)) / normal.y;
                let index = row * self.width + column;
                if wins(y as f32, self.floor[index], ceiling.at(grid.place(x, z))) {
                    self.floor[index] = y as f32;
                    self.light[index] = light;
                    self.moves[index] = moves;
                }
            }
        }
    }

    /// Draws a wall triangle, corners in sample coordinates, into the samples along it where it stands in the visible storey.
    fn walk(&mut self, t: &[DVec3; 3], moves: bool, grid: &SampleGrid, ceiling: &Ceiling) {
        let flat = t.map(|p| DVec2::new(p.x, p.z));
        let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| flat[j] - flat[i]);
        let longest = sides.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        let Some(along) = longest.and_then(DVec2::try_normalize) else { return };
        let distance = |p: DVec3| along.x * p.x + along.y * p.z;
        let [a, b, c] = t.map(distance);
        // The part of a wall outside the picture is not sampled: a wall can be far longer than the picture is wide.
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(x, z)| distance(DVec3::new((x * self.width) as f64, 0.0, (z * self.height) as f64)));
        let first = a.min(b).min(c).max(corners.into_iter().fold(f64::INFINITY, f64::min));
        let last = a.max(b).max(c).min(corners.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let steps = ((last - first).max(0.0) * 1.5).ceil() as usize;
        for step in 0..=steps {
            let at = first + (last - first) * ((step as f64 + 0.5) / (steps as f64 + 1.0));
            let Some((low, high)) = crossings(t, |p| distance(*p) - at, |p| p.y) else { continue };
            let (Some((x0, x1)), Some((z0, z1))) =
                (crossings(t, |p| distance(*p) - at, |p| p.x), crossings(t, |p| distance(*p) - at, |p| p.z))
            else {
                continue;
            };
            let (x, z) = (x0.midpoint(x1), z0.midpoint(z1));
            let limit = ceiling.at(grid.place(x, z));
            let strength = strength(low as f32, high as f32, limit);
            if x >= 0.0 && z >= 0.0 && x < self.width as f64 && z < self.height as f64 {
                let index = z as usize * self.width + x as usize;
                // Triangles that move are drawn last, and at full strength wherever they are seen.
                let strength = if moves && strength > 0 { u8::MAX } else { strength };
                if strength > self.wall[index] || moves && strength > 0 {
                    (self.wall[index], self.wall_moves[index]) = (strength, moves);
                }
            }
        }
    }
}

/// Darkness (0 to 255) at which a piece of wall from height `low` to `high` is drawn under the height limit `limit`, metres.
fn strength(low: f32, high: f32, limit: f32) -> u8 {
    if limit == f32::INFINITY {
        return 120;
    }
    if low > limit || high < limit - STOREY {
        0
    } else if high >= limit - WAIST {
        255
    } else {
        90
    }
}

/// Returns true if a floor at height `y` is drawn instead of one at `old` (NaN: none) with the height limit `limit`, metres.
fn wins(y: f32, old: f32, limit: f32) -> bool {
    if old.is_nan() {
        true
    } else if y <= limit {
        old > limit || y > old
    } else {
        old > limit && y < old
    }
}

/// Minimum and maximum of `value` where the outline of triangle `t` crosses the line `side = 0`; `None` without a crossing.
fn crossings(t: &[DVec3; 3], side: impl Fn(&DVec3) -> f64, value: impl Fn(&DVec3) -> f64) -> Option<(f64, f64)> {
    let mut range: Option<(f64, f64)> = None;
    for (p, q) in [(&t[0], &t[1]), (&t[1], &t[2]), (&t[2], &t[0])] {
        let (s, e) = (side(p), side(q));
        if (s <= 0.0) != (e <= 0.0) {
            let v = value(p) + (value(q) - value(p)) * (s / (s - e));
            range = Some(range.map_or((v, v), |(low, high)| (low.min(v), high.max(v))));
        }
    }
    range
}

/// Range of indices below `count` of samples with their middles between `low` and `high`; adjacent ranges leave no gap.
fn samples_between(low: f64, high: f64, count: usize) -> std::ops::Range<usize> {
    let start = (low - 0.501).ceil().clamp(0.0, count as f64) as usize;
    let end = (high - 0.499).floor().clamp(-1.0, count as f64 - 1.0) + 1.0;
    start..(end as usize).max(start)
}

/// Returns the corners of a mesh triangle in f64, metres; `None` if an index is invalid or a corner is not finite.
pub(super) fn corners(positions: &[Vec3], triangle: [u32; 3]) -> Option<[DVec3; 3]> {
    let corner = |i: u32| positions.get(i as usize).filter(|p| p.is_finite()).map(|p| p.as_dvec3());
    let [a, b, c] = triangle;
    Some([corner(a)?, corner(b)?, corner(c)?])
}

/// Returns true if the triangles of a level have the wrong winding: nearly all floors face down.
fn faces_down(triangles: impl Iterator<Item = [DVec3; 3]>) -> bool {
    let (mut up, mut down) = (0.0, 0.0);
    for [a, b, c] in triangles {
        let area = (b - a).cross(c - a).y;
        up += area.max(0.0);
        down -= area.min(0.0);
    }
    up < 0.1 * down
}
