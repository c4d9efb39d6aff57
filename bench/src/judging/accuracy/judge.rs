//! The rules by which an answer to a sweep counts as wrong.
//!
//! In: a sweep and the place at which a method stops it. Out: a [`Verdict`], computed in `f64` from distances over all
//! candidates; of a method's answer only the place of its stop is used.
//!
//! 1. All candidates are taken to ellipsoid space about the start, where the ellipsoid is a unit sphere. Distances are
//!    compared with a tolerance: 1e-5 of one and the largest coordinate there, 80 units in the last place of an `f32`.
//! 2. The *way* is blocked if it comes nearer than one by more than the tolerance, and clear if it stays farther than
//!    one by more than that; in between neither answer is wrong. (In a grazing motion a fraction is ill-conditioned, a
//!    distance is not.)
//! 3. No stop on a blocked way is a *missed* hit, a stop on a clear one an *invented* hit.
//! 4. Any other stop has a *gap error*: by how much the centre came nearer than one to a triangle on its way there (so
//!    that a stop at the next wall after crossing one is no good stop), or ended farther off. For a start inside, too
//!    near means a distance below that at the start. Above the tolerance the stop is wrong too.
//! 5. The *tunnel* of a missed or late stop is the path beyond the first contact, metres.

use super::families::Sweep;
use super::least::least_distance;
use glam::{DVec3, Vec3};
use sweep8_scalar_ref::brute_force::{Triangle, distance, first_contact, to_ellipsoid_space};

/// Allowed error of a stop's distance in ellipsoid space, as a fraction of 1 + the largest coordinate.
pub const TOLERANCE: f64 = 1e-5;

/// Accuracy of the minimum distance to triangles on the path to a stop, in radii. The distance at the stop itself is exact.
const DEPTH_ROUNDING: f64 = 1e-13;

/// Classification of a whole sweep by how near the triangles come to its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A triangle comes nearer than one radius by more than the tolerance: the sweep must stop.
    Blocked,
    /// All triangles stay farther than one radius by more than the tolerance: the sweep must not stop.
    Clear,
    /// The nearest triangle is one radius away within the tolerance: stopping and not stopping are both right.
    Touching,
}

/// The judge's verdict on one method's answer to one sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Correct: the method reports no contact where none is needed.
    Passed,
    /// Wrong: the method reports no contact on a blocked sweep.
    Missed {
        /// Length of the sweep's path beyond the missed first contact, metres.
        tunnel: f64,
    },
    /// Wrong: the method reports a contact on a sweep that stays clear of all triangles.
    Invented,
    /// The method stops the sweep at a contact; the fields say how precisely.
    Stopped {
        /// Error of the stop's gap in radii, too near or too far; infinite for a stop that is not finite.
        gap_error: f64,
        /// True if the stop's gap error exceeds the tolerance.
        beyond_tolerance: bool,
        /// Path beyond the first contact if the stop is too late by more than the tolerance, metres; 0 otherwise.
        tunnel: f64,
    },
}

/// A triangle near a sweep, in ellipsoid space, with its bounds.
struct Candidate {
    triangle: Triangle,
    low: DVec3,
    high: DVec3,
}

impl Candidate {
    fn new(triangle: Triangle) -> Self {
        let [a, b, c] = triangle;
        Self { triangle, low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// Returns a lower bound of the triangle's distance to the segment from the origin to `end`, ellipsoid space.
    fn at_least(&self, end: DVec3) -> f64 {
        let (low, high) = (end.min(DVec3::ZERO), end.max(DVec3::ZERO));
        (self.low - high).max(low - self.high).max(DVec3::ZERO).length()
    }
}

/// The exact result of one sweep, computed in `f64`, by which answers of methods are judged.
pub struct Truth {
    center: DVec3,
    radii: DVec3,
    /// Displacement of the judged sweep, world space, metres.
    displacement: DVec3,
    candidates: Vec<Candidate>,
    /// Allowed error of the distance of a stop from the triangles, in radii.
    tolerance: f64,
    /// Minimum allowed distance of the stop's centre from the triangles, radii: 1, or the distance at a start inside.
    floor: f64,
    way: Way,
    /// Fraction of the displacement at the sweep's first contact; `None` without a contact.
    first: Option<f64>,
}

impl Truth {
    /// Computes the exact result of a sweep by brute force over all its candidate triangles.
    #[must_use]
    pub fn of(sweep: &Sweep) -> Self {
        let [center, radii, displacement] = [sweep.center, sweep.shape.radii(), sweep.displacement].map(Vec3::as_dvec3);
        let local = |triangle: &Triangle| Candidate::new(triangle.map(|v| to_ellipsoid_space(v, center, radii)));
        let candidates: Vec<Candidate> = sweep.candidates.iter().map(local).collect();
        let way_there = displacement / radii;
        let extent = |largest: f64, c: &Candidate| largest.max(c.low.abs().max(c.high.abs()).max_element());
        let tolerance = TOLERANCE * (1.0 + candidates.iter().fold(way_there.abs().max_element(), extent));
        let mut truth =
            Self { center, radii, displacement, candidates, tolerance, floor: 1.0, way: Way::Clear, first: None };
        truth.floor = truth.nearest(DVec3::ZERO, 1.0);
        truth.look_along(way_there);
        truth
    }

    /// Finds `way` (blocked, clear or touching) and `first` of a sweep by `way_there` from the origin in ellipsoid space.
    fn look_along(&mut self, way_there: DVec3) {
        let (near, far) = (1.0 - self.tolerance, 1.0 + self.tolerance);
        let answered = |lower: f64, upper: f64| upper < near || lower > far || (lower >= near && upper <= far);
        for candidate in &self.candidates {
            if candidate.at_least(way_there) > far {
                continue;
            }
            let (lower, upper) = least_distance(way_there, &candidate.triangle, answered);
            if lower > far {
                continue;
            }
            if upper < near {
                self.way = Way::Blocked;
            } else if self.way == Way::Clear {
                self.way = Way::Touching;
            }
            if let Some(contact) = first_contact(DVec3::ZERO, way_there, &candidate.triangle) {
                self.first = Some(self.first.map_or(contact.fraction, |first| first.min(contact.fraction)));
            }
        }
    }

    /// Returns whether the sweep is blocked, clear or touching.
    #[must_use]
    pub fn way(&self) -> Way {
        self.way
    }

    /// Judges a method's answer to the sweep: the world position at which it stops the centre, or `None` for no contact.
    #[must_use]
    pub fn judge(&self, stop: Option<DVec3>) -> Verdict {
        match (stop, self.way) {
            (None, Way::Blocked) => Verdict::Missed { tunnel: self.beyond_first_contact(1.0) },
            (None, _) => Verdict::Passed,
            (Some(_), Way::Clear) => Verdict::Invented,
            (Some(stop), _) if !stop.is_finite() => {
                Verdict::Stopped { gap_error: f64::INFINITY, beyond_tolerance: true, tunnel: 0.0 }
            }
            (Some(stop), _) => self.judge_stop(stop),
        }
    }

    fn judge_stop(&self, stop: DVec3) -> Verdict {
        let end = to_ellipsoid_space(stop, self.center, self.radii);
        let gap = self.nearest(end, f64::INFINITY);
        let mut least = gap.min(self.floor);
        for candidate in &self.candidates {
            if candidate.at_least(end) < least {
                let answered = |lower: f64, upper: f64| lower >= least || upper - lower <= DEPTH_ROUNDING;
                least = least_distance(end, &candidate.triangle, answered).1.min(least);
            }
        }
        let too_near = self.floor - least;
        let gap_error = too_near.max(gap - 1.0).max(0.0);
        let is_late = too_near > self.tolerance;
        let travelled = (stop - self.center).dot(self.displacement) / self.displacement.length_squared();
        let tunnel = if is_late { self.beyond_first_contact(travelled) } else { 0.0 };
        Verdict::Stopped { gap_error, beyond_tolerance: gap_error > self.tolerance, tunnel }
    }

    /// Returns the distance from `point` to the nearest candidate triangle, at most `limit`; ellipsoid space.
    fn nearest(&self, point: DVec3, limit: f64) -> f64 {
        self.candidates.iter().fold(limit, |nearest, candidate| {
            let apart = (candidate.low - point).max(point - candidate.high).max(DVec3::ZERO).length();
            if apart < nearest { nearest.min(distance(point, &candidate.triangle)) } else { nearest }
        })
    }

    /// Returns the length of the sweep's path from its first contact to `fraction` of its displacement, metres.
    fn beyond_first_contact(&self, fraction: f64) -> f64 {
        self.first.map_or(0.0, |first| (fraction - first).max(0.0) * self.displacement.length())
    }
}
