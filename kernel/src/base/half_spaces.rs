//! The shortest way out of several half-spaces at once.
//!
//! In: planes; a point at the origin has to get in front of all of them. Out: the nearest point in front of them all. If there is
//! none: the point whose largest depth behind any plane is smallest.
//!
//! The nearest point is found among all [active sets](crate::base::active_sets). Projecting on one plane after the other converges,
//! too, but takes hundreds of steps in a steep funnel, and does not end between an odd number of walls without room.

use crate::base::active_sets::{HalfSpace, Search, enumerate};
use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{HALF_SPACE_ROUNDING, MAX_HALF_SPACES, PARALLEL_SINE, SAME_PLANE_SINE};
use glam::DVec3;

/// A list of half-spaces in all of which a point must lie, and the search for the point nearest to the origin that does.
pub(crate) struct HalfSpaces {
    planes: [HalfSpace; MAX_HALF_SPACES],
    count: usize,
}

impl HalfSpaces {
    pub(crate) fn new() -> Self {
        Self { planes: [HalfSpace { normal: DVec3::ZERO, distance: 0.0 }; MAX_HALF_SPACES], count: 0 }
    }

    /// Adds the half-space `normal · x >= distance`, or moves the plane of one with the same normal; returns true if it is a new
    /// one. `normal` is a unit vector.
    pub(crate) fn add(&mut self, normal: DVec3, distance: f64) -> bool {
        let looks_the_same = |plane: &&mut HalfSpace| {
            plane.normal.dot(normal) > 0.0
                && plane.normal.cross(normal).length_squared() < SAME_PLANE_SINE * SAME_PLANE_SINE
        };
        if let Some(known) = self.planes[..self.count].iter_mut().find(looks_the_same) {
            *known = HalfSpace { normal, distance };
            return false;
        }
        if self.count < MAX_HALF_SPACES {
            self.planes[self.count] = HalfSpace { normal, distance };
            self.count += 1;
        }
        true
    }

    /// Point nearest to the origin that lies in all listed half-spaces; `None` if they have no common point.
    pub(crate) fn nearest(&self) -> Option<DVec3> {
        self.nearest_but_for(0.0)
    }

    /// For half-spaces without a common point: the point whose largest depth behind any plane is smallest, and that depth. Among
    /// several such points it is the one nearest to the origin.
    pub(crate) fn least_behind(&self) -> (DVec3, f64) {
        let planes = &self.planes[..self.count];
        // The origin is behind no plane by more than this. Bisection refines it to the precision of a corner.
        let mut behind = planes.iter().fold(0.0_f64, |most, plane| most.max(plane.distance));
        let (mut too_little, mut point) = (0.0, DVec3::ZERO);
        while behind - too_little > HALF_SPACE_ROUNDING {
            let middle = 0.5 * (too_little + behind);
            match self.nearest_but_for(middle) {
                Some(nearest) => (point, behind) = (nearest, middle),
                None => too_little = middle,
            }
        }
        (point, behind)
    }

    /// Point nearest to the origin that lies behind no half-space's plane by more than `behind`; `None` if there is none.
    fn nearest_but_for(&self, behind: f64) -> Option<DVec3> {
        let planes = self.planes.map(|plane| HalfSpace { distance: plane.distance - behind, ..plane });
        let planes = &planes[..self.count];
        if planes.iter().all(|plane| plane.distance <= 0.0) {
            return Some(DVec3::ZERO);
        }
        let mut search = OutOf { planes, nearest: None };
        enumerate(&mut search, DVec3::ZERO);
        search.nearest
    }
}

/// The [`Search`] for the point nearest to the origin in several half-spaces.
struct OutOf<'a> {
    planes: &'a [HalfSpace],
    /// Point nearest to the origin among the candidates so far that lie in all half-spaces.
    nearest: Option<DVec3>,
}

impl Search for OutOf<'_> {
    const PARALLEL_SQUARE: f64 = PARALLEL_SINE * PARALLEL_SINE;

    #[inline(always)]
    fn count(&self) -> usize {
        self.planes.len()
    }

    #[inline(always)]
    fn half_space(&self, place: usize) -> HalfSpace {
        self.planes[place]
    }

    #[inline(always)]
    fn meets(volume: f64, square: f64) -> bool {
        volume.abs() > PARALLEL_SINE * square.root()
    }

    fn consider(&mut self, point: DVec3, _: &[usize]) {
        let is_nearer = self.nearest.is_none_or(|known| point.length_squared() < known.length_squared());
        let is_in = |plane: &HalfSpace| plane.normal.dot(point) >= plane.distance - HALF_SPACE_ROUNDING;
        if is_nearer && self.planes.iter().all(is_in) {
            self.nearest = Some(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::f64::consts::TAU;
    use sweep8_scalar_ref::random::Random;

    fn out_of(planes: &[(DVec3, f64)]) -> Option<DVec3> {
        let mut way = HalfSpaces::new();
        for &(normal, distance) in planes {
            way.add(normal.normalize(), distance);
        }
        way.nearest()
    }

    #[test]
    fn out_of_a_floor_it_is_up() {
        assert_eq!(out_of(&[(DVec3::Y, 0.25)]), Some(DVec3::Y * 0.25));
    }

    #[test]
    fn out_of_floor_and_wall_it_is_both() {
        assert_eq!(out_of(&[(DVec3::Y, 0.25), (DVec3::X, 0.5)]), Some(DVec3::new(0.5, 0.25, 0.0)));
    }

    #[test]
    fn a_plane_that_another_leads_out_of_does_not_count() {
        assert_eq!(out_of(&[(DVec3::new(0.6, 0.8, 0.0), 0.1), (DVec3::Y, 0.5)]), Some(DVec3::Y * 0.5));
    }

    #[test]
    fn out_of_a_steep_funnel_it_is_up_by_far() {
        let side = |x: f64, z: f64| (DVec3::new(x, 0.1, z), 0.01);
        let up = out_of(&[side(1.0, 0.0), side(-0.5, 0.75_f64.sqrt()), side(-0.5, -0.75_f64.sqrt())]).unwrap();
        assert!((up - DVec3::Y * (0.01 * 1.01_f64.sqrt() / 0.1)).length() < 1e-9, "{up}");
    }

    #[test]
    fn between_walls_that_leave_no_room_it_is_as_far_behind_all_of_them() {
        for sides in [2, 3, 5, 7] {
            let mut way = HalfSpaces::new();
            for side in 0..sides {
                let (sine, cosine) = (TAU * f64::from(side) / f64::from(sides)).sin_cos();
                // The planes touch a circle of radius 0.75 about a point off the origin.
                let normal = DVec3::new(cosine, 0.0, sine);
                way.add(normal, 0.25 + normal.dot(DVec3::new(0.1, 0.0, 0.0)));
            }
            assert_eq!(way.nearest(), None, "{sides} walls");
            let (point, behind) = way.least_behind();
            assert!((behind - 0.25).abs() < 1e-8, "{sides} walls: {behind}");
            assert!((point - DVec3::new(0.1, 0.0, 0.0)).length() < 1e-7, "{sides} walls: {point}");
        }
    }

    #[test]
    fn between_floor_and_ceiling_that_leave_no_room_it_does_not_lead_aside() {
        let mut way = HalfSpaces::new();
        way.add(DVec3::Y, 0.3);
        way.add(DVec3::NEG_Y, -0.1);
        way.add(DVec3::X, -1.0);
        let (point, behind) = way.least_behind();
        assert!((behind - 0.1).abs() < 1e-8 && (point - DVec3::Y * 0.2).length() < 1e-8, "{point}, {behind}");
    }

    #[test]
    fn between_opposite_walls_there_is_none() {
        assert_eq!(out_of(&[(DVec3::X, 0.1), (DVec3::NEG_X, 0.1)]), None);
    }

    /// Reference result: the point nearest to the origin in all half-spaces, by alternating projections (Boyle and Dykstra 1986).
    fn projected(planes: &[(DVec3, f64)]) -> DVec3 {
        let mut point = DVec3::ZERO;
        let mut corrections = vec![DVec3::ZERO; planes.len()];
        for _ in 0..20_000 {
            for ((normal, distance), correction) in planes.iter().zip(&mut corrections) {
                let corrected = point + *correction;
                point = corrected + *normal * (distance - normal.dot(corrected)).max(0.0);
                *correction = corrected - point;
            }
        }
        point
    }

    #[test]
    fn out_of_any_half_spaces_it_is_where_projections_in_turn_lead() {
        let mut random = Random(1);
        for case in 0..600 {
            let inside = random.signed_vector().as_dvec3();
            let plane = |_| {
                let normal = random.signed_vector().as_dvec3().normalize();
                (normal, normal.dot(inside) - 0.3 * f64::from(random.signed().abs()))
            };
            let planes: Vec<(DVec3, f64)> = (0..=case % 6).map(plane).collect();
            let (found, expected) = (out_of(&planes).expect("they have a point in common"), projected(&planes));
            assert!((found - expected).length() < 1e-6, "{found} is not {expected}: {planes:?}");
        }
    }
}
