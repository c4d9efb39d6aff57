//! Walks of the kernel over obstacles drawn at random, by the judge of where its hull can stand, and by promises that need no judge.
//!
//! `SWEEP8_WALKS=100 SWEEP8_FAMILY=stairs cargo test --package sweep8-bench --test it judging::walks -- --nocapture` draws 100 walks of
//! each family with that word in its name, and prints the table of disagreements with the first examples.

use sweep8_bench::judging::walks::Tally;
use sweep8_scalar_ref::testkit::cases::cases;

fn asked() -> (usize, String) {
    let count = std::env::var("SWEEP8_WALKS").ok().map(|text| text.parse().expect("a number of walks"));
    (count.unwrap_or_else(|| cases(40, 6)), std::env::var("SWEEP8_FAMILY").unwrap_or_default())
}

#[test]
fn single_steps_and_ways_are_those_of_places_where_the_hull_can_stand() {
    let (count, family) = asked();
    let tally = Tally::of_steps(count, &family);
    println!("{tally}\n{}", tally.examples());
}

#[test]
fn worlds_and_rates_that_differ_by_what_must_not_matter_have_the_same_walk() {
    let (count, family) = asked();
    let tally = Tally::of_promises(count, &family);
    println!("{tally}\n{}", tally.examples());
}
