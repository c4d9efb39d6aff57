//! Which boxes does a unit sphere come near on its way?
//!
//! In: a motion, how far of it counts, boxes; ellipsoid space. Out: a predicate for each, and a fraction before which none
//! is reached.
//!
//! A box is out of reach where an axis separates it from the segment that the centre goes along by more than the radius.
//! Two are tried:
//! 1. The shortest way from the box around the segment. It is exact where the motion runs along an axis, and tells large
//!    boxes.
//! 2. The shortest way from the segment to the middle of the box. It follows the motion wherever it goes, and tells small
//!    boxes: those of dense meshes.
//!
//! All is conservative: what is left out is farther than the radius by more than the roundings of a sweep, and by more than
//! what a face may be farther than the edge of its neighbour and still be taken. A sweep so needs no margin for that behind
//! its best contact, [`SEAM_WINDOW`](crate::tolerance::SEAM_WINDOW), which is hundreds of times as much for small triangles:
//! two centimetres around the place where a person touches a floor.

use crate::lanes::{LaneVec, Lanes, one_norm};
use crate::motion::Motion;
use crate::tolerance::{BESIDE_ROUNDING, SEAM_ROUNDING};
use glam::Vec3;

/// The unit sphere moved along a straight line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptSphere {
    start: Vec3,
    /// As far as it counts.
    displacement: Vec3,
    direction: Vec3,
    /// Of the displacement.
    length: f32,
    /// One over the length of the whole motion; 0 where that is none.
    inverse_length: f32,
    /// The radius, with the rounding that does not depend on the box.
    radius: f32,
}

impl SweptSphere {
    /// A motion up to the fraction of the best contact so far.
    #[inline(always)]
    pub(crate) fn new(motion: &Motion, fraction: f32) -> Self {
        Self {
            start: motion.start,
            displacement: motion.displacement * fraction,
            direction: motion.direction,
            length: motion.length * fraction,
            inverse_length: motion.inverse_length,
            radius: 1.0 + SEAM_ROUNDING + BESIDE_ROUNDING * (1.0 + motion.size),
        }
    }

    /// The boxes from `low` to `high` that hold anything that overlaps at the start or may be the nearest contact.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Mask {
        let start = lanes.splat3(self.start);
        let (low, high) = (low - start, high - start);
        let reach = self.reach(lanes, low, high);
        self.meets(lanes, low, high, reach)
    }

    /// The same, and a fraction of the motion before which the sphere does not reach the box; below 0 where it does at the
    /// start.
    #[inline(always)]
    pub(crate) fn entering<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
    ) -> (L::Mask, L::Float) {
        let start = lanes.splat3(self.start);
        let (low, high) = (low - start, high - start);
        let reach = self.reach(lanes, low, high);
        let zero = lanes.splat(0.0);
        let none = LaneVec { x: zero, y: zero, z: zero };
        let apart = lanes.max3(lanes.max3(low, none - high), none);
        let enter = (lanes.sqrt(apart.dot(apart)) - reach) * lanes.splat(self.inverse_length);
        (self.meets(lanes, low, high, reach), enter)
    }

    /// The radius with the roundings of distances to what lies in boxes, which are seen from the start.
    #[inline(always)]
    fn reach<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Float {
        let far = LaneVec {
            x: lanes.max(lanes.abs(low.x), lanes.abs(high.x)),
            y: lanes.max(lanes.abs(low.y), lanes.abs(high.y)),
            z: lanes.max(lanes.abs(low.z), lanes.abs(high.z)),
        };
        lanes.splat(self.radius) + one_norm(lanes, far) * lanes.splat(BESIDE_ROUNDING + SEAM_ROUNDING)
    }

    /// Whether neither axis separates the boxes, seen from the start, by more than `reach`.
    #[inline(always)]
    fn meets<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>, reach: L::Float) -> L::Mask {
        let zero = lanes.splat(0.0);
        let none = LaneVec { x: zero, y: zero, z: zero };
        let displacement = lanes.splat3(self.displacement);
        let (first, last) = (lanes.min3(displacement, none), lanes.max3(displacement, none));
        let apart = lanes.max3(lanes.max3(first - high, low - last), none);
        let near = lanes.le(apart.dot(apart), reach * reach);

        let half = lanes.splat(0.5);
        let (middle, extent) = ((low + high).scale(half), (high - low).scale(half));
        let direction = lanes.splat3(self.direction);
        let along = lanes.min(lanes.max(middle.dot(direction), zero), lanes.splat(self.length));
        // Any axis is a right one; the roundings of this one do not matter.
        let axis = middle - direction.scale(along);
        let sizes = LaneVec { x: lanes.abs(axis.x), y: lanes.abs(axis.y), z: lanes.abs(axis.z) };
        let farthest = lanes.max(axis.dot(displacement), zero);
        let nearest = axis.dot(middle) - sizes.dot(extent);
        near & lanes.le(nearest - farthest, reach * lanes.sqrt(axis.dot(axis)))
    }
}
