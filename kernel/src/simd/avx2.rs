//! The AVX2 backend: `__m256`, eight lanes in one register, in a program compiled for any x86-64.
//!
//! In: a [`Task`]. Out: its result, computed with lanes of 256 bits.
//!
//! An intrinsic is inlined only into a function that is marked with AVX2; elsewhere it stays a call. So one marked function,
//! [`run_avx2`], is the entry of a whole task, and everything below it is `#[inline(always)]`: the intrinsics end up in the marked
//! function and nowhere else. `.ci/lanes` disassembles the entries and shows that they call no lane operation.
//!
//! The only unsafe code of the kernel. All of it rests on one fact: an [`Avx2`] exists only if the processor reported AVX2, or the
//! whole program is compiled for it. The operations are those of IEEE 754 and give the same bits as every other backend; fused
//! multiply-add, which the same processors have, is not among the enabled features.

#![allow(unsafe_code)]
use crate::simd::{BYTES, Eight, Lanes, Task, Units, WIDTH};
use crate::simd::{ByteLanes, FloatLanes, ShuffleLanes};
use core::arch::x86_64::{
    __m256, __m256i, _CMP_GE_OQ, _CMP_GT_OQ, _CMP_LE_OQ, _CMP_LT_OQ, _MM_HINT_T0, _mm_cvtsi32_si128, _mm_cvtsi64_si128,
    _mm_cvtsi128_si64, _mm_loadu_si128, _mm_packs_epi16, _mm_packs_epi32, _mm_prefetch, _mm256_add_ps, _mm256_and_ps,
    _mm256_andnot_ps, _mm256_blend_ps, _mm256_blendv_ps, _mm256_broadcastsi128_si256, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cmp_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi8,
    _mm256_cvtepi8_epi32, _mm256_cvtepi32_ps, _mm256_cvtepu8_epi32, _mm256_cvttps_epi32, _mm256_div_ps,
    _mm256_extracti128_si256, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_ps, _mm256_min_ps, _mm256_movemask_epi8,
    _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_ps, _mm256_or_si256, _mm256_packs_epi16, _mm256_packs_epi32,
    _mm256_permute_ps, _mm256_permute2f128_ps, _mm256_permutevar8x32_ps, _mm256_set1_epi8, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_setr_ps, _mm256_shuffle_epi8, _mm256_shuffle_ps, _mm256_sqrt_ps, _mm256_sra_epi32,
    _mm256_srav_epi32, _mm256_storeu_ps, _mm256_sub_epi32, _mm256_sub_ps, _mm256_unpackhi_ps, _mm256_unpacklo_ps,
    _mm256_xor_ps,
};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use glam::Vec3A;

/// Token that proves that the processor has AVX2 and the bit-counting instructions that came with it (Intel 2013, AMD 2015).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

/// Eight `f32` in a 256-bit register. Only methods of an [`Avx2`] make one, so its existence proves AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Float(__m256);

/// Eight predicates as a register of masks: all bits of a lane are equal. Only methods of an [`Avx2`] make one.
#[derive(Clone, Copy)]
pub(crate) struct Mask(__m256);

/// A permutation of eight lanes, as the number of each lane's source lane. Only methods of an [`Avx2`] make one.
#[derive(Clone, Copy)]
pub(crate) struct Order(__m256i);

/// 64 signed bytes in two registers. Only methods of an [`Avx2`] make one.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([__m256i; 2]);

/// Two corners of a box in grid units, four `i32` each, repeated in both halves of a register. Only methods of an [`Avx2`] make one.
#[derive(Clone, Copy)]
pub(crate) struct Corners([__m256i; 2]);

/// Grid coordinates of a query box, a byte each, repeated in both halves of a register. Only methods of an [`Avx2`] make one.
#[derive(Clone, Copy)]
struct Cells(__m256i);

/// Size of a cache line, bytes.
const CACHE_LINE: usize = 64;

impl Avx2 {
    /// Returns the token that proves AVX2 if the processor has it; the standard library caches the answer.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        use std::arch::is_x86_feature_detected;
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }

    /// Always succeeds: without `std` this file is compiled only if the whole program is compiled for these features; otherwise
    /// `no_avx2.rs` takes its place (see [`simd`](crate::simd)).
    #[cfg(not(feature = "std"))]
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

/// The entry: the one function that is compiled for AVX2, with the whole task inlined. (rustc 1.95 does not mark a function with
/// its own features as never inlined for LLVM: a task that runs [outlined](Lanes::call_outlined) in one place may end up in it.)
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<T: Task>(lanes: Avx2, task: T) -> T::Output {
    task.run(lanes)
}

/// Defines an operator of the type `$type` that is one AVX2 intrinsic on its registers.
macro_rules! operator {
    ($trait:ident for $type:ident, $method:ident($($other:ident)?), $intrinsic:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self $(, $other: Self)?) -> Self {
                // SAFETY: there is a value of this type, so the processor has AVX2.
                Self(unsafe { $intrinsic(self.0 $(, $other.0)?) })
            }
        }
    };
}

operator!(Add for Float, add(other), _mm256_add_ps);
operator!(Sub for Float, sub(other), _mm256_sub_ps);
operator!(Mul for Float, mul(other), _mm256_mul_ps);
operator!(Div for Float, div(other), _mm256_div_ps);
operator!(BitAnd for Mask, bitand(other), _mm256_and_ps);
operator!(BitOr for Mask, bitor(other), _mm256_or_ps);

impl Neg for Float {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: there is a value of this type, so the processor has AVX2.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Cells {
    /// Copies the grid coordinate at byte index `CELL` into all 64 bytes.
    #[inline(always)]
    fn splat<const CELL: i8>(self) -> Bytes {
        // SAFETY: there is a value of this type, so the processor has AVX2.
        Bytes([unsafe { _mm256_shuffle_epi8(self.0, _mm256_set1_epi8(CELL)) }; 2])
    }
}

impl BitOr for Bytes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: there is a value of this type, so the processor has AVX2.
        Self(unsafe { [_mm256_or_si256(a, c), _mm256_or_si256(b, d)] })
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: there is a value of this type, so the processor has AVX2.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(f32::from_bits(u32::MAX))) })
    }
}

/// Defines a comparison of two vectors of eight `f32` that is false for NaN.
macro_rules! comparison {
    ($method:ident, $predicate:ident) => {
        #[inline(always)]
        fn $method(self, a: Float, b: Float) -> Mask {
            // SAFETY: `self` proves AVX2.
            Mask(unsafe { _mm256_cmp_ps::<$predicate>(a.0, b.0) })
        }
    };
}

impl Corners {
    /// Both corners of a box as cells of a node, a byte each: four of the low corner, four of the high one.
    #[inline(always)]
    fn cells(self, origin: &Units, shift: &Units) -> Cells {
        let [low, high] = self.0;
        // SAFETY: only an `Avx2` makes corners, which proves AVX2; origin and shift are 16 readable bytes each, and the loads need no
        // alignment.
        Cells(unsafe {
            let origin = _mm256_broadcastsi128_si256(_mm_loadu_si128(origin.as_ptr().cast()));
            let shift = _mm256_broadcastsi128_si256(_mm_loadu_si128(shift.as_ptr().cast()));
            let low = _mm256_srav_epi32(_mm256_sub_epi32(low, origin), shift);
            let high = _mm256_srav_epi32(_mm256_sub_epi32(high, origin), shift);
            let words = _mm256_packs_epi32(low, high);
            _mm256_packs_epi16(words, words)
        })
    }
}

/// Least of the lower and of the upper four lanes of each of four registers: lane `i` and lane `4 + i` are those of register `i`.
#[inline(always)]
fn least_of_four([a, b, c, d]: [Float; 4]) -> Float {
    // SAFETY: there is a value of this type, so the processor has AVX2.
    Float(unsafe {
        let ab = _mm256_min_ps(_mm256_unpacklo_ps(a.0, b.0), _mm256_unpackhi_ps(a.0, b.0));
        let cd = _mm256_min_ps(_mm256_unpacklo_ps(c.0, d.0), _mm256_unpackhi_ps(c.0, d.0));
        _mm256_min_ps(_mm256_shuffle_ps::<0b01_00_01_00>(ab, cd), _mm256_shuffle_ps::<0b11_10_11_10>(ab, cd))
    })
}

impl FloatLanes for Avx2 {
    type Float = Float;
    type Mask = Mask;

    #[inline(always)]
    fn splat(self, value: f32) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn load(self, values: &Eight) -> Float {
        // SAFETY: `self` proves AVX2; `values` is eight readable `f32`, and the load needs no alignment.
        Float(unsafe { _mm256_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, value: Float) -> Eight {
        let mut values = [0.0; WIDTH];
        // SAFETY: `self` proves AVX2; `values` is eight writable `f32`, and the store needs no alignment.
        unsafe { _mm256_storeu_ps(values.as_mut_ptr(), value.0) };
        values
    }

    comparison!(lt, _CMP_LT_OQ);
    comparison!(le, _CMP_LE_OQ);
    comparison!(gt, _CMP_GT_OQ);
    comparison!(ge, _CMP_GE_OQ);

    #[inline(always)]
    fn same_bits(self, a: Float, b: Float) -> Mask {
        // SAFETY: `self` proves AVX2.
        Mask(unsafe { _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(a.0), _mm256_castps_si256(b.0))) })
    }

    #[inline(always)]
    fn select(self, mask: Mask, a: Float, b: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_blendv_ps(b.0, a.0, mask.0) })
    }

    // The instructions are defined as the comparison and selection of [`FloatLanes`]: the second operand is the result for NaN, and
    // for zeros of both signs.
    #[inline(always)]
    fn min(self, a: Float, b: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_min_ps(a.0, b.0) })
    }

    #[inline(always)]
    fn max(self, a: Float, b: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_max_ps(a.0, b.0) })
    }

    #[inline(always)]
    fn sqrt(self, a: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_sqrt_ps(a.0) })
    }

    #[inline(always)]
    fn abs(self, a: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), a.0) })
    }

    #[inline(always)]
    fn least(self, value: Float) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe {
            let of_two = _mm256_min_ps(value.0, _mm256_permute2f128_ps::<1>(value.0, value.0));
            let of_four = _mm256_min_ps(of_two, _mm256_permute_ps::<0b01_00_11_10>(of_two));
            _mm256_min_ps(of_four, _mm256_permute_ps::<0b10_11_00_01>(of_four))
        })
    }

    #[inline(always)]
    fn every(self) -> Mask {
        // SAFETY: `self` proves AVX2.
        Mask(unsafe { _mm256_castsi256_ps(_mm256_set1_epi32(-1)) })
    }

    #[inline(always)]
    fn bits(self, mask: Mask) -> u32 {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_movemask_ps(mask.0) }.cast_unsigned()
    }
}

impl ShuffleLanes for Avx2 {
    type Order = Order;

    #[inline(always)]
    fn least_each(self, rows: [Float; WIDTH]) -> Float {
        let [a, b, c, d, e, f, g, h] = rows;
        let (low, high) = (least_of_four([a, b, c, d]), least_of_four([e, f, g, h]));
        // SAFETY: there is a value of this type, so the processor has AVX2.
        Float(unsafe {
            _mm256_min_ps(_mm256_permute2f128_ps::<0x20>(low.0, high.0), _mm256_permute2f128_ps::<0x31>(low.0, high.0))
        })
    }

    #[inline(always)]
    fn order(self, bytes: u64) -> Order {
        // SAFETY: `self` proves AVX2.
        Order(unsafe { _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(bytes.cast_signed())) })
    }

    #[inline(always)]
    fn permute(self, value: Float, order: Order) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_permutevar8x32_ps(value.0, order.0) })
    }

    #[inline(always)]
    fn weave(self, [a, b, c]: [Float; 3]) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_blend_ps::<0b1100_1100>(_mm256_blend_ps::<0b0010_0010>(a.0, b.0), c.0) })
    }
}

impl ByteLanes for Avx2 {
    type Bytes = Bytes;
    type Corners = Corners;

    #[inline(always)]
    fn corners(self, low: Vec3A, high: Vec3A) -> Corners {
        let ([a, b, c], [d, e, f]) = (low.to_array(), high.to_array());
        // Broadcast before the subtraction: otherwise the compiler would broadcast each difference to an origin.
        // SAFETY: `self` proves AVX2.
        Corners(unsafe {
            [
                _mm256_cvttps_epi32(_mm256_setr_ps(a, b, c, c, a, b, c, c)),
                _mm256_cvttps_epi32(_mm256_setr_ps(d, e, f, f, d, e, f, f)),
            ]
        })
    }

    #[inline(always)]
    fn cells(self, corners: Corners, origin: &Units, shift: &Units) -> [Bytes; 6] {
        let cells = corners.cells(origin, shift);
        // Four bytes of the low corner, four of the high one.
        [
            cells.splat::<0>(),
            cells.splat::<1>(),
            cells.splat::<2>(),
            cells.splat::<4>(),
            cells.splat::<5>(),
            cells.splat::<6>(),
        ]
    }

    #[inline(always)]
    fn axis_cells(self, units: Float, origin: i32, shift: i32) -> Float {
        // SAFETY: `self` proves AVX2.
        Float(unsafe {
            let from = _mm256_sub_epi32(_mm256_cvttps_epi32(units.0), _mm256_set1_epi32(origin));
            _mm256_cvtepi32_ps(_mm256_sra_epi32(from, _mm_cvtsi32_si128(shift)))
        })
    }

    #[inline(always)]
    fn narrow(self, numbers: Float) -> [i8; WIDTH] {
        // SAFETY: `self` proves AVX2.
        bytemuck::cast(unsafe {
            let numbers = _mm256_cvttps_epi32(numbers.0);
            let words = _mm_packs_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
            _mm_cvtsi128_si64(_mm_packs_epi16(words, words))
        })
    }

    #[inline(always)]
    fn widen(self, bytes: [i8; WIDTH]) -> Float {
        let bytes = i64::from_le_bytes(bytemuck::cast(bytes));
        // SAFETY: `self` proves AVX2.
        Float(unsafe { _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_cvtsi64_si128(bytes))) })
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Bytes {
        let halves: &[[i8; BYTES / 2]; 2] = bytemuck::cast_ref(bytes);
        // SAFETY: `self` proves AVX2; a half is 32 readable bytes, and the load needs no alignment.
        Bytes(unsafe { [_mm256_loadu_si256(halves[0].as_ptr().cast()), _mm256_loadu_si256(halves[1].as_ptr().cast())] })
    }

    #[inline(always)]
    fn above(self, a: Bytes, b: Bytes) -> Bytes {
        let ([a, b], [c, d]) = (a.0, b.0);
        // SAFETY: `self` proves AVX2.
        Bytes(unsafe { [_mm256_cmpgt_epi8(a, c), _mm256_cmpgt_epi8(b, d)] })
    }

    #[inline(always)]
    fn byte_bits(self, mask: Bytes) -> u64 {
        let [a, b] = mask.0;
        // SAFETY: `self` proves AVX2.
        let (a, b) = unsafe { (_mm256_movemask_epi8(a), _mm256_movemask_epi8(b)) };
        u64::from(a.cast_unsigned()) | u64::from(b.cast_unsigned()) << 32
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn call_outlined<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` was made by `detect`: the processor has AVX2.
        unsafe { run_avx2(self, task) }
    }

    #[inline(always)]
    fn call_shared<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        let start = core::ptr::from_ref(value).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(CACHE_LINE) {
            // SAFETY: a hint: it reads nothing and cannot fault, whatever the address; SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line * CACHE_LINE)) };
        }
    }
}
