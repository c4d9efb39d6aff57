//! The twin of `narrow/prepare.rs`: the unit normal and the inverse squared edge lengths.

use super::scalar::{cross, dot, scale, select};
use glam::Vec3;

/// A triangle in ellipsoid space with the values that every collision test needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prepared {
    /// Corners of the triangle, ellipsoid space.
    pub corners: [Vec3; 3],
    /// Unit normal of the triangle; zero if the triangle is too thin to have one in `f32`.
    pub normal: Vec3,
    /// `1 / |edge|²` of the triangle's edges 0-1, 1-2, 2-0; zero for an edge without length.
    pub inverse_square: [f32; 3],
}

/// Computes the unit normal and the inverse squared edge lengths of a triangle.
#[must_use]
pub fn prepare(corners: [Vec3; 3]) -> Prepared {
    let [v0, v1, v2] = corners;
    let (e0, e1, e2) = (v1 - v0, v2 - v1, v0 - v2);
    let (l0, l1, l2) = (dot(e0, e0), dot(e1, e1), dot(e2, e2));

    let (second, third) = longer_than_first([l0, l1, l2]);
    let longest = select(third, e2, select(second, e1, e0));
    let square = select(third, l2, select(second, l1, l0));

    let scale_by = 1.0 / square.sqrt();
    let axis = scale(longest, scale_by);
    let normal = cross(scale(e0, scale_by), scale(e1, scale_by));
    let normal = normal - scale(axis, dot(normal, axis));
    let normal_square = dot(normal, normal);
    let thick = normal_square > 0.0;
    let normal = scale(normal, 1.0 / normal_square.sqrt());

    Prepared { corners, normal: select(thick, normal, Vec3::ZERO), inverse_square: [l0, l1, l2].map(inverse_or_zero) }
}

pub(super) fn longer_than_first([l0, l1, l2]: [f32; 3]) -> (bool, bool) {
    let second = l1 > l0;
    (second, l2 > select(second, l1, l0))
}

pub(super) fn inverse_or_zero(square: f32) -> f32 {
    select(square > 0.0, 1.0 / square, 0.0)
}
