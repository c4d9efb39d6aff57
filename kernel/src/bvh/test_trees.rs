//! Small trees for tests.

use crate::bvh::block::{NO_TRIANGLE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::build::from_mesh::build_tree;
use crate::bvh::tree::Tree;
use crate::mesh::mesh::Mesh;
use crate::simd::WIDTH;
use alloc::vec::Vec;
use glam::{DVec3, Vec3};
use sweep8_scalar_ref::random::Random;

/// Makes a tree over triangles; three corners in the list follow each other for each.
pub(crate) fn tree_of(corners: &[Vec3]) -> Tree {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect();
    build_tree(&Mesh::new(corners, &triangles).expect("it is a mesh"))
}

/// Makes a tree of one block and no node, whose grid covers a box, with as many triangles as a block has lanes.
pub(crate) fn tree_of_block(block: &TriangleBlock, covered: &Bounds) -> Tree {
    let mut tree = tree_of(&[]);
    (tree.blocks, tree.triangles, tree.covered) = (Vec::from([*block]).into(), WIDTH, *covered);
    tree
}

/// Makes a tree of random triangles in a cube of half extent `spread` metres, each within `size` metres of a point of the cube.
pub(crate) fn rubble(random: &mut Random, count: usize, spread: f32, size: f32) -> Tree {
    let mut corners = Vec::new();
    for _ in 0..count {
        let middle = random.signed_vector() * spread;
        corners.extend([(); 3].map(|()| Vec3::from(middle + random.signed_vector() * size)));
    }
    tree_of(&corners)
}

/// Makes a tree of random triangles of about `size` metres around `center`, up to about `far` metres off; some are long and thin.
pub(crate) fn soup(random: &mut Random, count: usize, size: f32, far: f32, center: Vec3) -> Tree {
    let mut corners = Vec::new();
    for triangle in 0..count {
        let towards = Vec3::from(random.signed_vector()).normalize_or(Vec3::X);
        let middle = center + towards * (0.55 + far * random.signed().abs());
        let size = size * 10.0_f32.powf(0.5 * random.signed());
        let stretch = if triangle % 7 == 0 { Vec3::new(12.0, 0.02, 0.02) } else { Vec3::ONE };
        corners.extend([(); 3].map(|()| middle + Vec3::from(random.signed_vector()) * stretch * size));
    }
    tree_of(&corners)
}

/// Makes a tree over a bumpy floor below `center`, two triangles in each square of `pitch` metres.
pub(crate) fn bumps(random: &mut Random, pitch: f32, center: Vec3) -> Tree {
    let (cells, side) = (24_u16, 24.0 * pitch);
    let mut corners = Vec::new();
    let heights: Vec<f32> = (0..(cells + 1) * (cells + 1)).map(|_| 0.3 * pitch * random.signed() - 0.6).collect();
    let at = |x: u16, z: u16| {
        let level = Vec3::new(f32::from(x) * pitch - 0.5 * side, 0.0, f32::from(z) * pitch - 0.5 * side);
        center + level + Vec3::Y * heights[usize::from(z * (cells + 1) + x)]
    };
    for cell in 0..cells * cells {
        let (x, z) = (cell % cells, cell / cells);
        let [a, b, c, d] = [at(x, z), at(x + 1, z), at(x + 1, z + 1), at(x, z + 1)];
        corners.extend([a, c, b, a, d, c]);
    }
    tree_of(&corners)
}

/// Ids and corners of all triangles of a tree, for brute-force tests.
pub(crate) fn triangles_of(tree: &Tree) -> Vec<(u32, [DVec3; 3])> {
    let lanes = tree.blocks.iter().flat_map(|block| (0..WIDTH).map(move |lane| (block, lane)));
    let live = lanes.filter(|(block, lane)| block.ids[*lane] != NO_TRIANGLE);
    live.map(|(block, lane)| (block.ids[lane], block.triangle(lane).map(Vec3::as_dvec3))).collect()
}
