//! Meshes that are deformed or loaded.

use glam::Vec3;
use sweep8::Mesh;
use sweep8_bench::levels::scenes::terrain::terrain;
use sweep8_bench::measuring::deforming::{Deforming, EDGE};

/// A terrain, and a square of its vertices that is raised.
pub(crate) struct Dug {
    pub(crate) deforming: Deforming,
    pub(crate) vertices: Vec<u32>,
    pub(crate) places: Vec<Vec3>,
}

/// The square has been raised once: the first change of a world takes the memory of its table of changes, once for all.
pub(crate) fn dug(side: usize) -> Dug {
    let mut deforming = Deforming::new();
    let vertices = deforming.patch(side);
    let raised = |by: f32| -> Vec<Vec3> {
        vertices.iter().map(|&vertex| deforming.level.positions[vertex as usize] + Vec3::Y * by).collect()
    };
    let [first, places] = [0.05, 0.1].map(raised);
    deforming.world.set_vertices_at(deforming.id, &vertices, &first).expect("in range");
    Dug { deforming, vertices, places }
}

/// The bytes of a cooked terrain.
pub(crate) fn cooked(side: usize) -> Vec<u8> {
    let level = terrain(side, side, EDGE, 1);
    Mesh::new(&level.positions, &level.triangles).expect("a terrain in range").cook().to_bytes()
}
