//! Counts of verdicts, and the distribution of their gap errors.
//!
//! In: verdicts, one by one, from any number of threads. Out: a [`Tally`] that does not depend on their order: sums of
//! whole numbers and largest values only. Gap errors are counted on a fine logarithmic scale.

use super::judge::{Verdict, Way};

/// Smallest power of ten on the histogram's scale of gap errors, below the rounding of `f64`.
const LOWEST: f64 = -17.0;

/// Number of decades of the histogram's scale of gap errors, up to far more radii than the size of any level.
const DECADES: usize = 22;

/// Number of steps in a decade of the histogram's scale of gap errors: 6 % each.
const STEPS: usize = 40;

/// Histogram of a method's gap errors in radii on a logarithmic scale. Errors beyond its ends count at its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct GapErrors {
    counts: Vec<u64>,
}

impl Default for GapErrors {
    fn default() -> Self {
        Self { counts: vec![0; DECADES * STEPS] }
    }
}

impl GapErrors {
    fn record(&mut self, error: f64) {
        let step = ((error.log10() - LOWEST) * STEPS as f64).clamp(0.0, (DECADES * STEPS - 1) as f64);
        self.counts[step as usize] += 1;
    }

    fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Number of gap errors that the histogram counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the upper end of the step in which the median lies, radii; 0 for the lowest step, `None` without
    /// errors.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let half = self.count().div_ceil(2);
        let (step, _) = self.rising().enumerate().find(|&(_, (_, below))| half > 0 && below >= half)?;
        Some(if step == 0 { 0.0 } else { 10.0_f64.powf(upper_end(step)) })
    }

    /// Returns the upper end of each step of the histogram, as a power of ten, with the number of errors below that end.
    pub fn rising(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.iter().enumerate().scan(0, |below, (step, count)| {
            *below += count;
            Some((upper_end(step), *below))
        })
    }
}

fn upper_end(step: usize) -> f64 {
    LOWEST + (step + 1) as f64 / STEPS as f64
}

/// Counts of the verdicts on one method's answers to many sweeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of sweeps that the method answered.
    pub sweeps: u64,
    /// Number of sweeps with a contact according to the oracle.
    pub hits: u64,
    /// Number of sweeps with a contact for which the method reports none.
    pub missed: u64,
    /// Number of stops that the method reports on sweeps without a contact.
    pub invented: u64,
    /// Number of other stops of the method with a gap error above the tolerance: too late or too early.
    pub beyond_tolerance: u64,
    /// Largest gap error of a stop of the method that is not invented, radii.
    pub worst_gap_error: f64,
    /// Longest path of the method beyond a missed or late first contact, metres.
    pub longest_tunnel: f64,
    /// Gap errors of the method's stops on sweeps with a contact.
    pub gap_errors: GapErrors,
}

impl Tally {
    /// Counts the verdict on the method's answer to one sweep.
    pub fn record(&mut self, way: Way, verdict: Verdict) {
        self.sweeps += 1;
        self.hits += u64::from(way == Way::Blocked);
        match verdict {
            Verdict::Passed => (),
            Verdict::Missed { tunnel } => {
                self.missed += 1;
                self.longest_tunnel = self.longest_tunnel.max(tunnel);
            }
            Verdict::Invented => self.invented += 1,
            Verdict::Stopped { gap_error, beyond_tolerance, tunnel } => {
                self.beyond_tolerance += u64::from(beyond_tolerance);
                self.worst_gap_error = self.worst_gap_error.max(gap_error);
                self.longest_tunnel = self.longest_tunnel.max(tunnel);
                if way == Way::Blocked {
                    self.gap_errors.record(gap_error);
                }
            }
        }
    }

    /// Adds the counts of another tally of the same method.
    pub fn merge(&mut self, other: &Self) {
        self.sweeps += other.sweeps;
        self.hits += other.hits;
        self.missed += other.missed;
        self.invented += other.invented;
        self.beyond_tolerance += other.beyond_tolerance;
        self.worst_gap_error = self.worst_gap_error.max(other.worst_gap_error);
        self.longest_tunnel = self.longest_tunnel.max(other.longest_tunnel);
        self.gap_errors.merge(&other.gap_errors);
    }

    /// Number of wrong answers of the method, of any kind.
    #[must_use]
    pub fn wrong(&self) -> u64 {
        self.missed + self.invented + self.beyond_tolerance
    }
}
