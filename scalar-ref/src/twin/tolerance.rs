//! The roundings of the kernel that its twin needs, written down again.

/// Approach per unit of motion and coordinate that is rounding: as in the kernel.
pub(super) const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Longest motion for which [`APPROACH_ROUNDING`] counts from outside: as in the kernel.
pub(super) const LONGEST_SLOW_WAY: f32 = 16.0;

/// Rounding of the test that a sphere misses a triangle: as in the kernel.
pub(super) const CULL_ROUNDING: f32 = 7.7e-6;

/// Bound of the rounding by which a contact can win against a nearer one: as in the kernel.
pub(super) const SEAM_WINDOW: f32 = 1e-3;

/// Rounding of a squared distance at closest approach: as in the kernel.
pub(super) const EDGE_ROUNDING: f32 = 1.2e-7;

/// Rounding of a place along a ray: as in the kernel.
pub(super) const REACH_ROUNDING: f32 = 1e-5;
