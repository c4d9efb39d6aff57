//! The least distance of a moving point to a triangle, as exactly as a caller needs.
//!
//! In: the motion of a point and a triangle, both in ellipsoid space, and a condition on the bounds. Out: bounds of the
//! least distance that meet the condition.
//!
//! The distance to a convex set is a convex function of the fraction, so that each of its tangents lies below it:
//! 1. Take the tangents at both ends. If the distance grows from the start on, or falls to the end, that end is the
//!    least.
//! 2. The crossing of the two tangents is a lower bound. The least probed distance is the upper bound.
//! 3. Probe the crossing and let it replace the end on its side of the minimum, until the bounds meet the condition
//!    (cutting planes, Kelley 1960).
//!
//! Like `brute_force::least_distance_along`, this file uses only nearest points. That function takes more than 80 probes of
//! every triangle; here two or three decide most of them.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, closest_point};

/// Maximum number of crossings that are probed; each leaves a small part of the interval, so that rounding ends the search far
/// earlier.
const CROSSINGS: u32 = 64;

/// Distance from the moving centre to a triangle at one fraction of the motion, and its derivative by the fraction.
#[derive(Clone, Copy)]
struct Probe {
    fraction: f64,
    distance: f64,
    slope: f64,
}

impl Probe {
    fn at(fraction: f64, displacement: DVec3, triangle: &Triangle) -> Self {
        let center = displacement * fraction;
        let apart = center - closest_point(center, triangle);
        let distance = apart.length();
        // On the triangle there is no direction, and no smaller distance.
        let slope = if distance > 0.0 { apart.dot(displacement) / distance } else { 0.0 };
        Self { fraction, distance, slope }
    }

    fn tangent(&self, fraction: f64) -> f64 {
        self.distance + self.slope * (fraction - self.fraction)
    }
}

/// Returns a lower and upper bound of the minimum distance between the triangle and a point that moves from the origin by
/// `displacement`.
///
/// Ellipsoid space, in radii; exact to the rounding of the coordinates divided by the distance, so less exact far
/// inside of the unit sphere. The bounds are narrowed until `answered(lower, upper)` returns true, or until rounding
/// stops them.
#[must_use]
pub fn least_distance(displacement: DVec3, triangle: &Triangle, answered: impl Fn(f64, f64) -> bool) -> (f64, f64) {
    let mut left = Probe::at(0.0, displacement, triangle);
    if left.slope >= 0.0 {
        return (left.distance, left.distance);
    }
    let mut right = Probe::at(1.0, displacement, triangle);
    if right.slope <= 0.0 {
        return (right.distance, right.distance);
    }
    let mut lower = 0.0_f64;
    let mut upper = left.distance.min(right.distance);
    for _ in 0..CROSSINGS {
        let crossing = (right.tangent(0.0) - left.tangent(0.0)) / (left.slope - right.slope);
        lower = left.tangent(crossing).max(lower).min(upper);
        let between = left.fraction < crossing && crossing < right.fraction;
        if answered(lower, upper) || !between {
            break;
        }
        let probe = Probe::at(crossing, displacement, triangle);
        upper = upper.min(probe.distance);
        if probe.slope < 0.0 {
            left = probe;
        } else if probe.slope > 0.0 {
            right = probe;
        } else {
            return (probe.distance, probe.distance);
        }
    }
    (lower.min(upper), upper)
}
