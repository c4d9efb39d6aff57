//! Runs all methods on the sweeps of all families and counts the verdicts.
//!
//! In: families, the number of sweeps, a seed. Out: for each family and [`Method`] a [`Tally`]. A family is drawn in
//! parts of fixed size, each with its own random numbers, and counts are sums: the result has the same bits on any
//! number of threads.

use super::error::AccuracyError;
use super::families::{Family, Prepared};
use super::judge::Truth;
use super::methods::Method;
use super::tally::Tally;
use crate::random::Random;
use rayon::prelude::*;

/// Number of sweeps in a part of a family; the sweeps of a part share a random generator.
const PART: u64 = 500;

/// Settings of an accuracy measurement.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of sweeps to measure in each family.
    pub sweeps: u64,
    /// Seed of the random generators of all sweeps.
    pub seed: u64,
    /// Number of threads that measure; 0 starts one for each processor.
    pub threads: usize,
}

/// Tallies of verdicts, one for each method, in the order of [`Method::ALL`].
pub type Tallies = [Tally; Method::ALL.len()];

/// The result of an accuracy measurement: the tallies of all methods in all families.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// Seed of the random generators of all measured sweeps.
    pub seed: u64,
    /// Name of each family of sweeps, with the tallies of all methods on its sweeps.
    pub families: Vec<(String, Tallies)>,
}

impl Accuracy {
    /// Returns the tallies of each method over the sweeps of all families together.
    #[must_use]
    pub fn totals(&self) -> Tallies {
        self.families.iter().fold(Tallies::default(), |sum, (_, tallies)| merged(sum, tallies))
    }

    /// Number of sweeps of all families to which the kernel gave a wrong answer.
    #[must_use]
    pub fn kernel_wrong(&self) -> u64 {
        Method::ALL
            .iter()
            .zip(self.totals())
            .filter(|(method, _)| **method == Method::Sweep8)
            .map(|(_, t)| t.wrong())
            .sum()
    }
}

/// Measures all families. Calls `progress` with the number of sweeps since the previous call.
///
/// # Errors
/// [`AccuracyError`] names the family that cannot be measured, and the reason.
pub fn run(
    families: &[Family],
    settings: &Settings,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Accuracy, AccuracyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        let measured = families.iter().map(|family| {
            let tallies = measure(family, settings, progress)?;
            Ok((family.name().to_owned(), tallies))
        });
        Ok(Accuracy { seed: settings.seed, families: measured.collect::<Result<_, AccuracyError>>()? })
    })
}

fn measure(family: &Family, settings: &Settings, progress: &(dyn Fn(u64) + Sync)) -> Result<Tallies, AccuracyError> {
    let prepared = family.prepare()?;
    let parts = settings.sweeps.div_ceil(PART);
    let part = |part: u64| {
        let sweeps = PART.min(settings.sweeps - part * PART);
        let tallies = measure_part(&prepared, &mut family.random(settings.seed, part), sweeps)?;
        progress(sweeps);
        Ok(tallies)
    };
    (0..parts).into_par_iter().map(part).try_reduce(Tallies::default, |sum, more| Ok(merged(sum, &more)))
}

fn measure_part(prepared: &Prepared, random: &mut Random, sweeps: u64) -> Result<Tallies, AccuracyError> {
    let mut tallies = Tallies::default();
    for _ in 0..sweeps {
        prepared.draw(random, |sweep, world| {
            let truth = Truth::of(sweep);
            for (method, tally) in Method::ALL.into_iter().zip(&mut tallies) {
                tally.record(truth.way(), truth.judge(method.ask(sweep, world)));
            }
        })?;
    }
    Ok(tallies)
}

fn merged(mut sum: Tallies, more: &Tallies) -> Tallies {
    for (tally, more) in sum.iter_mut().zip(more) {
        tally.merge(more);
    }
    sum
}
