//! The accuracy measurement, reproduced: with one seed every method answers as many sweeps wrong, and in the same ways,
//! as the committed table says; on any number of threads, in debug and release.
//!
//! A count that changes means that a method, a family or the judge has changed. If you meant the change, put the table that the
//! failing test prints here, let rustfmt lay it out and write in the CHANGELOG why. The last column is the kernel's and stays
//! zero.

use sweep8_bench::judging::accuracy::families::Family;
use sweep8_bench::judging::accuracy::methods::Method;
use sweep8_bench::judging::accuracy::{self, Accuracy, Settings, Tallies};
use sweep8_bench::levels::scenes::Scene;

/// Not a multiple of the number that one generator of random numbers makes.
const SWEEPS: u64 = 2_100;

const SEED: u64 = 1;

const SCENES: [Scene; 5] = [Scene::Dungeon, Scene::Stairs, Scene::Needles, Scene::Humps, Scene::Far];

/// Missed, invented, and beyond tolerance.
type Wrong = [u64; 3];

/// Family, hits, and for each of [`Method::ALL`] what it answered wrong.
type Line = (String, u64, [Wrong; Method::ALL.len()]);

/// The counts of [`SWEEPS`] sweeps of each family with seed [`SEED`].
const GOLDEN: [(&str, u64, [Wrong; Method::ALL.len()]); 12] = [
    (
        "random",
        1203,
        [[1067, 5, 101], [192, 0, 475], [130, 0, 393], [222, 0, 405], [130, 0, 393], [710, 0, 304], [0, 0, 0]],
    ),
    (
        "loose-needles",
        1339,
        [[1338, 0, 1], [267, 0, 643], [212, 0, 581], [322, 0, 557], [212, 0, 581], [749, 0, 399], [0, 0, 0]],
    ),
    (
        "low-steps",
        1173,
        [[1101, 0, 69], [1080, 0, 64], [1080, 0, 64], [1080, 0, 64], [1080, 0, 64], [31, 0, 208], [0, 0, 0]],
    ),
    (
        "embedded",
        2100,
        [[1544, 0, 235], [1931, 0, 169], [1897, 0, 203], [1911, 0, 189], [1637, 0, 463], [412, 0, 861], [0, 0, 0]],
    ),
    (
        "sheet-edge",
        1770,
        [[783, 0, 987], [829, 0, 698], [556, 0, 898], [556, 0, 898], [556, 0, 898], [45, 0, 1156], [0, 0, 0]],
    ),
    ("sheet-face", 348, [[107, 219, 398], [140, 0, 16], [85, 0, 18], [85, 0, 18], [90, 0, 17], [46, 0, 83], [0, 0, 0]]),
    ("tall-on-slope", 1425, [[909, 23, 516], [843, 0, 575], [0, 0, 0], [0, 0, 0], [0, 0, 0], [133, 0, 193], [0, 0, 0]]),
    ("dungeon", 461, [[128, 5, 158], [6, 0, 50], [5, 0, 47], [33, 0, 196], [5, 0, 47], [32, 0, 129], [0, 0, 0]]),
    ("stairs", 375, [[141, 4, 128], [4, 0, 111], [4, 0, 111], [26, 0, 181], [4, 0, 111], [18, 0, 81], [0, 0, 0]]),
    ("needles", 299, [[67, 0, 68], [1, 0, 5], [1, 0, 5], [36, 0, 64], [1, 0, 5], [14, 0, 69], [0, 0, 0]]),
    ("humps", 347, [[154, 1, 156], [3, 0, 79], [1, 0, 52], [5, 0, 135], [1, 0, 52], [19, 0, 114], [0, 0, 0]]),
    ("far", 410, [[80, 2, 144], [12, 0, 27], [11, 0, 29], [63, 0, 149], [11, 0, 29], [43, 0, 101], [0, 0, 0]]),
];

fn families() -> Vec<Family> {
    Family::soups().into_iter().chain(SCENES.map(Family::scene)).collect()
}

fn measure(families: &[Family], sweeps: u64, seed: u64, threads: usize) -> Accuracy {
    let settings = Settings { sweeps, seed, threads };
    accuracy::run(families, &settings, &|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

fn line((name, tallies): &(String, Tallies)) -> Line {
    let wrong = tallies.each_ref().map(|tally| [tally.missed, tally.invented, tally.beyond_tolerance]);
    (name.clone(), tallies[0].hits, wrong)
}

fn written((name, hits, wrong): &Line) -> String {
    format!("    ({name:?}, {hits}, {wrong:?}),\n")
}

#[test]
fn every_method_fails_as_often_as_committed() {
    let measured = measure(&families(), SWEEPS, SEED, 0);
    let found: Vec<Line> = measured.families.iter().map(line).collect();
    let golden = GOLDEN.map(|(name, hits, wrong)| (name.to_owned(), hits, wrong));
    assert!(
        found == golden,
        "the counts are not the committed ones. If that is meant, say in the CHANGELOG why, and put this table into \
         tests/accuracy.rs:\n{}",
        found.iter().map(written).collect::<Vec<_>>().concat()
    );
    for (name, tallies) in &measured.families {
        for (method, tally) in Method::ALL.into_iter().zip(tallies) {
            assert_eq!(tally.sweeps, SWEEPS, "{name}, {method:?}");
            assert_eq!(tally.hits, tallies[0].hits, "{name}, {method:?}: all answer the same sweeps");
            assert_eq!(tally.gap_errors.count(), tally.hits - tally.missed, "{name}, {method:?}");
        }
    }
}

#[test]
fn the_kernel_answers_no_sweep_wrong() {
    let measured = measure(&families(), 1_000, 77, 0);
    assert_eq!(measured.kernel_wrong(), 0);
    let kernel = measured.totals().into_iter().next_back().expect("the kernel comes last");
    assert_eq!(Method::ALL.last(), Some(&Method::Sweep8));
    assert!(kernel.hits > 2_000 && kernel.worst_gap_error < 1e-4 && kernel.longest_tunnel == 0.0);
}

#[test]
fn one_two_and_three_threads_give_the_same_bits() {
    let one = measure(&families(), SWEEPS, SEED, 1);
    for threads in [2, 3] {
        assert!(one == measure(&families(), SWEEPS, SEED, threads), "{threads} threads");
    }
}

#[test]
fn another_seed_gives_other_sweeps() {
    let families = Family::soups();
    let [first, second] = [1, 2].map(|seed| measure(&families, 1_000, seed, 0));
    for (a, b) in first.families.iter().zip(&second.families) {
        assert!(a.1 != b.1, "{}: nothing has changed", a.0);
    }
}

#[test]
fn a_family_is_the_same_whatever_is_measured_beside_it() {
    let all = measure(&families(), 600, SEED, 0);
    let stairs = measure(&[Family::scene(Scene::Stairs)], 600, SEED, 0);
    assert!(all.families.contains(&stairs.families[0]));
}

#[test]
fn every_family_has_blocked_and_clear_ways() {
    for (name, tallies) in measure(&Family::all(), 500, SEED, 0).families {
        let hits = tallies[0].hits;
        assert!(hits > 40, "{name}: {hits} hits");
        assert!(hits < 460 || name == "embedded", "{name}: {hits} hits");
    }
}
