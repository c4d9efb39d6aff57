//! The gaps between characters, judged in `f64`: capsules along the longest axes of their ellipsoids, every pair by brute force.

use glam::{DVec3, Vec3};

/// A capsule around an ellipsoid along the axes of the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    pub(crate) center: DVec3,
    half: DVec3,
    radius: f64,
}

impl Capsule {
    pub(crate) fn around(center: DVec3, radii: Vec3) -> Self {
        let radii = radii.as_dvec3();
        let mut sorted = radii.to_array();
        sorted.sort_by(f64::total_cmp);
        let [_, radius, longest] = sorted;
        let axis = [DVec3::Y, DVec3::X, DVec3::Z].into_iter().find(|axis| radii.dot(*axis) == longest);
        Self { center, half: axis.expect("one is the longest") * (longest - radius), radius }
    }

    /// How far it is from another, metres; negative where they overlap. The distance of a point of one segment to the other is
    /// convex along it, so that thirds of it are left out in turn.
    pub(crate) fn gap(&self, other: &Self) -> f64 {
        let to_other = |s: f64| {
            let from = self.center + self.half * s - other.center;
            let square = other.half.length_squared();
            let t = if square > 0.0 { (from.dot(other.half) / square).clamp(-1.0, 1.0) } else { 0.0 };
            (from - other.half * t).length()
        };
        let (mut low, mut high) = (-1.0, 1.0);
        for _ in 0..80 {
            let (one, two) = ((2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0);
            if to_other(one) <= to_other(two) { high = two } else { low = one }
        }
        to_other(0.5 * (low + high)) - self.radius - other.radius
    }
}

/// The least gap of all pairs, and whose it is.
pub(crate) fn least_gap(capsules: &[Capsule]) -> (f64, [usize; 2]) {
    let mut least = (f64::INFINITY, [0; 2]);
    for (index, one) in capsules.iter().enumerate() {
        for (other_index, other) in capsules[..index].iter().enumerate() {
            let sizes = one.half.length() + one.radius + other.half.length() + other.radius;
            if one.center.distance(other.center) - sizes < least.0.min(1.0) {
                let gap = one.gap(other);
                if gap < least.0 {
                    least = (gap, [other_index, index]);
                }
            }
        }
    }
    least
}
