//! The promises of walks, as a part of a hunt: walks drawn at random are made again in worlds that differ by what must not matter.
//!
//! In: a number of walks, a seed. Out: for each promise how often it was checked, how often the walk was at a branch, and how often it was
//! broken, with the first walk that broke it.

use crate::judging::walks::{FAMILIES, PROMISES, Promise, Verdict, drawn};
use crate::random::mix;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::{self, Display};

/// Numbers of walks in a family, as those of the fuzz target `walk_promises`.
const NUMBERS: u64 = 1 << 24;

/// Counts of one promise.
#[derive(Clone, Debug, Serialize)]
pub struct Promised {
    /// Name of the promise.
    pub promise: &'static str,
    /// Whether no walk may break it; of the others fewer than one in a hundred does.
    pub is_exact: bool,
    /// Walks on which it was checked.
    pub checked: u64,
    /// Walks that are within a millimetre or a hundredth of a degree of a branch, and would break it.
    pub at_branch: u64,
    /// Walks that broke it.
    pub broken: u64,
    /// Family and number of the first walk that broke it, and its numbers.
    pub first: Option<String>,
}

/// Counts of all promises on the walks of a hunt.
#[derive(Clone, Debug, Serialize)]
pub struct Promises {
    /// Number of walks.
    pub walks: u64,
    /// Number of their steps, each of which every promise compares.
    pub steps: u64,
    /// Counts of each promise.
    pub promises: Vec<Promised>,
}

impl Promises {
    /// Checks all promises on a number of walks, on the threads of the pool that it runs in; the same seed gives the same counts. Calls
    /// `progress` with the number of steps since the previous call.
    #[must_use]
    pub fn of(walks: u64, seed: u64, progress: &(dyn Fn(u64) + Sync)) -> Self {
        let verdicts = |number: u64| {
            let family = &FAMILIES[(number % FAMILIES.len() as u64) as usize];
            let drawn_as = mix(seed ^ mix(number)) % NUMBERS;
            let walk = drawn(family, drawn_as as usize);
            let all = PROMISES.each_ref().map(|promise| promise.verdict(&walk));
            progress(walk.steps as u64);
            (format!("{}, walk {drawn_as}", family.name), walk.steps as u64, all)
        };
        let all: Vec<_> = (0..walks).into_par_iter().map(verdicts).collect();
        let count = |place: usize, is: fn(&Verdict) -> bool| all.iter().filter(|one| is(&one.2[place])).count() as u64;
        let promised = |(place, promise): (usize, &Promise)| Promised {
            promise: promise.name,
            is_exact: promise.is_exact,
            checked: count(place, |verdict| *verdict != Verdict::LeftOut),
            at_branch: count(place, |verdict| *verdict == Verdict::AtBranch),
            broken: count(place, |verdict| matches!(verdict, Verdict::Broken(_))),
            first: all.iter().find_map(|(name, _, verdicts)| match &verdicts[place] {
                Verdict::Broken(text) => Some(format!("{name}: {text}")),
                _ => None,
            }),
        };
        Self {
            walks,
            steps: all.iter().map(|(_, steps, _)| steps).sum(),
            promises: PROMISES.iter().enumerate().map(promised).collect(),
        }
    }

    /// Returns true if no walk broke an exact promise.
    #[must_use]
    pub fn are_kept(&self) -> bool {
        self.promises.iter().all(|promised| promised.broken == 0 || !promised.is_exact)
    }
}

impl Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = format!("{} walks, {} steps, made again", self.walks, self.steps);
        writeln!(f, "  {title:<40}{:>8}{:>13}{:>8}", "checked", "at a branch", "broken")?;
        for Promised { promise, is_exact, checked, at_branch, broken, .. } in &self.promises {
            let rule = if *is_exact { "" } else { " (may, 1 %)" };
            writeln!(f, "  {:<40}{checked:>8}{at_branch:>13}{broken:>8}", format!("{promise}{rule}"))?;
        }
        for promised in &self.promises {
            if let Some(first) = &promised.first {
                writeln!(f, "  {}: {first}", promised.promise)?;
            }
        }
        Ok(())
    }
}
