//! The counts of the checks of a walk, and their first faults.

use serde::Serialize;
use std::fmt::{self, Display};
use std::ops::Add;

/// Counts of the checks. A character that stays wrong is counted again at every check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Number of character paths between two checks that cross a triangle.
    pub fell_through: u64,
    /// Number of ellipsoids that overlap a triangle.
    pub penetrating: u64,
    /// Maximum depth of an overlap with a triangle, metres.
    pub max_penetration: f64,
    /// Number of characters that were stuck at least once.
    pub stuck: u64,
    /// Number of times that a character froze.
    pub frozen: u64,
    /// Number of moves checked for a stuck or frozen character: only moves that start with no other character near.
    pub moves_watched: u64,
    /// Number of positions that are not finite.
    pub not_finite: u64,
    /// Number of pairs of characters that overlap, as capsules.
    pub overlapping_pairs: u64,
    /// Number of characters that walked off an open edge and were put back.
    pub left_level: u64,
}

impl Counts {
    /// Returns true if every fault count, each of which must be zero, is zero.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.fell_through + self.penetrating + self.stuck + self.frozen + self.not_finite == 0
    }
}

/// First occurrence of a fault: the name of a count that must be zero, and the frame and character that raised it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Name of the fault, such as "fell through".
    pub what: &'static str,
    /// Frame of the run, from 1. A fault that lasts may have begun at any time since the previous check.
    pub frame: u64,
    /// Index of the character.
    pub character: usize,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first in frame {}, character {}", self.what, self.frame, self.character)
    }
}

/// First fault of each kind.
#[derive(Clone, Debug, Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Keeps a fault if it is the first of its kind: that of the earliest frame, and within a frame that of the lowest
    /// index.
    pub fn note(&mut self, what: &'static str, frame: u64, character: usize) {
        let seen = Fault { what, frame, character };
        match self.0.iter_mut().find(|fault| fault.what == what) {
            Some(first) if (frame, character) < (first.frame, first.character) => *first = seen,
            Some(_) => {}
            None => self.0.push(seen),
        }
    }

    /// Returns the first fault of each kind.
    #[must_use]
    pub fn into_list(self) -> Vec<Fault> {
        self.0
    }
}

impl Add for Counts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            fell_through: self.fell_through + other.fell_through,
            penetrating: self.penetrating + other.penetrating,
            max_penetration: self.max_penetration.max(other.max_penetration),
            stuck: self.stuck + other.stuck,
            frozen: self.frozen + other.frozen,
            moves_watched: self.moves_watched + other.moves_watched,
            not_finite: self.not_finite + other.not_finite,
            overlapping_pairs: self.overlapping_pairs + other.overlapping_pairs,
            left_level: self.left_level + other.left_level,
        }
    }
}
