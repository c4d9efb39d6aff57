//! How exact are the classics and the kernel? All of them answer the same sweeps, and an `f64` oracle judges.
//!
//! In: families of sweeps, their number, a seed. Out: for each family and [`Method`] a [`Tally`]; of these a [`table`]
//! and a [`plot`]. Beside them [`figures`] that show how each classic fails.
//!
//! 1. `families` draws sweeps, from made-up triangles and near the surfaces of levels.
//! 2. `methods` asks every method.
//! 3. `judge` finds out what is true by brute force over all candidates, with nearest points and first contacts of
//!    `sweep8_scalar_ref::exact`, and says what is wrong. `least` does the bulk of it.
//! 4. `tally` counts. A family is drawn in parts of fixed size, each with random numbers of its own, and counts are
//!    sums: the same bits on any number of threads.

pub mod families;
pub mod figures;
pub mod judge;
pub mod least;
pub mod methods;
pub mod plot;
pub mod table;
pub mod tally;

use crate::random::Random;
use families::{Family, Prepared};
use judge::Truth;
use methods::Method;
use rayon::prelude::*;
use sweep8::{MeshError, Scratch};
use tally::Tally;
use thiserror::Error;

/// Sweeps that share a generator of random numbers.
const PART: u64 = 500;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Sweeps of each family.
    pub sweeps: u64,
    /// Seed of all sweeps.
    pub seed: u64,
    /// Threads of the pool; 0 takes one for each processor.
    pub threads: usize,
}

/// Why there was nothing to measure.
#[derive(Debug, Error)]
pub enum AccuracyError {
    /// The level's mesh was refused.
    #[error("{level} cannot be used: {cause}")]
    Mesh {
        /// Name of the level.
        level: String,
        /// What the kernel said.
        cause: MeshError,
    },
    /// There is no triangle with an area.
    #[error("{level} has no triangle with an area; export the level with its faces")]
    NoSurface {
        /// Name of the level.
        level: String,
    },
    /// There is no room.
    #[error("found no room in {family} to start a sweep of somebody 1.8 m high; check that lengths are metres")]
    NoStart {
        /// Name of the family or level.
        family: String,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A tally for each method, in the order of [`Method::ALL`].
pub type Tallies = [Tally; Method::ALL.len()];

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// Seed of all sweeps.
    pub seed: u64,
    /// Name and tallies of each family.
    pub families: Vec<(String, Tallies)>,
}

impl Accuracy {
    /// All families together.
    #[must_use]
    pub fn totals(&self) -> Tallies {
        self.families.iter().fold(Tallies::default(), |sum, (_, tallies)| merged(sum, tallies))
    }

    /// How many sweeps the kernel answered wrong.
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

/// Measures all families. `progress` is called with the number of sweeps done since it was called last.
///
/// # Errors
/// [`AccuracyError`] says which family cannot be measured, and why.
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
    let mut scratch = Scratch::new();
    for _ in 0..sweeps {
        prepared.draw(random, |sweep, world| {
            let truth = Truth::of(sweep);
            for (method, tally) in Method::ALL.into_iter().zip(&mut tallies) {
                tally.record(truth.way(), truth.judge(method.ask(sweep, world, &mut scratch)));
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
