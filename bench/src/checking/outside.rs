//! Finds characters that left the level, and numbers that are not finite.
//!
//! In: the [tree](super::Tree) of the level, a position or velocity. Out: yes or no. Only a level with an open edge can
//! be left, so the program counts these characters apart and puts them back.

use glam::DVec3;

use super::near::Near;

/// A centre more than this many metres below the lowest point of the level has left it. Larger than any character's
/// height, so that a character hanging on the lowest edge is not counted; a fall gets there in well under a second.
pub const LEFT_BELOW: f64 = 5.0;

/// A centre more than this many metres beyond the sides of the level has left it, at any height. Only characters
/// without gravity get so far before they are [`LEFT_BELOW`] the level.
pub const LEFT_SIDEWAYS: f64 = 100.0;

/// Returns true if `center` (metres) is more than [`LEFT_BELOW`] under the level or more than [`LEFT_SIDEWAYS`] away
/// from its sides.
///
/// Returns false for an empty level and for a position that is not finite.
#[must_use]
pub fn left_level(tree: &impl Near, center: DVec3) -> bool {
    tree.bounds().filter(|_| center.is_finite()).is_some_and(|bounds| {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let beside = (min - center).max(center - max);
        center.y < min.y - LEFT_BELOW || beside.x.max(beside.z) > LEFT_SIDEWAYS
    })
}

/// Returns true if a component of a character's position or velocity is NaN or infinite.
#[must_use]
pub fn not_finite(value: DVec3) -> bool {
    !value.is_finite()
}
