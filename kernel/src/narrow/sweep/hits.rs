//! The rule of a block's sweep, and its hits.

use crate::base::tolerance::{APPROACH_ROUNDING, LONGEST_SLOW_WAY};
use crate::frame::motion::Motion;
use crate::mesh::sides::Sides;
use crate::simd::Eight;

/// Rule for a sphere that overlaps a triangle at the start of its sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// An overlap at the start of a sweep is a contact at fraction 0, whatever the direction of the motion.
    Contact,
    /// Contact at fraction 0 if the motion goes deeper, none if it goes out or along. The distance to a triangle is convex along a
    /// line: one that does not shrink at the start never does. From outside, too, a plane is touched only if the whole motion leads
    /// into it by more than rounding.
    Approach,
}

impl Start {
    /// Rule of a query that counts approaches only, or of one that counts every overlap.
    #[inline(always)]
    pub(crate) fn of(approach_only: bool) -> Self {
        if approach_only { Self::Approach } else { Self::Contact }
    }

    /// The height above a plane, ellipsoid space, below which a sphere from outside touches it. With [`Approach`](Self::Approach)
    /// an approach by no more than rounding is no contact, as for overlaps: between planes that face each other a motion can't lean
    /// off all of them, and rounding would stop it for ever.
    #[inline(always)]
    pub(super) fn touching_height(self, motion: &Motion) -> f32 {
        match self {
            Self::Contact => 1.0,
            Self::Approach => 1.0 - APPROACH_ROUNDING * motion.length.min(LONGEST_SLOW_WAY),
        }
    }
}

/// Rule for the contacts of a sweep: how an overlap at the start counts, and which sides of triangles count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) start: Start,
    pub(crate) sides: Sides,
}

/// Triangles of one block that a sweep touches, and those that the sphere overlaps at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockHits {
    /// Bit `i`: lane `i` is touched at `fraction[i]`, which is at most the limit. A lane that surely loses against the face of
    /// another may be missing.
    pub(crate) hits: u32,
    /// Fraction of the displacement at each lane's contact, `0..=limit`; meaningful for the lanes in `hits`.
    pub(crate) fraction: Eight,
    /// Bit `i`: the sphere overlaps the triangle of lane `i` at the start.
    pub(crate) overlaps: u32,
    /// Squared distance of the sphere's centre at the start from each triangle, `0..1`; meaningful for the lanes in `overlaps`.
    pub(crate) start_square: Eight,
    /// Bit `i`: lane `i` is touched on its face, or to rounding on its rim, and not on an edge or corner from the side; meaningful
    /// where `hits` or `overlaps` has the lane.
    pub(crate) faces: u32,
}

impl BlockHits {
    pub(super) const NONE: Self = Self { hits: 0, fraction: [0.0; 8], overlaps: 0, start_square: [0.0; 8], faces: 0 };
}
