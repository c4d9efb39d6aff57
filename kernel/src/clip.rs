//! Clip planes: where a motion may still go when it has touched several surfaces.
//!
//! In: the unit normals met so far in a move, and the motion wished for, world space. Out: the part of the motion that
//! is left.
//!
//! The motion left is the projection of the wish on the cone of directions that lead into none of the planes: the wish
//! itself, its projection on one plane (a slide), on the line common to two (a crease), or nothing (a corner). All are
//! tried and the longest that respects every plane is taken; Quake III (1999) tries them in the order met and stops at
//! three planes, which also stops motions that are free. A projection never turns against the wish and is never longer
//! than it.
//!
//! Friction takes from it the part that the planes stopped, times their coefficient (Coulomb 1785). In a crease the
//! larger of two coefficients counts for both planes.

use crate::tolerance::{CLIP_LEAN, CLIP_ROUNDING, CREASE_SINE, MERGE_SINE};
use glam::Vec3;

/// Most planes of one pass; a pass has no more iterations than that.
pub(crate) const MAX_PLANES: usize = 8;

/// The planes met in one pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipPlanes {
    normals: [Vec3; MAX_PLANES],
    frictions: [f32; MAX_PLANES],
    count: usize,
}

/// A motion that respects every plane, as a candidate for what is left of the wish.
#[derive(Clone, Copy)]
struct Clipped {
    motion: Vec3,
    /// Off the planes it runs along.
    off: Vec3,
    friction: f32,
}

impl ClipPlanes {
    pub(crate) fn new() -> Self {
        Self { normals: [Vec3::ZERO; MAX_PLANES], frictions: [0.0; MAX_PLANES], count: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn normals(&self) -> &[Vec3] {
        &self.normals[..self.count]
    }

    /// Adds a plane with its coefficient of friction, in place of one that is parallel to it.
    pub(crate) fn add(&mut self, normal: Vec3, friction: f32) {
        let known = self.normals().iter().position(|&known| parallel(known, normal));
        let place = known.unwrap_or(self.count);
        if place < MAX_PLANES {
            self.normals[place] = normal;
            self.frictions[place] = friction;
            self.count = self.count.max(place + 1);
        }
    }

    /// The part of `wish` that leads into no plane, less friction, zero where nothing is left; and the same with a lean
    /// off the planes it runs along, for sweeping.
    pub(crate) fn project(&self, wish: Vec3) -> (Vec3, Vec3) {
        if self.leads_into_none(wish, 0.0) {
            return (wish, wish);
        }
        let size = wish.length();
        let mut best = Clipped { motion: Vec3::ZERO, off: Vec3::ZERO, friction: 0.0 };
        let mut consider = |motion: Vec3, off: Vec3, friction: f32| {
            let longer = motion.length_squared() > best.motion.length_squared();
            if longer && self.leads_into_none(motion, CLIP_ROUNDING * size) {
                best = Clipped { motion, off, friction };
            }
        };
        for (place, &first) in self.normals().iter().enumerate() {
            consider(wish - first * first.dot(wish), first, self.frictions[place]);
            for (other, &second) in self.normals().iter().enumerate().skip(place + 1) {
                if let Some(along) = along_crease(wish, first, second) {
                    consider(along, first + second, self.frictions[place].max(self.frictions[other]));
                }
            }
        }
        let motion = best.after_friction(wish);
        // Off the surface by more than rounding, unless that leads into another: in a slot both sides are as near.
        let leaning = motion + best.off * (CLIP_LEAN * size);
        (motion, if self.leads_into_none(leaning, 0.0) { leaning } else { motion })
    }

    /// Whether a motion leads into no plane by more than `tolerated` metres.
    fn leads_into_none(&self, motion: Vec3, tolerated: f32) -> bool {
        self.normals().iter().all(|normal| normal.dot(motion) >= -tolerated)
    }
}

impl Clipped {
    /// The motion less the part of `wish` that was stopped, times the coefficient; zero where that is more than the
    /// motion.
    fn after_friction(&self, wish: Vec3) -> Vec3 {
        let length = self.motion.length();
        if self.friction > 0.0 && length > 0.0 {
            let stopped = (wish - self.motion).length();
            self.motion * (1.0 - self.friction * stopped / length).max(0.0)
        } else {
            self.motion
        }
    }
}

/// The part of `wish` along the line common to two planes; none where they are parallel. In `f64`: the sides of a
/// narrow wedge are nearly opposite, and the difference of rounded products would be all that is left of their crease.
fn along_crease(wish: Vec3, first: Vec3, second: Vec3) -> Option<Vec3> {
    let crease = first.as_dvec3().cross(second.as_dvec3());
    let square = crease.length_squared();
    (square > f64::from(CREASE_SINE * CREASE_SINE)).then(|| (crease * (crease.dot(wish.as_dvec3()) / square)).as_vec3())
}

/// Whether two unit normals are the same plane to `f32`.
fn parallel(a: Vec3, b: Vec3) -> bool {
    a.dot(b) > 0.0 && a.cross(b).length_squared() < MERGE_SINE * MERGE_SINE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(normals: &[Vec3]) -> ClipPlanes {
        let mut planes = ClipPlanes::new();
        for normal in normals {
            planes.add(normal.normalize(), 0.0);
        }
        planes
    }

    #[test]
    fn no_plane_leaves_the_wish_as_it_is() {
        assert_eq!(planes(&[]).project(Vec3::new(1.0, 2.0, 3.0)).1, Vec3::new(1.0, 2.0, 3.0));
    }

    #[test]
    fn one_plane_slides_along_it() {
        let left = planes(&[Vec3::Y]).project(Vec3::new(3.0, -4.0, 0.0)).1;
        assert!((left - Vec3::new(3.0, 0.0, 0.0)).length() < 1e-5, "{left}");
        assert!(left.y >= 0.0);
    }

    #[test]
    fn floor_and_wall_leave_the_crease() {
        let left = planes(&[Vec3::Y, Vec3::X]).project(Vec3::new(-1.0, -1.0, 2.0)).1;
        assert!((left - Vec3::new(0.0, 0.0, 2.0)).length() < 1e-5, "{left}");
    }

    #[test]
    fn three_walls_of_a_corner_leave_nothing() {
        let left = planes(&[Vec3::Y, Vec3::X, Vec3::Z]).project(Vec3::new(-1.0, -1.0, -1.0)).1;
        assert_eq!(left, Vec3::ZERO);
    }

    #[test]
    fn a_third_plane_that_is_not_in_the_way_does_not_stop_a_crease() {
        let left = planes(&[Vec3::Y, Vec3::X, Vec3::Z]).project(Vec3::new(-1.0, -1.0, 1.0)).1;
        assert!((left - Vec3::Z).length() < 1e-5, "{left}");
    }

    #[test]
    fn a_plane_of_the_obtuse_pair_that_is_left_behind_does_not_hold() {
        // Down a valley's side onto the floor: the floor alone decides.
        let left = planes(&[Vec3::new(1.0, 1.0, 0.0), Vec3::Y]).project(Vec3::new(1.0, -3.0, 0.0)).1;
        assert!((left - Vec3::X).length() < 1e-4, "{left}");
    }

    #[test]
    fn normals_that_differ_by_rounding_are_one_plane() {
        let mut planes = planes(&[Vec3::Y]);
        planes.add(Vec3::new(1e-6, 1.0, 0.0).normalize(), 0.0);
        assert_eq!(planes.count, 1);
    }

    #[test]
    fn friction_takes_what_the_plane_stopped_times_its_coefficient() {
        let mut planes = ClipPlanes::new();
        planes.add(Vec3::Y, 0.5);
        let left = planes.project(Vec3::new(3.0, -4.0, 0.0)).0;
        assert!((left - Vec3::X).length() < 1e-6, "3 - 0.5 * 4 = 1, and not {left}");
    }

    #[test]
    fn friction_holds_what_is_pressed_harder_than_it_moves_along() {
        let mut planes = ClipPlanes::new();
        planes.add(Vec3::Y, 0.8);
        assert_eq!(planes.project(Vec3::new(3.0, -4.0, 0.0)).0, Vec3::ZERO);
    }

    #[test]
    fn in_a_crease_the_larger_friction_counts() {
        let mut planes = planes(&[Vec3::Y]);
        planes.add(Vec3::X, 0.5);
        let left = planes.project(Vec3::new(-3.0, -4.0, 10.0)).0;
        assert!((left - Vec3::new(0.0, 0.0, 7.5)).length() < 1e-5, "10 - 0.5 * 5 = 7.5, and not {left}");
    }

    #[test]
    fn opposite_walls_leave_the_motion_between_them() {
        let left = planes(&[Vec3::X, -Vec3::X]).project(Vec3::new(0.5, 0.0, 1.0)).1;
        assert!((left - Vec3::Z).length() < 1e-5, "{left}");
    }
}
