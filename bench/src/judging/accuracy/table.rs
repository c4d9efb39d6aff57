//! The report of a measurement: tables for people, one JSON object for programs.
//!
//! In: an [`Accuracy`]. Out: a [`Report`]. For people it has a line for each method over all families, and a line for
//! each family with the wrong answers of every method; JSON has all figures of every method in every family.

use super::judge::TOLERANCE;
use super::measure::Accuracy;
use super::methods::Method;
use super::tally::Tally;
use crate::drawing::numbers::grouped;
use serde::Serialize;
use std::fmt::{self, Display};

/// Report of an accuracy measurement, for the table and JSON. Gap errors are in radii, tunnels in metres.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Seed of the random generators of all measured sweeps.
    pub seed: u64,
    /// Allowed gap error of a stop, as a fraction of 1 + the largest coordinate in ellipsoid space.
    pub tolerance: f64,
    /// Names of the families of sweeps, in the order in which they were measured.
    pub families: Vec<String>,
    /// Figures of every measured method.
    pub methods: Vec<MethodReport>,
}

/// The accuracy figures of one sweep method, in total and in each family.
#[derive(Clone, Debug, Serialize)]
pub struct MethodReport {
    /// Name of the sweep method.
    pub method: &'static str,
    /// Accuracy figures of the method over all families of sweeps.
    pub total: Figures,
    /// Accuracy figures of the method in each family of sweeps.
    pub families: Vec<FamilyReport>,
}

/// The accuracy figures of one sweep method in one family of sweeps.
#[derive(Clone, Debug, Serialize)]
pub struct FamilyReport {
    /// Name of the family of sweeps.
    pub family: String,
    /// Accuracy figures of the method in this family.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Accuracy figures of a method over many sweeps, computed from its tally.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// Number of sweeps that the method answered.
    pub sweeps: u64,
    /// Number of sweeps with a contact according to the oracle.
    pub hits: u64,
    /// Number of sweeps with a contact for which the method reports none.
    pub missed: u64,
    /// Number of stops that the method reports on sweeps without a contact.
    pub invented: u64,
    /// Number of other stops of the method that are too late or too early by more than the tolerance.
    pub beyond_tolerance: u64,
    /// Number of wrong answers of the method: missed, invented and beyond tolerance.
    pub wrong: u64,
    /// Median gap error of the method's stops at a contact, radii, to 6 %; `None` without such a stop.
    pub median_gap_error: Option<f64>,
    /// Largest gap error of all stops at a contact, radii; `None` without such a stop, null in JSON also for a stop that is
    /// not finite.
    pub worst_gap_error: Option<f64>,
    /// Longest path of the method beyond a missed or late first contact, metres.
    pub longest_tunnel: f64,
}

impl Figures {
    fn new(tally: &Tally) -> Self {
        Self {
            sweeps: tally.sweeps,
            hits: tally.hits,
            missed: tally.missed,
            invented: tally.invented,
            beyond_tolerance: tally.beyond_tolerance,
            wrong: tally.wrong(),
            median_gap_error: tally.gap_errors.median(),
            worst_gap_error: (tally.gap_errors.count() > 0).then_some(tally.worst_gap_error),
            longest_tunnel: tally.longest_tunnel,
        }
    }
}

impl Report {
    /// Creates the report of an accuracy measurement.
    #[must_use]
    pub fn new(accuracy: &Accuracy) -> Self {
        let totals = accuracy.totals();
        let methods = Method::ALL.iter().enumerate().map(|(place, method)| MethodReport {
            method: method.name(),
            total: Figures::new(&totals[place]),
            families: accuracy
                .families
                .iter()
                .map(|(name, tallies)| FamilyReport { family: name.clone(), figures: Figures::new(&tallies[place]) })
                .collect(),
        });
        Self {
            seed: accuracy.seed,
            tolerance: TOLERANCE,
            families: accuracy.families.iter().map(|(name, _)| name.clone()).collect(),
            methods: methods.collect(),
        }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.totals(f)?;
        writeln!(f)?;
        self.wrong_by_family(f)
    }
}

impl Report {
    fn totals(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, cells: [&str; 8]| {
            let [sweeps, hits, missed, invented, beyond, median, worst, tunnel] = cells;
            let counts = format!("{sweeps:>12}{hits:>12}{missed:>11}{invented:>10}{beyond:>11}");
            writeln!(f, "  {name:<24}{counts}{median:>12}{worst:>12}{tunnel:>11}")
        };
        line("", ["", "", "", "", "beyond", "median", "worst", "longest"])?;
        line(
            "all families",
            ["sweeps", "hits", "missed", "invented", "tolerance", "gap error", "gap error", "tunnel"],
        )?;
        for MethodReport { method, total, .. } in &self.methods {
            let counts = [total.sweeps, total.hits, total.missed, total.invented, total.beyond_tolerance].map(grouped);
            let [sweeps, hits, missed, invented, beyond] = counts.each_ref().map(String::as_str);
            let [median, worst] = [total.median_gap_error, total.worst_gap_error]
                .map(|error| error.map_or("-".to_owned(), |error| format!("{error:.1e}")));
            let tunnel = format!("{:.3} m", total.longest_tunnel);
            line(method, [sweeps, hits, missed, invented, beyond, &median, &worst, &tunnel])?;
        }
        Ok(())
    }

    fn wrong_by_family(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.methods.iter().map(|method| format!("{:>13}", short(method.method))).collect();
        writeln!(f, "  Wrong answers of each family: missed, invented and beyond tolerance together.")?;
        writeln!(f, "  {:<15}{:>10}{}", "family", "hits", names.concat())?;
        for (place, family) in self.families.iter().enumerate() {
            let figures = || self.methods.iter().map(|method| &method.families[place].figures);
            let hits = figures().next().map_or(0, |figures| figures.hits);
            let wrong: Vec<_> = figures().map(|figures| format!("{:>13}", grouped(figures.wrong))).collect();
            writeln!(f, "  {family:<15}{:>10}{}", grouped(hits), wrong.concat())?;
        }
        Ok(())
    }
}

/// Returns a short form of a sweep method's name for the table.
fn short(name: &str) -> String {
    name.replace("nettle_scaled two-sided", "n_two-sided").replace("nettle_", "n_")
}
