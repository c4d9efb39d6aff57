//! The triangles of a level for the picture: simplified if there are many, with a class each.
//!
//! In: a level, the least cosine of a floor, the origin of the page. Out: positions, indices and classes.
//! Simplification collapses edges by their quadric error (Garland and Heckbert 1997), as meshoptimizer does.

use super::numbers::Numbers;
use crate::levels::Level;
use glam::{DVec3, Vec3};
use meshopt_rs::simplify::{simplify, simplify_sloppy};
use serde::Serialize;

/// Most triangles of a picture: some frames a second even if a processor draws them.
const MOST: usize = 250_000;

/// Error that simplification may make, as a part of the level's size.
const ERROR: f32 = 0.005;
/// Sine of the steepest overhang and least steep wall: 10° off upright.
const UPRIGHT: f32 = 0.174;

/// The triangles of a picture.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Mesh {
    positions: Numbers,
    indices: Numbers,
    classes: Numbers,
    /// Number of triangles that are shown.
    pub(super) shown: usize,
}

/// A corner, relative to the origin of the page, metres.
type Corner = [f32; 3];

impl Mesh {
    /// Makes a picture of the triangles with these indices; `cosine` is that of the steepest floor.
    pub(super) fn new(level: &Level, triangles: &[[u32; 3]], origin: DVec3, cosine: f32) -> Self {
        let corners: Vec<Corner> =
            level.positions.iter().map(|p| (p.as_dvec3() - origin).as_vec3().to_array()).collect();
        let indices = simplified(&corners, triangles, MOST);
        let (corners, indices) = compacted(&corners, &indices);
        let normal = |triangle: &[u32]| {
            let [a, b, c] = [0, 1, 2].map(|k| Vec3::from(corners[triangle[k] as usize]));
            (b - a).cross(c - a).normalize_or_zero()
        };
        let classes: Vec<u8> = indices.chunks_exact(3).map(|triangle| class(normal(triangle).y, cosine)).collect();
        Self {
            shown: classes.len(),
            positions: Numbers::f32(corners.into_iter().flatten()),
            indices: Numbers::u32(indices),
            classes: Numbers::u8(&classes),
        }
    }
}

/// The class of a triangle, in the order of the page: floor, steep, wall, ceiling.
fn class(up: f32, cosine: f32) -> u8 {
    match up {
        up if up >= cosine => 0,
        up if up > UPRIGHT => 1,
        up if up >= -UPRIGHT => 2,
        _ => 3,
    }
}

/// Indices of at most about `most` triangles: where edges cannot be collapsed without damage, by merging corners of a grid.
fn simplified(corners: &[Corner], triangles: &[[u32; 3]], most: usize) -> Vec<u32> {
    let indices = triangles.as_flattened();
    if triangles.len() <= most {
        return indices.to_vec();
    }
    let mut fewer = vec![0; indices.len()];
    let count = simplify(&mut fewer, indices, corners, 3 * most, ERROR);
    fewer.truncate(count);
    if fewer.len() > 6 * most {
        let mut fewest = vec![0; fewer.len()];
        let count = simplify_sloppy(&mut fewest, &fewer, corners, 3 * most);
        fewest.truncate(count);
        return fewest;
    }
    fewer
}

/// Leaves out corners that no triangle has.
fn compacted(corners: &[Corner], indices: &[u32]) -> (Vec<Corner>, Vec<u32>) {
    let mut numbers = vec![u32::MAX; corners.len()];
    let mut kept = Vec::new();
    let renumbered = indices.iter().map(|&index| {
        let number = &mut numbers[index as usize];
        if *number == u32::MAX {
            *number = kept.len() as u32;
            kept.push(corners[index as usize]);
        }
        *number
    });
    let renumbered = renumbered.collect();
    (kept, renumbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bumpy floor of `2 * side²` triangles.
    fn floor(side: u32) -> (Vec<Corner>, Vec<[u32; 3]>) {
        let corner = |i: u32| {
            let (x, z) = (i % (side + 1), i / (side + 1));
            [x as f32, if (x / 8 + z / 8) % 2 == 0 { 0.0 } else { 0.5 }, z as f32]
        };
        let quad = |i: u32| {
            let at = i / side * (side + 1) + i % side;
            [[at, at + side + 1, at + 1], [at + 1, at + side + 1, at + side + 2]]
        };
        ((0..(side + 1) * (side + 1)).map(corner).collect(), (0..side * side).flat_map(quad).collect())
    }

    #[test]
    fn many_triangles_become_few_and_few_stay() {
        let (corners, triangles) = floor(64);
        assert_eq!(simplified(&corners, &triangles, 10_000), triangles.as_flattened());
        let fewer = simplified(&corners, &triangles, 2_000);
        assert!((3..=12_000).contains(&fewer.len()), "{}", fewer.len());
        assert!(fewer.iter().all(|&index| (index as usize) < corners.len()));
        let (kept, renumbered) = compacted(&corners, &fewer);
        assert!(kept.len() < corners.len() && renumbered.len() == fewer.len());
        for (new, old) in renumbered.iter().zip(&fewer) {
            assert_eq!(kept[*new as usize], corners[*old as usize]);
        }
    }

    #[test]
    fn classes_are_by_slope() {
        assert_eq!([1.0, 0.7, 0.3, 0.1, -0.1, -0.3].map(|up| class(up, 0.64)), [0, 0, 1, 2, 2, 3]);
    }
}
