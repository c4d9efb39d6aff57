//! Axis-aligned boxes in mesh space: single ones, and those of the eight triangles of a block.

use crate::bvh::block::TriangleBlock;
use crate::simd::{LaneVec, Lanes};
use glam::Vec3A;

/// An axis-aligned box, mesh space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: Vec3A,
    pub(crate) high: Vec3A,
}

impl Bounds {
    /// A box that meets no other box and contains no other box.
    pub(crate) const NONE: Self = Self { low: Vec3A::NAN, high: Vec3A::NAN };

    /// The neutral element of [union](Self::union): its union with any other box is that box.
    pub(crate) const EMPTY: Self = Self { low: Vec3A::MAX, high: Vec3A::MIN };

    /// The box around a triangle with these corners.
    #[cfg(any(feature = "std", test))]
    #[inline(always)]
    pub(crate) fn of_triangle([a, b, c]: [Vec3A; 3]) -> Self {
        Self { low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// The box around this box and another.
    #[inline(always)]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The box around all boxes of a slice; [`EMPTY`](Self::EMPTY) for an empty slice.
    #[cfg(any(feature = "std", test))]
    pub(crate) fn around(all: &[Self]) -> Self {
        all.iter().fold(Self::EMPTY, |all, next| all.union(next))
    }

    /// Whether the box contains no point.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        !self.low.cmple(self.high).all()
    }

    /// The vector from the box's low to its high corner.
    #[cfg(any(feature = "std", test))]
    #[inline(always)]
    pub(crate) fn extent(&self) -> Vec3A {
        self.high - self.low
    }

    /// Makes a box from its middle and its half extents.
    #[inline(always)]
    pub(crate) fn about(middle: Vec3A, half: Vec3A) -> Self {
        Self { low: middle - half, high: middle + half }
    }

    /// Whether this box contains the whole of another.
    #[inline(always)]
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.low.cmple(other.low).all() && self.high.cmpge(other.high).all()
    }
}

/// Low and high corners of the boxes around the eight triangles of a block, a box in each SIMD lane; mesh space.
#[inline(always)]
pub(crate) fn boxes_of<L: Lanes>(lanes: L, block: &TriangleBlock) -> [LaneVec<L::Float>; 2] {
    let v = lanes.load_corners(&block.corners);
    [lanes.min3(lanes.min3(v[0], v[1]), v[2]), lanes.max3(lanes.max3(v[0], v[1]), v[2])]
}
