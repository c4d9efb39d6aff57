//! The box around a motion of an ellipsoid, grown for every rounding.
//!
//! In: the start and reach of a motion, the extents of the moving shape; mesh space. Out: a box that meets the box of every
//! triangle that may be touched. Larger than necessary costs time and changes no result.

use crate::base::tolerance::{BOX_ROUNDING, FARTHEST, NEAR_ROUNDING, REACH_ROUNDING, SLOWEST};
use crate::bvh::boxes::Bounds;
use crate::frame::ellipsoid_space::Space;
use glam::{Vec3, Vec3A};

/// Half extents of a box that meets everything that the unit sphere of `space` can touch while its centre stays within `reach` of a
/// point next to the centre of that space; metres. `largest` is the largest extent of a triangle.
///
/// Grown for the rounding of centre and reach, and of distances: the latter have the rounding of the coordinates of corners and of
/// the motion, in ellipsoid space, whichever axis they lie along.
#[inline(always)]
pub(crate) fn half_extents(space: &Space, middle: Vec3, reach: f32, largest: f32) -> Vec3A {
    let (radii, center) = (Vec3A::from(space.radii), Vec3A::from(space.position.high));
    let far = (largest + reach) * space.inverse_radii.max_element();
    (radii + Vec3A::splat(reach)) * (1.0 + REACH_ROUNDING)
        + center.abs() * BOX_ROUNDING
        + Vec3A::from(middle).abs() * REACH_ROUNDING
        + radii * (far * NEAR_ROUNDING)
}

/// A box that meets every box that a shape with the half extents `half` touches on its way from `origin` by `reach`, metres, among
/// triangles in `bounds`. `inverse_half` is one over `half`, 0 for a point.
#[inline(always)]
pub(crate) fn around_way(origin: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Bounds {
    way(origin, reach, way_extents(origin, reach, half, inverse_half, bounds))
}

/// Box around a straight motion from `origin` by `reach` of a shape with the half extents `grow`.
#[inline(always)]
pub(super) fn way(origin: Vec3, reach: Vec3, grow: Vec3A) -> Bounds {
    let (origin, reach) = (Vec3A::from(origin), Vec3A::from(reach));
    Bounds { low: origin + reach.min(Vec3A::ZERO) - grow, high: origin + reach.max(Vec3A::ZERO) + grow }
}

/// Half extents of the shape for [`around_way`], grown so that no rounding loses a touched triangle.
#[inline(always)]
pub(super) fn way_extents(origin: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Vec3A {
    let (origin, reach, half) = (Vec3A::from(origin), Vec3A::from(reach), Vec3A::from(half));
    // A distance in ellipsoid space has the rounding of the coordinates of corners there, whichever axis they lie along; and the
    // longer the motion, the farther off a miss counts as a touch. The sum over the axes joins the rest last, because a sweep waits
    // for it.
    let far = (bounds.low - origin).abs().max((bounds.high - origin).abs());
    let [x, y, z] = ((far + reach.abs()) * Vec3A::from(inverse_half)).to_array();
    let miss = half * (NEAR_ROUNDING * (1.0 + REACH_ROUNDING)) * (x + y + z);
    (half + way_rounding(origin, reach)) * (1.0 + REACH_ROUNDING) + miss
}

/// As [`way_extents`], of a point: it meets a triangle only where it passes.
#[inline(always)]
pub(super) fn point_extents(origin: Vec3, reach: Vec3) -> Vec3A {
    way_rounding(origin.into(), reach.into()) * (1.0 + REACH_ROUNDING)
}

/// Rounding of the coordinates of a straight motion.
#[inline(always)]
fn way_rounding(origin: Vec3A, reach: Vec3A) -> Vec3A {
    let rounding = (origin.abs() + reach.abs()) * BOX_ROUNDING;
    // Along an axis across the motion, a line still moves at [`SLOWEST`]: over the largest distance, in a box that ends at 0.
    rounding + Vec3A::splat(SLOWEST * FARTHEST)
}
