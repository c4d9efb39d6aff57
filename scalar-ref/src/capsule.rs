//! The gap between two characters, as capsules: their own, or along the longest axes of their ellipsoids with the larger of the other two
//! radii.
//!
//! In: centres and radii, metres. Out: the gap between two. By brute force: the distance from a point of one segment to the other
//! segment is convex along the first, so a ternary search finds its minimum.

use glam::DVec3;

/// Capsule around an ellipsoid whose axes are the world's.
#[derive(Clone, Copy, Debug)]
pub struct Capsule {
    /// Centre of the capsule, metres.
    pub center: DVec3,
    half: DVec3,
    radius: f64,
}

impl Capsule {
    /// Makes the capsule around an ellipsoid with these radii, metres.
    #[must_use]
    pub fn around(center: DVec3, radii: DVec3) -> Self {
        let mut sorted = radii.to_array();
        sorted.sort_by(f64::total_cmp);
        let [_, radius, longest] = sorted;
        let axis = [DVec3::Y, DVec3::X, DVec3::Z].into_iter().find(|axis| radii.dot(*axis) == longest);
        Self { center, half: axis.unwrap_or(DVec3::Y) * (longest - radius), radius }
    }

    /// Makes the capsule of a radius about the segment from `center - half` to `center + half`, metres.
    #[must_use]
    pub fn of_spine(center: DVec3, half: DVec3, radius: f64) -> Self {
        Self { center, half, radius }
    }

    /// Distance of this capsule to another one, metres; negative if they overlap.
    #[must_use]
    pub fn gap(&self, other: &Self) -> f64 {
        let to_other = |s: f64| {
            let from = self.center + self.half * s - other.center;
            let square = other.half.length_squared();
            let t = if square > 0.0 { (from.dot(other.half) / square).clamp(-1.0, 1.0) } else { 0.0 };
            (from - other.half * t).length()
        };
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..80 {
            let (one, two) = ((2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0);
            if to_other(one) <= to_other(two) {
                high = two;
            } else {
                low = one;
            }
        }
        to_other(0.5 * (low + high)) - self.radius - other.radius
    }

    /// Half extent of the capsule along x, metres.
    #[must_use]
    pub fn across(&self) -> f64 {
        self.half.x.abs() + self.radius
    }

    /// Half extents of the capsule's bounding box, metres.
    #[must_use]
    pub fn half_box(&self) -> DVec3 {
        self.half.abs() + self.radius
    }

    /// Radius of the smallest ball around the capsule with the same centre, metres.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.half.length() + self.radius
    }
}
