//! Selects the triangles of a mesh that the tree keeps.
//!
//! In: a [`Mesh`], then its triangles in the order of a curve. Out: the ids to build the tree from.
//! - *Degenerate*: no area, exactly. There is no surface to touch; edges that other triangles share are tested with
//!   those.
//! - *Duplicate*: the same three corners in the same turning order as a triangle with a lower id. The lower id wins
//!   every tie, so the copy is at most the answer by rounding; levels with a wall fifty times over exist.
//!
//! Of copies that begin with different corners either one may be kept. Rounding depends on the first corner, so every kept triangle
//! is [rotated](beginning_with) to a canonical one.
//!
//! Copies have the same box, so that they have the same key on the curve and follow each other. Hardly any other triangles share a
//! key, except pairs that make a rectangle: corners are compared only within runs of equal keys.

use crate::mesh::mesh::Mesh;
use alloc::vec::Vec;
use glam::Vec3;

/// Ids of the triangles of a mesh that have an area, in ascending order.
pub(crate) fn with_area(mesh: &Mesh) -> Vec<u32> {
    (0..mesh.triangle_count()).filter(|&id| !mesh.is_degenerate(id)).map(|id| id as u32).collect()
}

/// Removes copies of triangles with a lower id from an order of keys and indices into `kept`, which holds the ids of all candidates
/// in ascending order.
pub(crate) fn leave_out_copies(order: &mut Vec<(u64, u32)>, mesh: &Mesh, kept: &[u32]) {
    let mut copies = Vec::new();
    let mut run = Vec::new();
    for same_key in order.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
        run.clear();
        run.extend(same_key.iter().map(|&(_, place)| (canonical(mesh.corners(kept[place as usize] as usize)), place)));
        run.sort_unstable();
        copies.extend(run.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1));
    }
    if !copies.is_empty() {
        copies.sort_unstable();
        order.retain(|&(_, place)| copies.binary_search(&place).is_err());
    }
}

/// Triangle corners as bits, rotated so that the smallest comes first, without negative zeros: equal for copies of a triangle.
fn canonical(corners: [Vec3; 3]) -> [[u32; 3]; 3] {
    beginning_with(first_corner(corners), corners).map(|corner| (corner + Vec3::ZERO).to_array().map(f32::to_bits))
}

/// Triangle corners in the same winding, rotated so that corner `first` comes first.
pub(crate) fn beginning_with(first: usize, [a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    match first {
        0 => [a, b, c],
        1 => [b, c, a],
        _ => [c, a, b],
    }
}

/// Index of the smallest corner of a triangle, the one with which the tree stores the triangle.
#[inline(always)]
pub(crate) fn first_corner(corners: [Vec3; 3]) -> usize {
    let bits = corners.map(|corner| (corner + Vec3::ZERO).to_array().map(f32::to_bits));
    let least = bits[0].min(bits[1]).min(bits[2]);
    bits.iter().position(|corner| *corner == least).unwrap_or(0)
}
