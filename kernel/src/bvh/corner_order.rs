//! The order in which a query sees the corners of a triangle, compared with the order in the mesh.
//!
//! A tree stores every triangle [rotated](crate::bvh::build::deduplicate), and a mirrored instance swaps two corners, so that
//! fronts stay fronts. Weights of corners return to the order of the mesh before a user gets them. Two bits a triangle. No query
//! happens here.

use crate::base::elements::Elements;
#[cfg(any(feature = "std", test))]
use alloc::vec;
#[cfg(any(feature = "std", test))]
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

/// Number of triangles whose first-corner numbers (two bits each) share a byte.
const IN_BYTE: usize = 4;

/// For each triangle id, the number of the mesh triangle's corner with which the triangle begins in its block.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstCorners {
    /// Two bits for each triangle, as [`unturned`] and [`set_first_corner`] write them.
    pub(crate) packed: Elements<u8>,
}

impl FirstCorners {
    /// Number of the mesh triangle's corner with which a triangle begins in its block, 0 to 2.
    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> u8 {
        let place = triangle as usize;
        self.packed.get(place / IN_BYTE).map_or(0, |byte| byte >> (2 * (place % IN_BYTE)) & 3)
    }

    /// Memory of the first-corner numbers, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.packed[..])
    }
}

/// Makes packed first-corner numbers for `triangles` triangles that all begin with the corner with which they begin in the mesh.
#[cfg(any(feature = "std", test))]
pub(crate) fn unturned(triangles: usize) -> Vec<u8> {
    vec![0; triangles.div_ceil(IN_BYTE)]
}

/// Stores in the packed list the number of the mesh triangle's corner with which a triangle begins in its block.
#[cfg(any(feature = "std", test))]
pub(crate) fn set_first_corner(packed: &mut [u8], triangle: u32, first: usize) {
    let (byte, shift) = (&mut packed[triangle as usize / IN_BYTE], 2 * (triangle as usize % IN_BYTE));
    *byte = *byte & !(3 << shift) | (first as u8) << shift;
}

/// Order in which a query sees the corners of one triangle, relative to their order in the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CornerOrder {
    /// Number of the mesh triangle's corner that the query sees first, 0 to 2.
    pub(crate) first: u8,
    /// Whether the query sees the two other corners in swapped order, because the instance is mirrored.
    pub(crate) is_mirrored: bool,
}

impl CornerOrder {
    /// Reorders barycentric weights from the corner order of a query to that of the mesh; clamps them to `0..=1`.
    #[inline(always)]
    pub(crate) fn in_mesh(self, seen: DVec3) -> Vec3 {
        // No weight is negative; one may exceed 1 by the rounding of a needle.
        let Vec3 { x, y, z } = seen.as_vec3().min(Vec3::ONE);
        let (y, z) = if self.is_mirrored { (z, y) } else { (y, z) };
        // Without a branch: the corner is unpredictable.
        let round = [x, y, z, x, y, z];
        let from = 3 - usize::from(self.first.min(3));
        Vec3::new(round[from], round[from + 1], round[from + 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_of_a_byte_keeps_its_own_first_corner() {
        let mut packed = unturned(11);
        for triangle in 0..11 {
            set_first_corner(&mut packed, triangle, 2);
            set_first_corner(&mut packed, triangle, triangle as usize % 3);
        }
        let first = FirstCorners { packed: packed.into() };
        for triangle in 0..11 {
            assert_eq!(first.of(triangle), triangle as u8 % 3);
        }
        assert_eq!((first.of(4_000), first.bytes()), (0, 3));
    }

    #[test]
    fn a_weight_goes_back_to_the_corner_that_it_belongs_to() {
        let mesh = [DVec3::X * 2.0, DVec3::Y * 3.0, DVec3::Z * 5.0];
        let weights = DVec3::new(0.5, 0.375, 0.125);
        for first in 0..3 {
            for is_mirrored in [false, true] {
                let [a, b, c] = [0, 1, 2].map(|place| mesh[(usize::from(first) + place) % 3]);
                let [a, b, c] = if is_mirrored { [a, c, b] } else { [a, b, c] };
                let given = CornerOrder { first, is_mirrored }.in_mesh(weights).as_dvec3();
                let point = mesh[0] * given.x + mesh[1] * given.y + mesh[2] * given.z;
                assert_eq!(point, a * weights.x + b * weights.y + c * weights.z, "{first} {is_mirrored}");
            }
        }
    }
}
