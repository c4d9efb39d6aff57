//! The direction that stands in where geometry leaves none.

use glam::Vec3;

/// A unit vector for what has no direction of its own: two centres that coincide, a triangle that has no area in `f32`. Any
/// would do, as no axis is up; it is always the same, so that the same input gives the same bits.
pub(crate) const FALLBACK_DIRECTION: Vec3 = Vec3::Y;
