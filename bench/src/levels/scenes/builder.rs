//! Puts levels together from triangles, quads, walls and boxes.
//!
//! In: corners in metres, y up. Out: a [`Level`] in which corners at exactly the same place are one vertex. Positions
//! are compared by their bits, so both sides of a joint must compute them in the same way; nothing is snapped.

use std::collections::HashMap;

use glam::Vec3;

use crate::levels::Level;

/// Builder of a level from triangles, quads and boxes, which share vertices at equal positions.
#[derive(Debug)]
pub struct Builder {
    level: Level,
    /// Vertex index for each position (bits). Only looked up, never iterated, because the iteration order differs between runs.
    vertex_at: HashMap<[u32; 3], u32>,
}

impl Builder {
    /// Creates a builder of a level with this name and no triangles.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { level: Level::new(name), vertex_at: HashMap::new() }
    }

    /// Number of triangles that were added to the level so far.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.level.triangles.len()
    }

    /// Returns the index of the vertex at `position`, which is added if there is none.
    ///
    /// # Panics
    ///
    /// When there are more vertices than a `u32` can count.
    pub fn vertex(&mut self, position: Vec3) -> u32 {
        // Adding 0.0 turns -0.0 into 0.0, which is the same place.
        let position = position + Vec3::ZERO;
        let next = u32::try_from(self.level.positions.len()).expect("vertices are counted in u32");
        *self.vertex_at.entry(position.to_array().map(f32::to_bits)).or_insert_with(|| {
            self.level.positions.push(position);
            next
        })
    }

    /// Adds a triangle to the level, with corners counter-clockwise seen from its front.
    pub fn triangle(&mut self, a: Vec3, b: Vec3, c: Vec3) {
        let indices = [self.vertex(a), self.vertex(b), self.vertex(c)];
        self.level.triangles.push(indices);
    }

    /// Adds two triangles of a quad that share the diagonal from `a` to `c`; corners counter-clockwise seen from the front.
    pub fn quad(&mut self, [a, b, c, d]: [Vec3; 4]) {
        self.triangle(a, b, c);
        self.triangle(a, c, d);
    }

    /// Adds a quad cut into `u` pieces from `a` to `b` and `v` pieces from `a` to `d`. Neighbouring pieces have
    /// opposite diagonals.
    pub fn patch(&mut self, [a, b, c, d]: [Vec3; 4], u: usize, v: usize) {
        let at = |i: usize, j: usize| {
            let s = i as f32 / u as f32;
            between(between(a, b, s), between(d, c, s), j as f32 / v as f32)
        };
        for j in 0..v {
            for i in 0..u {
                let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                let [a, b, c, d] = corners;
                self.quad(if (i + j) % 2 == 0 { corners } else { [b, c, d, a] });
            }
        }
    }

    /// Adds a horizontal floor, front up, from `low` to `high` (x and z) at height `y`, as `u` by `v` quads.
    pub fn floor(&mut self, low: [f32; 2], high: [f32; 2], y: f32, u: usize, v: usize) {
        let at = |x, z| Vec3::new(x, y, z);
        self.patch([at(low[0], high[1]), at(high[0], high[1]), at(high[0], low[1]), at(low[0], low[1])], u, v);
    }

    /// Adds an upright wall between two points on the ground (x and z) and two heights, in `u` by `v` pieces. Its front
    /// is on the right on the way from `from` to `to`.
    pub fn wall(&mut self, from: [f32; 2], to: [f32; 2], heights: [f32; 2], u: usize, v: usize) {
        let at = |p: [f32; 2], y| Vec3::new(p[0], y, p[1]);
        let [low, high] = heights;
        self.patch([at(from, low), at(to, low), at(to, high), at(from, high)], u, v);
    }

    /// Adds a closed axis-aligned box between two opposite corners (metres), fronts outwards.
    pub fn cuboid(&mut self, low: Vec3, high: Vec3) {
        let at = |x: bool, y: bool, z: bool| {
            Vec3::new(if x { high.x } else { low.x }, if y { high.y } else { low.y }, if z { high.z } else { low.z })
        };
        let (o, i) = (false, true);
        self.quad([at(o, o, o), at(o, o, i), at(o, i, i), at(o, i, o)]);
        self.quad([at(i, o, i), at(i, o, o), at(i, i, o), at(i, i, i)]);
        self.quad([at(o, o, o), at(i, o, o), at(i, o, i), at(o, o, i)]);
        self.quad([at(o, i, i), at(i, i, i), at(i, i, o), at(o, i, o)]);
        self.quad([at(i, o, o), at(o, o, o), at(o, i, o), at(i, i, o)]);
        self.quad([at(o, o, i), at(i, o, i), at(i, i, i), at(o, i, i)]);
    }

    /// Adds four walls, fronts inside, around the whole level, from 1 m below the lowest to `height` above the highest
    /// point. If the ground reaches the bounds on all sides, no character can walk off it.
    pub fn enclose(&mut self, height: f32) {
        if let Some((low, high)) = self.level.bounds() {
            self.walls(low, high, height);
        }
    }

    fn walls(&mut self, low: Vec3, high: Vec3, height: f32) {
        let heights = [low.y - 1.0, high.y + height];
        let ring = [[low.x, low.z], [low.x, high.z], [high.x, high.z], [high.x, low.z]];
        for side in 0..4 {
            // In this order the inside is on the right.
            let (to, from) = (ring[side], ring[(side + 1) % 4]);
            let length = (to[0] - from[0]).abs() + (to[1] - from[1]).abs();
            self.wall(from, to, heights, pieces(length, 2.5), 1);
        }
    }

    /// Returns the finished level with all added triangles.
    #[must_use]
    pub fn finish(self) -> Level {
        self.level
    }
}

/// Builds a level of only the four walls that [`Builder::enclose`] adds, around these bounds (metres).
#[must_use]
pub fn walls_around(low: Vec3, high: Vec3, height: f32) -> Level {
    let mut builder = Builder::new("walls");
    builder.walls(low, high, height);
    builder.finish()
}

/// Returns the point at the fraction `s` from `a` to `b`. Unlike `lerp` the function keeps the bits of a coordinate that is equal
/// in both, because otherwise a wall would not be plane and would not meet its neighbours.
#[must_use]
pub fn between(a: Vec3, b: Vec3, s: f32) -> Vec3 {
    if s == 1.0 { b } else { a + (b - a) * s }
}

/// Returns the number of pieces of about `piece` metres into which a length (metres) is divided; at least one.
#[must_use]
pub fn pieces(length: f32, piece: f32) -> usize {
    ((length / piece).round() as usize).max(1)
}

/// Returns sine, cosine and tangent of an angle in degrees, computed in `f64` so that machines agree after rounding to `f32`.
#[must_use]
pub fn trig(degrees: f32) -> (f32, f32, f32) {
    let angle = f64::from(degrees).to_radians();
    (angle.sin() as f32, angle.cos() as f32, angle.tan() as f32)
}
