//! The map of a mesh's points and corners to ellipsoid space.
//!
//! In: coordinates in mesh space, eight lanes at a time. Out: the same in the space in which the shape is the unit sphere about the
//! origin. There are two maps: [`Space`] for a mesh without a placement, [`PlacedView`] for one with a placement.

use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placed_view::PlacedView;
use crate::simd::{Eight, LaneVec, Lanes};

/// A map from mesh space to ellipsoid space, in which the character is the unit sphere at the origin.
pub(crate) trait MeshView {
    /// Maps eight points, one in each SIMD lane, from mesh space to ellipsoid space.
    fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float>;

    /// Maps the corners of eight triangles from mesh space to ellipsoid space; triangles of a mirrored mesh keep their front sides.
    fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3];
}

impl MeshView for Space {
    #[inline(always)]
    fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        let relative = v - lanes.splat3(self.position.high) - lanes.splat3(self.position.low);
        relative.multiply(lanes.splat3(self.inverse_radii))
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3] {
        let v = lanes.load_corners(corners);
        [self.points(lanes, v[0]), self.points(lanes, v[1]), self.points(lanes, v[2])]
    }
}

impl MeshView for PlacedView {
    #[inline(always)]
    fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        let relative = v - lanes.splat3(self.position.high) - lanes.splat3(self.position.low);
        let [x, y, z] = self.columns;
        lanes.splat3(x).scale(relative.x) + lanes.splat3(y).scale(relative.y) + lanes.splat3(z).scale(relative.z)
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3] {
        let v = lanes.load_corners(corners);
        let [a, b, c] = [self.points(lanes, v[0]), self.points(lanes, v[1]), self.points(lanes, v[2])];
        // In a mirrored mesh, the corners of a front run clockwise; the swap restores their order.
        if self.is_mirrored { [a, c, b] } else { [a, b, c] }
    }
}

impl MeshView for PlacedSpace {
    #[inline(always)]
    fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        self.view.points(lanes, v)
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3] {
        self.view.corners(lanes, corners)
    }
}
