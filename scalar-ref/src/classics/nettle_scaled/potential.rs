//! The potential colliders of one move: triangles that reach into the box about its way, found by clipping.
//!
//! In: the triangles of the world, the ellipsoid's space, its centre and displacement in the world. Out: the
//! triangles that it may collide with, in ellipsoid space, with their normals.
//!
//! 1. The box of the ellipsoid at the source, the box at the destination, and the box of both; along the world's axes.
//! 2. Every triangle that reaches into it by the exact test, clipping ([`Bounds`]).
//! 3. Corners and normals of those found are taken into ellipsoid space; nothing else of the world is.
//!
//! Source: Nettle, revised October 2000, "Determining potential colliders". Its box is a sphere's; an oriented
//! ellipsoid gets the box about its own extent. Surfaces have no stored normals here: they are computed from the
//! corners in the world and scaled then.

use super::detect::Collider;
use super::transform::{EllipsoidSpace, NormalRule};
use crate::brute_force::Triangle;
use crate::classics::bounds::Bounds;
use crate::classics::classic::plane_normal;
use glam::DVec3;

/// Triangles whose parts lie in the box around the ellipsoid's motion, mapped to ellipsoid space, in their order.
#[must_use]
pub fn potential_colliders(
    triangles: &[Triangle],
    space: &EllipsoidSpace,
    center: DVec3,
    displacement: DVec3,
    rule: NormalRule,
) -> Vec<Collider> {
    let bounds = Bounds::of_way(center, center + displacement, space.half_extent());
    let reached = triangles.iter().enumerate().filter(|(_, triangle)| bounds.reaches(triangle));
    reached
        .map(|(index, triangle)| Collider {
            triangle: index,
            corners: space.triangle(triangle),
            normal: space.normal(plane_normal(triangle), rule),
        })
        .collect()
}
