//! The contact of one triangle with a segment, the spine of a capsule; scalar and in `f64`.
//!
//! In: the middle of the spine, half of it as a vector, three corners; ellipsoid space. Out: the touched point of the triangle with its
//! weights, the direction from it to the spine, and the signed distance: negative where the spine crosses the triangle.
//! 1. *Face.* If the point of the spine that is nearest to the plane is over the face, it is the closest. Of a spine along the face
//!    the middle of its part over the face is reported, so that the point does not jump from end to end by rounding.
//! 2. *Edges.* Otherwise the closest of three pairs of segments; of an edge along the spine the middle of their common part is reported.
//! 3. *Crossing.* A spine that crosses the face is left soonest through one of the five planes of the prism that the triangle covers
//!    when it is swept along the spine: two caps along the triangle's normal, three sides across edge and spine.
//!
//! Source: Ericson, *Real-Time Collision Detection* (2005), 5.1.9 and 5.1.10. See `docs/math/capsule.md`.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::tolerance::{CONTACT_ROUNDING, SEAM_ROUNDING};
use crate::base::triangle_point::{closest_weighted, front, towards};
use glam::DVec3;

/// The contact of a spine with a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpineContact {
    /// Touched point of the triangle.
    pub(crate) point: DVec3,
    /// Weights of the touched point: the sum of the corners times these.
    pub(crate) weights: DVec3,
    /// Unit vector along which the spine leaves the triangle.
    pub(crate) normal: DVec3,
    /// Distance of the spine from the triangle; where the spine crosses, minus the distance by which it leaves along `normal`.
    pub(crate) distance: f64,
    /// Whether the triangle is touched inside all of its edges.
    pub(crate) is_inside: bool,
}

/// The contact of the spine from `center - half` to `center + half` with a triangle. `half` is not zero.
pub(crate) fn spine_contact(center: DVec3, half: DVec3, corners: [DVec3; 3]) -> SpineContact {
    let normal = front(corners);
    let square = normal.length_squared();
    let from_first = center - corners[0];
    // Of a spine that is level up to rounding, points are as near as its nearest one.
    let size = corners.iter().fold(1.0, |size: f64, v| size.max((*v - center).abs().max_element() + half.length()));
    let rounding = f64::from(SEAM_ROUNDING) * size;
    if square > 0.0 {
        let (height, rise) = (normal.dot(from_first), normal.dot(half));
        let crosses_plane = rise.abs() > height.abs();
        if crosses_plane && is_over(center - half * (height / rise), corners, normal) {
            return crossing(center, half, corners, normal);
        }
        // The part of the spine that is over the face and as near as its near end, up to rounding.
        let near_end = if height * rise > 0.0 { -1.0 } else { 1.0 };
        let level = if rise == 0.0 { 2.0 } else { (rounding * square.root() / rise.abs()).min(2.0) };
        let ends = if near_end > 0.0 { [1.0 - level, 1.0] } else { [-1.0, level - 1.0] };
        if !crosses_plane
            && let Some([from, to]) = part_over(center, half, corners, normal, ends)
            && (level == 2.0 || from == near_end || to == near_end)
        {
            let middle = center + half * (0.5 * (from + to));
            let (point, weights, _) = closest_weighted(middle, corners);
            let distance = (height + rise * near_end.clamp(from, to)).abs() / square.root();
            return SpineContact {
                point,
                weights,
                normal: towards(from_first, normal).normalize(),
                distance,
                is_inside: true,
            };
        }
    }
    let [first, second, third] = [0, 1, 2].map(|k| closest_on_edge(center, half, corners, k, rounding));
    let nearer = |best: EdgePoint, next: EdgePoint| if next.distance < best.distance { next } else { best };
    let EdgePoint { point, weights, apart, distance } = nearer(nearer(first, second), third);
    if distance <= CONTACT_ROUNDING {
        return crossing(center, half, corners, normal);
    }
    SpineContact { point, weights, normal: apart / apart.length(), distance, is_inside: false }
}

/// Whether a point lies over the face, inside all of its edges.
fn is_over(p: DVec3, [a, b, c]: [DVec3; 3], normal: DVec3) -> bool {
    [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| normal.cross(to - from).dot(p - from) > 0.0)
}

/// The part, of the given part, of the spine that lies over the face; `None` if there is none. Parts are from -1 to 1.
fn part_over(
    center: DVec3,
    half: DVec3,
    [a, b, c]: [DVec3; 3],
    normal: DVec3,
    [mut from, mut to]: [f64; 2],
) -> Option<[f64; 2]> {
    for (start, end) in [(a, b), (b, c), (c, a)] {
        let inward = normal.cross(end - start);
        let (inside, slope) = (inward.dot(center - start), inward.dot(half));
        if slope > 0.0 {
            from = from.max(-inside / slope);
        } else if slope < 0.0 {
            to = to.min(-inside / slope);
        } else if inside <= 0.0 {
            return None;
        }
    }
    (from < to).then_some([from, to])
}

/// Point of an edge that is closest to a spine, or as close up to rounding.
struct EdgePoint {
    point: DVec3,
    weights: DVec3,
    /// Vector from the edge's point to the spine's.
    apart: DVec3,
    /// Distance of the closest points.
    distance: f64,
}

/// The point of the edge from corner `k` to the next that is closest to the spine.
fn closest_on_edge(center: DVec3, half: DVec3, corners: [DVec3; 3], k: usize, rounding: f64) -> EdgePoint {
    let (from, to) = (corners[k], corners[(k + 1) % 3]);
    let (edge, apart) = (to - from, center - from);
    let [aa, bb] = [edge, half].map(DVec3::length_squared);
    let (ab, ad, bd) = (edge.dot(half), edge.dot(apart), half.dot(apart));
    let on_edge = |s: f64| if aa > 0.0 { ((ad + ab * s) / aa).clamp(0.0, 1.0) } else { 0.0 };
    let on_spine = |t: f64| ((ab * t - bd) / bb).clamp(-1.0, 1.0);
    // Squared sine of the angle between both, times their squared lengths; as a cross product, which keeps small angles.
    let square = edge.cross(half).length_squared();
    let shorter = aa.min(4.0 * bb);
    // Parallel up to rounding: the middle of the common part.
    let middle = 0.5 * (on_spine(0.0) + on_spine(1.0));
    let closest = if square > 0.0 { on_spine(((bb * ad - ab * bd) / square).clamp(0.0, 1.0)) } else { middle };
    let told = if square * shorter > rounding * rounding * aa * bb { closest } else { middle };
    let apart_at = |s: f64| center + half * s - (from + edge * on_edge(s));
    let t = on_edge(told);
    let mut weights = [0.0; 3];
    (weights[k], weights[(k + 1) % 3]) = (1.0 - t, t);
    // The closest distance chooses the edge: the middle of one may be farther than the corner from which it starts.
    EdgePoint {
        point: from + edge * t,
        weights: weights.into(),
        apart: apart_at(told),
        distance: apart_at(closest).length(),
    }
}

/// The contact of a spine that crosses the face: out through the nearest plane of the prism that the triangle covers along the spine.
fn crossing(center: DVec3, half: DVec3, corners: [DVec3; 3], normal: DVec3) -> SpineContact {
    let from_first = center - corners[0];
    let mut best: Option<SpineContact> = None;
    if let Some(unit) = towards(from_first, normal).try_normalize().filter(|_| normal != DVec3::ZERO) {
        // Along the normal the far end is the last to leave.
        let far_end = center - half * unit.dot(half).signum();
        let depth = unit.dot(half).abs() - unit.dot(from_first);
        let (point, weights, _) = closest_weighted(far_end, corners);
        best = Some(SpineContact { point, weights, normal: unit, distance: -depth, is_inside: true });
    }
    for k in 0..3 {
        let (from, to, other) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
        let Some(across) = (to - from).cross(half).try_normalize() else { continue };
        let outward = if across.dot(other - from) > 0.0 { -across } else { across };
        let depth = -outward.dot(center - from);
        if best.is_none_or(|best| depth < -best.distance) {
            // The foot of the middle on the edge, seen along the spine.
            let along = outward.cross(half);
            let t = (along.dot(center - from) / along.dot(to - from)).clamp(0.0, 1.0);
            let mut weights = [0.0; 3];
            (weights[k], weights[(k + 1) % 3]) = (1.0 - t, t);
            let point = from + (to - from) * t;
            best = Some(SpineContact {
                point,
                weights: weights.into(),
                normal: outward,
                distance: -depth,
                is_inside: false,
            });
        }
    }
    best.unwrap_or_else(|| {
        let (point, weights, _) = closest_weighted(center, corners);
        SpineContact {
            point,
            weights,
            normal: FALLBACK_DIRECTION.as_dvec3().normalize(),
            distance: 0.0,
            is_inside: false,
        }
    })
}
