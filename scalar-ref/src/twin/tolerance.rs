//! The roundings of the kernel that its twin needs, written down again.

/// Approach, per unit of motion and coordinate, that counts as rounding; same value as in the kernel.
pub(super) const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Longest motion for which [`APPROACH_ROUNDING`] counts from outside; same value as in the kernel.
pub(super) const LONGEST_SLOW_WAY: f32 = 16.0;

/// Bound on the rounding of the test that a sphere misses a triangle; same value as in the kernel.
pub(super) const CULL_ROUNDING: f32 = 7.7e-6;

/// Bound on the rounding by which a contact can win against a nearer one; same value as in the kernel.
pub(super) const SEAM_WINDOW: f32 = 1e-3;

/// Rounding of a squared distance at closest approach; same value as in the kernel.
pub(super) const EDGE_ROUNDING: f32 = 1.2e-7;

/// Rounding of a position along a ray; same value as in the kernel.
pub(super) const REACH_ROUNDING: f32 = 1e-5;
