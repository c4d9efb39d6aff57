//! A stair step, and the last one that a slide found: contacts with one edge share the answer.

use crate::base::tolerance::HEIGHT_ROUNDING_PART;
use crate::character::slide::slide_setup::SlideSetup;
use glam::Vec3;

/// Part of the hull's level extent within which contacts with one edge share their step: the length of a piece of a
/// [trace](crate::character::slide::trace).
pub(super) const SHARED_PART: f32 = 0.25;
/// Cosine of the angle between directions off one edge, 1.8°.
const SAME_DIRECTION: f32 = 0.9995;

/// A step that a hull touches.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Height above the start of the slide up to which the hull may touch something on its way over the step, metres.
    pub(super) highest: f32,
    /// Whether nothing was in the way onto it: then it is one all along its edge.
    pub(super) is_free: bool,
}

/// A step that was found in a slide, and where.
#[derive(Clone, Copy)]
pub(super) struct KnownStep {
    pub(super) step: Step,
    /// Touched point relative to the start of the slide, metres.
    pub(super) point: Vec3,
    /// Level direction off the obstacle, unit length.
    pub(super) outward: Vec3,
    /// Greatest height of a step with which it was found, metres.
    pub(super) limit: f32,
}

impl KnownStep {
    /// Whether a contact at `point`, off an obstacle towards `outward`, is with the same edge: as high, in the same direction, and near.
    pub(super) fn is_of(&self, setup: &SlideSetup, outward: Vec3, point: Vec3, limit: f32) -> bool {
        let (apart, near) = (point - self.point, SHARED_PART * setup.hull.extent(self.outward));
        self.limit == limit
            && apart.dot(setup.up).abs() <= HEIGHT_ROUNDING_PART * setup.rules.skin
            && apart.length_squared() <= near * near
            && outward.dot(self.outward) >= SAME_DIRECTION
    }
}
