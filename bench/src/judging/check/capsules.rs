//! How many characters overlap.
//!
//! In: the capsules of all. Out: how many pairs of them overlap, every pair that may be measured by the judge.

use sweep8_scalar_ref::capsule::Capsule;

/// How many pairs overlap by more than `allowed` metres. Sorted along x, so that only those are compared who may.
#[must_use]
pub fn overlapping_pairs(capsules: &[Capsule], allowed: f64) -> u64 {
    let mut sorted: Vec<&Capsule> = capsules.iter().collect();
    sorted.sort_by(|one, other| one.center.x.total_cmp(&other.center.x));
    let widest = sorted.iter().map(|capsule| capsule.across()).fold(0.0, f64::max);
    let mut pairs = 0;
    for (place, one) in sorted.iter().enumerate() {
        let reach = one.center.x + one.across() + widest;
        for other in sorted[place + 1..].iter().take_while(|other| other.center.x <= reach) {
            let are_near = one.center.distance(other.center) < one.reach() + other.reach();
            pairs += u64::from(are_near && one.gap(other) < -allowed);
        }
    }
    pairs
}
