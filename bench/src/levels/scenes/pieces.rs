//! Meshes for levels of parts: the furniture of halls and streets.
//!
//! In: measures in metres. Out: closed solids, each a [`Level`] in its own space. Unless said otherwise they stand on y = 0
//! with the origin in their middle.

use super::builder::Builder;
use super::loft::circle;
use crate::levels::Level;
use crate::random::{mix, to_unit};
use glam::{Vec2, Vec3};
use sweep8::Mesh;

/// Builds a mesh of an axis-aligned box between two corners, metres.
#[must_use]
pub fn block(low: [f32; 3], high: [f32; 3]) -> Level {
    blocks(&[[low, high]])
}

/// Builds a mesh of several axis-aligned boxes, each between two corners, metres.
#[must_use]
pub fn blocks(boxes: &[[[f32; 3]; 2]]) -> Level {
    let mut builder = Builder::new("blocks");
    for &[low, high] in boxes {
        builder.cuboid(low.into(), high.into());
    }
    builder.finish()
}

/// Builds a mesh of a round slab with `count` corners (metres); its top is at y = 0.
#[must_use]
pub fn disc(radius: f32, thickness: f32, count: usize) -> Level {
    let mut builder = Builder::new("disc");
    let at = |index: usize, y: f32| {
        let [x, z] = circle(index as f64 / count as f64);
        Vec3::new(x * radius, y, z * radius)
    };
    for index in 0..count {
        let (next, low) = ((index + 1) % count, -thickness);
        builder.triangle(Vec3::ZERO, at(next, 0.0), at(index, 0.0));
        builder.triangle(Vec3::Y * low, at(index, low), at(next, low));
        builder.quad([at(index, low), at(index, 0.0), at(next, 0.0), at(next, low)]);
    }
    builder.finish()
}

/// Builds a mesh of a wall along x with a doorway of width and height `door` in its middle, metres.
#[must_use]
pub fn doorway(length: f32, height: f32, thick: f32, door: [f32; 2]) -> Level {
    let ([width, lintel], half, z) = (door, 0.5 * length, 0.5 * thick);
    let jamb = 0.5 * width;
    blocks(&[
        [[-half, -0.5, -z], [-jamb, height, z]],
        [[jamb, -0.5, -z], [half, height, z]],
        [[-jamb, lintel, -z], [jamb, height, z]],
    ])
}

/// Builds a mesh of four walls and a flat roof, with a doorway of width and height `door` in the side towards -z; metres.
#[must_use]
pub fn house([width, depth, height]: [f32; 3], door: [f32; 2]) -> Level {
    let ([opening, lintel], x, z, thick) = (door, 0.5 * width, 0.5 * depth, 0.25);
    let jamb = 0.5 * opening;
    blocks(&[
        [[-x, -0.5, -z], [-jamb, height, thick - z]],
        [[jamb, -0.5, -z], [x, height, thick - z]],
        [[-jamb, lintel, -z], [jamb, height, thick - z]],
        [[-x, -0.5, z - thick], [x, height, z]],
        [[-x, -0.5, thick - z], [thick - x, height, z - thick]],
        [[x - thick, -0.5, thick - z], [x, height, z - thick]],
        [[-x, height, -z], [x, height + 0.2, z]],
    ])
}

/// Builds a solid that rises along x from 0 to `height`, in `steps` steps or as a ramp if 0, then a landing of one metre.
#[must_use]
pub fn rise(length: f32, height: f32, width: f32, steps: usize) -> Level {
    let mut builder = Builder::new("rise");
    let mut outline = vec![[0.0, -0.5], [0.0, 0.0]];
    for step in 0..steps {
        let [at, next] = [step, step + 1].map(|step| step as f32 / steps as f32);
        outline.extend([[at * length, next * height], [next * length, next * height]]);
    }
    if steps == 0 {
        outline.push([length, height]);
    }
    outline.extend([[length + 1.0, height], [length + 1.0, -0.5]]);
    let at = |[x, y]: [f32; 2], z: f32| Vec3::new(x, y, z);
    let half = 0.5 * width;
    for (index, &point) in outline.iter().enumerate() {
        let next = outline[(index + 1) % outline.len()];
        if point != next {
            builder.quad([at(point, half), at(next, half), at(next, -half), at(point, -half)]);
        }
    }
    // Both sides, in pieces under the upper border, which never descends.
    for pair in outline[1..outline.len() - 1].windows(2) {
        let ([a, b], [c, d]) = ([pair[0], pair[1]], [[pair[1][0], -0.5], [pair[0][0], -0.5]]);
        if a[0] != b[0] {
            builder.quad([at(d, half), at(c, half), at(b, half), at(a, half)]);
            builder.quad([at(a, -half), at(b, -half), at(c, -half), at(d, -half)]);
        }
    }
    builder.finish()
}

/// Builds a capsule that stands upright, its lower end `sunk` metres below y = 0.
///
/// # Panics
/// If the kernel refuses the measures.
#[must_use]
pub fn post(height: f32, radius: f32, segments: u32, sunk: f32) -> Level {
    let half = 0.5 * height - radius;
    let mesh = Mesh::capsule(half, radius, segments).expect("measures of a capsule");
    of_mesh(&mesh).moved(Vec3::Y * (half + radius - sunk))
}

/// Builds a square of ground with bumps of up to `bump` metres, level along its border.
///
/// # Panics
/// If the kernel refuses the measures.
#[must_use]
pub fn ground(side: f32, cells: u32, bump: f32, seed: u64) -> Level {
    let last = cells;
    let height = |column: u32, row: u32| {
        let is_border = column == 0 || row == 0 || column == last || row == last;
        let unit = to_unit(mix(seed ^ u64::from(row * 1_000 + column)));
        if is_border { 0.0 } else { bump * unit }
    };
    let heights: Vec<f32> = (0..=last).flat_map(|row| (0..=last).map(move |column| height(column, row))).collect();
    let cell = Vec2::splat(side / cells as f32);
    let mesh = Mesh::heightfield(cells + 1, cells + 1, cell, &heights).expect("measures of a terrain");
    of_mesh(&mesh).moved(Vec3::new(-0.5 * side, 0.0, -0.5 * side))
}

fn of_mesh(mesh: &Mesh) -> Level {
    Level { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec(), ..Level::default() }
}
