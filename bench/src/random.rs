//! The one random generator of scenes and crowds.
//!
//! In: a seed. Out: the same numbers for that seed on every machine. `SplitMix64` (Steele, Lea, Flood, "Fast
//! splittable pseudorandom number generators", 2014): a counter that steps by a fixed odd number, mixed. It is
//! small, has no bad seeds, and any value can be had without those before it, which the height field uses.

use std::f32::consts::TAU;

/// Seeded generator of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts at `seed`; every seed is as good as another.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Its state: the seed of a generator that gives the same numbers from here on.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number in `0.0..1.0`, one of 2²⁴ equally spaced ones.
    pub fn unit(&mut self) -> f32 {
        to_unit(self.next_u64())
    }

    /// A number from `low` up to `high`; `low` may come out, `high` only by rounding.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number in `0..count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The high half of a 128-bit product: no division, and a bias below count / 2⁶⁴.
        ((u128::from(self.next_u64()) * count as u128) >> 64) as usize
    }

    /// An angle in radians, from 0 up to a full turn.
    pub fn angle(&mut self) -> f32 {
        TAU * self.unit()
    }
}

/// Mixes 64 bits so that neighbouring values have nothing in common.
#[must_use]
pub fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The upper 24 bits as a number in `0.0..1.0`.
#[must_use]
pub fn to_unit(bits: u64) -> f32 {
    (bits >> 40) as f32 / 16_777_216.0
}
