//! The counts of the checks of a walk, their first faults, and the places of all.

use glam::DVec3;
use serde::Serialize;
use std::fmt::{self, Display};
use std::ops::Add;

/// Counts of faults and events that the checks of a walk found. A character that stays wrong is counted again at every check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Counts {
    /// Number of times that the path of a character since the previous check crossed a triangle.
    pub fell_through: u64,
    /// Number of times that a check found the ellipsoid of a character overlapping a triangle.
    pub penetrating: u64,
    /// Maximum depth at which a check found a character's ellipsoid overlapping a triangle, metres.
    pub max_penetration: f64,
    /// Number of characters that were found stuck (no progress although a way is free) at least once in the walk.
    pub stuck: u64,
    /// Number of times that a character froze: stood still although a direction near its desired velocity was free.
    pub frozen: u64,
    /// Number of times that a character without a reason lost its ground for less than a quarter of a second, although a floor went on
    /// below it.
    pub flicker: u64,
    /// Number of moves checked for a stuck, frozen or flickering character: only moves that start with no other character near.
    pub moves_watched: u64,
    /// Number of times that a check found a character's position with a NaN or infinite coordinate.
    pub not_finite: u64,
    /// Number of times that a check found the capsules of two characters overlapping.
    pub overlapping_pairs: u64,
    /// Number of times that a character left the level, for example over an open edge, and was put back to its start.
    pub left_level: u64,
}

impl Counts {
    /// Returns true if all counts of faults against the level are zero: fell through, penetrating, stuck, frozen, flicker, not finite.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.fell_through + self.penetrating + self.stuck + self.frozen + self.flicker + self.not_finite == 0
    }
}

/// First occurrence of one kind of fault in a walk: name of the fault, frame and character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Name of the fault, such as "fell through".
    pub what: &'static str,
    /// Frame of the walk in which the fault was found, from 1. A fault that lasts may have begun at any time since the previous check.
    pub frame: u64,
    /// Index of the character that has the fault.
    pub character: usize,
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first in frame {}, character {}", self.what, self.frame, self.character)
    }
}

/// A fault or event of a walk, with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    /// Name of the fault, such as "fell through"; or "left the level", which is none.
    pub what: &'static str,
    /// Frame of the walk in which it was found, from 1.
    pub frame: u64,
    /// Index of the character.
    pub character: usize,
    /// Centre of the character, world space, metres; of one that left the level, where it last stood.
    pub at: DVec3,
}

/// Most sightings that are kept: more of one walk are of one cause.
const SIGHTINGS: usize = 20_000;

/// List of the faults of a walk that keeps only the first of each kind, and a list of where faults were seen.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    first: Vec<Fault>,
    sightings: Vec<Sighting>,
}

impl Faults {
    /// Keeps a fault if it is the first of its kind: that of the earliest frame, and within a frame that of the lowest
    /// index. Keeps its place (metres), too.
    pub fn note(&mut self, what: &'static str, frame: u64, character: usize, at: DVec3) {
        self.see(what, frame, character, at);
        let seen = Fault { what, frame, character };
        match self.first.iter_mut().find(|fault| fault.what == what) {
            Some(first) if (frame, character) < (first.frame, first.character) => *first = seen,
            Some(_) => {}
            None => self.first.push(seen),
        }
    }

    /// Keeps only the place of a fault or event, metres.
    pub fn see(&mut self, what: &'static str, frame: u64, character: usize, at: DVec3) {
        if self.sightings.len() < SIGHTINGS {
            self.sightings.push(Sighting { what, frame, character, at });
        }
    }

    /// Converts the record to a list with the first fault of each kind, and the places in the order of the checks.
    #[must_use]
    pub fn into_lists(self) -> (Vec<Fault>, Vec<Sighting>) {
        (self.first, self.sightings)
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
            flicker: self.flicker + other.flicker,
            moves_watched: self.moves_watched + other.moves_watched,
            not_finite: self.not_finite + other.not_finite,
            overlapping_pairs: self.overlapping_pairs + other.overlapping_pairs,
            left_level: self.left_level + other.left_level,
        }
    }
}
