//! The twin of `narrow/closest.rs`: closest points, and what separates a sphere from a triangle.

use super::prepare::Prepared;
use super::scalar::{cross, dot, max, min, one_norm, scale, select};
use super::tolerance::OUT_ROUNDING;
use glam::Vec3;

pub(super) fn nearest_on_edges(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3]) -> (f32, Vec3) {
    let mut square = f32::INFINITY;
    let mut apart = Vec3::ZERO;
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        let foot = min(max(dot(m[k], e[k]) * inverse_square, 0.0), 1.0);
        let from_foot = m[k] - scale(e[k], foot);
        let foot_square = dot(from_foot, from_foot);
        let nearer = foot_square < square;
        square = select(nearer, foot_square, square);
        apart = select(nearer, from_foot, apart);
    }
    (square, apart)
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

/// The point of a triangle closest to a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Squared distance.
    pub square: f32,
    /// From the closest point to the centre.
    pub apart: Vec3,
    /// Whether the closest point is inside the face.
    pub over_face: bool,
    /// Whether there is a face, and the centre so near to its outline that `apart` points anywhere.
    pub on_edges: bool,
    /// Distance from the face's plane.
    pub height: f32,
    /// The face's normal on the centre's side; of a triangle too thin for one, a direction across it.
    pub facing: Vec3,
    /// Whether the side that the centre is on counts.
    pub felt: bool,
}

/// Finds the point of a triangle closest to `center`.
#[must_use]
pub fn closest(triangle: &Prepared, center: Vec3, front_only: bool) -> Closest {
    let v = triangle.corners;
    let m = v.map(|corner| center - corner);
    let n = triangle.normal;
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];

    let signed = dot(n, m[0]);
    let below = signed < 0.0;
    let thick = dot(n, n) > 0.0;
    let facing = select(thick, select(below, -n, n), across(&e));
    let inside = [0, 1, 2].map(|k| dot(cross(n, e[k]), m[k]));
    let over_face = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
    let (edge_square, from_edge) = nearest_on_edges(triangle, &m, &e);
    let spread = one_norm(m[0]) + one_norm(m[1]) + one_norm(m[2]);
    let rounding = OUT_ROUNDING * (1.0 + spread);
    let on_edges = thick && edge_square < rounding;
    Closest {
        square: select(over_face, signed * signed, edge_square),
        apart: select(over_face, scale(n, signed), from_edge),
        over_face,
        on_edges,
        height: signed.abs(),
        facing,
        felt: signed >= select(front_only, 0.0, f32::NEG_INFINITY),
    }
}

fn across(e: &[Vec3; 3]) -> Vec3 {
    let second = dot(e[1], e[1]) > dot(e[0], e[0]);
    let longest = select(second, e[1], e[0]);
    let third = dot(e[2], e[2]) > dot(longest, longest);
    let longest = select(third, e[2], longest);
    let along_x = longest.x.abs() > longest.z.abs();
    let in_xy = Vec3::new(-longest.y, longest.x, 0.0);
    let in_yz = Vec3::new(0.0, -longest.z, longest.y);
    let across = select(along_x, in_xy, in_yz);
    let square = dot(across, across);
    select(square > 0.0, scale(across, 1.0 / square.sqrt()), Vec3::Y)
}

/// What separates the unit sphere from a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// How far out, metres along the normal.
    pub depth: f32,
    /// The way out, unit length, world space.
    pub normal: Vec3,
}

/// What separates the unit sphere from a triangle whose closest point is known; `None` where they do not overlap.
#[must_use]
pub fn separate(found: &Closest, inverse_radii: Vec3) -> Option<Separation> {
    let distance = found.square.sqrt();
    let away = scale(found.apart, 1.0 / distance);
    let by_face = found.over_face || found.on_edges || found.square < f32::MIN_POSITIVE;
    let out = select(by_face, found.facing, away);
    let normal = out * inverse_radii;
    let length = dot(normal, normal).sqrt();
    let overlap = found.felt && found.square < 1.0;
    overlap.then(|| Separation {
        depth: (1.0 - select(by_face, found.height, distance)) / length,
        normal: scale(normal, 1.0 / length),
    })
}
