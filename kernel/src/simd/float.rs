//! Eight floats, a lane each: the five IEEE operations, comparisons that are false for NaN, and selection. Absent on purpose: see
//! [`lanes`](super::lanes).

use crate::simd::LaneVec;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Number of SIMD lanes: triangles in a block, which are tested at a time.
pub(crate) const WIDTH: usize = 8;

/// Eight `f32`, one for each SIMD lane, as in memory.
pub(crate) type Eight = [f32; WIDTH];

/// Operations on eight `f32`; the token proves that the processor has the instructions of the backend.
pub(crate) trait FloatLanes: Copy + Send + Sync {
    /// Whether lanes are computed one after the other, so that those that do not matter cost as much as those that do.
    const ONE_BY_ONE: bool = false;

    /// Vector of eight `f32`, one in each lane.
    type Float: Copy
        + Add<Output = Self::Float>
        + Sub<Output = Self::Float>
        + Mul<Output = Self::Float>
        + Div<Output = Self::Float>
        + Neg<Output = Self::Float>;
    /// Mask of eight lanes: the vector that a comparison returns.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// Copies a number to every lane.
    fn splat(self, value: f32) -> Self::Float;
    /// Loads eight `f32` from memory into the lanes.
    fn load(self, values: &Eight) -> Self::Float;
    /// Stores the eight `f32` of the lanes to memory.
    fn store(self, value: Self::Float) -> Eight;

    /// Compares `a < b` in each lane; false for NaN.
    fn lt(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Compares `a <= b` in each lane; false for NaN.
    fn le(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Compares `a > b` in each lane; false for NaN.
    fn gt(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Compares `a >= b` in each lane; false for NaN.
    fn ge(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Compares all bits of `a` and `b` in each lane: zeros of both signs differ, and NaN is the same as itself.
    fn same_bits(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Returns `a` in lanes where the mask is true, `b` elsewhere.
    fn select(self, mask: Self::Mask, a: Self::Float, b: Self::Float) -> Self::Float;
    /// Returns the correctly rounded square root of each lane.
    fn sqrt(self, a: Self::Float) -> Self::Float;
    /// Returns the absolute value of each lane.
    fn abs(self, a: Self::Float) -> Self::Float;
    /// Returns the minimum over the eight lanes of `value`, copied to every lane. No lane may be NaN.
    fn least(self, value: Self::Float) -> Self::Float;
    /// Mask in which all eight lanes are true.
    fn every(self) -> Self::Mask;
    /// Converts a mask to bits: bit `i` is lane `i` of the mask.
    fn bits(self, mask: Self::Mask) -> u32;

    /// Returns `a` in lanes where `a < b`, otherwise `b`: if either is NaN the result is `b`.
    #[inline(always)]
    fn min(self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.select(self.lt(a, b), a, b)
    }

    /// Returns `a` in lanes where `a > b`, otherwise `b`: if either is NaN the result is `b`.
    #[inline(always)]
    fn max(self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.select(self.gt(a, b), a, b)
    }

    /// Applies [`min`](FloatLanes::min), the minimum in each lane, to x, y and z of two vectors.
    #[inline(always)]
    fn min3(self, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.min(a.x, b.x), y: self.min(a.y, b.y), z: self.min(a.z, b.z) }
    }

    /// Applies [`max`](FloatLanes::max), the maximum in each lane, to x, y and z of two vectors.
    #[inline(always)]
    fn max3(self, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.max(a.x, b.x), y: self.max(a.y, b.y), z: self.max(a.z, b.z) }
    }

    /// Whether any lane of the mask is true.
    #[inline(always)]
    fn any(self, mask: Self::Mask) -> bool {
        self.bits(mask) != 0
    }

    /// Loads eight `u32` as the bits of `f32` lanes: they may be permuted and selected, but no arithmetic is allowed.
    #[inline(always)]
    fn load_bits(self, words: &[u32; WIDTH]) -> Self::Float {
        self.load(bytemuck::cast_ref(words))
    }

    /// Stores the bits of eight lanes that [`load_bits`](FloatLanes::load_bits) has loaded, as `u32`.
    #[inline(always)]
    fn store_bits(self, value: Self::Float) -> [u32; WIDTH] {
        bytemuck::cast(self.store(value))
    }

    /// Loads eight 3D vectors, one in each lane, from three arrays: x, y and z of all lanes.
    #[inline(always)]
    fn load3(self, values: &[Eight; 3]) -> LaneVec<Self::Float> {
        LaneVec { x: self.load(&values[0]), y: self.load(&values[1]), z: self.load(&values[2]) }
    }

    /// Loads the three corners of eight triangles, one triangle in each lane: `corners[corner][axis][lane]`.
    #[inline(always)]
    fn load_corners(self, corners: &[[Eight; 3]; 3]) -> [LaneVec<Self::Float>; 3] {
        [self.load3(&corners[0]), self.load3(&corners[1]), self.load3(&corners[2])]
    }

    /// Copies one 3D vector to every lane.
    #[inline(always)]
    fn splat3(self, v: glam::Vec3) -> LaneVec<Self::Float> {
        LaneVec { x: self.splat(v.x), y: self.splat(v.y), z: self.splat(v.z) }
    }

    /// Stores eight 3D vectors, one from each lane, to three arrays: x, y and z of all lanes.
    #[inline(always)]
    fn store3(self, v: LaneVec<Self::Float>) -> [Eight; 3] {
        [self.store(v.x), self.store(v.y), self.store(v.z)]
    }

    /// Stores the three corners of eight triangles, one triangle from each lane: `[corner][axis][lane]`.
    #[inline(always)]
    fn store_corners(self, v: [LaneVec<Self::Float>; 3]) -> [[Eight; 3]; 3] {
        [self.store3(v[0]), self.store3(v[1]), self.store3(v[2])]
    }

    /// Returns `a` in lanes where the mask is true, `b` elsewhere, for each component.
    #[inline(always)]
    fn select3(self, mask: Self::Mask, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.select(mask, a.x, b.x), y: self.select(mask, a.y, b.y), z: self.select(mask, a.z, b.z) }
    }
}

/// Iterates over the numbers of the lanes whose bit is set in `mask`, lowest first.
#[inline(always)]
pub(crate) fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize % WIDTH);
        mask &= mask.wrapping_sub(1);
        lane
    })
}

/// Sum `|x| + |y| + |z|` in each lane, by which the rounding of results computed from the vector is bounded.
#[inline(always)]
pub(crate) fn one_norm<L: FloatLanes>(lanes: L, v: LaneVec<L::Float>) -> L::Float {
    lanes.abs(v.x) + lanes.abs(v.y) + lanes.abs(v.z)
}
