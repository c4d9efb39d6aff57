//! A straight motion of the unit sphere in ellipsoid space, with the values that all lanes share.

use crate::base::correctly_rounded::CorrectlyRounded;
use glam::{DVec3, Vec3};

/// A motion from `start` by `displacement`, both in ellipsoid space. A displacement shorter than 1.1e-19 counts as zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) start: Vec3,
    pub(crate) displacement: Vec3,
    /// Unit vector along the motion's displacement, ellipsoid space; zero if the displacement is zero.
    pub(crate) direction: Vec3,
    pub(crate) length: f32,
    /// Inverse of the length of the motion's displacement, ellipsoid space; zero if the displacement is zero.
    pub(crate) inverse_length: f32,
    /// Sum of the absolute components of the motion's displacement, ellipsoid space; bounds its rounding.
    pub(crate) size: f32,
}

impl Motion {
    #[inline(always)]
    pub(crate) fn new(start: Vec3, displacement: Vec3) -> Self {
        let square = displacement.dot(displacement);
        // Below the least normal number a square loses digits, and the direction with them.
        let (displacement, length) =
            if square >= f32::MIN_POSITIVE { (displacement, square.root()) } else { (Vec3::ZERO, 0.0) };
        let inverse_length = if length > 0.0 { 1.0 / length } else { 0.0 };
        let (direction, size) = (displacement * inverse_length, displacement.abs().element_sum());
        Self { start, displacement, direction, length, inverse_length, size }
    }

    /// Centre of the moving unit sphere after `fraction` of the motion, ellipsoid space, in `f64`.
    #[inline(always)]
    pub(crate) fn at(&self, fraction: f32) -> DVec3 {
        self.start.as_dvec3() + self.displacement.as_dvec3() * f64::from(fraction)
    }
}
