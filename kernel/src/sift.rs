//! Which triangles of a mesh are worth keeping.
//!
//! In: a [`Mesh`]. Out: the ids to build the tree from, and how many were left out for what reason.
//! - *Degenerate*: no area, exactly. There is no surface to touch; edges that other triangles share are tested with
//!   those.
//! - *Duplicate*: the same three corners in the same turning order as a triangle with a lower id. The lower id wins
//!   every tie, so the copy is at most the answer by rounding; levels with a wall fifty times over exist.
//!
//! Duplicates are found by sorting a hash of the corners; equal hashes are then compared corner by corner.

use crate::mesh::Mesh;
use glam::Vec3;

/// What was kept, and what was not.
#[derive(Debug, Default)]
pub(crate) struct Sifted {
    /// Ids in ascending order.
    pub(crate) kept: Vec<u32>,
    pub(crate) degenerate: usize,
    pub(crate) duplicates: usize,
}

/// Sorts out degenerate triangles and duplicates.
pub(crate) fn sift(mesh: &Mesh) -> Sifted {
    let ids = 0..mesh.triangle_count() as u32;
    let mut hashed: Vec<(u64, u32)> = ids
        .filter(|&id| !mesh.is_degenerate(id as usize))
        .map(|id| (hash(canonical(mesh.corners(id as usize))), id))
        .collect();
    let degenerate = mesh.triangle_count() - hashed.len();
    hashed.sort_unstable();
    let mut kept: Vec<u32> = Vec::with_capacity(hashed.len());
    let mut copies: Vec<([[u32; 3]; 3], u32)> = Vec::new();
    for same_hash in hashed.chunk_by(|a, b| a.0 == b.0) {
        copies.clear();
        copies.extend(same_hash.iter().map(|&(_, id)| (canonical(mesh.corners(id as usize)), id)));
        copies.sort_unstable();
        copies.dedup_by_key(|copy| copy.0);
        kept.extend(copies.iter().map(|copy| copy.1));
    }
    kept.sort_unstable();
    Sifted { duplicates: hashed.len() - kept.len(), kept, degenerate }
}

/// The corners turned so that the least comes first, without negative zeros.
fn canonical(corners: [Vec3; 3]) -> [[u32; 3]; 3] {
    let [a, b, c] = corners.map(|corner| (corner + Vec3::ZERO).to_array().map(f32::to_bits));
    [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or([a, b, c])
}

fn hash(corners: [[u32; 3]; 3]) -> u64 {
    corners.as_flattened().iter().fold(0, |hash: u64, &bits| {
        let mixed = (hash ^ u64::from(bits)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 29)
    })
}
