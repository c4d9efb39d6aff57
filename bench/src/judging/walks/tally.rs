//! Counts of disagreements by family and kind, and the first examples of each.

use super::compare::{Fault, compare};
use super::families::{FAMILIES, Family};
use super::promises::{PROMISES, Verdict};
use super::walk::Walk;
use crate::random::{Random, mix};
use crate::walking::settings::option_of;
use std::collections::BTreeMap;
use std::fmt;

/// Examples that are kept for a family and a column.
const EXAMPLES: usize = 2;

/// Counts of one family.
#[derive(Clone, Debug, Default)]
struct Row {
    walks: usize,
    left_out: usize,
    steps: usize,
    /// Steps near a change of the ground; walks at a branch.
    unsure: usize,
    /// By column: disagreements, and walks with any.
    counts: BTreeMap<&'static str, [usize; 2]>,
    /// By column: cases that were checked.
    checked: BTreeMap<&'static str, usize>,
    examples: BTreeMap<&'static str, Vec<String>>,
}

/// Counts of disagreements.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    title: &'static str,
    columns: Vec<&'static str>,
    rows: Vec<(&'static str, Row)>,
}

impl Fault {
    /// Name of the column.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotClear => "not clear",
            Self::GroundLost => "ground lost",
            Self::GroundMadeUp => "ground made up",
            Self::Height => "height",
            Self::TooFast => "too fast",
            Self::Held => "held",
            Self::Aside => "aside",
            Self::Way => "way",
        }
    }
}

impl Row {
    fn add(&mut self, column: &'static str, count: usize, example: impl FnOnce() -> String) {
        let [faults, walks] = self.counts.entry(column).or_default();
        *faults += count;
        *walks += 1;
        let examples = self.examples.entry(column).or_default();
        if examples.len() < EXAMPLES {
            examples.push(example());
        }
    }
}

/// Numbers of the walks of a family.
pub const NUMBERS: usize = 1 << 24;

/// Draws a walk of a family; the same number gives the same walk.
#[must_use]
pub fn drawn(family: &Family, number: usize) -> Walk {
    let seed = family.name.bytes().fold(44, |seed, byte| mix(seed ^ u64::from(byte)));
    (family.draw)(&mut Random::new(mix(seed ^ number as u64)))
}

/// Description of a walk.
fn of(walk: &Walk, number: usize) -> String {
    let settings = &walk.settings;
    format!(
        "walk {number}: body {}, step {}, snap {}, {} m/s, {} Hz, from {}",
        option_of(settings.shape),
        settings.step_height,
        settings.snap_distance,
        walk.velocity,
        walk.hz,
        walk.feet
    )
}

impl Tally {
    /// Judges `count` walks of each family whose name contains `filter`.
    #[must_use]
    pub fn of_steps(count: usize, filter: &str) -> Self {
        Self::of_steps_by("single steps and ways", count, filter, Some)
    }

    /// As [`of_steps`](Self::of_steps), by capsules as high and as wide as the bodies that are higher than wide.
    #[must_use]
    pub fn of_capsule_steps(count: usize, filter: &str) -> Self {
        Self::of_steps_by("single steps and ways of capsules", count, filter, Walk::by_capsule)
    }

    fn of_steps_by(title: &'static str, count: usize, filter: &str, by: impl Fn(Walk) -> Option<Walk>) -> Self {
        let mut tally = Self { title, columns: Fault::ALL.map(Fault::name).to_vec(), rows: Vec::new() };
        for family in FAMILIES.iter().filter(|family| family.name.contains(filter)) {
            let mut row = Row::default();
            for number in 0..count {
                let judged = by(drawn(family, number)).and_then(|walk| Some((compare(&walk)?, walk)));
                let Some((compared, walk)) = judged else {
                    row.left_out += 1;
                    continue;
                };
                row.walks += 1;
                row.steps += compared.steps;
                row.unsure += compared.unsure;
                for kind in Fault::ALL {
                    let faults: Vec<_> = compared.faults.iter().filter(|(fault, ..)| *fault == kind).collect();
                    let Some((_, step, text)) = faults.first() else { continue };
                    row.add(kind.name(), faults.len(), || format!("{}; step {step} {text}", of(&walk, number)));
                }
            }
            tally.rows.push((family.name, row));
        }
        tally
    }

    /// Checks every promise on `count` walks of each family whose name contains `filter`.
    #[must_use]
    pub fn of_promises(count: usize, filter: &str) -> Self {
        Self::of_promises_by("promises", count, filter, Some)
    }

    /// As [`of_promises`](Self::of_promises), by capsules as high and as wide as the bodies that are higher than wide.
    #[must_use]
    pub fn of_capsule_promises(count: usize, filter: &str) -> Self {
        Self::of_promises_by("promises of capsules", count, filter, Walk::by_capsule)
    }

    fn of_promises_by(title: &'static str, count: usize, filter: &str, by: impl Fn(Walk) -> Option<Walk>) -> Self {
        let columns = PROMISES.iter().map(|promise| promise.name).collect();
        let mut tally = Self { title, columns, rows: Vec::new() };
        for family in FAMILIES.iter().filter(|family| family.name.contains(filter)) {
            let mut row = Row::default();
            for number in 0..count {
                let Some(walk) = by(drawn(family, number)) else {
                    row.left_out += 1;
                    continue;
                };
                row.walks += 1;
                row.steps += walk.steps;
                for promise in &PROMISES {
                    let verdict = promise.verdict(&walk);
                    if verdict != Verdict::LeftOut {
                        *row.checked.entry(promise.name).or_default() += 1;
                    }
                    row.unsure += usize::from(verdict == Verdict::AtBranch);
                    if let Verdict::Broken(text) = verdict {
                        row.add(promise.name, 1, || format!("{}; {text}", of(&walk, number)));
                    }
                }
            }
            tally.rows.push((family.name, row));
        }
        tally
    }

    /// Disagreements in a column.
    #[must_use]
    pub fn count(&self, column: &str) -> usize {
        self.rows.iter().filter_map(|(_, row)| row.counts.get(column)).map(|[count, _]| count).sum()
    }

    /// Cases that were checked in a column.
    #[must_use]
    pub fn checked(&self, column: &str) -> usize {
        self.rows.iter().filter_map(|(_, row)| row.checked.get(column)).sum()
    }

    /// Disagreements of a family in a column.
    #[must_use]
    pub fn count_of(&self, family: &str, column: &str) -> usize {
        let row = self.rows.iter().find(|(name, _)| *name == family);
        row.and_then(|(_, row)| row.counts.get(column)).map_or(0, |[count, _]| *count)
    }

    /// Steps that were judged.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.rows.iter().map(|(_, row)| row.steps).sum()
    }

    /// The first examples of each family and column.
    #[must_use]
    pub fn examples(&self) -> String {
        let all = self.rows.iter().flat_map(|(family, row)| {
            row.examples.iter().flat_map(move |(column, examples)| {
                examples.iter().map(move |example| format!("{family}, {column}: {example}\n"))
            })
        });
        all.collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: disagreements/walks with any", self.title)?;
        write!(f, "{:24} {:>6} {:>8} {:>8} {:>7}", "family", "walks", "left out", "steps", "unsure")?;
        for column in &self.columns {
            write!(f, " {column:>15}")?;
        }
        writeln!(f)?;
        for (family, row) in &self.rows {
            write!(f, "{family:24} {:6} {:8} {:8} {:7}", row.walks, row.left_out, row.steps, row.unsure)?;
            for column in &self.columns {
                let [faults, walks] = row.counts.get(column).copied().unwrap_or_default();
                let cell = match row.checked.get(column) {
                    Some(checked) => format!("{walks} of {checked}"),
                    None => format!("{faults}/{walks}"),
                };
                write!(f, " {cell:>15}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
