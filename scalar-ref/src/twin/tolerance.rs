//! The roundings of the kernel that its twin needs, written down again.

/// Approach to a triangle, per unit of motion and coordinate, that counts as rounding; same value as in the kernel.
pub(super) const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Longest motion, in radii, for which [`APPROACH_ROUNDING`] counts without an overlap; same value as in the kernel.
pub(super) const LONGEST_SLOW_WAY: f32 = 16.0;

/// Rounding of the test that a sphere misses a triangle, per unit of coordinate; same value as in the kernel.
pub(super) const CULL_ROUNDING: f32 = 7.7e-6;

/// Largest distance, in radii, by which a contact can win against a nearer one due to rounding; same value as in the kernel.
pub(super) const SEAM_WINDOW: f32 = 1e-3;

/// Rounding of a squared distance from an edge at closest approach; same value as in the kernel.
pub(super) const EDGE_ROUNDING: f32 = 1.2e-7;

/// Rounding of a position along a ray, relative to the position; same value as in the kernel.
pub(super) const REACH_ROUNDING: f32 = 1e-5;
