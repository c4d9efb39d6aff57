//! The gaps between characters, every pair by brute force.

use sweep8::Crowd;
use sweep8_scalar_ref::capsule::Capsule;

/// Least gap that counts as clear, metres: rounding.
pub(crate) const ROUNDING: f64 = 1e-6;

/// Upright capsules around the characters of a crowd, in the order of their ids.
pub(crate) fn capsules(crowd: &Crowd) -> Vec<Capsule> {
    let capsule = |id| {
        let state = crowd.state(id).unwrap();
        Capsule::around(state.position.to_dvec3(), crowd.profiles()[state.profile as usize].shape().radii().as_dvec3())
    };
    crowd.ids().map(capsule).collect()
}

/// The least gap of all pairs of a crowd, metres.
pub(crate) fn gap(crowd: &Crowd) -> f64 {
    least_gap(&capsules(crowd)).0
}

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
