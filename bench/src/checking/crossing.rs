//! Finds paths that crossed the level.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::segment_crosses;

use super::near::Near;

/// Returns true if the segment from `a` to `b` (metres) crosses a triangle of the level.
///
/// A segment that is not finite crosses nothing; callers ask [`super::not_finite`] first.
#[must_use]
pub fn crosses(tree: &impl Near, a: DVec3, b: DVec3) -> bool {
    if !a.is_finite() || !b.is_finite() {
        return false;
    }
    tree.any(a.min(b), a.max(b), |_, triangle| segment_crosses(a, b, triangle))
}
