//! Triangle soups and small levels in the `f32` that the kernel gets; everything is seeded.

use crate::brute_force::Triangle;
use crate::random::Random;
use crate::testkit::level::box_of;
use glam::{DQuat, DVec3, Vec3};

/// A level as a list of triangles; the index in the list is the id of the triangle.
pub type Level = Vec<[Vec3; 3]>;

/// Rounds the corners of triangles from `f64` to `f32`.
#[must_use]
pub fn rounded(triangles: &[Triangle]) -> Level {
    triangles.iter().map(|t| t.map(DVec3::as_vec3)).collect()
}

/// Converts the corners of triangles from `f32` to `f64`, exactly.
#[must_use]
pub fn exactly(level: &[[Vec3; 3]]) -> Vec<Triangle> {
    level.iter().map(|t| t.map(Vec3::as_dvec3)).collect()
}

/// Makes a closed room of half size `half` metres or so, with rotated boxes and `loose` single triangles in it.
pub fn room(random: &mut Random, half: f64, boxes: u32, loose: u32) -> Level {
    let turn = if boxes.is_multiple_of(2) { DQuat::IDENTITY } else { random.turn() };
    let mut triangles = box_of(DVec3::ZERO, random.vector(0.2 * half) + half, turn);
    for _ in 0..boxes {
        let side = random.vector(0.1 * half) + 0.15 * half;
        triangles.extend(box_of(turn * random.vector(0.8 * half), side, random.turn()));
    }
    for _ in 0..loose {
        let middle = turn * random.vector(0.8 * half);
        triangles.push([0; 3].map(|_| middle + random.vector(0.3 * half)));
    }
    rounded(&triangles)
}

/// A square grid of `cells` by `cells`, `pitch` metres each, about the origin; `height` of (x, z); diagonals
/// criss-cross.
#[must_use]
pub fn grid(cells: i32, pitch: f64, mut height: impl FnMut(f64, f64) -> f64) -> Level {
    let count = cells as usize + 1;
    let at = |i: i32| (f64::from(i) - 0.5 * f64::from(cells)) * pitch;
    let mut points = Vec::new();
    for i in 0..=cells {
        for j in 0..=cells {
            points.push(DVec3::new(at(i), height(at(i), at(j)), at(j)).as_vec3());
        }
    }
    let mut level = Vec::new();
    for i in 0..cells as usize {
        for j in 0..cells as usize {
            let [a, b, c, d] = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)].map(|(x, z)| points[x * count + z]);
            if (i + j) % 2 == 0 {
                level.extend([[a, b, c], [a, c, d]]);
            } else {
                level.extend([[a, b, d], [b, c, d]]);
            }
        }
    }
    level
}

/// Makes bumpy ground: a grid of `cells` by `cells` of `pitch` metres, with random heights up to ±`rough` metres.
pub fn terrain(random: &mut Random, cells: i32, pitch: f64, rough: f64) -> Level {
    grid(cells, pitch, |_, _| random.range(-rough, rough))
}

/// Makes two triangles of a rectangle from a corner and two sides; its front is the side of `along × across`.
#[must_use]
pub fn quad(corner: Vec3, along: Vec3, across: Vec3) -> Level {
    let [b, c, d] = [corner + along, corner + along + across, corner + across];
    vec![[corner, b, c], [corner, c, d]]
}
