//! The twin of `narrow/closest_to_spine.rs`: the distance from a triangle to a spine.

use super::closest::Closest;
use super::prepare::Prepared;
use super::scalar::{cross, dot, max, min, one_norm, scale, select};
use glam::Vec3;

/// The spine of a capsule in ellipsoid space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spine {
    /// Axis of ellipsoid space along which the spine lies: 0, 1 or 2.
    pub axis: usize,
    /// Half the length of the spine, ellipsoid space.
    pub half: f32,
}

impl Spine {
    /// Turns a vector so that its part along the spine becomes `y`.
    pub(super) fn upright(self, v: Vec3) -> Vec3 {
        Vec3::new(v[(self.axis + 2) % 3], v[self.axis], v[(self.axis + 1) % 3])
    }
}

/// A triangle seen from the middle of a spine, upright frame.
pub(super) struct SpineView {
    pub(super) m: [Vec3; 3],
    pub(super) e: [Vec3; 3],
    pub(super) inverse_square: [f32; 3],
    pub(super) signed: f32,
    pub(super) lean: f32,
    pub(super) height: f32,
    pub(super) inside: [f32; 3],
    pub(super) slope: [f32; 3],
    pub(super) half: f32,
}

/// Where a triangle is closest to a spine.
pub(super) struct SpineDistance {
    pub(super) square: f32,
    pub(super) on_face: bool,
    crosses: bool,
}

pub(super) fn dot_across(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.z * b.z
}

pub(super) fn area_across(a: Vec3, b: Vec3) -> f32 {
    a.x * b.z - a.z * b.x
}

/// Measures the distance of a triangle from the spine about `center`, ellipsoid space. Where the spine crosses the triangle, the square
/// is minus the squared depth.
#[must_use]
pub fn closest_to_spine(triangle: &Prepared, center: Vec3, spine: Spine, front_only: bool) -> Closest {
    let s = spine.upright(center);
    let v = triangle.corners.map(|corner| spine.upright(corner));
    let n = spine.upright(triangle.normal);
    let half = spine.half;
    let m = v.map(|corner| s - corner);
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];

    let signed = dot(n, m[0]);
    let height = signed.abs() - n.y.abs() * half;
    let inward = e.map(|edge| cross(n, edge));
    let inside = [0, 1, 2].map(|k| dot(inward[k], m[k]));
    let slope = inward.map(|inward| inward.y);
    let inverse_square = triangle.inverse_square;
    let view = SpineView { m, e, inverse_square, signed, lean: n.y, height, inside, slope, half };
    let found = spine_distance(&view);
    let felt = signed >= select(front_only, 0.0, f32::NEG_INFINITY);
    Closest { square: found.square, over_face: found.on_face, felt }
}

pub(super) fn spine_distance(of: &SpineView) -> SpineDistance {
    let &SpineView { height, half, .. } = of;

    // Face.
    let nearest = max(min(-of.signed / of.lean, half), -half);
    let over_face = (0..3).all(|k| of.inside[k] + of.slope[k] * nearest > 0.0);

    let mut edge_square = f32::INFINITY;
    for k in 0..3 {
        let apart = from_edge(of, k).apart;
        edge_square = min(dot(apart, apart), edge_square);
    }
    let square = select(over_face, height * height, edge_square);

    // Crossing.
    let crosses = over_face && height <= 0.0;
    let mut depth = -height;
    let mut on_cap = crosses;
    for k in 0..3 {
        let side = area_across(of.e[k], of.m[k]).abs() / dot_across(of.e[k], of.e[k]).sqrt();
        let nearer = side < depth;
        depth = select(nearer, side, depth);
        on_cap = on_cap && !nearer;
    }
    let square = select(crosses, -(depth * depth), square);
    SpineDistance { square, on_face: (over_face && !crosses) || on_cap, crosses }
}

struct FromEdge {
    apart: Vec3,
    is_between: bool,
    foot: f32,
}

fn from_edge(of: &SpineView, k: usize) -> FromEdge {
    let (m, e, half) = (of.m[k], of.e[k], of.half);
    let across_foot = dot_across(m, e) / dot_across(e, e);
    let part = min(max(across_foot, 0.0), 1.0);
    let beside = m - scale(e, part);
    let end = select(beside.y >= 0.0, half, -half);
    let is_between = beside.y.abs() <= half;
    let from_end = Vec3::new(m.x, m.y - end, m.z);
    let end_foot = dot(from_end, e) * of.inverse_square[k];
    let end_part = min(max(end_foot, 0.0), 1.0);
    let off_end = from_end - scale(e, end_part);
    let apart = select(is_between, Vec3::new(beside.x, 0.0, beside.z), off_end);
    FromEdge { apart, is_between, foot: select(is_between, across_foot, end_foot) }
}

pub(super) fn approach_of_spine(of: &SpineView, found: &SpineDistance, d: Vec3) -> (f32, f32) {
    let mut square = f32::INFINITY;
    let (mut approach, mut rounding) = (0.0, 0.0);
    let d_beside = Vec3::new(d.x, 0.0, d.z);
    for k in 0..3 {
        let (m, e) = (of.m[k], of.e[k]);
        let FromEdge { apart, is_between, foot } = from_edge(of, k);
        let apart_square = dot(apart, apart);
        let across_part = dot_across(d, e) / dot_across(e, e);
        let d_across_spine = Vec3::new(d.x - e.x * across_part, 0.0, d.z - e.z * across_part);
        let d_across_edge = d - scale(e, dot(d, e) * of.inverse_square[k]);
        let ends = foot <= 0.0 || foot >= 1.0;
        let d_at_ends = select(is_between, d_beside, d);
        let d_along = select(is_between, d_across_spine, d_across_edge);
        let has_foot = !ends && foot >= 0.0;
        let d_closing = select(has_foot, d_along, d_at_ends);
        let nearer = apart_square < square;
        let spread = select(has_foot, one_norm(m) + of.half, 1.0);
        square = select(nearer, apart_square, square);
        approach = select(nearer, dot(apart, d_closing), approach);
        rounding = select(nearer, one_norm(d_closing) * spread, rounding);
    }

    let mut depth = -of.height;
    for k in 0..3 {
        let length = dot_across(of.e[k], of.e[k]).sqrt();
        let area = area_across(of.e[k], of.m[k]);
        let change = area_across(of.e[k], d) / length;
        let side = area.abs() / length;
        let nearer = side < depth && found.crosses;
        depth = select(nearer, side, depth);
        approach = select(nearer, select(area < 0.0, change, -change), approach);
        rounding = select(nearer, one_norm(d), rounding);
    }
    (approach, rounding)
}
