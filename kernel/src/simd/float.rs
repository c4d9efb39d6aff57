//! Eight floats, a lane each: the five IEEE operations, comparisons that are false for NaN, selection, and lanes in another
//! order. Absent on purpose: see [`lanes`](super::lanes).

use crate::simd::LaneVec;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Lanes in a block: triangles tested at a time.
pub(crate) const WIDTH: usize = 8;

/// One `f32` for each lane, as it lies in memory.
pub(crate) type Eight = [f32; WIDTH];

/// Operations on eight `f32`; the token proves that the processor has what the backend needs.
pub(crate) trait FloatLanes: Copy + Send + Sync {
    /// Eight `f32`.
    type Float: Copy
        + Add<Output = Self::Float>
        + Sub<Output = Self::Float>
        + Mul<Output = Self::Float>
        + Div<Output = Self::Float>
        + Neg<Output = Self::Float>;
    /// Eight predicates.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;
    /// A permutation: the source lane of each lane.
    type Order: Copy;

    /// The same value in every lane.
    fn splat(self, value: f32) -> Self::Float;
    /// Reads eight values.
    fn load(self, values: &Eight) -> Self::Float;
    /// Writes eight values.
    fn store(self, value: Self::Float) -> Eight;

    /// `a < b`, false for NaN.
    fn lt(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// `a <= b`, false for NaN.
    fn le(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// `a > b`, false for NaN.
    fn gt(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// `a >= b`, false for NaN.
    fn ge(self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// `a` where the mask holds, `b` elsewhere.
    fn select(self, mask: Self::Mask, a: Self::Float, b: Self::Float) -> Self::Float;
    /// Correctly rounded square root.
    fn sqrt(self, a: Self::Float) -> Self::Float;
    /// The absolute value.
    fn abs(self, a: Self::Float) -> Self::Float;
    /// The least of all lanes, in every lane. No lane may be NaN.
    fn least(self, value: Self::Float) -> Self::Float;
    /// The mask of all lanes.
    fn every(self) -> Self::Mask;
    /// Bit `i` of the result is lane `i` of the mask.
    fn bits(self, mask: Self::Mask) -> u32;
    /// The permutation whose lane `i` takes the lane in the low three bits of byte `i`.
    fn order(self, bytes: u64) -> Self::Order;
    /// The lanes of `value` in another order.
    fn permute(self, value: Self::Float, order: Self::Order) -> Self::Float;
    /// Lanes 0 and 4 of the first row, 1 and 5 of the second, all others of the third.
    fn weave(self, rows: [Self::Float; 3]) -> Self::Float;

    /// `a` where `a < b`, otherwise `b`: the second operand is the result for NaN.
    #[inline(always)]
    fn min(self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.select(self.lt(a, b), a, b)
    }

    /// `a` where `a > b`, otherwise `b`: the second operand is the result for NaN.
    #[inline(always)]
    fn max(self, a: Self::Float, b: Self::Float) -> Self::Float {
        self.select(self.gt(a, b), a, b)
    }

    /// As [`min`](FloatLanes::min), by component.
    #[inline(always)]
    fn min3(self, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.min(a.x, b.x), y: self.min(a.y, b.y), z: self.min(a.z, b.z) }
    }

    /// As [`max`](FloatLanes::max), by component.
    #[inline(always)]
    fn max3(self, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.max(a.x, b.x), y: self.max(a.y, b.y), z: self.max(a.z, b.z) }
    }

    /// Whether any lane holds.
    #[inline(always)]
    fn any(self, mask: Self::Mask) -> bool {
        self.bits(mask) != 0
    }

    /// Reads eight words as bits: they may be permuted and selected, not calculated with.
    #[inline(always)]
    fn load_bits(self, words: &[u32; WIDTH]) -> Self::Float {
        self.load(bytemuck::cast_ref(words))
    }

    /// Writes eight words that [`load_bits`](FloatLanes::load_bits) has read.
    #[inline(always)]
    fn store_bits(self, value: Self::Float) -> [u32; WIDTH] {
        bytemuck::cast(self.store(value))
    }

    /// Reads three times eight values as a vector.
    #[inline(always)]
    fn load3(self, values: &[Eight; 3]) -> LaneVec<Self::Float> {
        LaneVec { x: self.load(&values[0]), y: self.load(&values[1]), z: self.load(&values[2]) }
    }

    /// Reads the three corners of eight triangles.
    #[inline(always)]
    fn load_corners(self, corners: &[[Eight; 3]; 3]) -> [LaneVec<Self::Float>; 3] {
        [self.load3(&corners[0]), self.load3(&corners[1]), self.load3(&corners[2])]
    }

    /// The same vector in every lane.
    #[inline(always)]
    fn splat3(self, v: glam::Vec3) -> LaneVec<Self::Float> {
        LaneVec { x: self.splat(v.x), y: self.splat(v.y), z: self.splat(v.z) }
    }

    /// Writes a vector as three times eight values.
    #[inline(always)]
    fn store3(self, v: LaneVec<Self::Float>) -> [Eight; 3] {
        [self.store(v.x), self.store(v.y), self.store(v.z)]
    }

    /// Writes the three corners of eight triangles.
    #[inline(always)]
    fn store_corners(self, v: [LaneVec<Self::Float>; 3]) -> [[Eight; 3]; 3] {
        [self.store3(v[0]), self.store3(v[1]), self.store3(v[2])]
    }

    /// The lanes of a vector in another order.
    #[inline(always)]
    fn permute3(self, v: LaneVec<Self::Float>, order: Self::Order) -> LaneVec<Self::Float> {
        LaneVec { x: self.permute(v.x, order), y: self.permute(v.y, order), z: self.permute(v.z, order) }
    }

    /// As [`weave`](FloatLanes::weave), by component.
    #[inline(always)]
    fn weave3(self, [a, b, c]: [LaneVec<Self::Float>; 3]) -> LaneVec<Self::Float> {
        LaneVec { x: self.weave([a.x, b.x, c.x]), y: self.weave([a.y, b.y, c.y]), z: self.weave([a.z, b.z, c.z]) }
    }

    /// `a` where the mask holds, `b` elsewhere, by component.
    #[inline(always)]
    fn select3(self, mask: Self::Mask, a: LaneVec<Self::Float>, b: LaneVec<Self::Float>) -> LaneVec<Self::Float> {
        LaneVec { x: self.select(mask, a.x, b.x), y: self.select(mask, a.y, b.y), z: self.select(mask, a.z, b.z) }
    }
}

/// The lanes of a mask, the lowest first.
#[inline(always)]
pub(crate) fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize % WIDTH);
        mask &= mask.wrapping_sub(1);
        lane
    })
}

/// `|x| + |y| + |z|`: the size of a vector, for bounds of the rounding of results computed from it.
#[inline(always)]
pub(crate) fn one_norm<L: FloatLanes>(lanes: L, v: LaneVec<L::Float>) -> L::Float {
    lanes.abs(v.x) + lanes.abs(v.y) + lanes.abs(v.z)
}
