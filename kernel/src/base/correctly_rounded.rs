//! Square roots and rounding to whole numbers: operations whose result IEEE 754 fixes to the bit.
//!
//! Rust has them in its standard library only, as processors without an instruction for them call a function. Without that
//! library the `libm` crate computes them, with the same bits; the test below compares both. Division, comparison and the like
//! need no library.

/// Float operations that give the same bits with and without the standard library, because IEEE 754 fixes their rounding.
pub(crate) trait CorrectlyRounded: Copy {
    /// Returns the square root of this number, correctly rounded.
    fn root(self) -> Self;
    /// Returns the largest whole number that is not greater than this number.
    fn round_down(self) -> Self;
    /// Returns the smallest whole number that is not less than this number.
    fn round_up(self) -> Self;
}

/// Implements [`CorrectlyRounded`] for a float type by three given functions: square root, floor and ceiling.
macro_rules! correctly_rounded {
    ($float:ty: $root:path, $round_down:path, $round_up:path) => {
        impl CorrectlyRounded for $float {
            #[inline(always)]
            fn root(self) -> Self {
                $root(self)
            }

            #[inline(always)]
            fn round_down(self) -> Self {
                $round_down(self)
            }

            #[inline(always)]
            fn round_up(self) -> Self {
                $round_up(self)
            }
        }
    };
}

#[cfg(feature = "std")]
correctly_rounded!(f32: f32::sqrt, f32::floor, f32::ceil);
#[cfg(feature = "std")]
correctly_rounded!(f64: f64::sqrt, f64::floor, f64::ceil);
#[cfg(not(feature = "std"))]
correctly_rounded!(f32: libm::sqrtf, libm::floorf, libm::ceilf);
#[cfg(not(feature = "std"))]
correctly_rounded!(f64: libm::sqrt, libm::floor, libm::ceil);

#[cfg(test)]
mod tests {
    /// Step between the tested bit patterns: the test tries every `f32` whose bit pattern is a multiple of this number.
    const STRIDE: usize = 251;

    /// `f32` bit patterns to test: a sample of the whole range, and all patterns near the first number of each exponent.
    fn patterns_32() -> impl Iterator<Item = u32> {
        let around = (0..=u32::MAX >> 23)
            .flat_map(|exponent| (0..64).map(move |near| (exponent << 23).wrapping_add(near).wrapping_sub(32)));
        (0..=u32::MAX).step_by(STRIDE).chain(around)
    }

    /// `f64` bit patterns to test: a sample of the whole range, patterns near each exponent's first number, and squares.
    fn patterns_64() -> impl Iterator<Item = u64> {
        let spread = (0..8_000_000_u64).map(|step| step.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let around = (0..=u64::MAX >> 52)
            .flat_map(|exponent| (0..64).map(move |near| (exponent << 52).wrapping_add(near).wrapping_sub(32)));
        // Squares of whole numbers and their neighbours: roots that are whole, or next to it.
        let squares = (0..100_000_u64).flat_map(|root| {
            let square = ((root * 94_906_265 / 100_000) as f64).powi(2).to_bits();
            [square.wrapping_sub(1), square, square + 1]
        });
        spread.chain(around).chain(squares)
    }

    /// Fails unless two results for the input `bits` have equal bits; any NaN equals any other.
    fn agree_32(bits: u32, one: f32, other: f32) {
        assert!(one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan(), "{bits:#x}: {one} and {other}");
    }

    fn agree_64(bits: u64, one: f64, other: f64) {
        assert!(one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan(), "{bits:#x}: {one} and {other}");
    }

    #[test]
    fn libm_and_the_standard_library_agree_to_the_bit_on_f32() {
        for bits in patterns_32() {
            let value = f32::from_bits(bits);
            agree_32(bits, libm::sqrtf(value), value.sqrt());
            agree_32(bits, libm::floorf(value), value.floor());
            agree_32(bits, libm::ceilf(value), value.ceil());
            // `glam` computes these two by `libm` where there is no standard library.
            agree_32(bits, libm::roundf(value), value.round());
            agree_32(bits, libm::truncf(value), value.trunc());
        }
    }

    #[test]
    fn libm_and_the_standard_library_agree_to_the_bit_on_f64() {
        for bits in patterns_64() {
            let value = f64::from_bits(bits);
            agree_64(bits, libm::sqrt(value), value.sqrt());
            agree_64(bits, libm::floor(value), value.floor());
            agree_64(bits, libm::ceil(value), value.ceil());
            agree_64(bits, libm::round(value), value.round());
            agree_64(bits, libm::trunc(value), value.trunc());
        }
    }
}
