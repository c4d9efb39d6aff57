//! The report of a hunt: a table for people, one JSON object for programs.
//!
//! In: a [`Found`]. Out: a [`Report`]: a line for each level and one for all, then each finding with the command line
//! that repeats it. Moves that reached the bound on sweeps, or ended with an overlap, are no faults but are listed,
//! too.

use super::promises::Promises;
use super::rounds::{Found, LevelFound, Round};
use crate::drawing::numbers::grouped;
use crate::simulating::simulation::{Counts, Fault};
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;
use sweep8::{Backend, StepReport};

/// Column heads of the hunt's table, each in two lines.
const HEADS: [(&str, &str); 13] = [
    ("", "triangles"),
    ("", "moves"),
    ("", "contacts"),
    ("", "fell"),
    ("pene-", "trating"),
    ("", "stuck"),
    ("", "frozen"),
    ("", "flicker"),
    ("not", "finite"),
    ("left", "level"),
    ("out of", "sweeps"),
    ("over-", "lapping"),
    ("", "time"),
];

/// Report of a hunt for faults, for the table and JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Seed of the random generators of the hunt's rounds.
    pub seed: u64,
    /// Name of the kernel's SIMD backend on which the hunt ran.
    pub backend: &'static str,
    /// True if every count that must be zero is zero: fell through, penetrating, stuck, frozen, flicker, not finite, broken promises.
    pub clean: bool,
    /// Figures of the hunt over all levels.
    pub total: Figures,
    /// Figures of the hunt in each level.
    pub levels: Vec<LevelReport>,
    /// Every round of the hunt with a fault, with a move that reached the bound on sweeps, or with an overlap.
    pub findings: Vec<Finding>,
    /// Promises of walks drawn at random; `None` if the hunt made none.
    pub promises: Option<Promises>,
}

/// The figures of a hunt in one level.
#[derive(Clone, Debug, Serialize)]
pub struct LevelReport {
    /// Name of the hunt's level: of the scene or file.
    pub level: String,
    /// Number of triangles of this level.
    pub triangles: usize,
    /// Radii of the hunt's shapes that found no place to stand in this level, metres.
    pub skipped: Vec<String>,
    /// Figures of all rounds of the hunt in this level.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Sums over one or more rounds of a hunt.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    /// Number of rounds in these figures.
    pub rounds: usize,
    /// Number of moves in these rounds; one move is one character in one frame.
    pub moves: u64,
    /// Number of contacts of characters with surfaces in these rounds.
    pub contacts: u64,
    /// Counts of the faults that the checks found in these rounds.
    #[serde(flatten)]
    pub counts: Counts,
    /// Number of moves in these rounds that reached the bound on sweeps.
    pub out_of_iterations: u64,
    /// Number of moves in these rounds of a character that overlapped and could not be depenetrated.
    pub overlapping: u64,
    /// Duration of these rounds, seconds, including the search for places and the checks.
    pub seconds: f64,
}

/// A round of a hunt that needs attention, and how to repeat it.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Name of the round's level: of the scene or file.
    pub level: String,
    /// The figures of this round alone.
    #[serde(flatten)]
    pub figures: Figures,
    /// Hash of the state of all characters at the end of this round, hexadecimal.
    pub state_hash: String,
    /// Command line that repeats this round.
    pub repeat: String,
    /// First fault in this round of each kind whose count must be zero.
    pub faults: Vec<Fault>,
}

impl Figures {
    fn new<'a>(rounds: impl Iterator<Item = &'a Round> + Clone) -> Self {
        let totals = rounds.clone().fold(StepReport::default(), |sum, round| sum + round.totals);
        Self {
            rounds: rounds.clone().count(),
            moves: rounds.clone().map(Round::moves).sum(),
            contacts: totals.contacts,
            counts: rounds.clone().fold(Counts::default(), |sum, round| sum + round.counts),
            out_of_iterations: totals.out_of_iterations,
            overlapping: totals.overlapping,
            seconds: rounds.map(|round| round.time).sum::<Duration>().as_secs_f64(),
        }
    }

    /// Returns the number and name of each count of faults that is above zero.
    fn faults(&self) -> Vec<String> {
        let counts = &self.counts;
        [
            (counts.fell_through, "fell through".to_owned()),
            (counts.penetrating, format!("penetrating (deepest {:.6} m)", counts.max_penetration)),
            (counts.stuck, "stuck".to_owned()),
            (counts.frozen, "frozen".to_owned()),
            (counts.flicker, "flicker".to_owned()),
            (counts.not_finite, "not finite".to_owned()),
            (self.out_of_iterations, "out of sweeps".to_owned()),
            (self.overlapping, "overlapping".to_owned()),
        ]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, what)| format!("{} {what}", grouped(count)))
        .collect()
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &str, triangles: String) -> fmt::Result {
        let Self { moves, contacts, counts, .. } = *self;
        let Counts { fell_through, penetrating, stuck, frozen, flicker, not_finite, left_level, .. } = counts;
        let [moves, contacts, fell, penetrating, stuck, frozen, flicker, not_finite] =
            [moves, contacts, fell_through, penetrating, stuck, frozen, flicker, not_finite].map(grouped);
        let [left, out, over] = [left_level, self.out_of_iterations, self.overlapping].map(grouped);
        let time = format!("{:.1} s", self.seconds);
        row(
            f,
            name,
            [triangles, moves, contacts, fell, penetrating, stuck, frozen, flicker, not_finite, left, out, over, time],
        )
    }
}

impl Report {
    /// Creates the report of a hunt from its result.
    #[must_use]
    pub fn new(found: &Found) -> Self {
        let level = |level: &LevelFound| LevelReport {
            level: level.name.clone(),
            triangles: level.triangles,
            skipped: level.skipped.clone(),
            figures: Figures::new(level.rounds.iter()),
        };
        let rounds = found.levels.iter().flat_map(|level| level.rounds.iter().map(move |round| (level, round)));
        let finding = |(level, round): (&LevelFound, &Round)| Finding {
            level: level.name.clone(),
            figures: Figures::new(std::iter::once(round)),
            state_hash: format!("{:016x}", round.state_hash),
            repeat: level.repeat(round),
            faults: round.faults.clone(),
        };
        Self {
            seed: found.seed,
            backend: Backend::best().name(),
            clean: found.is_clean(),
            total: Figures::new(rounds.clone().map(|(_, round)| round)),
            levels: found.levels.iter().map(level).collect(),
            findings: rounds.map(finding).filter(|finding| !finding.figures.faults().is_empty()).collect(),
            promises: None,
        }
    }

    /// Adds the promises of walks to the report, which is clean only if they are kept.
    #[must_use]
    pub fn with_promises(self, promises: Promises) -> Self {
        Self { clean: self.clean && promises.are_kept(), promises: Some(promises), ..self }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        row(f, "", HEADS.map(|(upper, _)| upper.to_owned()))?;
        row(f, "level", HEADS.map(|(_, lower)| lower.to_owned()))?;
        for level in &self.levels {
            level.figures.row(f, &level.level, grouped(level.triangles as u64))?;
        }
        self.total.row(f, "all levels", String::new())?;
        for level in self.levels.iter().filter(|level| !level.skipped.is_empty()) {
            writeln!(f, "  {}: no place to stand for {}, left out", level.level, level.skipped.join(" and "))?;
        }
        for Finding { level, figures, repeat, faults, .. } in &self.findings {
            writeln!(f, "  {level}: {}; to repeat it:\n    {repeat}", figures.faults().join(", "))?;
            for fault in faults {
                writeln!(f, "    {fault}")?;
            }
        }
        if let Some(promises) = &self.promises {
            write!(f, "\n{promises}")?;
        }
        Ok(())
    }
}

/// Writes one line of the hunt's table: the level's name and its cells.
fn row(f: &mut fmt::Formatter<'_>, name: &str, cells: [String; 13]) -> fmt::Result {
    let [triangles, moves, contacts, fell, penetrating, stuck, frozen, flicker, not_finite, left, out, over, time] =
        cells;
    let walked = format!("{name:<15}{triangles:>10}{moves:>11}{contacts:>11}");
    let checks = format!("{fell:>6}{penetrating:>8}{stuck:>6}{frozen:>7}{flicker:>8}{not_finite:>7}{left:>6}");
    writeln!(f, "  {}", format!("{walked}{checks}{out:>7}{over:>8}{time:>8}").trim_end())
}
