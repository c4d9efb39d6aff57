//! The direction used where geometry defines none.

use glam::Vec3;

/// The unit vector used where no direction is defined: two centres coincide, or a triangle has no area in `f32`. Any direction is
/// valid; a fixed one gives the same bits for the same input.
pub(crate) const FALLBACK_DIRECTION: Vec3 = Vec3::Y;
