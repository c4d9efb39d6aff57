//! The twin of `narrow/closest.rs`: the distance from a triangle to a centre.

use super::prepare::{Prepared, inverse_or_zero, longer_than_first};
use super::scalar::{cross, dot, max, min, one_norm, scale, select};
use glam::Vec3;

pub(super) fn nearest_on_edges(inverse_square: &[f32; 3], m: &[Vec3; 3], e: &[Vec3; 3]) -> f32 {
    let mut square = f32::INFINITY;
    for k in 0..3 {
        let foot = min(max(dot(m[k], e[k]) * inverse_square[k], 0.0), 1.0);
        let from_foot = m[k] - scale(e[k], foot);
        square = min(dot(from_foot, from_foot), square);
    }
    square
}

pub(super) fn approach_to_edges(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3], d: Vec3) -> (f32, f32) {
    let mut square = f32::INFINITY;
    let (mut approach, mut rounding) = (0.0, 0.0);
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        let foot = dot(m[k], e[k]) * inverse_square;
        let (before, beyond) = (foot <= 0.0, foot >= 1.0);
        let from_foot = select(before, m[k], select(beyond, m[(k + 1) % 3], m[k] - scale(e[k], foot)));
        let foot_square = dot(from_foot, from_foot);
        let d_across = d - scale(e[k], dot(d, e[k]) * inverse_square);
        let ends = before || beyond;
        let d_closing = select(ends, d, d_across);
        let nearer = foot_square < square;
        let spread = select(ends, 1.0, one_norm(m[k]));
        square = select(nearer, foot_square, square);
        approach = select(nearer, dot(from_foot, d_closing), approach);
        rounding = select(nearer, one_norm(d_closing) * spread, rounding);
    }
    (approach, rounding)
}

/// Point of a triangle closest to a sphere's centre, as distance and flags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Squared distance of the triangle from the centre, ellipsoid space.
    pub square: f32,
    /// Whether the closest point lies inside the triangle's face, not on its edges or corners.
    pub over_face: bool,
    /// Whether the centre is on a side of the triangle that the query counts.
    pub felt: bool,
}

/// Finds the point of a triangle with these corners closest to `center`, ellipsoid space.
#[must_use]
pub fn closest(v: [Vec3; 3], center: Vec3, front_only: bool) -> Closest {
    let m = v.map(|corner| center - corner);
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let l = e.map(|edge| dot(edge, edge));
    let inverse = l.map(inverse_or_zero);

    let (second, third) = longer_than_first(l);
    let longest = select(third, e[2], select(second, e[1], e[0]));
    let scale_by = min(select(third, inverse[2], select(second, inverse[1], inverse[0])), f32::MAX);
    let n = cross(scale(e[0], scale_by), e[1]);
    let n = n - scale(longest, dot(n, longest) * scale_by);
    let n_square = dot(n, n);
    let thick = n_square > 0.0;

    let signed = dot(n, m[0]);
    let inside = [0, 1, 2].map(|k| dot(cross(n, e[k]), m[k]));
    let over_face = thick && inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
    let edge_square = nearest_on_edges(&inverse, &m, &e);
    Closest {
        square: select(over_face, signed * (signed / n_square), edge_square),
        over_face,
        felt: signed >= select(front_only, 0.0, f32::NEG_INFINITY),
    }
}
