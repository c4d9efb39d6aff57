//! The gaps between characters, every pair by brute force.

use sweep8_scalar_ref::capsule::Capsule;

/// The least gap of all pairs, and whose it is.
pub(crate) fn least_gap(capsules: &[Capsule]) -> (f64, [usize; 2]) {
    let mut least = (f64::INFINITY, [0; 2]);
    for (index, one) in capsules.iter().enumerate() {
        for (other_index, other) in capsules[..index].iter().enumerate() {
            if one.center.distance(other.center) - one.reach() - other.reach() < least.0.min(1.0) {
                let gap = one.gap(other);
                if gap < least.0 {
                    least = (gap, [other_index, index]);
                }
            }
        }
    }
    least
}
