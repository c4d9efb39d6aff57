//! Whether a character is still in the world, and whether its numbers are.
//!
//! In: the [tree](super::Tree) of the level, a position or velocity. Out: yes or no. Leaving a level is the fault of a level
//! with an open edge, so the program counts it apart and puts the character back; a sealed level has none.

use glam::DVec3;

use super::near::Near;

/// Metres below the lowest point of the level from which on a centre has left it. Larger than any character's height,
/// so that one hanging on the lowest edge is not counted; what falls passes it in well under a second.
pub const LEFT_BELOW: f64 = 5.0;

/// Metres beyond the sides of the level from which on a centre has left it, at any height: there is no floor out
/// there. Only characters without gravity get so far before they are [`LEFT_BELOW`] the level.
pub const LEFT_SIDEWAYS: f64 = 100.0;

/// Whether `center` (metres) is more than [`LEFT_BELOW`] under the level or more than [`LEFT_SIDEWAYS`] beside it.
///
/// An empty level cannot be left, nor can a position that is not finite leave one.
#[must_use]
pub fn left_level(tree: &impl Near, center: DVec3) -> bool {
    tree.bounds().filter(|_| center.is_finite()).is_some_and(|bounds| {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let beside = (min - center).max(center - max);
        center.y < min.y - LEFT_BELOW || beside.x.max(beside.z) > LEFT_SIDEWAYS
    })
}

/// Whether a coordinate of a position or velocity is NaN or infinite.
#[must_use]
pub fn not_finite(value: DVec3) -> bool {
    !value.is_finite()
}
