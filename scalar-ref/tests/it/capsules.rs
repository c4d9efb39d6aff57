//! The distance of a capsule from a triangle, by two methods at random.

use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::capsule_families::any_capsule_case;
use sweep8_scalar_ref::testkit::cases::cases;
use sweep8_scalar_ref::testkit::families::FAMILIES;

/// Rounding of a search for the least distance, as a part of the largest coordinate involved.
const ROUNDING: f64 = 1e-14;

#[test]
fn the_distance_by_ends_and_edges_is_that_of_a_search_along_the_spine() {
    let mut random = Random(1);
    let (mut apart, mut crossing, mut worst) = (0, 0, 0.0_f64);
    for case in 0..cases(100_000, 20_000) {
        let case_of = any_capsule_case(&mut random, &FAMILIES);
        let (capsule, triangle) = (case_of.capsule, case_of.triangle);
        let (by_edges, by_search) = (capsule.distance(&triangle), capsule.distance_by_search(&triangle));
        let extents = triangle.iter().chain([&capsule.center, &capsule.half]).map(|v| v.abs().max_element());
        let difference = (by_edges - by_search).abs() / extents.fold(1.0, f64::max);
        assert!(difference <= ROUNDING, "case {case}: {by_edges} and {by_search}: {capsule:?}, {triangle:?}");
        worst = worst.max(difference);
        *(if by_edges > 0.0 { &mut apart } else { &mut crossing }) += 1;
    }
    println!("{apart} apart, {crossing} crossing; largest difference {worst:.1e}");
    assert!(apart > 10_000 && crossing > 300, "{apart} apart, {crossing} crossing");
}
