//! The map from mesh space to ellipsoid space: `((v - center) - rest) / radii`.
//!
//! The centre is subtracted first and the scale comes after: 5 km from the origin the other order loses a millimetre,
//! this one nothing. The centre is a sum of two `f32`, so that a character far out moves as finely as one at the
//! origin.

use crate::block::TriangleBlock;
use crate::ellipsoid::Ellipsoid;
use crate::lanes::{LaneVec, Lanes};
use glam::{DVec3, Vec3};

/// A position in two parts, metres: what an `f32` can hold, and the rest below its last place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    pub(crate) center: Vec3,
    pub(crate) rest: Vec3,
}

impl Place {
    #[inline(always)]
    pub(crate) fn new(center: Vec3) -> Self {
        Self { center, rest: Vec3::ZERO }
    }

    /// From the place to a point, metres; exact.
    #[inline(always)]
    pub(crate) fn to(self, point: Vec3) -> DVec3 {
        point.as_dvec3() - self.center.as_dvec3() - self.rest.as_dvec3()
    }

    /// The place `offset` further. The sum is exact but for the rounding of `rest + offset` (Knuth's two-sum, 1969).
    #[inline(always)]
    pub(crate) fn moved(self, offset: Vec3) -> Self {
        let step = self.rest + offset;
        let center = self.center + step;
        let taken = center - self.center;
        let rest = (self.center - (center - taken)) + (step - taken);
        Self { center, rest }
    }
}

/// Ellipsoid space about one place: the unit sphere at the origin is the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) place: Place,
    pub(crate) radii: Vec3,
    pub(crate) inverse_radii: Vec3,
}

impl Space {
    #[inline(always)]
    pub(crate) fn new(shape: Ellipsoid, place: Place) -> Self {
        Self { place, radii: shape.radii(), inverse_radii: shape.radii().recip() }
    }

    /// A direction or displacement of the world in ellipsoid space.
    #[inline(always)]
    pub(crate) fn displacement(&self, v: Vec3) -> Vec3 {
        v * self.inverse_radii
    }

    /// The corners of a block of the world in ellipsoid space.
    #[inline(always)]
    pub(crate) fn corners<L: Lanes>(&self, lanes: L, block: &TriangleBlock) -> [LaneVec<L::Float>; 3] {
        let v = lanes.load_corners(&block.corners);
        [self.points(lanes, v[0]), self.points(lanes, v[1]), self.points(lanes, v[2])]
    }

    /// Points of mesh space in ellipsoid space, eight at a time.
    #[inline(always)]
    pub(crate) fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        let relative = v - lanes.splat3(self.place.center) - lanes.splat3(self.place.rest);
        relative.multiply(lanes.splat3(self.inverse_radii))
    }
}
