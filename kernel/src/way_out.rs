//! The shortest way out of several half spaces at once.
//!
//! In: planes that a point at the origin has to get in front of. Out: the nearest point in front of them all.
//!
//! That point lies on one of the planes, on the line of two or the corner of three: all are tried, as among clip planes.
//! One push after the other, plane by plane, gets there, too, but in a steep funnel by hundreds of small steps.

use glam::DVec3;

/// Most planes that are remembered; the first ones are kept.
const MAX_PLANES: usize = 12;

/// How far behind a plane a point may lie to be in front of it: rounding of a corner, ellipsoid space.
const BEHIND: f64 = 1e-9;

/// Sine between planes, and of a line to a plane, below which they have no common line or point.
const PARALLEL_SINE: f64 = 1e-4;

/// The points `x` with `normal · x >= distance`.
#[derive(Clone, Copy)]
struct HalfSpace {
    normal: DVec3,
    distance: f64,
}

/// The half spaces that have to be reached.
pub(crate) struct WayOut {
    planes: [HalfSpace; MAX_PLANES],
    count: usize,
}

impl WayOut {
    pub(crate) fn new() -> Self {
        Self { planes: [HalfSpace { normal: DVec3::ZERO, distance: 0.0 }; MAX_PLANES], count: 0 }
    }

    /// Adds the half space `normal · x >= distance`; `normal` is a unit vector.
    pub(crate) fn add(&mut self, normal: DVec3, distance: f64) {
        if self.count < MAX_PLANES {
            self.planes[self.count] = HalfSpace { normal, distance };
            self.count += 1;
        }
    }

    /// The point nearest to the origin that lies in all of them; none where they have none in common.
    pub(crate) fn nearest(&self) -> Option<DVec3> {
        let planes = &self.planes[..self.count];
        let mut nearest: Option<DVec3> = None;
        let mut consider = |point: DVec3| {
            let is_nearer = nearest.is_none_or(|known| point.length_squared() < known.length_squared());
            if is_nearer && planes.iter().all(|plane| plane.normal.dot(point) >= plane.distance - BEHIND) {
                nearest = Some(point);
            }
        };
        for (place, first) in planes.iter().enumerate() {
            consider(first.normal * first.distance);
            for (other, second) in planes.iter().enumerate().skip(place + 1) {
                let along = first.normal.cross(second.normal);
                let square = along.length_squared();
                if square < PARALLEL_SINE * PARALLEL_SINE {
                    continue;
                }
                let (to_first, to_second) = (second.normal.cross(along), along.cross(first.normal));
                let point = (to_first * first.distance + to_second * second.distance) / square;
                consider(point);
                for third in &planes[other + 1..] {
                    let approach = third.normal.dot(along);
                    if approach.abs() > PARALLEL_SINE * square.sqrt() {
                        consider(point + along * ((third.distance - third.normal.dot(point)) / approach));
                    }
                }
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out_of(planes: &[(DVec3, f64)]) -> Option<DVec3> {
        let mut way = WayOut::new();
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
    fn between_opposite_walls_there_is_none() {
        assert_eq!(out_of(&[(DVec3::X, 0.1), (DVec3::NEG_X, 0.1)]), None);
    }
}
