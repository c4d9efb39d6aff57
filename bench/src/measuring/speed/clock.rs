//! The real clock of the core and its memory bandwidth, as references for times.
//!
//! In: nothing. Out: GHz, and GB/s. Virtual machines do not report the clock, and turbo changes it. So it is measured by a
//! chain of dependent operations whose latency is known.

use std::hint::black_box;
use std::time::Instant;

/// Number of steps of the chain of dependent operations that is timed to measure the clock rate.
const STEPS: u32 = 1_000_000;
/// Number of samples of the clock rate; the fastest sample counts, because it was interrupted least.
const SAMPLES: usize = 30;

/// Minimum number of bytes that one sample of the memory read rate reads.
const SAMPLED_BYTES: usize = 256 << 20;
/// Number of samples of the memory read rate; the fastest sample counts.
const READ_SAMPLES: usize = 5;

/// Cycles of a step: a multiplication of 64 bits takes 3, an exclusive or 1, on Intel's cores since 2008 and on AMD's since
/// 2017 (Agner Fog, "Instruction tables", 2025).
const CYCLES: f64 = 4.0;

/// Measures the processor's clock rate, in cycles per nanosecond.
#[must_use]
pub fn clock() -> f64 {
    let factor = black_box(0x9e37_79b9_7f4a_7c15_u64);
    let flips = black_box(0x0123_4567_89ab_cdef_u64);
    let sample = |_| {
        let mut word = factor;
        let started = Instant::now();
        for _ in 0..STEPS {
            // Neither operation commutes with the other, so that no compiler merges two steps.
            word = (word ^ flips).wrapping_mul(factor);
        }
        black_box(word);
        started.elapsed().as_secs_f64()
    };
    let least = (0..SAMPLES).map(sample).fold(f64::INFINITY, f64::min);
    CYCLES * f64::from(STEPS) / least / 1e9
}

/// Returns the rate at which one thread reads an array of `bytes` bytes repeatedly, bytes per nanosecond.
///
/// # Panics
///
/// When the content of the array differs from the written content.
#[must_use]
pub fn read_rate(bytes: usize) -> f64 {
    let words = vec![1_u64; bytes / size_of::<u64>()];
    let rounds = (SAMPLED_BYTES / bytes).max(1);
    let sample = |_| {
        let started = Instant::now();
        for _ in 0..rounds {
            let sum = black_box(&words).iter().fold(0_u64, |sum, word| sum.wrapping_add(*word));
            assert_eq!(sum, words.len() as u64);
        }
        started.elapsed().as_secs_f64()
    };
    let least = (0..READ_SAMPLES).map(sample).fold(f64::INFINITY, f64::min);
    (rounds * bytes) as f64 / least / 1e9
}
