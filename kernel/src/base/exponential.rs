//! The exponential decay of a velocity, from additions, products and quotients alone: the same bits on every machine.
//!
//! In: a time `x`, in time constants of the decay. Out: `e^-x`, and the two averages of it that a motion needs:
//! `a = (1 - e^-x) / x`, the mean of `e^-s` for `s` from 0 to `x`, and `b = (1 - a) / x`. (Of a velocity `v` under an acceleration `g` and
//! drag, with `x = c t`, the way in a time `t` is `v t a + g t² b`, and the velocity after it `v e^-x + g t a`: no step size is in it.)
//! Below 1 the series `b = 1/2! - x/3! + x²/4! - …` has all digits of `f64` after 18 terms, and `a = 1 - x b`, `e^-x = 1 - x a`. Above, `x`
//! is halved until it is below 1, and `e^-2s = (e^-s)²`.
//!
//! Ground damping and friction together stop a velocity. The distance to the stop needs a logarithm: [`way_to_stop`].

use crate::base::correctly_rounded::CorrectlyRounded;

/// Number of terms of the series: the next one is below 1e-17 of the first.
const TERMS: u32 = 18;

/// Part of a velocity that is left after a time, and its averages over that time; `x` in time constants, 0 or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decay {
    /// `e^-x`.
    pub(crate) left: f64,
    /// `(1 - e^-x) / x`; 1 at 0.
    pub(crate) mean: f64,
    /// `(1 - mean) / x`; 1/2 at 0.
    pub(crate) second: f64,
}

impl Decay {
    #[cold]
    #[inline(never)]
    pub(crate) fn after(x: f64) -> Self {
        let (mut part, mut halvings) = (x, 0);
        while part >= 1.0 {
            part *= 0.5;
            halvings += 1;
        }
        let series = (3..TERMS + 2).rev().fold(1.0, |sum, n| 1.0 - sum * part / f64::from(n));
        let second = 0.5 * series;
        let mean = 1.0 - part * second;
        let mut left = 1.0 - part * mean;
        if halvings == 0 {
            return Self { left, mean, second };
        }
        for _ in 0..halvings {
            left *= left;
        }
        let mean = (1.0 - left) / x;
        Self { left, mean, second: (1.0 - mean) / x }
    }
}

/// Number of terms of the series of the logarithm: the next one is below 1e-18 of the first.
const LOGARITHM_TERMS: u32 = 12;

/// `(x - ln(1 + x)) / x²`, 1/2 at 0; `x` is 0 or more. A velocity `v` that slows down by `c v + f` comes to rest after the way `v²/f` times
/// this, with `x = c v / f`.
///
/// By square roots `1 + x` comes near 1; there `ln(1 + x) = 2 artanh s` with `s = x / (2 + x)`.
#[cold]
#[inline(never)]
pub(crate) fn way_to_stop(x: f64) -> f64 {
    if x < 1e-6 {
        return 0.5 - x / 3.0;
    }
    let (mut rest, mut factor) = (x, 2.0);
    while rest > 0.5 {
        rest /= 1.0 + (1.0 + rest).root();
        factor *= 2.0;
    }
    let s = rest / (2.0 + rest);
    let series = (0..LOGARITHM_TERMS).rev().fold(0.0, |sum, n| 1.0 / f64::from(2 * n + 1) + sum * s * s);
    (x - factor * s * series) / (x * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_to_a_stop_is_that_of_the_logarithm_from_a_billionth_to_a_billion() {
        assert_eq!(way_to_stop(0.0), 0.5);
        for k in 0..4_000_i32 {
            let x = libm::exp(f64::from(k - 2_000) * 0.01);
            let expected = if x < 1e-3 { 0.5 - x / 3.0 + x * x / 4.0 } else { (x - libm::log1p(x)) / (x * x) };
            let way = way_to_stop(x);
            assert!((way / expected - 1.0).abs() < 1e-9, "{x}: {way} of {expected}");
        }
    }

    #[test]
    fn a_decay_is_that_of_the_exponential_function_from_a_millionth_to_a_million() {
        assert_eq!((Decay::after(0.0).left, Decay::after(0.0).mean, Decay::after(0.0).second), (1.0, 1.0, 0.5));
        for k in 0..4_000_i32 {
            let x = libm::exp(f64::from(k - 2_000) * 0.007);
            let Decay { left, mean, second } = Decay::after(x);
            let expected = libm::exp(-x);
            assert!((left - expected).abs() < 1e-15 + expected * 1e-14 * x.max(1.0), "{x}: {left} of {expected}");
            let expected = -libm::expm1(-x) / x;
            assert!((mean / expected - 1.0).abs() < 1e-14, "{x}: {mean} of {expected}");
            if x > 0.1 {
                let expected = (x + libm::expm1(-x)) / (x * x);
                assert!((second / expected - 1.0).abs() < 1e-13, "{x}: {second} of {expected}");
            } else {
                let expected = 0.5 - x / 6.0 + x * x / 24.0 - x * x * x / 120.0;
                assert!((second - expected).abs() < x.powi(4) / 600.0 + 1e-16, "{x}: {second} of {expected}");
            }
        }
    }

    #[test]
    fn two_halves_of_a_time_are_the_whole() {
        for k in 0..200_i32 {
            let x = libm::exp(f64::from(k - 100) * 0.1);
            let [half, whole] = [0.5 * x, x].map(Decay::after);
            assert!((half.left * half.left - whole.left).abs() < 1e-15);
            assert!((0.5 * half.mean * (1.0 + half.left) / whole.mean - 1.0).abs() < 1e-14, "{x}");
        }
    }
}
