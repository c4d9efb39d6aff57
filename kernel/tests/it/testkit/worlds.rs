//! Triangle soups and small levels in the `f32` that the kernel gets; everything is seeded.

use super::{Random, level::box_of};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{Material, Mesh, World};
use sweep8_scalar_ref::exact::Triangle;

/// A level as a list of triangles; the place in it is the id.
pub(crate) type Level = Vec<[Vec3; 3]>;

/// A world in which every triangle has corners of its own.
pub(crate) fn world_of(level: &[[Vec3; 3]]) -> World {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    World::from_mesh(Mesh::new(&positions, &triangles).unwrap())
}

/// The same with frictions, and one of them for each triangle.
pub(crate) fn made_of(level: &[[Vec3; 3]], frictions: &[f32], of_triangle: &[u16]) -> World {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let kinds: Vec<Material> = frictions.iter().map(|&friction| Material { friction }).collect();
    World::from_mesh(Mesh::new(&positions, &triangles).unwrap().with_materials(&kinds, of_triangle).unwrap())
}

/// Rounded to `f32`.
pub(crate) fn rounded(triangles: &[Triangle]) -> Level {
    triangles.iter().map(|t| t.map(DVec3::as_vec3)).collect()
}

/// As `f64`, exactly.
pub(crate) fn exactly(level: &[[Vec3; 3]]) -> Vec<Triangle> {
    level.iter().map(|t| t.map(Vec3::as_dvec3)).collect()
}

/// A closed room of about `half` metres with some boxes and `loose` triangles in it, all turned.
pub(crate) fn room(random: &mut Random, half: f64, boxes: u32, loose: u32) -> Level {
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
pub(crate) fn grid(cells: i32, pitch: f64, mut height: impl FnMut(f64, f64) -> f64) -> Level {
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

/// Bumpy ground with random heights.
pub(crate) fn terrain(random: &mut Random, cells: i32, pitch: f64, rough: f64) -> Level {
    grid(cells, pitch, |_, _| random.range(-rough, rough))
}

/// A rectangle from a corner and two sides, two triangles; its front is where `along × across` points.
pub(crate) fn quad(corner: Vec3, along: Vec3, across: Vec3) -> Level {
    let [b, c, d] = [corner + along, corner + along + across, corner + across];
    vec![[corner, b, c], [corner, c, d]]
}

/// A floor at y = 0 and, where asked for, a slope that rises from x = 1 m towards +x by this many degrees.
pub(crate) fn floor_and_slope(degrees: Option<f32>) -> World {
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    if let Some(degrees) = degrees {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        level.extend(quad(Vec3::new(1.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::new(cosine, sine, 0.0) * 20.0));
    }
    world_of(&level)
}
