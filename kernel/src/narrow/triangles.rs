//! Eight triangles in registers, ellipsoid space. No geometry happens here.

use crate::bvh::block::{NO_TRIANGLE, NOWHERE, TriangleBlock};
use crate::frame::mesh_view::MeshView;
use crate::simd::{Eight, LaneVec, Lanes, WIDTH};

/// Number of each SIMD lane: 0 to 7.
const NUMBERS: Eight = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// Eight triangles in SIMD registers, ellipsoid space: corners and ids.
#[derive(Clone, Copy)]
pub(crate) struct Triangles<F> {
    pub(crate) corners: [LaneVec<F>; 3],
    /// Triangle ids as bits: no arithmetic is done with them.
    pub(crate) ids: F,
}

impl<F: Copy> Triangles<F> {
    /// Makes eight triangles so far away that no shape reaches them.
    #[inline(always)]
    pub(crate) fn nowhere<L: Lanes<Float = F>>(lanes: L) -> Self {
        let [a, b, c] = NOWHERE;
        Self {
            corners: [lanes.splat3(a), lanes.splat3(b), lanes.splat3(c)],
            ids: lanes.load_bits(&[NO_TRIANGLE; WIDTH]),
        }
    }

    /// Maps the eight triangles of a block from mesh space to ellipsoid space.
    #[inline(always)]
    pub(crate) fn of<L: Lanes<Float = F>>(lanes: L, view: &impl MeshView, block: &TriangleBlock) -> Self {
        Self { corners: view.corners(lanes, &block.corners), ids: lanes.load_bits(&block.ids) }
    }

    /// Returns the triangles with ids increased by `first`.
    #[inline(always)]
    pub(crate) fn numbered_from<L: Lanes<Float = F>>(mut self, lanes: L, first: u32) -> Self {
        let mut ids = lanes.store_bits(self.ids);
        for id in &mut ids {
            // The id of a lane without a triangle may wrap: nothing reaches that lane.
            *id = id.wrapping_add(first);
        }
        self.ids = lanes.load_bits(&ids);
        self
    }

    /// Returns the triangles with their lanes permuted: lane `i` comes from lane `order[i]`.
    #[inline(always)]
    pub(crate) fn permuted<L: Lanes<Float = F>>(&self, lanes: L, order: L::Order) -> Self {
        let [a, b, c] = self.corners;
        Self {
            corners: [lanes.permute3(a, order), lanes.permute3(b, order), lanes.permute3(c, order)],
            ids: lanes.permute(self.ids, order),
        }
    }

    /// Combines the triangles in the first `count` lanes of `self` with those in the other lanes of `others`.
    #[inline(always)]
    pub(crate) fn before<L: Lanes<Float = F>>(&self, lanes: L, count: usize, others: &Self) -> Self {
        let first = first_lanes(lanes, count);
        let ([a, b, c], [d, e, f]) = (self.corners, others.corners);
        Self {
            corners: [lanes.select3(first, a, d), lanes.select3(first, b, e), lanes.select3(first, c, f)],
            ids: lanes.select(first, self.ids, others.ids),
        }
    }
}

/// Mask of the first `count` of eight lanes.
#[inline(always)]
pub(crate) fn first_lanes<L: Lanes>(lanes: L, count: usize) -> L::Mask {
    lanes.lt(lanes.load(&NUMBERS), lanes.splat(count as f32))
}
