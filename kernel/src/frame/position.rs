//! A position in two parts: what an `f32` holds, and the remainder below its last place.
//!
//! 10 km from the origin neighbouring `f32` are 1 mm apart. With the second part a character moves as finely there as at the
//! origin.

use glam::{DVec3, Vec3};

/// A position in two parts, metres: what an `f32` can hold, and the rest below its last place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Position {
    pub(crate) high: Vec3,
    pub(crate) low: Vec3,
}

impl Position {
    #[inline(always)]
    pub(crate) fn new(high: Vec3) -> Self {
        Self { high, low: Vec3::ZERO }
    }

    /// From the place to a point, metres; exact.
    #[inline(always)]
    pub(crate) fn to(self, point: Vec3) -> DVec3 {
        point.as_dvec3() - self.high.as_dvec3() - self.low.as_dvec3()
    }

    /// The place `offset` further. The sum is exact but for the rounding of `low + offset` (Knuth's two-sum, 1969).
    #[inline(always)]
    pub(crate) fn moved(self, offset: Vec3) -> Self {
        let step = self.low + offset;
        let high = self.high + step;
        let taken = high - self.high;
        let low = (self.high - (high - taken)) + (step - taken);
        Self { high, low }
    }
}
