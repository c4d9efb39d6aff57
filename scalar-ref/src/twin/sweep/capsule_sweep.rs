//! The twin of `narrow/sweep/capsule_sweep.rs`: the sweep of a capsule against one triangle, and against eight whose contacts
//! shorten each other's way.

use super::capsule_edges::first_on_capsule_edges;
use super::capsule_way::CapsuleWay;
use super::hits::{Found, Rule};
use crate::twin::closest_to_spine::{Spine, SpineView, approach_of_spine, spine_distance};
use crate::twin::prepare::Prepared;
use crate::twin::scalar::{cross, dot, min, one_norm, select};
use crate::twin::tolerance::{APPROACH_ROUNDING, CULL_ROUNDING, EDGE_ROUNDING, LONGEST_SLOW_WAY, SEAM_WINDOW};
use glam::Vec3;

/// Distances of a capsule from the plane and the edges of a triangle whose plane the motion reaches.
struct CapsuleDistances {
    view: SpineView,
    /// Change of the near end's height over the whole motion, ellipsoid space.
    rate: f32,
    cuts: bool,
    /// Distance from a plane below which the capsule touches it.
    touching: f32,
    /// Fraction of the motion at which the near end touches the triangle's plane.
    touch: f32,
    /// Whether the near end touches the triangle's face at the fraction `touch`.
    face: bool,
}

impl CapsuleDistances {
    /// Computes the distances of a capsule from a triangle; `None` if it never comes within a radius of the triangle's plane.
    fn of(triangle: &Prepared, way: &CapsuleWay, spine: Spine, rule: Rule) -> Option<Self> {
        let v = triangle.corners.map(|corner| spine.upright(corner));
        let (m, n, d) = (v.map(|corner| way.start - corner), spine.upright(triangle.normal), way.d);
        let half = way.half;

        // Plane.
        let signed = dot(n, m[0]);
        let below = signed < 0.0;
        let height = signed.abs() - n.y.abs() * half;
        let along = dot(n, d);
        let rate = select(below, -along, along);
        let felt = signed >= select(rule.front_only, 0.0, f32::NEG_INFINITY);
        let cuts = felt && height < 1.0;
        let slow = select(rule.approach_only, APPROACH_ROUNDING * min(way.length, LONGEST_SLOW_WAY), 0.0);
        let touching = 1.0 - slow;
        let reached = cuts || (felt && height + rate < touching);
        if !reached {
            return None;
        }

        // Face.
        let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
        let inward = e.map(|edge| cross(n, edge));
        let inside = [dot(inward[0], m[0]), dot(inward[1], m[1]), dot(inward[2], m[2])];
        let slope = inward.map(|inward| inward.y);
        let rises = select(below, -n.y, n.y) < 0.0;
        let near_end = select(rises, half, -half);
        let touch = (height - 1.0) / -rate;
        let mut face = !cuts;
        for k in 0..3 {
            face = face && inside[k] + slope[k] * near_end + dot(inward[k], d) * touch > 0.0;
        }
        let inverse_square = triangle.inverse_square;
        let view = SpineView { m, e, inverse_square, signed, lean: n.y, height, inside, slope, half };
        Some(Self { view, rate, cuts, touching, touch, face })
    }
}

/// Sweeps a capsule from `start` by `displacement` against eight triangles, for contacts up to `limit` (a fraction, inclusive).
/// Behind a touched face, contacts that cannot win by rounding may be missing.
#[must_use]
pub fn sweep_eight_by_capsule(
    triangles: &[Prepared; 8],
    start: Vec3,
    displacement: Vec3,
    spine: Spine,
    limit: f32,
    rule: Rule,
) -> [Found; 8] {
    let way = CapsuleWay::new(start, displacement, spine);
    let distances = triangles.iter().filter_map(|triangle| CapsuleDistances::of(triangle, &way, spine, rule));
    let least = distances.filter(|course| course.face).map(|course| course.touch).fold(f32::INFINITY, min);
    triangles.each_ref().map(|triangle| {
        let m = triangle.corners.map(|corner| way.start - spine.upright(corner));
        let size = one_norm(m[0]) + one_norm(m[1]) + one_norm(m[2]);
        let rounding = CULL_ROUNDING * (size + (1.0 + way.size + 3.0 * way.half));
        let behind = min(rounding, SEAM_WINDOW) * way.inverse_length;
        sweep_capsule(triangle, start, displacement, spine, min(least + behind, limit), rule)
    })
}

/// Sweeps a capsule by `displacement` against one triangle, for contacts up to `limit` (a fraction, inclusive).
#[must_use]
pub fn sweep_capsule(
    triangle: &Prepared,
    start: Vec3,
    displacement: Vec3,
    spine: Spine,
    limit: f32,
    rule: Rule,
) -> Found {
    const NONE: Found = Found { fraction: None, start_square: None, face: false };
    let way = CapsuleWay::new(start, displacement, spine);
    let Some(CapsuleDistances { view, rate, cuts, touching, touch, face }) =
        CapsuleDistances::of(triangle, &way, spine, rule)
    else {
        return NONE;
    };
    let (d, half, height) = (way.d, way.half, view.height);

    let mut fraction = select(face, touch, f32::INFINITY);
    let mut open = !face;
    let mut on_face = face;
    let mut start_square = None;

    // Start.
    if cuts {
        let found = spine_distance(&view);
        if found.square < 1.0 {
            start_square = Some(found.square);
            on_face = on_face || found.on_face;
            let (to_edges, to_edges_rounding) = approach_of_spine(&view, &found, d);
            let approach = select(found.on_face, rate, to_edges);
            let beyond_length = select(found.on_face, 0.0, to_edges_rounding);
            let rounding = APPROACH_ROUNDING * (way.length + beyond_length);
            let deeper = !rule.approach_only || approach < -rounding;
            fraction = select(deeper, 0.0, fraction);
            open = false;
        }
    }

    if open {
        fraction = first_on_capsule_edges(triangle, &way, touching, &view.m, &view.e);
        let rounding = EDGE_ROUNDING * (1.0 + half + one_norm(d) + one_norm(view.m[0]));
        let on_plane = height + rate * fraction >= 1.0 - rounding;
        on_face = !cuts && on_plane;
    }
    Found { fraction: (fraction <= limit).then_some(fraction), start_square, face: on_face }
}
