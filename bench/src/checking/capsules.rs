//! Finds overlapping characters, and characters near others.
//!
//! In: the capsules of all characters. Out: the pairs that overlap, among all pairs that the judge can measure; and the
//! characters whose box is near another box, wherever their capsules are.

use glam::DVec3;
use sweep8_scalar_ref::capsule::Capsule;

/// Returns the pairs that overlap by more than `allowed` metres, the lower index first. Sorts along x, so that only pairs near
/// each other are compared.
#[must_use]
pub fn overlapping_pairs(capsules: &[Capsule], allowed: f64) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..capsules.len()).collect();
    order.sort_by(|&one, &other| capsules[one].center.x.total_cmp(&capsules[other].center.x));
    let widest = capsules.iter().map(Capsule::across).fold(0.0, f64::max);
    let mut pairs = Vec::new();
    for (place, &first) in order.iter().enumerate() {
        let one = &capsules[first];
        let reach = one.center.x + one.across() + widest;
        for &second in order[place + 1..].iter().take_while(|&&second| capsules[second].center.x <= reach) {
            let other = &capsules[second];
            let are_near = one.center.distance(other.center) < one.reach() + other.reach();
            if are_near && one.gap(other) < -allowed {
                pairs.push([first.min(second), first.max(second)]);
            }
        }
    }
    pairs
}

/// Returns for each character of one shape whether the box of another character is within `gap` metres of its own
/// along every axis; `half` is half a box, metres. Sorts along x.
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
