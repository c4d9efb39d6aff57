//! Boxes along the axes, mesh space: one, and those around the eight triangles of a block.

use crate::bvh::block::TriangleBlock;
use crate::simd::{LaneVec, Lanes};
use glam::Vec3A;

/// A box, mesh space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Vec3A,
    pub(crate) high: Vec3A,
}

impl Bounds {
    /// That of nothing: it holds no other.
    pub(crate) const NONE: Self = Self { low: Vec3A::NAN, high: Vec3A::NAN };

    /// That which reaches so far to all sides of its middle.
    #[inline(always)]
    pub(crate) fn about(middle: Vec3A, half: Vec3A) -> Self {
        Self { low: middle - half, high: middle + half }
    }

    /// Whether another lies in it.
    #[inline(always)]
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.low.cmple(other.low).all() && self.high.cmpge(other.high).all()
    }
}

/// The low and the high corners of the boxes around the triangles of a block.
#[inline(always)]
pub(crate) fn boxes_of<L: Lanes>(lanes: L, block: &TriangleBlock) -> [LaneVec<L::Float>; 2] {
    let v = lanes.load_corners(&block.corners);
    [lanes.min3(lanes.min3(v[0], v[1]), v[2]), lanes.max3(lanes.max3(v[0], v[1]), v[2])]
}
