//! Small trees for tests.

use crate::base::test_random::TestRandom;
use crate::bvh::block::NO_TRIANGLE;
use crate::bvh::build::from_mesh::build_tree;
use crate::bvh::tree::Tree;
use crate::mesh::triangle_mesh::Mesh;
use crate::simd::WIDTH;
use glam::{DVec3, Vec3};

/// A tree over triangles, given by three corners each.
pub(crate) fn tree_of(corners: &[Vec3]) -> Tree {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect();
    build_tree(&Mesh::new(corners, &triangles).expect("it is a mesh"))
}

/// A tree over triangles anywhere in a cube that reaches `spread` metres from the origin, each within `size` metres of a point
/// of it.
pub(crate) fn rubble(random: &mut TestRandom, count: usize, spread: f32, size: f32) -> Tree {
    let mut corners = Vec::new();
    for _ in 0..count {
        let middle = random.vector() * spread;
        corners.extend([(); 3].map(|()| Vec3::from(middle + random.vector() * size)));
    }
    tree_of(&corners)
}

/// The triangles of a tree with their ids, for brute force.
pub(crate) fn triangles_of(tree: &Tree) -> Vec<(u32, [DVec3; 3])> {
    let lanes = tree.blocks.iter().flat_map(|block| (0..WIDTH).map(move |lane| (block, lane)));
    let live = lanes.filter(|(block, lane)| block.ids[*lane] != NO_TRIANGLE);
    live.map(|(block, lane)| (block.ids[lane], block.triangle(lane).map(Vec3::as_dvec3))).collect()
}
