//! The operations of the portable backend without vector instructions: the numbers of eight lanes, one after the other. No unsafe code.
//!
//! In place of `wide`, whose masks are eight `f32` each: without vector instructions every operation on a mask moves eight numbers between
//! the registers for floats and those for integers. Here a mask is the bits of one number, eight bytes are compared in one word, and a
//! sweep asks for [one lane](crate::simd::one_lane) after the other.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::simd::pick::pick;
use crate::simd::{BYTES, ByteLanes, Eight, FloatLanes, Portable, ShuffleLanes, Units, WIDTH};
use core::array::from_fn;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use glam::{IVec3, Vec3A};

/// Eight `f32`.
#[derive(Clone, Copy)]
pub(crate) struct Float(Eight);

/// Eight predicates: bit `i` is that of lane `i`.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u32);

/// 64 signed bytes, eight in a word, the first one lowest; or 64 predicates, the highest bit of a byte each.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([u64; BYTES / 8]);

/// The highest bit of each byte of a word.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// Defines an operator of eight numbers.
macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Float {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([
                    $trait::$method(a[0], b[0]),
                    $trait::$method(a[1], b[1]),
                    $trait::$method(a[2], b[2]),
                    $trait::$method(a[3], b[3]),
                    $trait::$method(a[4], b[4]),
                    $trait::$method(a[5], b[5]),
                    $trait::$method(a[6], b[6]),
                    $trait::$method(a[7], b[7]),
                ])
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Neg for Float {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Self([-a, -b, -c, -d, -e, -f, -g, -h])
    }
}

impl BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0 ^ ((1 << WIDTH) - 1))
    }
}

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }
}

/// Defines a comparison of two vectors of eight numbers.
macro_rules! comparison {
    ($method:ident, $operator:tt) => {
        #[inline(always)]
        fn $method(self, Float(a): Float, Float(b): Float) -> Mask {
            let bit = |lane: usize| u32::from(a[lane] $operator b[lane]) << lane;
            Mask(bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7))
        }
    };
}

impl FloatLanes for Portable {
    const ONE_BY_ONE: bool = true;

    type Float = Float;
    type Mask = Mask;

    #[inline(always)]
    fn splat(self, value: f32) -> Float {
        Float([value; WIDTH])
    }

    #[inline(always)]
    fn load(self, values: &Eight) -> Float {
        Float(*values)
    }

    #[inline(always)]
    fn store(self, Float(values): Float) -> Eight {
        values
    }

    #[inline(always)]
    fn every(self) -> Mask {
        Mask((1 << WIDTH) - 1)
    }

    comparison!(lt, <);
    comparison!(le, <=);
    comparison!(gt, >);
    comparison!(ge, >=);

    #[inline(always)]
    fn same_bits(self, Float(a): Float, Float(b): Float) -> Mask {
        let bit = |lane: usize| u32::from(a[lane].to_bits() == b[lane].to_bits()) << lane;
        Mask(bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7))
    }

    #[inline(always)]
    fn select(self, Mask(mask): Mask, Float(a): Float, Float(b): Float) -> Float {
        let lane = |lane: usize| pick(mask >> lane & 1 == 1, a[lane], b[lane]);
        Float([lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)])
    }

    #[inline(always)]
    fn min(self, Float(a): Float, Float(b): Float) -> Float {
        let lane = |lane: usize| pick(a[lane] < b[lane], a[lane], b[lane]);
        Float([lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)])
    }

    #[inline(always)]
    fn max(self, Float(a): Float, Float(b): Float) -> Float {
        let lane = |lane: usize| pick(a[lane] > b[lane], a[lane], b[lane]);
        Float([lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)])
    }

    #[inline(always)]
    fn sqrt(self, Float([a, b, c, d, e, f, g, h]): Float) -> Float {
        Float([a.root(), b.root(), c.root(), d.root(), e.root(), f.root(), g.root(), h.root()])
    }

    #[inline(always)]
    fn abs(self, Float([a, b, c, d, e, f, g, h]): Float) -> Float {
        Float([a.abs(), b.abs(), c.abs(), d.abs(), e.abs(), f.abs(), g.abs(), h.abs()])
    }

    #[inline(always)]
    fn least(self, Float([a, b, c, d, e, f, g, h]): Float) -> Float {
        let of = |one: f32, other: f32| pick(one < other, one, other);
        Float([of(of(of(a, b), of(c, d)), of(of(e, f), of(g, h))); WIDTH])
    }

    #[inline(always)]
    fn bits(self, Mask(mask): Mask) -> u32 {
        mask
    }
}

impl ShuffleLanes for Portable {
    type Order = [u8; WIDTH];

    #[inline(always)]
    fn order(self, bytes: u64) -> [u8; WIDTH] {
        bytes.to_le_bytes()
    }

    #[inline(always)]
    fn permute(self, Float(value): Float, order: [u8; WIDTH]) -> Float {
        Float(order.map(|lane| value[usize::from(lane) % WIDTH]))
    }

    #[inline(always)]
    fn weave(self, [Float(a), Float(b), Float(c)]: [Float; 3]) -> Float {
        Float([a[0], b[1], c[2], c[3], a[4], b[5], c[6], c[7]])
    }
}

impl ByteLanes for Portable {
    type Bytes = Bytes;
    type Corners = [IVec3; 2];

    #[inline(always)]
    fn corners(self, low: Vec3A, high: Vec3A) -> [IVec3; 2] {
        [low.as_ivec3(), high.as_ivec3()]
    }

    #[inline(always)]
    fn cells(self, corners: [IVec3; 2], origin: &Units, shift: &Units) -> [Bytes; 6] {
        from_fn(|cell| {
            let axis = cell % 3;
            let cell = (corners[cell / 3][axis] - origin[axis]) >> shift[axis];
            let byte = cell.clamp(i8::MIN.into(), i8::MAX.into()) as u8;
            Bytes([u64::from_le_bytes([byte; 8]); BYTES / 8])
        })
    }

    #[inline(always)]
    fn axis_cells(self, Float(units): Float, origin: i32, shift: i32) -> Float {
        Float(units.map(|unit| ((unit as i32 - origin) >> shift) as f32))
    }

    #[inline(always)]
    fn narrow(self, Float(numbers): Float) -> [i8; WIDTH] {
        numbers.map(|number| number as i8)
    }

    #[inline(always)]
    fn widen(self, bytes: [i8; WIDTH]) -> Float {
        Float(bytes.map(f32::from))
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Bytes {
        let words: &[[u8; 8]; BYTES / 8] = bytemuck::cast_ref(bytes);
        Bytes(words.map(u64::from_le_bytes))
    }

    #[inline(always)]
    fn above(self, Bytes(a): Bytes, Bytes(b): Bytes) -> Bytes {
        Bytes(from_fn(|word| bytes_above(a[word], b[word])))
    }

    #[inline(always)]
    fn byte_bits(self, Bytes(mask): Bytes) -> u64 {
        let mut bits = 0;
        for (word, mask) in mask.into_iter().enumerate() {
            // The product brings the eight bits together in the highest byte.
            bits |= ((mask & HIGHEST) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * word);
        }
        bits
    }
}

/// For each of eight signed bytes of two words, whether the first is greater, in the highest bit of the byte; the other bits are not
/// defined.
#[inline(always)]
fn bytes_above(a: u64, b: u64) -> u64 {
    // `b - a` of the lower seven bits of each byte: its highest bit is clear where it borrows. Then the highest bits decide.
    let difference = (b | HIGHEST) - (a & !HIGHEST);
    let differ = a ^ b;
    // Of bytes with highest bits that differ the one without is greater.
    (!differ & !difference) | (differ & b)
}
