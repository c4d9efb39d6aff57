//! The twin of `narrow/sweep/plane_and_face.rs`: the sweep of one triangle, and of eight whose contacts shorten each other's way.

use super::edges::first_on_edges;
use super::hits::{Found, Rule};
use crate::twin::closest::{approach_to_edges, nearest_on_edges};
use crate::twin::prepare::Prepared;
use crate::twin::scalar::{cross, dot, min, one_norm, select};
use crate::twin::tolerance::{APPROACH_ROUNDING, CULL_ROUNDING, EDGE_ROUNDING, LONGEST_SLOW_WAY, SEAM_WINDOW};
use glam::Vec3;

/// Motion of the unit sphere, with values that the tests of all triangles share.
struct Motion {
    start: Vec3,
    /// Displacement of the sphere, ellipsoid space.
    d: Vec3,
    /// Unit vector along the sphere's displacement; zero for a zero displacement.
    u: Vec3,
    length: f32,
    inverse_length: f32,
}

impl Motion {
    fn new(start: Vec3, displacement: Vec3) -> Self {
        let square = dot(displacement, displacement);
        let moves = square >= f32::MIN_POSITIVE;
        let (d, length) = (select(moves, displacement, Vec3::ZERO), select(moves, square.sqrt(), 0.0));
        let inverse_length = if length > 0.0 { 1.0 / length } else { 0.0 };
        Self { start, d, u: d * inverse_length, length, inverse_length }
    }
}

/// Distances of the sphere's centre from the plane and the edges of a triangle whose plane the motion reaches.
struct EdgeDistances {
    /// Vectors from the triangle's corners to the sphere's centre at the start, ellipsoid space.
    m: [Vec3; 3],
    e: [Vec3; 3],
    /// Height of the sphere's centre above the triangle's plane at the start, ellipsoid space.
    height: f32,
    /// Change of `height` over the whole motion, ellipsoid space.
    rate: f32,
    cuts: bool,
    inside: [f32; 3],
    /// Fraction of the motion at which the sphere touches the triangle's plane.
    touch: f32,
    /// Whether the sphere touches the triangle's face at the fraction `touch`.
    face: bool,
}

impl EdgeDistances {
    /// Computes the distances of a sphere from a triangle; `None` if it never comes within a radius of the triangle's plane.
    fn of(triangle: &Prepared, motion: &Motion, rule: Rule) -> Option<Self> {
        let v = triangle.corners;
        let (m, n, d) = (v.map(|corner| motion.start - corner), triangle.normal, motion.d);

        // Plane.
        let signed = dot(n, m[0]);
        let below = signed < 0.0;
        let height = signed.abs();
        let along = dot(n, d);
        let rate = select(below, -along, along);
        let felt = signed >= select(rule.front_only, 0.0, f32::NEG_INFINITY);
        let cuts = felt && height < 1.0;
        let slow = select(rule.approach_only, APPROACH_ROUNDING * min(motion.length, LONGEST_SLOW_WAY), 0.0);
        let reached = cuts || (felt && height + rate < 1.0 - slow);
        if !reached {
            return None;
        }

        // Face.
        let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
        let inward = e.map(|edge| cross(n, edge));
        let inside = [dot(inward[0], m[0]), dot(inward[1], m[1]), dot(inward[2], m[2])];
        let touch = (height - 1.0) / -rate;
        let mut face = !cuts;
        for k in 0..3 {
            face = face && inside[k] + dot(inward[k], d) * touch > 0.0;
        }
        Some(Self { m, e, height, rate, cuts, inside, touch, face })
    }
}

/// Sweeps the unit sphere from `start` by `displacement` against eight triangles, for contacts up to `limit` (a fraction,
/// inclusive). Behind a touched face, contacts that cannot win by rounding may be missing.
#[must_use]
pub fn sweep_eight(triangles: &[Prepared; 8], start: Vec3, displacement: Vec3, limit: f32, rule: Rule) -> [Found; 8] {
    let motion = Motion::new(start, displacement);
    let distances = triangles.iter().filter_map(|triangle| EdgeDistances::of(triangle, &motion, rule));
    let least = distances.filter(|course| course.face).map(|course| course.touch).fold(f32::INFINITY, min);
    triangles.each_ref().map(|triangle| {
        let m = triangle.corners.map(|corner| start - corner);
        let size = one_norm(m[0]) + one_norm(m[1]) + one_norm(m[2]);
        let rounding = CULL_ROUNDING * (size + (1.0 + one_norm(motion.d)));
        let behind = min(rounding, SEAM_WINDOW) * motion.inverse_length;
        sweep(triangle, start, displacement, min(least + behind, limit), rule)
    })
}

/// Sweeps the unit sphere by `displacement` against one triangle, for contacts up to `limit` (a fraction, inclusive).
#[must_use]
pub fn sweep(triangle: &Prepared, start: Vec3, displacement: Vec3, limit: f32, rule: Rule) -> Found {
    const NONE: Found = Found { fraction: None, start_square: None, face: false };
    let motion = Motion::new(start, displacement);
    let Some(EdgeDistances { m, e, height, rate, cuts, inside, touch, face }) =
        EdgeDistances::of(triangle, &motion, rule)
    else {
        return NONE;
    };
    let Motion { d, u, length, inverse_length, .. } = motion;

    let mut fraction = select(face, touch, f32::INFINITY);
    let mut open = !face;
    let mut on_face = face;
    let mut start_square = None;

    // Start.
    if cuts {
        let over_face = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
        let edge_square = nearest_on_edges(&triangle.inverse_square, &m, &e);
        let square = select(over_face, height * height, edge_square);
        if square < 1.0 {
            start_square = Some(square);
            on_face = on_face || over_face;
            let (to_edges, to_edges_rounding) = approach_to_edges(triangle, &m, &e, d);
            let approach = select(over_face, rate, to_edges);
            let beyond_length = select(over_face, 0.0, to_edges_rounding);
            let rounding = APPROACH_ROUNDING * (length + beyond_length);
            let deeper = !rule.approach_only || approach < -rounding;
            fraction = select(deeper, 0.0, fraction);
            open = false;
        }
    }

    if open {
        fraction = first_on_edges(triangle, &m, &e, d, u, inverse_length);
        let rounding = EDGE_ROUNDING * (1.0 + one_norm(d) + one_norm(m[0]));
        let on_plane = height + rate * fraction >= 1.0 - rounding;
        on_face = !cuts && on_plane;
    }
    Found { fraction: (fraction <= limit).then_some(fraction), start_square, face: on_face }
}
