//! The operations of the portable backend in WebAssembly with `simd128`: two registers of 128 bits. No unsafe code: there, what the target
//! lacks does not compile.
//!
//! In place of `wide`, not beside it: a module for the web has one backend, and half the size. What `wide` does on such a target lane by
//! lane is one instruction here: lanes in another order, the least of all lanes, bytes.

use crate::simd::{BYTES, ByteLanes, Eight, FloatLanes, Portable, ShuffleLanes, Units, WIDTH};
use core::arch::wasm32::{
    f32x4, f32x4_abs, f32x4_add, f32x4_convert_i32x4, f32x4_div, f32x4_ge, f32x4_gt, f32x4_le, f32x4_lt, f32x4_mul,
    f32x4_neg, f32x4_pmax, f32x4_pmin, f32x4_splat, f32x4_sqrt, f32x4_sub, i8x16, i8x16_bitmask, i8x16_gt,
    i8x16_narrow_i16x8, i8x16_splat, i8x16_sub, i8x16_swizzle, i16x8_extend_low_i8x16, i16x8_narrow_i32x4, i32x4,
    i32x4_bitmask, i32x4_eq, i32x4_extend_high_i16x8, i32x4_extend_low_i16x8, i32x4_extract_lane, i32x4_shr,
    i32x4_shuffle, i32x4_splat, i32x4_sub, i32x4_trunc_sat_f32x4, i64x2_extract_lane, i64x2_splat, u8x16_splat,
    u32x4_shl, v128, v128_and, v128_any_true, v128_bitselect, v128_not, v128_or,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use glam::Vec3A;

/// Eight `f32`.
#[derive(Clone, Copy)]
pub(crate) struct Float([v128; 2]);

/// Eight predicates, each all ones or all zeros.
#[derive(Clone, Copy)]
pub(crate) struct Mask([v128; 2]);

/// For each byte of eight `f32` the number of its source byte, 0 to 31.
#[derive(Clone, Copy)]
pub(crate) struct Order([v128; 2]);

/// 64 signed bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([v128; 4]);

/// Low and high corner of a box in grid units.
#[derive(Clone, Copy)]
pub(crate) struct Corners([v128; 2]);

/// Defines an operator of the type `$type` that is one instruction on each half.
macro_rules! operator {
    ($trait:ident for $type:ident, $method:ident($($other:ident)?), $intrinsic:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self $(, $other: Self)?) -> Self {
                Self([$intrinsic(self.0[0] $(, $other.0[0])?), $intrinsic(self.0[1] $(, $other.0[1])?)])
            }
        }
    };
}

operator!(Add for Float, add(other), f32x4_add);
operator!(Sub for Float, sub(other), f32x4_sub);
operator!(Mul for Float, mul(other), f32x4_mul);
operator!(Div for Float, div(other), f32x4_div);
operator!(Neg for Float, neg(), f32x4_neg);
operator!(BitAnd for Mask, bitand(other), v128_and);
operator!(BitOr for Mask, bitor(other), v128_or);
operator!(Not for Mask, not(), v128_not);

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([v128_or(a, e), v128_or(b, f), v128_or(c, g), v128_or(d, h)])
    }
}

/// Defines a comparison of two vectors of eight `f32` that is false for NaN.
macro_rules! comparison {
    ($method:ident, $intrinsic:ident) => {
        #[inline(always)]
        fn $method(self, a: Float, b: Float) -> Mask {
            Mask([$intrinsic(a.0[0], b.0[0]), $intrinsic(a.0[1], b.0[1])])
        }
    };
}

impl FloatLanes for Portable {
    type Float = Float;
    type Mask = Mask;

    #[inline(always)]
    fn splat(self, value: f32) -> Float {
        Float([f32x4_splat(value); 2])
    }

    #[inline(always)]
    fn load(self, &[a, b, c, d, e, f, g, h]: &Eight) -> Float {
        Float([f32x4(a, b, c, d), f32x4(e, f, g, h)])
    }

    #[inline(always)]
    fn store(self, Float([low, high]): Float) -> Eight {
        let words = [low, high].map(|half| [i64x2_extract_lane::<0>(half), i64x2_extract_lane::<1>(half)]);
        bytemuck::cast(words)
    }

    #[inline(always)]
    fn every(self) -> Mask {
        Mask([u8x16_splat(u8::MAX); 2])
    }

    comparison!(lt, f32x4_lt);
    comparison!(le, f32x4_le);
    comparison!(gt, f32x4_gt);
    comparison!(ge, f32x4_ge);

    #[inline(always)]
    fn same_bits(self, Float([a, b]): Float, Float([c, d]): Float) -> Mask {
        Mask([i32x4_eq(a, c), i32x4_eq(b, d)])
    }

    #[inline(always)]
    fn select(self, mask: Mask, a: Float, b: Float) -> Float {
        Float([v128_bitselect(a.0[0], b.0[0], mask.0[0]), v128_bitselect(a.0[1], b.0[1], mask.0[1])])
    }

    // The instructions are defined as `b < a ? b : a` and `a < b ? b : a`: with their operands exchanged they are the comparison and
    // selection of [`FloatLanes`].
    #[inline(always)]
    fn min(self, a: Float, b: Float) -> Float {
        Float([f32x4_pmin(b.0[0], a.0[0]), f32x4_pmin(b.0[1], a.0[1])])
    }

    #[inline(always)]
    fn max(self, a: Float, b: Float) -> Float {
        Float([f32x4_pmax(b.0[0], a.0[0]), f32x4_pmax(b.0[1], a.0[1])])
    }

    #[inline(always)]
    fn sqrt(self, a: Float) -> Float {
        Float([f32x4_sqrt(a.0[0]), f32x4_sqrt(a.0[1])])
    }

    #[inline(always)]
    fn abs(self, a: Float) -> Float {
        Float([f32x4_abs(a.0[0]), f32x4_abs(a.0[1])])
    }

    #[inline(always)]
    fn least(self, Float([low, high]): Float) -> Float {
        let of_four = f32x4_pmin(low, high);
        let of_two = f32x4_pmin(of_four, i32x4_shuffle::<2, 3, 0, 1>(of_four, of_four));
        Float([f32x4_pmin(of_two, i32x4_shuffle::<1, 0, 3, 2>(of_two, of_two)); 2])
    }

    #[inline(always)]
    fn bits(self, Mask([low, high]): Mask) -> u32 {
        u32::from(i32x4_bitmask(low)) | u32::from(i32x4_bitmask(high)) << 4
    }

    #[inline(always)]
    fn any(self, Mask([low, high]): Mask) -> bool {
        v128_any_true(v128_or(low, high))
    }
}

impl ShuffleLanes for Portable {
    type Order = Order;

    #[inline(always)]
    fn order(self, bytes: u64) -> Order {
        // A lane number above each of its four bytes, times four, and which of the four it is.
        let lanes = i64x2_splat(bytes.cast_signed());
        let of = |spread| {
            let lane = v128_and(i8x16_swizzle(lanes, spread), u8x16_splat(7));
            v128_or(u32x4_shl(lane, 2), i8x16(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3))
        };
        Order([
            of(i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)),
            of(i8x16(4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7)),
        ])
    }

    #[inline(always)]
    fn permute(self, Float([low, high]): Float, Order(order): Order) -> Float {
        // A source byte that a register does not have comes out as zero.
        Float(
            order.map(|from| v128_or(i8x16_swizzle(low, from), i8x16_swizzle(high, i8x16_sub(from, i8x16_splat(16))))),
        )
    }

    #[inline(always)]
    fn weave(self, [a, b, c]: [Float; 3]) -> Float {
        let of =
            |half: usize| i32x4_shuffle::<0, 1, 6, 7>(i32x4_shuffle::<0, 5, 2, 3>(a.0[half], b.0[half]), c.0[half]);
        Float([of(0), of(1)])
    }
}

impl ByteLanes for Portable {
    type Bytes = Bytes;
    type Corners = Corners;

    #[inline(always)]
    fn corners(self, low: Vec3A, high: Vec3A) -> Corners {
        let of = |corner: Vec3A| i32x4_trunc_sat_f32x4(f32x4(corner.x, corner.y, corner.z, corner.z));
        Corners([of(low), of(high)])
    }

    #[inline(always)]
    fn cells(self, corners: Corners, origin: &Units, shift: &Units) -> [Bytes; 6] {
        let cells = cells(corners, origin, shift);
        // Four bytes of the low corner, four of the high one.
        [0, 1, 2, 4, 5, 6].map(|cell| Bytes([i8x16_swizzle(cells, i8x16_splat(cell)); 4]))
    }

    #[inline(always)]
    fn axis_cells(self, Float([low, high]): Float, origin: i32, shift: i32) -> Float {
        let (origin, shift) = (i32x4_splat(origin), shift.cast_unsigned());
        Float([
            f32x4_convert_i32x4(i32x4_shr(i32x4_sub(i32x4_trunc_sat_f32x4(low), origin), shift)),
            f32x4_convert_i32x4(i32x4_shr(i32x4_sub(i32x4_trunc_sat_f32x4(high), origin), shift)),
        ])
    }

    #[inline(always)]
    fn narrow(self, Float([low, high]): Float) -> [i8; WIDTH] {
        let words = i16x8_narrow_i32x4(i32x4_trunc_sat_f32x4(low), i32x4_trunc_sat_f32x4(high));
        bytemuck::cast(i64x2_extract_lane::<0>(i8x16_narrow_i16x8(words, words)))
    }

    #[inline(always)]
    fn widen(self, bytes: [i8; WIDTH]) -> Float {
        let words = i16x8_extend_low_i8x16(i64x2_splat(bytemuck::cast(bytes)));
        Float([f32x4_convert_i32x4(i32x4_extend_low_i16x8(words)), f32x4_convert_i32x4(i32x4_extend_high_i16x8(words))])
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Bytes {
        let quarters: &[[i8; BYTES / 4]; 4] = bytemuck::cast_ref(bytes);
        Bytes(quarters.map(|[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]| {
            i8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
        }))
    }

    #[inline(always)]
    fn above(self, Bytes([a, b, c, d]): Bytes, Bytes([e, f, g, h]): Bytes) -> Bytes {
        Bytes([i8x16_gt(a, e), i8x16_gt(b, f), i8x16_gt(c, g), i8x16_gt(d, h)])
    }

    #[inline(always)]
    fn byte_bits(self, mask: Bytes) -> u64 {
        let [a, b, c, d] = mask.0.map(|quarter| u64::from(i8x16_bitmask(quarter)));
        a | b << 16 | c << 32 | d << 48
    }
}

/// Both corners of a box as cells of a node, a byte each: four of the low corner, four of the high one.
#[inline(always)]
fn cells(Corners([low, high]): Corners, origin: &Units, shift: &Units) -> v128 {
    let &[x, y, z, _] = origin;
    let origin = i32x4(x, y, z, 0);
    // There is no shift by a number of bits for each lane.
    let shifted = |corner: v128| {
        let from = i32x4_sub(corner, origin);
        let [x, y, z] = [i32x4_extract_lane::<0>(from), i32x4_extract_lane::<1>(from), i32x4_extract_lane::<2>(from)];
        i32x4(x >> shift[0], y >> shift[1], z >> shift[2], 0)
    };
    let words = i16x8_narrow_i32x4(shifted(low), shifted(high));
    i8x16_narrow_i16x8(words, words)
}
