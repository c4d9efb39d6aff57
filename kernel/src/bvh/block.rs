//! Eight triangles of the world as they lie in memory. No geometry happens here.

use crate::base::tolerance::{PADDING_DISTANCE, PADDING_SIZE};
use crate::simd::{Eight, WIDTH};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Triangle id in a lane of a block that has no triangle.
pub(crate) const NO_TRIANGLE: u32 = u32::MAX;

/// The corners in a lane without a triangle: a proper triangle with a normal, so that no test needs a special case, but so far out
/// that no query reaches it, and small enough that the squares of its edges stay finite in any ellipsoid space.
pub(crate) const NOWHERE: [Vec3; 3] = [
    Vec3::new(PADDING_DISTANCE, 0.0, 0.0),
    Vec3::new(PADDING_DISTANCE, PADDING_SIZE, 0.0),
    Vec3::new(PADDING_DISTANCE, 0.0, PADDING_SIZE),
];

/// Eight triangles in mesh space, structure of arrays: `corners[corner][axis][lane]`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct TriangleBlock {
    pub(crate) corners: [[Eight; 3]; 3],
    pub(crate) ids: [u32; WIDTH],
}

// Five cache lines of its own: 40 bytes for a triangle.
const _: () = assert!(size_of::<TriangleBlock>() == 320 && align_of::<TriangleBlock>() == 64);

impl TriangleBlock {
    /// A block without triangles: every lane is a placeholder.
    #[cfg(any(feature = "std", test))]
    pub(crate) const EMPTY: Self = Self { corners: nowhere(), ids: [NO_TRIANGLE; WIDTH] };

    /// Writes the triangle `id`, with these corners in mesh space, into a lane of the block.
    #[cfg(any(feature = "std", test))]
    pub(crate) fn set(&mut self, lane: usize, id: u32, corners: [Vec3; 3]) {
        for (block, corner) in self.corners.iter_mut().zip(corners) {
            for (axis, value) in block.iter_mut().zip(corner.to_array()) {
                axis[lane] = value;
            }
        }
        self.ids[lane] = id;
    }

    /// Corners of the triangle in one lane of the block, mesh space.
    #[inline(always)]
    pub(crate) fn triangle(&self, lane: usize) -> [Vec3; 3] {
        let [a, b, c] = &self.corners;
        [in_lane(a, lane).into(), in_lane(b, lane).into(), in_lane(c, lane).into()]
    }
}

/// One lane of a vector. Written out: the closure of a `map` is not inlined in every build, and each call of it would write all
/// registers of 256 bits to memory.
#[inline(always)]
pub(crate) fn in_lane(v: &[Eight; 3], lane: usize) -> [f32; 3] {
    [v[0][lane], v[1][lane], v[2][lane]]
}

/// Corners of a block without triangles: the placeholder [`NOWHERE`] in every lane.
pub(crate) const fn nowhere() -> [[Eight; 3]; 3] {
    const fn lanes(corner: Vec3) -> [Eight; 3] {
        [[corner.x; WIDTH], [corner.y; WIDTH], [corner.z; WIDTH]]
    }
    [lanes(NOWHERE[0]), lanes(NOWHERE[1]), lanes(NOWHERE[2])]
}
