//! Whether a path went through the level.
//!
//! In: the [tree](super::Tree) of the level and two centres of one character, metres. Out: yes or no.
//!
//! The segment between the centres is tested in f64 against every triangle whose box meets the segment's box, from
//! either side: a centre that changed sides of a surface fell through it, whichever way the surface faces. Between
//! the centres of one frame (or of one slide) the segment is the path or its chord; a chord can cut a convex corner
//! that the character walked around, so give the points of the path where they are known.

use glam::DVec3;
use sweep8_scalar_ref::exact::segment_crosses;

use super::near::Near;

/// Whether the segment from `a` to `b` (metres) crosses a triangle of the level.
///
/// A segment that is not finite crosses nothing; callers ask [`super::not_finite`] first.
#[must_use]
pub fn crosses(tree: &impl Near, a: DVec3, b: DVec3) -> bool {
    if !a.is_finite() || !b.is_finite() {
        return false;
    }
    tree.any(a.min(b), a.max(b), |_, triangle| segment_crosses(a, b, triangle))
}
