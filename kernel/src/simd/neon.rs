//! The operations of the portable backend on aarch64 with NEON: two registers of 128 bits.
//!
//! In place of `wide`, not beside it: all such processors have NEON, so there is nothing to choose. What `wide` does on such a target lane
//! by lane is one or two instructions here: lanes in another order, the least of all lanes, bytes.
//!
//! Every `unsafe` block calls intrinsics that need NEON and nothing else, or that read and write the memory of a reference, whose size
//! is that of the access and whose alignment is that of its elements. The compile target has NEON, or this file is not compiled.

#![allow(unsafe_code)]

use crate::simd::{BYTES, ByteLanes, Eight, FloatLanes, Portable, ShuffleLanes, Units, WIDTH};
use core::arch::aarch64::{
    float32x4_t, int8x8_t, int8x16_t, int32x4_t, uint8x16_t, uint8x16x2_t, uint32x4_t, vabsq_f32, vaddq_f32,
    vaddvq_u16, vandq_u8, vandq_u16, vandq_u32, vbslq_f32, vceqq_u32, vcgeq_f32, vcgtq_f32, vcgtq_s8, vcleq_f32,
    vcltq_f32, vcombine_s8, vcombine_s16, vcombine_u16, vcvtq_f32_s32, vcvtq_s32_f32, vdivq_f32, vdupq_laneq_s8,
    vdupq_n_f32, vdupq_n_s32, vdupq_n_u8, vdupq_n_u32, vget_high_s16, vget_low_s16, vgetq_lane_u64, vld1_s8, vld1q_f32,
    vld1q_s8, vld1q_s32, vld1q_u8, vld1q_u16, vld1q_u32, vmaxvq_u32, vminq_f32, vminvq_f32, vmovl_s8, vmovl_s16,
    vmovn_u32, vmulq_f32, vmvnq_u32, vnegq_f32, vnegq_s32, vorrq_u8, vorrq_u32, vpaddq_u8, vqmovn_s16, vqmovn_s32,
    vqtbl1q_u8, vqtbl2q_u8, vreinterpretq_f32_u8, vreinterpretq_s8_u8, vreinterpretq_u8_f32, vreinterpretq_u8_s8,
    vreinterpretq_u32_f32, vreinterpretq_u64_u8, vshlq_n_u8, vshlq_s32, vsqrtq_f32, vst1_s8, vst1q_f32, vsubq_f32,
    vsubq_s32,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use glam::Vec3A;

/// Eight `f32`.
#[derive(Clone, Copy)]
pub(crate) struct Float([float32x4_t; 2]);

/// Eight predicates, each all ones or all zeros.
#[derive(Clone, Copy)]
pub(crate) struct Mask([uint32x4_t; 2]);

/// For each byte of eight `f32` the number of its source byte, 0 to 31.
#[derive(Clone, Copy)]
pub(crate) struct Order([uint8x16_t; 2]);

/// 64 signed bytes, or as many predicates, each all ones or all zeros.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([uint8x16_t; 4]);

/// Low and high corner of a box in grid units.
#[derive(Clone, Copy)]
pub(crate) struct Corners([int32x4_t; 2]);

/// Defines an operator of the type `$type` that is one instruction on each half.
macro_rules! operator {
    ($trait:ident for $type:ident, $method:ident($($other:ident)?), $intrinsic:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self $(, $other: Self)?) -> Self {
                // SAFETY: the target has NEON.
                Self(unsafe { [$intrinsic(self.0[0] $(, $other.0[0])?), $intrinsic(self.0[1] $(, $other.0[1])?)] })
            }
        }
    };
}

operator!(Add for Float, add(other), vaddq_f32);
operator!(Sub for Float, sub(other), vsubq_f32);
operator!(Mul for Float, mul(other), vmulq_f32);
operator!(Div for Float, div(other), vdivq_f32);
operator!(Neg for Float, neg(), vnegq_f32);
operator!(BitAnd for Mask, bitand(other), vandq_u32);
operator!(BitOr for Mask, bitor(other), vorrq_u32);
operator!(Not for Mask, not(), vmvnq_u32);

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        // SAFETY: the target has NEON.
        Self(unsafe { [vorrq_u8(a, e), vorrq_u8(b, f), vorrq_u8(c, g), vorrq_u8(d, h)] })
    }
}

/// Defines a comparison of two vectors of eight `f32` that is false for NaN.
macro_rules! comparison {
    ($method:ident, $intrinsic:ident) => {
        #[inline(always)]
        fn $method(self, a: Float, b: Float) -> Mask {
            // SAFETY: the target has NEON.
            Mask(unsafe { [$intrinsic(a.0[0], b.0[0]), $intrinsic(a.0[1], b.0[1])] })
        }
    };
}

impl FloatLanes for Portable {
    type Float = Float;
    type Mask = Mask;

    #[inline(always)]
    fn splat(self, value: f32) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe { [vdupq_n_f32(value); 2] })
    }

    #[inline(always)]
    fn load(self, values: &Eight) -> Float {
        let halves: &[[f32; WIDTH / 2]; 2] = bytemuck::cast_ref(values);
        // SAFETY: the target has NEON; a half is four readable `f32`.
        Float(unsafe { [vld1q_f32(halves[0].as_ptr()), vld1q_f32(halves[1].as_ptr())] })
    }

    #[inline(always)]
    fn store(self, Float([low, high]): Float) -> Eight {
        let mut halves = [[0.0; WIDTH / 2]; 2];
        // SAFETY: the target has NEON; a half is four writable `f32`.
        unsafe {
            vst1q_f32(halves[0].as_mut_ptr(), low);
            vst1q_f32(halves[1].as_mut_ptr(), high);
        }
        bytemuck::cast(halves)
    }

    #[inline(always)]
    fn every(self) -> Mask {
        // SAFETY: the target has NEON.
        Mask(unsafe { [vdupq_n_u32(u32::MAX); 2] })
    }

    comparison!(lt, vcltq_f32);
    comparison!(le, vcleq_f32);
    comparison!(gt, vcgtq_f32);
    comparison!(ge, vcgeq_f32);

    #[inline(always)]
    fn same_bits(self, Float([a, b]): Float, Float([c, d]): Float) -> Mask {
        // SAFETY: the target has NEON.
        Mask(unsafe {
            [
                vceqq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(c)),
                vceqq_u32(vreinterpretq_u32_f32(b), vreinterpretq_u32_f32(d)),
            ]
        })
    }

    // Of `min` and `max`, too: their own instructions return NaN if either is one.
    #[inline(always)]
    fn select(self, mask: Mask, a: Float, b: Float) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe { [vbslq_f32(mask.0[0], a.0[0], b.0[0]), vbslq_f32(mask.0[1], a.0[1], b.0[1])] })
    }

    #[inline(always)]
    fn sqrt(self, a: Float) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe { [vsqrtq_f32(a.0[0]), vsqrtq_f32(a.0[1])] })
    }

    #[inline(always)]
    fn abs(self, a: Float) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe { [vabsq_f32(a.0[0]), vabsq_f32(a.0[1])] })
    }

    #[inline(always)]
    fn least(self, Float([low, high]): Float) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe { [vdupq_n_f32(vminvq_f32(vminq_f32(low, high))); 2] })
    }

    #[inline(always)]
    fn bits(self, Mask([low, high]): Mask) -> u32 {
        let weights: [u16; WIDTH] = [1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: the target has NEON; `weights` is eight readable `u16`.
        u32::from(unsafe {
            let lanes = vcombine_u16(vmovn_u32(low), vmovn_u32(high));
            vaddvq_u16(vandq_u16(lanes, vld1q_u16(weights.as_ptr())))
        })
    }

    #[inline(always)]
    fn any(self, Mask([low, high]): Mask) -> bool {
        // SAFETY: the target has NEON.
        unsafe { vmaxvq_u32(vorrq_u32(low, high)) != 0 }
    }
}

impl ShuffleLanes for Portable {
    type Order = Order;

    #[inline(always)]
    fn order(self, bytes: u64) -> Order {
        const SPREAD: [[u8; 16]; 2] =
            [[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3], [4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7]];
        const BYTE_OF_LANE: [u8; 16] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];
        let lanes: [u8; 16] = bytemuck::cast([bytes; 2]);
        // A lane number above each of its four bytes, times four, and which of the four it is.
        // SAFETY: the target has NEON; each of the arrays is sixteen readable bytes.
        Order(unsafe {
            let lanes = vandq_u8(vld1q_u8(lanes.as_ptr()), vdupq_n_u8(7));
            let (first, byte) = (vshlq_n_u8::<2>(lanes), vld1q_u8(BYTE_OF_LANE.as_ptr()));
            [
                vorrq_u8(vqtbl1q_u8(first, vld1q_u8(SPREAD[0].as_ptr())), byte),
                vorrq_u8(vqtbl1q_u8(first, vld1q_u8(SPREAD[1].as_ptr())), byte),
            ]
        })
    }

    #[inline(always)]
    fn permute(self, Float([low, high]): Float, Order([first, last]): Order) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe {
            let from = uint8x16x2_t(vreinterpretq_u8_f32(low), vreinterpretq_u8_f32(high));
            [vreinterpretq_f32_u8(vqtbl2q_u8(from, first)), vreinterpretq_f32_u8(vqtbl2q_u8(from, last))]
        })
    }

    #[inline(always)]
    fn weave(self, [a, b, c]: [Float; 3]) -> Float {
        const OF_B: [u32; 4] = [0, u32::MAX, 0, 0];
        const OF_C: [u32; 4] = [0, 0, u32::MAX, u32::MAX];
        // SAFETY: the target has NEON; both arrays are four readable `u32`.
        Float(unsafe {
            let (of_b, of_c) = (vld1q_u32(OF_B.as_ptr()), vld1q_u32(OF_C.as_ptr()));
            [
                vbslq_f32(of_c, c.0[0], vbslq_f32(of_b, b.0[0], a.0[0])),
                vbslq_f32(of_c, c.0[1], vbslq_f32(of_b, b.0[1], a.0[1])),
            ]
        })
    }
}

impl ByteLanes for Portable {
    type Bytes = Bytes;
    type Corners = Corners;

    #[inline(always)]
    fn corners(self, low: Vec3A, high: Vec3A) -> Corners {
        let ([a, b, c], [d, e, f]) = (low.to_array(), high.to_array());
        let corners = [[a, b, c, c], [d, e, f, f]];
        // SAFETY: the target has NEON; a corner is four readable `f32`.
        Corners(unsafe {
            [vcvtq_s32_f32(vld1q_f32(corners[0].as_ptr())), vcvtq_s32_f32(vld1q_f32(corners[1].as_ptr()))]
        })
    }

    #[inline(always)]
    fn cells(self, corners: Corners, origin: &Units, shift: &Units) -> [Bytes; 6] {
        let cells = cells(corners, origin, shift);
        // Four bytes of the low corner, four of the high one.
        // SAFETY: the target has NEON.
        unsafe {
            [
                Bytes::splat(vdupq_laneq_s8::<0>(cells)),
                Bytes::splat(vdupq_laneq_s8::<1>(cells)),
                Bytes::splat(vdupq_laneq_s8::<2>(cells)),
                Bytes::splat(vdupq_laneq_s8::<4>(cells)),
                Bytes::splat(vdupq_laneq_s8::<5>(cells)),
                Bytes::splat(vdupq_laneq_s8::<6>(cells)),
            ]
        }
    }

    #[inline(always)]
    fn axis_cells(self, Float([low, high]): Float, origin: i32, shift: i32) -> Float {
        // SAFETY: the target has NEON.
        Float(unsafe {
            // A shift to the left by fewer than no bits is one to the right.
            let (origin, shift) = (vdupq_n_s32(origin), vdupq_n_s32(-shift));
            [
                vcvtq_f32_s32(vshlq_s32(vsubq_s32(vcvtq_s32_f32(low), origin), shift)),
                vcvtq_f32_s32(vshlq_s32(vsubq_s32(vcvtq_s32_f32(high), origin), shift)),
            ]
        })
    }

    #[inline(always)]
    fn narrow(self, Float([low, high]): Float) -> [i8; WIDTH] {
        let mut bytes = [0; WIDTH];
        // SAFETY: the target has NEON; `bytes` is eight writable bytes.
        unsafe {
            let words = vcombine_s16(vqmovn_s32(vcvtq_s32_f32(low)), vqmovn_s32(vcvtq_s32_f32(high)));
            vst1_s8(bytes.as_mut_ptr(), vqmovn_s16(words));
        }
        bytes
    }

    #[inline(always)]
    fn widen(self, bytes: [i8; WIDTH]) -> Float {
        // SAFETY: the target has NEON; `bytes` is eight readable bytes.
        Float(unsafe {
            let words = vmovl_s8(vld1_s8(bytes.as_ptr()));
            [vcvtq_f32_s32(vmovl_s16(vget_low_s16(words))), vcvtq_f32_s32(vmovl_s16(vget_high_s16(words)))]
        })
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Bytes {
        let quarters: &[[i8; BYTES / 4]; 4] = bytemuck::cast_ref(bytes);
        // SAFETY: the target has NEON; a quarter is sixteen readable bytes.
        let of = |quarter: usize| unsafe { vreinterpretq_u8_s8(vld1q_s8(quarters[quarter].as_ptr())) };
        Bytes([of(0), of(1), of(2), of(3)])
    }

    #[inline(always)]
    fn above(self, Bytes([a, b, c, d]): Bytes, Bytes([e, f, g, h]): Bytes) -> Bytes {
        Bytes([above(a, e), above(b, f), above(c, g), above(d, h)])
    }

    #[inline(always)]
    fn byte_bits(self, Bytes([a, b, c, d]): Bytes) -> u64 {
        const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: the target has NEON; `WEIGHTS` is sixteen readable bytes.
        unsafe {
            let weights = vld1q_u8(WEIGHTS.as_ptr());
            // Sums of neighbours, three times: eight weights add up to a byte of bits.
            let of_two = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
            let and_two = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
            let of_four = vpaddq_u8(of_two, and_two);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(of_four, of_four)))
        }
    }
}

impl Bytes {
    #[inline(always)]
    fn splat(quarter: int8x16_t) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { [vreinterpretq_u8_s8(quarter); 4] })
    }
}

/// Whether each of sixteen signed bytes of `a` is above that of `b`.
#[inline(always)]
fn above(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    // SAFETY: the target has NEON.
    unsafe { vcgtq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)) }
}

/// Both corners of a box as cells of a node, a byte each: four of the low corner, four of the high one.
#[inline(always)]
fn cells(Corners([low, high]): Corners, origin: &Units, shift: &Units) -> int8x16_t {
    // SAFETY: the target has NEON; origin and shift are four readable `i32` each.
    unsafe {
        // A shift to the left by fewer than no bits is one to the right.
        let (origin, shift) = (vld1q_s32(origin.as_ptr()), vnegq_s32(vld1q_s32(shift.as_ptr())));
        let low = vqmovn_s32(vshlq_s32(vsubq_s32(low, origin), shift));
        let high = vqmovn_s32(vshlq_s32(vsubq_s32(high, origin), shift));
        let bytes: int8x8_t = vqmovn_s16(vcombine_s16(low, high));
        vcombine_s8(bytes, bytes)
    }
}
