//! Capsule against triangle in `f64`: distance, first contact, depth.
//!
//! In: a capsule of radius 1 (centre, half of its spine as a vector, displacement) and a triangle, all in ellipsoid space. Out: the
//! distance of the spine from the triangle, the fraction of the displacement at first contact, the least distance on the way.
//!
//! 1. *Distance.* The least of: the ends of the spine from the triangle, the spine from the three edges. A spine that crosses the
//!    triangle, as decided exactly, has the distance 0. [`distance_by_search`](UnitCapsule::distance_by_search) knows nothing of edges
//!    and corners: the distance of a point of the spine is a convex function of the point, and golden section finds where it is least.
//! 2. *First contact by bisection.* The distance of the moving spine from a triangle is convex in the fraction, too: as in
//!    [`brute_force`](crate::brute_force).
//! 3. *First contact with the prism*, independent of both: the triangle swept along the spine is a prism; the capsule touches the triangle
//!    where its centre's unit sphere touches one of the prism's eight triangles ([`prism`]).
//!
//! No tolerance decides anything here.

use crate::brute_force::{Triangle, closest_on_segment, closest_point, first_contact, segment_crosses};
use glam::DVec3;

/// Inverse golden ratio: the fraction of its interval that each probe of a golden-section search keeps.
const KEPT: f64 = 0.618_033_988_749_894_9;

/// Number of probes of a golden-section search: `KEPT` to this power is below 2⁻⁵³.
const PROBES: u32 = 80;

/// A capsule of radius 1 in ellipsoid space: all points within 1 of its spine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitCapsule {
    /// Middle of the spine.
    pub center: DVec3,
    /// Vector from the middle to one end of the spine; zero for a sphere.
    pub half: DVec3,
}

impl UnitCapsule {
    /// The capsule moved by a displacement.
    #[must_use]
    pub fn moved(self, displacement: DVec3) -> Self {
        Self { center: self.center + displacement, ..self }
    }

    /// Distance of the spine from the closed triangle, 0 or more.
    #[must_use]
    pub fn distance(&self, triangle: &Triangle) -> f64 {
        let Self { center, half } = *self;
        if segment_crosses(center - half, center + half, triangle) {
            return 0.0;
        }
        let [from, to] = [center - half, center + half];
        let [a, b, c] = *triangle;
        let ends = [from, to].map(|end| end.distance(closest_point(end, triangle)));
        let edges = [(a, b), (b, c), (c, a)].map(|(start, end)| between_segments([from, to], [start, end]));
        ends.into_iter().chain(edges).fold(f64::INFINITY, f64::min)
    }

    /// As [`distance`](Self::distance), by search along the spine.
    #[must_use]
    pub fn distance_by_search(&self, triangle: &Triangle) -> f64 {
        let Self { center, half } = *self;
        if segment_crosses(center - half, center + half, triangle) {
            return 0.0;
        }
        let at = |part: f64| {
            let point = center + half * part;
            (part, point.distance(closest_point(point, triangle)))
        };
        least(at, -1.0, 1.0).1
    }

    /// Distance by which the capsule overlaps the triangle along the shortest way out; negative by the gap if it does not overlap.
    #[must_use]
    pub fn depth(&self, triangle: &Triangle) -> f64 {
        let Self { center, half } = *self;
        if !segment_crosses(center - half, center + half, triangle) {
            return 1.0 - self.distance(triangle);
        }
        // Inside of the prism: the nearest of its triangles is as far as the nearest of its planes.
        let nearest = prism(triangle, half).into_iter().map(|side| center.distance(closest_point(center, &side)));
        1.0 + nearest.fold(f64::INFINITY, f64::min)
    }

    /// Fraction of `displacement` at which the capsule first touches the triangle, by bisection on [`distance`](Self::distance).
    /// `None` if the distance never falls to one, or is least at a start not below one.
    #[must_use]
    pub fn first_contact(&self, displacement: DVec3, triangle: &Triangle) -> Option<f64> {
        if self.distance(triangle) < 1.0 {
            return Some(0.0);
        }
        let at = |fraction: f64| (fraction, self.moved(displacement * fraction).distance(triangle));
        let (nearest_fraction, least) = least(at, 0.0, 1.0);
        if nearest_fraction == 0.0 || least > 1.0 {
            return None;
        }
        let (mut before, mut after) = (0.0, nearest_fraction);
        loop {
            let middle = 0.5 * (before + after);
            if middle <= before || middle >= after {
                return Some(after);
            }
            if at(middle).1 > 1.0 {
                before = middle;
            } else {
                after = middle;
            }
        }
    }

    /// The same fraction from the sweep of the unit sphere against the triangles of the [`prism`]; `None` without a contact.
    #[must_use]
    pub fn first_contact_with_prism(&self, displacement: DVec3, triangle: &Triangle) -> Option<f64> {
        let Self { center, half } = *self;
        if segment_crosses(center - half, center + half, triangle) {
            return Some(0.0);
        }
        let sides = prism(triangle, half);
        let contacts = sides.iter().filter_map(|side| first_contact(center, displacement, side));
        contacts.map(|contact| contact.fraction).min_by(f64::total_cmp)
    }

    /// Smallest distance of the spine from the triangle on the way by `displacement`.
    #[must_use]
    pub fn least_distance_along(&self, displacement: DVec3, triangle: &Triangle) -> f64 {
        let at = |fraction: f64| (fraction, self.moved(displacement * fraction).distance(triangle));
        least(at, 0.0, 1.0).1
    }
}

/// The surface of the prism that a triangle covers when it is swept from `-half` to `half`: two caps, and two triangles for each side.
#[must_use]
pub fn prism(triangle: &Triangle, half: DVec3) -> [Triangle; 8] {
    let [a, b, c] = triangle.map(|v| v - half);
    let [d, e, f] = triangle.map(|v| v + half);
    [[a, b, c], [d, e, f], [a, b, e], [a, e, d], [b, c, f], [b, f, e], [c, a, d], [c, d, f]]
}

/// Distance of two closed segments: from the ends of each to the other, and between the feet of their common perpendicular.
fn between_segments([p, q]: [DVec3; 2], [v, w]: [DVec3; 2]) -> f64 {
    let to_segment = |point: DVec3, [from, to]: [DVec3; 2]| point.distance(closest_on_segment(point, from, to));
    let ends = [to_segment(p, [v, w]), to_segment(q, [v, w]), to_segment(v, [p, q]), to_segment(w, [p, q])];
    let (along, other, apart) = (q - p, w - v, p - v);
    let normal = along.cross(other);
    let square = normal.length_squared();
    let feet = if square > 0.0 {
        // Two points of the segments are never nearer than these are, however the feet are rounded.
        let s = (other.cross(apart).dot(normal) / square).clamp(0.0, 1.0);
        let t = (along.cross(apart).dot(normal) / square).clamp(0.0, 1.0);
        (p + along * s).distance(v + other * t)
    } else {
        f64::INFINITY
    };
    ends.into_iter().fold(feet, f64::min)
}

/// The argument from `low` to `high` at which a convex function is least, and its value there; the function returns both. Golden
/// section (Kiefer 1953), as in [`brute_force`](crate::brute_force).
fn least(at: impl Fn(f64) -> (f64, f64), mut low: f64, mut high: f64) -> (f64, f64) {
    let nearer = |x: (f64, f64), y: (f64, f64)| if y.1 < x.1 { y } else { x };
    let mut best = nearer(at(low), at(high));
    let (mut left, mut right) = (at(high - (high - low) * KEPT), at(low + (high - low) * KEPT));
    for _ in 0..PROBES {
        best = nearer(nearer(best, left), right);
        if left.1 <= right.1 {
            high = right.0;
            right = left;
            left = at(high - (high - low) * KEPT);
        } else {
            low = left.0;
            left = right;
            right = at(low + (high - low) * KEPT);
        }
    }
    best
}
