//! The promises of walks, as a part of a hunt: walks drawn at random are made again in worlds that differ by what must not matter.
//!
//! In: a number of walks, a seed. Out: for each promise how often it was checked, how often the walk was at a branch or in a family in
//! which the promise has limits, and how often it was broken, with the first walk that broke it.

use crate::judging::walks::{FAMILIES, NUMBERS, PROMISES, Promise, Verdict, drawn};
use crate::random::mix;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::{self, Display};

/// Counts of one promise.
#[derive(Clone, Debug, Serialize)]
pub struct Promised {
    /// Name of the promise.
    pub promise: &'static str,
    /// Walks on which it was checked.
    pub checked: u64,
    /// Walks that are within a millimetre or a hundredth of a degree of a branch, and would break it.
    pub at_branch: u64,
    /// Walks that broke it in a family in which it has [limits](crate::judging::walks::Promise::limits).
    pub at_limit: u64,
    /// Walks that broke it in another family.
    pub broken: u64,
    /// Family and number of the first of those, and its numbers.
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
            let drawn_as = mix(seed ^ mix(number)) as usize % NUMBERS;
            let walk = drawn(family, drawn_as);
            let all = PROMISES.each_ref().map(|promise| promise.verdict(&walk));
            progress(walk.steps as u64);
            (family.name, drawn_as, walk.steps as u64, all)
        };
        let all: Vec<_> = (0..walks).into_par_iter().map(verdicts).collect();
        let promised = |(place, promise): (usize, &Promise)| {
            let mut counts =
                Promised { promise: promise.name, checked: 0, at_branch: 0, at_limit: 0, broken: 0, first: None };
            for (family, number, _, verdicts) in &all {
                let verdict = &verdicts[place];
                counts.checked += u64::from(*verdict != Verdict::LeftOut);
                counts.at_branch += u64::from(*verdict == Verdict::AtBranch);
                let Verdict::Broken(text) = verdict else { continue };
                if promise.limits.contains(family) {
                    counts.at_limit += 1;
                } else {
                    counts.broken += 1;
                    counts.first.get_or_insert_with(|| format!("{family}, walk {number}: {text}"));
                }
            }
            counts
        };
        Self {
            walks,
            steps: all.iter().map(|(_, _, steps, _)| steps).sum(),
            promises: PROMISES.iter().enumerate().map(promised).collect(),
        }
    }

    /// Returns true if no walk broke a promise, but where it has limits.
    #[must_use]
    pub fn are_kept(&self) -> bool {
        self.promises.iter().all(|promised| promised.broken == 0)
    }
}

impl Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = format!("{} walks, {} steps, made again", self.walks, self.steps);
        writeln!(f, "  {title:<40}{:>8}{:>13}{:>12}{:>8}", "checked", "at a branch", "at a limit", "broken")?;
        for Promised { promise, checked, at_branch, at_limit, broken, .. } in &self.promises {
            writeln!(f, "  {promise:<40}{checked:>8}{at_branch:>13}{at_limit:>12}{broken:>8}")?;
        }
        for promised in &self.promises {
            if let Some(first) = &promised.first {
                writeln!(f, "  {}: {first}", promised.promise)?;
            }
        }
        Ok(())
    }
}
