//! Which triangles of a mesh are worth keeping.
//!
//! In: a [`Mesh`]. Out: the ids to build the tree from, and how many were left out for what reason.
//! - *Degenerate*: no area, exactly. There is no surface to touch; edges that other triangles share are tested with
//!   those.
//! - *Duplicate*: the same three corners in the same turning order as a triangle with a lower id. The lower id wins
//!   every tie, so the copy is at most the answer by rounding; levels with a wall fifty times over exist.
//!
//! Hardly any triangle has a copy. So a bit for each hash of corners says first which hashes come twice, from a table
//! that fits a cache; only triangles of those are compared.

use crate::mesh::Mesh;
use glam::Vec3;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// What was kept, and what was not.
#[derive(Debug, Default)]
pub(crate) struct Sifted {
    /// Ids in ascending order.
    pub(crate) kept: Vec<u32>,
    pub(crate) degenerate: usize,
    pub(crate) duplicates: usize,
}

/// Bits for each triangle: one hash in so many is taken for another.
const BITS: usize = 16;

/// Sorts out degenerate triangles and duplicates.
pub(crate) fn sift(mesh: &Mesh) -> Sifted {
    let count = mesh.triangle_count();
    let mut hashes = Vec::with_capacity(count);
    let mut sifted = Sifted { kept: Vec::with_capacity(count), ..Sifted::default() };
    let (mut once, mut twice) = (Hashes::with_room(count), Hashes::with_room(count));
    for id in 0..count {
        let hash = hash(canonical(mesh.corners(id)));
        if mesh.is_degenerate(id) {
            sifted.degenerate += 1;
        } else {
            sifted.kept.push(id as u32);
            hashes.push(hash);
            if !once.insert(hash) {
                twice.insert(hash);
            }
        }
    }

    let mut seen = HashSet::<_, BuildHasherDefault<DefaultHasher>>::default();
    let mut hashes = hashes.into_iter();
    let before = sifted.kept.len();
    sifted.kept.retain(|&id| {
        let may_have_copy = hashes.next().is_some_and(|hash| twice.holds(hash));
        !may_have_copy || seen.insert(canonical(mesh.corners(id as usize)))
    });
    sifted.duplicates = before - sifted.kept.len();
    sifted
}

/// A set of hashes, which takes some for others.
struct Hashes(Vec<u64>);

impl Hashes {
    fn with_room(count: usize) -> Self {
        Self(vec![0; (BITS * count / u64::BITS as usize).next_power_of_two()])
    }

    /// The word of a hash, and its bit there.
    fn place(&self, hash: u64) -> (usize, u64) {
        (hash as usize & (self.0.len() - 1), 1 << (hash >> 58))
    }

    fn holds(&self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        self.0[word] & bit != 0
    }

    /// Whether it is new.
    fn insert(&mut self, hash: u64) -> bool {
        let (word, bit) = self.place(hash);
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
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
