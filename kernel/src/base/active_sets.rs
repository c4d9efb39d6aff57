//! Finds the point of an intersection of half-spaces that is nearest to a target, by enumerating active sets.
//!
//! In: half-spaces and a target. Out: candidates; a [`Search`] keeps the nearest one that lies in all half-spaces.
//!
//! Where the target itself is outside, the nearest point lies on the boundary: it is the point nearest to the target on one
//! of the planes, on the line of two, or the corner of three. All of these active sets are enumerated: there are few planes,
//! and unlike a method that adds and removes planes one by one this one cannot cycle.
//!
//! In `f64`: the sides of a narrow wedge are nearly opposite, and in `f32` their line would be made of rounding. Searches
//! differ in what they call parallel, as the rounding of their normals does.

use glam::DVec3;

/// Half-space of the points `x` with `normal · x >= distance`. The normal has unit length to rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfSpace {
    pub(crate) normal: DVec3,
    pub(crate) distance: f64,
}

/// Search for the point nearest to a target in several half-spaces: the half-spaces, and the rule that selects among candidates.
pub(crate) trait Search {
    /// Squared sine of the angle between two planes up to which they count as parallel and have no common line.
    const PARALLEL_SQUARE: f64;

    /// Number of half-spaces in which the searched point must lie.
    fn count(&self) -> usize;

    /// Half-space number `place` of those in which the searched point must lie.
    fn half_space(&self, place: usize) -> HalfSpace;

    /// Whether the plane with the normal `n` meets a line in a point. The line is the cross product of the normals of its
    /// two planes, `a × b`; `volume` is `n · (a × b)`, `square` the squared sine between `a` and `b`.
    fn meets(volume: f64, square: f64) -> bool;

    /// Receives a candidate `point`: the point nearest to the target among those on the boundary planes of all half-spaces in `active`.
    fn consider(&mut self, point: DVec3, active: &[usize]);
}

impl HalfSpace {
    /// Point of the half-space's boundary plane that is nearest to `target`.
    #[inline(always)]
    fn nearest(&self, target: DVec3) -> DVec3 {
        let Self { normal, distance } = *self;
        target - normal * ((normal.dot(target) - distance) / normal.length_squared())
    }
}

/// Line in which two planes meet.
struct PlaneLine {
    /// Direction of the line in which two planes meet; its length is the sine of the angle between the planes.
    along: DVec3,
    /// Squared length of `along`, the direction of the line in which two planes meet.
    square: f64,
    /// Point of the line in which two planes meet that is nearest to the origin.
    point: DVec3,
}

impl PlaneLine {
    /// Line in which the boundary planes of two half-spaces meet; `None` if the planes are parallel.
    #[inline(always)]
    fn of(first: &HalfSpace, second: &HalfSpace, parallel_square: f64) -> Option<Self> {
        let along = first.normal.cross(second.normal);
        let square = along.length_squared();
        if square <= parallel_square {
            return None;
        }
        let mut point = DVec3::ZERO;
        if first.distance != 0.0 || second.distance != 0.0 {
            let (to_first, to_second) = (second.normal.cross(along), along.cross(first.normal));
            point = (to_first * first.distance + to_second * second.distance) / square;
        }
        Some(Self { along, square, point })
    }

    /// Point of this line that is nearest to `target`.
    #[inline(always)]
    fn nearest(&self, target: DVec3) -> DVec3 {
        self.point + self.along * (self.along.dot(target) / self.square)
    }

    /// Point where this line meets a half-space's boundary plane; `None` if both are parallel, or if the point is the origin.
    #[inline(always)]
    fn corner<S: Search>(&self, plane: &HalfSpace) -> Option<DVec3> {
        let HalfSpace { normal, distance } = *plane;
        let volume = normal.dot(self.along);
        let is_corner = (self.point != DVec3::ZERO || distance != 0.0) && S::meets(volume, self.square);
        is_corner.then(|| self.point + self.along * ((distance - normal.dot(self.point)) / volume))
    }
}

/// Offers every candidate to a search: the point nearest to `target` on each plane, on each line of two planes, and at each corner
/// of three. The caller itself tries the target and the origin.
#[inline(always)]
pub(crate) fn enumerate<S: Search>(search: &mut S, target: DVec3) {
    let count = search.count();
    for first in 0..count {
        let plane = search.half_space(first);
        search.consider(plane.nearest(target), &[first]);
        for second in first + 1..count {
            let Some(line) = PlaneLine::of(&plane, &search.half_space(second), S::PARALLEL_SQUARE) else { continue };
            search.consider(line.nearest(target), &[first, second]);
            for third in second + 1..count {
                if let Some(corner) = line.corner::<S>(&search.half_space(third)) {
                    search.consider(corner, &[first, second, third]);
                }
            }
        }
    }
}
