//! Which triangles of a mesh are worth keeping.
//!
//! In: a [`Mesh`]. Out: the ids to build the tree from, and how many were left out for what reason.
//! - *Degenerate*: no area, exactly. There is no surface to touch; edges that other triangles share are tested with
//!   those.
//! - *Duplicate*: the same three corners in the same turning order as a triangle with a lower id. The lower id wins
//!   every tie, so the copy is at most the answer by rounding; levels with a wall fifty times over exist.
//!
//! Duplicates are found by a hash of the corners; equal hashes are then compared corner by corner.

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
    let count = mesh.triangle_count();
    let mut sifted = Sifted { kept: Vec::with_capacity(count), ..Sifted::default() };
    // Open addressing, at most half full; with half of the hash beside the id, so that corners are compared rarely.
    let mut table = vec![None; (2 * count).next_power_of_two()];
    let places = table.len() - 1;
    for id in 0..count as u32 {
        if mesh.is_degenerate(id as usize) {
            sifted.degenerate += 1;
            continue;
        }
        let corners = canonical(mesh.corners(id as usize));
        let hash = hash(corners);
        let mut place = hash as usize & places;
        let upper = (hash >> 32) as u32;
        loop {
            match table[place] {
                None => {
                    table[place] = Some((upper, id));
                    sifted.kept.push(id);
                    break;
                }
                Some((known, first)) if known == upper && canonical(mesh.corners(first as usize)) == corners => {
                    sifted.duplicates += 1;
                    break;
                }
                Some(_) => place = (place + 1) & places,
            }
        }
    }
    sifted
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
