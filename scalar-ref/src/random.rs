//! The random generator of all tests, scenes and benches.
//!
//! In: a seed. Out: the same numbers for that seed on every machine. `SplitMix64` (Steele, Lea, Flood, "Fast
//! splittable pseudorandom number generators", 2014): a counter that steps by a fixed odd number, mixed. It is
//! small, has no bad seeds, and any value can be computed without those before it.
//!
//! Each number takes one step of the counter, each `f32` its upper 24 bits, each `f64` its upper 53. Golden hashes and figures
//! in the documents depend on this arithmetic.

use core::f64;
use glam::{DQuat, DVec3, Vec3A};

/// Seeded random number generator; the field is the counter from which the next number is computed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Makes a random number generator that starts at `seed`; all seeds are equally good.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Counter of the generator: a seed for a generator that continues with the same numbers.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.0
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a uniformly distributed number in `0.0..1.0`, one of 2²⁴ equally spaced ones.
    pub fn unit(&mut self) -> f32 {
        to_unit(self.next_u64())
    }

    /// Returns a uniformly distributed number in `-1.0..1.0`, one of 2²⁴ equally spaced ones.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }

    /// Returns a vector with independent, uniformly distributed components in `-1.0..1.0`.
    pub fn signed_vector(&mut self) -> Vec3A {
        Vec3A::new(self.signed(), self.signed(), self.signed())
    }

    /// Returns a uniformly distributed number from `low` to `high`; `high` is possible only by rounding.
    pub fn range_f32(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a uniformly distributed random angle in radians, from 0 to a full turn.
    pub fn angle(&mut self) -> f32 {
        core::f32::consts::TAU * self.unit()
    }

    /// Returns a uniformly distributed whole number in `0..count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The high half of a 128-bit product: no division, and a bias below count / 2⁶⁴.
        ((u128::from(self.next_u64()) * count as u128) >> 64) as usize
    }

    /// Returns a uniformly distributed number from `low` to `high`; `high` is possible only by rounding.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// Returns a random number from `low` to `high` with a uniformly distributed logarithm; both limits must be positive.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.range(low.ln(), high.ln()).exp()
    }

    /// Returns a uniformly distributed whole number in `low..=high`, as a float.
    pub fn whole(&mut self, low: i32, high: i32) -> f64 {
        self.range(f64::from(low), f64::from(high) + 1.0).floor()
    }

    /// Returns a uniformly distributed point in the cube around the origin with this half extent.
    pub fn vector(&mut self, half: f64) -> DVec3 {
        DVec3::new(self.range(-half, half), self.range(-half, half), self.range(-half, half))
    }

    /// Returns a uniformly distributed unit vector.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// Returns a rotation by a uniformly distributed random angle about a random axis.
    pub fn turn(&mut self) -> DQuat {
        DQuat::from_axis_angle(self.direction(), self.range(0.0, f64::consts::TAU))
    }
}

/// Mixes 64 bits so that neighbouring values become unrelated.
#[must_use]
pub fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Converts the upper 24 of 64 random bits to a number in `0.0..1.0`.
#[must_use]
pub fn to_unit(bits: u64) -> f32 {
    (bits >> 40) as f32 / 16_777_216.0
}
