//! Pseudo-random numbers for tests.

use glam::Vec3A;

/// The state of the generator.
pub(crate) struct TestRandom(pub(crate) u64);

impl TestRandom {
    /// The next number, -1 to 1.
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    /// The next vector, -1 to 1 along each axis.
    pub(crate) fn vector(&mut self) -> Vec3A {
        Vec3A::new(self.next(), self.next(), self.next())
    }
}
