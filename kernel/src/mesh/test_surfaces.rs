//! Checks of closed surfaces, and triangles without area, for tests.

use crate::mesh::mesh::Mesh;
use alloc::vec;
use alloc::vec::Vec;
use glam::Vec3;
use sweep8_scalar_ref::random::Random;

/// Makes three triangle corners exactly on a line: whole numbers of up to four digits, times 2 to the power of `power`.
pub(crate) fn on_a_line(random: &mut Random, power: i32) -> [Vec3; 3] {
    let [a, along] = [(); 2].map(|()| Vec3::from((random.signed_vector() * 512.0).round()));
    [a, a + along, a - along * 3.0].map(|corner| corner * 2.0_f32.powi(power))
}

/// Fails unless each edge belongs to two triangles that run along it in opposite directions, no triangle is degenerate, and each
/// position is used and differs from all others.
pub(crate) fn assert_closed(mesh: &Mesh) {
    assert_distinct(mesh);
    let mut edges = edges(mesh);
    edges.sort_unstable();
    assert!(edges.windows(2).all(|pair| pair[0] != pair[1]), "two triangles run along an edge in one direction");
    let alone = edges.iter().find(|&&[a, b]| edges.binary_search(&[b, a]).is_err());
    assert_eq!(alone, None, "an edge belongs to one triangle only");
    // Euler's formula: one surface without holes through it.
    let corners = mesh.positions().len() + mesh.triangle_count() - edges.len() / 2;
    assert_eq!(corners, 2, "the surface is not that of a ball");
}

/// Directed edges of all triangles of a mesh, as pairs of vertex indices in the winding of each triangle.
pub(crate) fn edges(mesh: &Mesh) -> Vec<[u32; 2]> {
    mesh.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect()
}

/// Fails the test if a triangle of the mesh is degenerate, or if a vertex position is unused or a duplicate.
pub(crate) fn assert_distinct(mesh: &Mesh) {
    for index in 0..mesh.triangle_count() {
        assert!(!mesh.is_degenerate(index), "triangle {index} is degenerate: {:?}", mesh.corners(index));
    }
    let mut named = vec![false; mesh.positions().len()];
    mesh.triangles().iter().flatten().for_each(|&corner| named[corner as usize] = true);
    assert!(named.iter().all(|&named| named), "a position is in no triangle");
    // Adding 0 turns -0 into +0.
    let mut places: Vec<[u32; 3]> = mesh.positions().iter().map(|p| (*p + 0.0).to_array().map(f32::to_bits)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), mesh.positions().len(), "two positions are the same");
}

/// Volume inside the closed surface of a mesh, cubic metres; negative if its triangles face inwards.
pub(crate) fn volume(mesh: &Mesh) -> f64 {
    let part = |index| {
        let [a, b, c] = mesh.corners(index).map(Vec3::as_dvec3);
        a.dot(b.cross(c)) / 6.0
    };
    (0..mesh.triangle_count()).map(part).sum()
}
