//! The map from mesh space to ellipsoid space: `((v - high) - low) / radii`.
//!
//! In: a shape and a position. Out: points, displacements and corners of triangles, in the space in which the shape is the
//! unit sphere about the origin.
//!
//! The position is subtracted first and the scale comes after: 5 km from the origin the other order loses a millimetre,
//! this one nothing.

use crate::frame::position::Position;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Eight, LaneVec, Lanes};
use glam::Vec3;

/// Ellipsoid space about one place: the unit sphere at the origin is the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) position: Position,
    pub(crate) radii: Vec3,
    pub(crate) inverse_radii: Vec3,
}

impl Space {
    #[inline(always)]
    pub(crate) fn new(shape: Ellipsoid, position: Position) -> Self {
        Self { position, radii: shape.radii(), inverse_radii: shape.radii().recip() }
    }

    /// A direction or displacement of the world in ellipsoid space.
    #[inline(always)]
    pub(crate) fn displacement(&self, v: Vec3) -> Vec3 {
        v * self.inverse_radii
    }

    /// The corners of eight triangles of mesh space in ellipsoid space.
    #[inline(always)]
    pub(crate) fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3] {
        let v = lanes.load_corners(corners);
        [self.points(lanes, v[0]), self.points(lanes, v[1]), self.points(lanes, v[2])]
    }

    /// Points of mesh space in ellipsoid space, eight at a time.
    #[inline(always)]
    pub(crate) fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        let relative = v - lanes.splat3(self.position.high) - lanes.splat3(self.position.low);
        relative.multiply(lanes.splat3(self.inverse_radii))
    }
}
