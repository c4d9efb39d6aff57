//! Seeded random numbers for the tests; the same on every run and machine.

use glam::{DQuat, DVec3};

/// splitmix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In `low..high`, evenly.
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// In `low..high`, evenly in the exponent; both > 0.
    pub(crate) fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.range(low.ln(), high.ln()).exp()
    }

    /// A whole number in `low..=high`.
    pub(crate) fn whole(&mut self, low: i32, high: i32) -> f64 {
        self.range(f64::from(low), f64::from(high) + 1.0).floor()
    }

    /// In the cube of the given half extent.
    pub(crate) fn vector(&mut self, half: f64) -> DVec3 {
        DVec3::new(self.range(-half, half), self.range(-half, half), self.range(-half, half))
    }

    /// Any direction, evenly.
    pub(crate) fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// A turn about any axis.
    pub(crate) fn turn(&mut self) -> DQuat {
        DQuat::from_axis_angle(self.direction(), self.range(0.0, core::f64::consts::TAU))
    }
}
