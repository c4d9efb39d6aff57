//! In which order a query sees the corners of a triangle, beside the order in the mesh.
//!
//! A tree keeps every triangle [turned](crate::bvh::build::deduplicate), and in a mirror two corners change places, so that
//! fronts stay fronts. Weights of corners are put back into the order of the mesh before a user gets them. Two bits a
//! triangle. No query happens here.

use crate::base::elements::Elements;
#[cfg(any(feature = "std", test))]
use alloc::vec;
#[cfg(any(feature = "std", test))]
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

/// Triangles whose numbers share a byte.
const IN_BYTE: usize = 4;

/// Which corner of each triangle of a mesh comes first in its block, by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct FirstCorners {
    /// As [`unturned`] makes and [`set_first_corner`] writes it.
    pub(crate) packed: Elements<u8>,
}

impl FirstCorners {
    /// The number of the corner that comes first, 0 to 2.
    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> u8 {
        let place = triangle as usize;
        self.packed.get(place / IN_BYTE).map_or(0, |byte| byte >> (2 * (place % IN_BYTE)) & 3)
    }

    /// Memory, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.packed[..])
    }
}

/// First corners of so many triangles: all those that are first in the mesh.
#[cfg(any(feature = "std", test))]
pub(crate) fn unturned(triangles: usize) -> Vec<u8> {
    vec![0; triangles.div_ceil(IN_BYTE)]
}

/// Notes with which corner a triangle begins.
#[cfg(any(feature = "std", test))]
pub(crate) fn set_first_corner(packed: &mut [u8], triangle: u32, first: usize) {
    let (byte, shift) = (&mut packed[triangle as usize / IN_BYTE], 2 * (triangle as usize % IN_BYTE));
    *byte = *byte & !(3 << shift) | (first as u8) << shift;
}

/// In which order a query sees the corners of one triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CornerOrder {
    /// Which corner of the mesh comes first.
    pub(crate) first: u8,
    /// Whether the two others have changed places.
    pub(crate) is_mirrored: bool,
}

impl CornerOrder {
    /// Weights of the corners as a query sees them to those of the corners as the mesh has them, `0..=1`.
    #[inline(always)]
    pub(crate) fn in_mesh(self, seen: DVec3) -> Vec3 {
        // None is negative; one may be more than 1 by the rounding of a needle.
        let Vec3 { x, y, z } = seen.as_vec3().min(Vec3::ONE);
        let (y, z) = if self.is_mirrored { (z, y) } else { (y, z) };
        // Without a branch on what is as good as random.
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
