//! The counts of the checks of a walk, and their first faults.

use serde::Serialize;
use std::fmt::{self, Display};
use std::ops::Add;

/// The counts of the checks. A character that stays wrong is counted again at every check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Paths between two checks that cross a triangle.
    pub fell_through: u64,
    /// Ellipsoids that overlap a triangle.
    pub penetrating: u64,
    /// Deepest overlap, metres.
    pub max_penetration: f64,
    /// Characters that were stuck at least once.
    pub stuck: u64,
    /// Number of times that a character froze.
    pub frozen: u64,
    /// Moves that were checked for a stuck or frozen character: those with no other character near at their start.
    pub moves_watched: u64,
    /// Positions that are not finite.
    pub not_finite: u64,
    /// Pairs of characters that overlap, as capsules.
    pub overlapping_pairs: u64,
    /// Characters that walked off an open edge and were put back.
    pub left_level: u64,
}

impl Counts {
    /// Returns true if every count that must be zero is zero.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.fell_through + self.penetrating + self.stuck + self.frozen + self.not_finite == 0
    }
}

/// A count that must be zero and is not: the first frame in which it was seen, and the first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The fault, in words.
    pub what: &'static str,
    /// The frame of the run, from 1. A fault that lasts may have begun at any time since the last check.
    pub frame: u64,
    /// Index of the character.
    pub character: usize,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first in frame {}, character {}", self.what, self.frame, self.character)
    }
}

/// The first fault of each kind.
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

    /// The kept faults, one of each kind.
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
