//! Walks of the kernel over obstacles drawn at random, by the judge of where its hull can stand, and by promises that need no judge.
//!
//! `SWEEP8_WALKS=100 SWEEP8_FAMILY=stairs cargo test --package sweep8-bench --test it judging::walks -- --nocapture` draws 100 walks of
//! each family with that word in its name, and prints the table of disagreements with the first examples.

use sweep8_bench::judging::walks::{FAMILIES, Fault, PROMISES, Tally, drawn, reach};
use sweep8_scalar_ref::testkit::cases::cases;

/// Number of walks of each family, `full` in full, and the word in the names of the families.
fn asked(full: usize, reduced: usize) -> (usize, String) {
    let count = std::env::var("SWEEP8_WALKS").ok().map(|text| text.parse().expect("a number of walks"));
    (count.unwrap_or_else(|| cases(full, reduced)), std::env::var("SWEEP8_FAMILY").unwrap_or_default())
}

/// Kinds of disagreement that are nowhere found.
const NO_FAULT: [&str; 2] = ["not clear", "height"];
/// Families without a disagreement of any kind.
const RIGHT: [&str; 1] = ["rough ground"];

/// Families in which the kernel and the flood fill reach the same places.
const SAME_REACH: [&str; 3] = ["ramps beside walls", "stairs beside walls", "rough ground"];

#[test]
fn single_steps_and_ways_are_those_of_places_where_the_hull_can_stand() {
    let (count, family) = asked(50, 3);
    let tally = Tally::of_steps(count, &family);
    println!("{tally}\n{}", tally.examples());
    for column in NO_FAULT {
        assert_eq!(tally.count(column), 0, "{column}\n{}", tally.examples());
    }
    for family in RIGHT {
        let faults: usize = Fault::ALL.map(|fault| tally.count_of(family, fault.name())).into_iter().sum();
        assert_eq!(faults, 0, "{family}\n{}", tally.examples());
    }
}

#[test]
fn worlds_that_differ_by_what_must_not_matter_have_the_same_walk() {
    // 1.2 million steps. Only some walks can be walked back, or have walls to lean: these two promises need 1,100 walks of each family for
    // a million steps.
    let (count, family) = asked(200, 6);
    let tally = Tally::of_promises(count, &family);
    println!("{tally}\n{}", tally.examples());
    for promise in &PROMISES {
        let broken = tally.count(promise.name);
        assert!(100 * broken <= tally.checked(promise.name), "{}: {broken}\n{}", promise.name, tally.examples());
        for family in FAMILIES.iter().filter(|family| !promise.limits.contains(&family.name)) {
            let broken = tally.count_of(family.name, promise.name);
            assert_eq!(broken, 0, "{}, {}\n{}", family.name, promise.name, tally.examples());
        }
    }
}

#[test]
fn capsules_step_and_go_where_they_can_stand_and_keep_the_promises_of_walks() {
    let (count, family) = asked(50, 3);
    let tally = Tally::of_capsule_steps(count, &family);
    println!("{tally}\n{}", tally.examples());
    for column in NO_FAULT {
        assert_eq!(tally.count(column), 0, "{column}\n{}", tally.examples());
    }
    let tally = Tally::of_capsule_promises(count, &family);
    println!("{tally}\n{}", tally.examples());
    for promise in &PROMISES {
        let broken = tally.count(promise.name);
        assert!(100 * broken <= tally.checked(promise.name), "{}: {broken}\n{}", promise.name, tally.examples());
    }
}

#[test]
fn places_that_are_reached_are_those_of_a_flood_fill() {
    let (count, family) = asked(50, 3);
    for one in FAMILIES.iter().filter(|one| one.name.contains(&family)) {
        let (mut places, mut only, mut worlds) = ([0, 0], [0, 0], [0, 0]);
        let mut examples = Vec::new();
        for number in 0..count.div_ceil(4) {
            let Some(found) = reach(&drawn(one, number), 2.5) else { continue };
            for (side, (name, set)) in
                [("judge", &found.only_judged), ("kernel", &found.only_walked)].iter().enumerate()
            {
                places[side] += found.places[side];
                only[side] += set.len();
                let Some(at) = set.first() else { continue };
                worlds[side] += 1;
                examples.push(format!("  walk {number}: only the {name} reaches {at} and {} more\n", set.len() - 1));
            }
        }
        examples.truncate(4);
        println!(
            "{:24} places of judge and kernel {places:?}, of one of them only {only:?} in {worlds:?} worlds\n{}",
            one.name,
            examples.concat()
        );
        assert!(!SAME_REACH.contains(&one.name) || only == [0, 0], "{}: {examples:?}", one.name);
    }
}
