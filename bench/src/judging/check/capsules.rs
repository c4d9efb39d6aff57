//! How many characters overlap, and who has others near.
//!
//! In: the capsules of all. Out: how many pairs of them overlap, every pair that may be measured by the judge; and
//! whose box is near that of another, which is so wherever the capsules are.

use glam::DVec3;
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

/// For each of some characters of one shape, whether the box of another is within `gap` metres of its own along every
/// axis; `half` is half a box, metres. Sorted along x as above.
#[must_use]
pub fn have_others_near(centers: &[DVec3], half: DVec3, gap: f64) -> Vec<bool> {
    let reach = 2.0 * half + gap;
    let mut order: Vec<usize> = (0..centers.len()).collect();
    order.sort_by(|&one, &other| centers[one].x.total_cmp(&centers[other].x));
    let mut are_near = vec![false; centers.len()];
    for (place, &one) in order.iter().enumerate() {
        let here = centers[one];
        for &other in order[place + 1..].iter().take_while(|&&other| centers[other].x <= here.x + reach.x) {
            if (centers[other] - here).abs().cmple(reach).all() {
                (are_near[one], are_near[other]) = (true, true);
            }
        }
    }
    are_near
}
