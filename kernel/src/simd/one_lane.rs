//! One of eight lanes by itself, for backends without vector instructions: there a test of eight lanes takes the time of eight tests,
//! however few of them matter.
//!
//! In: eight `f32` in memory. Out: the bits of that lane in any backend, which are the same if no lane is moved to another.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::simd::pick::pick;
use crate::simd::{Eight, FloatLanes, WIDTH};

/// Token of one lane, with its number: 0 to 7.
#[derive(Clone, Copy)]
pub(crate) struct OneLane(pub(crate) usize);

impl FloatLanes for OneLane {
    type Float = f32;
    type Mask = bool;

    #[inline(always)]
    fn splat(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn load(self, values: &Eight) -> f32 {
        values[self.0 % WIDTH]
    }

    #[inline(always)]
    fn store(self, value: f32) -> Eight {
        [value; WIDTH]
    }

    #[inline(always)]
    fn every(self) -> bool {
        true
    }

    #[inline(always)]
    fn lt(self, a: f32, b: f32) -> bool {
        a < b
    }

    #[inline(always)]
    fn le(self, a: f32, b: f32) -> bool {
        a <= b
    }

    #[inline(always)]
    fn gt(self, a: f32, b: f32) -> bool {
        a > b
    }

    #[inline(always)]
    fn ge(self, a: f32, b: f32) -> bool {
        a >= b
    }

    #[inline(always)]
    fn same_bits(self, a: f32, b: f32) -> bool {
        a.to_bits() == b.to_bits()
    }

    #[inline(always)]
    fn select(self, mask: bool, a: f32, b: f32) -> f32 {
        pick(mask, a, b)
    }

    #[inline(always)]
    fn sqrt(self, a: f32) -> f32 {
        a.root()
    }

    #[inline(always)]
    fn abs(self, a: f32) -> f32 {
        a.abs()
    }

    #[inline(always)]
    fn least(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn bits(self, mask: bool) -> u32 {
        u32::from(mask) << self.0
    }

    #[inline(always)]
    fn any(self, mask: bool) -> bool {
        mask
    }
}
