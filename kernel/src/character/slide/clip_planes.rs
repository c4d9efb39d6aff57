//! Clip planes: the motion that is left after contacts with several surfaces.
//!
//! In: the planes met so far in a pass, and the desired displacement, world space. Out: the motion that is left.
//!
//! The motion that is left is the one nearest to the desired displacement of all that lead into none of the planes: the desired
//! displacement itself, its projection on one plane (a slide), on the line common to two (a crease), or nothing (a
//! corner). All are [tried](crate::base::active_sets); Quake III (1999) tries them in the order met and stops at three
//! planes, which also stops motions that are free. The motions that lead into no plane are a convex set that holds the
//! zero motion. So a projection never turns against the desired displacement and is never longer than it.
//!
//! A surface too steep to stand on is a wall to a character that walks, as in Jolt's `CharacterVirtual` (2022): its vertical
//! plane joins, too. Without it a character climbs in the first pass what it slides back in the second, for ever. If the
//! desired displacement rises by some height, the wall is moved back by as far as the slope has receded at that height. A wall
//! that was moved does not pass through the zero motion, so the common point of three planes may be another motion, and is
//! tried, too. The wall does not stop a motion along a floor that rises
//! away from the surface: the floor carries that. See `docs/math/slopes.md`.
//!
//! Friction takes from it the part that the planes stopped, times their coefficient (Coulomb 1785). In a crease the
//! larger of two coefficients counts for both planes.

use crate::base::active_sets::{HalfSpace, Search, enumerate};
use crate::base::tolerance::{CLIP_LEAN, CREASE_SINE, MAX_ITERATIONS};
use crate::character::others::bounds::PassBounds;
use crate::character::slide::clip_plane::{Kind, Plane};
use core::mem::take;
use glam::{DVec3, Vec3};

/// Maximum number of planes in one pass of a slide: each sweep adds a surface, and perhaps the wall that replaces it.
const MAX_PLANES: usize = 2 * MAX_ITERATIONS;

/// Planes of the surfaces met so far in one pass of a slide, which bound its motion (clip planes), and bounds from other characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipPlanes {
    planes: [Plane; MAX_PLANES],
    count: usize,
    /// Velocities of the surfaces relative to the frame of the move; `None` if all are zero, which costs no time.
    pub(super) velocities: Option<SurfaceVelocities>,
    /// Bounds from other characters at the start of the slide pass; `None` without near characters, which costs no time.
    pub(super) bounds: Option<PassBounds>,
}

/// Velocities of the surfaces of the clip planes, relative to the frame of the move, m/s.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceVelocities {
    pub(super) of_planes: [Vec3; MAX_PLANES],
    /// Velocity of the surfaces that are added next.
    pub(super) next: Vec3,
    /// Velocities off the surfaces with which they turn the character back.
    pub(super) rebounds: [Vec3; MAX_PLANES],
    /// Rebound of the surface that is added next.
    pub(super) next_rebound: Vec3,
}

impl SurfaceVelocities {
    pub(super) const ZERO: Self = Self {
        of_planes: [Vec3::ZERO; MAX_PLANES],
        next: Vec3::ZERO,
        rebounds: [Vec3::ZERO; MAX_PLANES],
        next_rebound: Vec3::ZERO,
    };
}

/// The velocity nearest to a given one that leads into no clip plane, before and after friction, m/s.
#[derive(Clone, Copy)]
pub(crate) struct TurnedVelocity {
    pub(crate) frictionless: Vec3,
    pub(crate) after_friction: Vec3,
}

/// A motion that leads into no clip plane: a candidate for the rest of a slide pass.
#[derive(Clone, Copy)]
struct Clipped {
    motion: DVec3,
    friction: f32,
    /// Whether the motion runs along a floor, so that replacement walls do not stop it.
    is_carried: bool,
}

impl ClipPlanes {
    pub(crate) fn new() -> Self {
        Self { planes: [Plane::NONE; MAX_PLANES], count: 0, velocities: None, bounds: None }
    }

    /// Removes all planes and all bounds from other characters.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.bounds = None;
        self.velocities = None;
    }

    /// Adds the first plane after [`clear`](Self::clear): none is parallel.
    #[inline(always)]
    pub(super) fn add_first(&mut self, plane: Plane) {
        debug_assert!(self.count == 0 && self.velocities.is_none(), "the planes are cleared");
        self.planes[0] = plane;
        self.count = 1;
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0 && !self.have_bounds()
    }

    /// Whether one of the planes is a vertical one that replaces a surface too steep to stand on.
    pub(crate) fn have_wall(&self) -> bool {
        self.met().iter().any(|plane| plane.kind == Kind::Wall)
    }

    /// The normals of the two planes that face each other most, if the sine of half the angle between the planes is at most `sine`.
    /// With an `up` each plane counts as an upright wall, and floors do not count.
    pub(crate) fn narrowest_wedge(&self, sine: f32, up: Option<Vec3>) -> Option<[Vec3; 2]> {
        let normal = |plane: &Plane| match up {
            Some(_) if plane.kind == Kind::Floor => Vec3::ZERO,
            Some(up) => (plane.normal - up * plane.normal.dot(up)).normalize_or_zero(),
            None => plane.normal,
        };
        let (mut least, mut facing) = (-1.0 + 2.0 * sine * sine, None);
        for (place, one) in self.met().iter().enumerate() {
            for other in &self.met()[..place] {
                let normals = [one, other].map(normal);
                let cosine = normals[0].dot(normals[1]);
                if cosine < least {
                    (least, facing) = (cosine, Some(normals));
                }
            }
        }
        facing
    }

    /// Removes the planes of all floors, and adds that of another one.
    pub(super) fn replace_floors(&mut self, floor: Plane) {
        let mut kept = 0;
        for place in 0..self.count {
            if !self.planes[place].is_floor() {
                self.planes[kept] = self.planes[place];
                if let Some(velocities) = &mut self.velocities {
                    velocities.of_planes[kept] = velocities.of_planes[place];
                    velocities.rebounds[kept] = velocities.rebounds[place];
                }
                kept += 1;
            }
        }
        self.count = kept;
        self.add(floor);
    }

    pub(super) fn met(&self) -> &[Plane] {
        &self.planes[..self.count]
    }

    /// Adds the plane of a met surface, or replaces a parallel one; returns true if no known plane was parallel.
    pub(crate) fn add(&mut self, plane: Plane) -> bool {
        let known = self.met().iter().position(|known| known.is_parallel(&plane));
        let place = known.unwrap_or(self.count);
        if place < MAX_PLANES {
            self.planes[place] = plane;
            self.count = self.count.max(place + 1);
            if let Some(velocities) = &mut self.velocities {
                velocities.of_planes[place] = velocities.next;
                let rebound = take(&mut velocities.next_rebound);
                // The first contact with a plane is the one that turns a velocity back.
                if known.is_none() {
                    velocities.rebounds[place] = rebound;
                }
            }
        }
        known.is_none()
    }

    /// The part of `desired` that leads into no plane, less friction, or zero; and the same with a lean off the planes that it runs
    /// along, for sweeping. A displacement that runs along a plane to rounding gets that lean, too: a sweep rounds in another way
    /// than the normal, and may find a contact.
    #[inline(always)]
    pub(crate) fn project(&self, desired: Vec3) -> (Vec3, Vec3) {
        if self.is_empty() {
            return (desired, desired);
        }
        let lean = CLIP_LEAN * desired.length();
        let is_free = self.met().iter().all(|plane| plane.outward(desired) >= lean);
        if is_free && self.is_in_bounds(desired) { (desired, desired) } else { self.turned(desired) }
    }

    /// The velocity nearest to `velocity` that leads into no plane, before and after friction, m/s.
    pub(crate) fn along(&self, velocity: Vec3) -> TurnedVelocity {
        let is_free = self.met().iter().all(|plane| plane.outward(velocity) >= 0.0);
        if is_free && self.is_in_bounds(velocity) {
            return TurnedVelocity { frictionless: velocity, after_friction: velocity };
        }
        let exact = velocity.as_dvec3();
        let best = self.nearest(exact);
        TurnedVelocity { frictionless: best.motion.as_vec3(), after_friction: best.after_friction(exact).as_vec3() }
    }

    /// As [`project`](Self::project), for a desired displacement that leads into a plane, or runs along one.
    ///
    /// In `f64`: the motion that is left can be a thousandth of the desired displacement. The rounding of that in `f32` would lead the
    /// motion into a plane at an angle that stops it at once.
    fn turned(&self, desired: Vec3) -> (Vec3, Vec3) {
        let exact = desired.as_dvec3();
        let best = self.nearest(exact);
        let motion = best.after_friction(exact).as_vec3();
        (motion, self.leaning(motion, desired.length(), best.is_carried))
    }

    /// Motion nearest to `exact` that leads into no plane of a met surface and satisfies the bounds from other characters.
    fn nearest(&self, exact: DVec3) -> Clipped {
        let best = Clipped { motion: DVec3::ZERO, friction: 0.0, is_carried: false };
        let mut search = MotionSearch { planes: self, desired: exact, best, least: exact.length_squared() };
        search.consider(exact, &[]);
        enumerate(&mut search, exact);
        search.best
    }

    /// A motion with a lean off all planes that it runs along, or leads into by rounding. Without the lean if that leads into another
    /// plane, as in a slot whose sides are both as near.
    fn leaning(&self, motion: Vec3, size: f32, is_carried: bool) -> Vec3 {
        if motion == Vec3::ZERO {
            return motion;
        }
        let lean = CLIP_LEAN * size;
        let along = self.in_the_way(is_carried).filter(|plane| plane.outward(motion) < lean);
        let leaning = motion + along.map(|plane| plane.normal).sum::<Vec3>() * lean;
        let is_free = self.in_the_way(is_carried).all(|plane| plane.outward(leaning) >= 0.0);
        if is_free { leaning } else { motion }
    }

    /// Whether a motion leads into no plane and satisfies all bounds, to the rounding of normals.
    #[inline(always)]
    fn allows(&self, motion: DVec3, is_carried: bool) -> bool {
        let length = motion.length();
        self.in_the_way(is_carried).all(|plane| plane.bound().allows(motion, length))
            && self.allow_bounds(motion, length)
    }

    /// Planes that bound a motion: all, but if it runs along a floor (`is_carried`) without walls that replace steep surfaces.
    fn in_the_way(&self, is_carried: bool) -> impl Iterator<Item = &Plane> {
        self.met().iter().filter(move |plane| !is_carried || plane.kind != Kind::Wall)
    }
}

/// Search for the motion nearest to the desired one that all clip planes and bounds of a slide pass allow.
struct MotionSearch<'a> {
    planes: &'a ClipPlanes,
    desired: DVec3,
    best: Clipped,
    /// Squared distance from the best motion found so far to the desired motion.
    least: f64,
}

impl Search for MotionSearch<'_> {
    const PARALLEL_SQUARE: f64 = (CREASE_SINE * CREASE_SINE) as f64;

    #[inline(always)]
    fn count(&self) -> usize {
        self.planes.count + self.planes.bounds().len()
    }

    #[inline(always)]
    fn half_space(&self, place: usize) -> HalfSpace {
        match place.checked_sub(self.planes.count) {
            None => self.planes.planes[place].half_space(),
            Some(place) => self.planes.bounds()[place].half_space(),
        }
    }

    #[inline(always)]
    fn meets(volume: f64, _: f64) -> bool {
        volume.abs() > f64::from(CREASE_SINE)
    }

    /// Offers a motion that runs along the planes at the indices `active`. A floor among them carries it; the largest friction counts.
    #[inline(always)]
    fn consider(&mut self, motion: DVec3, active: &[usize]) {
        let distance = self.desired.distance_squared(motion);
        if distance < self.least {
            let (mut friction, mut is_carried) = (0.0_f32, false);
            for plane in active.iter().filter_map(|&place| self.planes.met().get(place)) {
                friction = friction.max(plane.friction);
                is_carried |= plane.kind == Kind::Floor;
            }
            if self.planes.allows(motion, is_carried) {
                (self.best, self.least) = (Clipped { motion, friction, is_carried }, distance);
            }
        }
    }
}

impl Clipped {
    /// This motion, shortened by the stopped part of `desired` times the coefficient of friction; at least zero.
    fn after_friction(&self, desired: DVec3) -> DVec3 {
        let length = self.motion.length();
        if self.friction > 0.0 && length > 0.0 {
            let stopped = (desired - self.motion).length();
            self.motion * (1.0 - f64::from(self.friction) * stopped / length).max(0.0)
        } else {
            self.motion
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(normals: &[Vec3]) -> ClipPlanes {
        let mut planes = ClipPlanes::new();
        for normal in normals {
            planes.add(Plane::surface(normal.normalize(), 0.0, false));
        }
        planes
    }

    #[test]
    fn no_plane_leaves_the_desired_displacement_as_it_is() {
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
        planes.add(Plane::surface(Vec3::new(1e-6, 1.0, 0.0).normalize(), 0.0, false));
        assert_eq!(planes.count, 1);
    }

    #[test]
    fn friction_takes_what_the_plane_stopped_times_its_coefficient() {
        let mut planes = ClipPlanes::new();
        planes.add(Plane::surface(Vec3::Y, 0.5, false));
        let left = planes.project(Vec3::new(3.0, -4.0, 0.0)).0;
        assert!((left - Vec3::X).length() < 1e-6, "3 - 0.5 * 4 = 1, and not {left}");
    }

    #[test]
    fn friction_holds_what_is_pressed_harder_than_it_moves_along() {
        let mut planes = ClipPlanes::new();
        planes.add(Plane::surface(Vec3::Y, 0.8, false));
        assert_eq!(planes.project(Vec3::new(3.0, -4.0, 0.0)).0, Vec3::ZERO);
    }

    #[test]
    fn in_a_crease_the_larger_friction_counts() {
        let mut planes = planes(&[Vec3::Y]);
        planes.add(Plane::surface(Vec3::X, 0.5, false));
        let left = planes.project(Vec3::new(-3.0, -4.0, 10.0)).0;
        assert!((left - Vec3::new(0.0, 0.0, 7.5)).length() < 1e-5, "10 - 0.5 * 5 = 7.5, and not {left}");
    }

    #[test]
    fn opposite_walls_leave_the_motion_between_them() {
        let left = planes(&[Vec3::X, -Vec3::X]).project(Vec3::new(0.5, 0.0, 1.0)).1;
        assert!((left - Vec3::Z).length() < 1e-5, "{left}");
    }
    /// Normal of a slope of 60° that rises towards +x, for tests.
    const STEEP: Vec3 = Vec3::new(-0.866_025_4, 0.5, 0.0);

    fn walking_against(normals: &[Vec3], desired: Vec3) -> Vec3 {
        let mut planes = planes(normals);
        for normal in normals {
            if let Some(wall) = Plane::wall(normal.normalize(), 0.0, Vec3::Y, 0.64, desired) {
                planes.add(wall);
            }
        }
        planes.project(desired).0
    }

    #[test]
    fn a_walker_against_a_steep_slope_goes_along_it_and_not_up() {
        let left = walking_against(&[STEEP], Vec3::new(3.0, 0.0, 2.0));
        assert!((left - Vec3::new(0.0, 0.0, 2.0)).length() < 1e-6, "{left}");
    }

    #[test]
    fn a_rise_beside_a_steep_slope_follows_it_as_high_as_desired() {
        let left = walking_against(&[STEEP], Vec3::new(3.0, 1.0, 2.0));
        assert!((left - Vec3::new(0.577_350_3, 1.0, 2.0)).length() < 1e-6, "{left}");
    }

    #[test]
    fn a_rise_in_a_groove_of_steep_slopes_follows_it_as_high_as_desired() {
        let sides = [Vec3::new(-0.612_372_4, 0.5, 0.612_372_4), Vec3::new(-0.612_372_4, 0.5, -0.612_372_4)];
        let left = walking_against(&sides, Vec3::new(3.0, 1.0, 0.5));
        assert!((left - Vec3::new(0.816_496_6, 1.0, 0.0)).length() < 1e-6, "{left}");
    }

    #[test]
    fn a_rise_between_a_steep_slope_and_a_ceiling_stops_there() {
        let left = walking_against(&[STEEP, -Vec3::Y], Vec3::new(3.0, 1.0, 0.0));
        assert!(left.length() < 1e-6, "{left}");
    }

    #[test]
    fn a_rise_up_a_ramp_between_a_steep_slope_and_a_wall_ends_in_their_corner() {
        let (ramp, wall) = (Vec3::new(0.0, 0.866_025_4, -0.5), Vec3::new(3.2, 0.0, -1.0));
        let left = walking_against(&[STEEP, ramp, wall], Vec3::new(3.0, 1.0, 5.0));
        let corner = Vec3::new(0.577_350_3, 1.066_666_7, 1.847_521);
        assert!((left - corner).length() < 1e-5, "{left}");
    }

    #[test]
    fn a_ramp_beside_a_steep_slope_is_still_walked_up() {
        let ramp = Vec3::new(0.0, 0.866_025_4, -0.5);
        let left = walking_against(&[ramp, STEEP], Vec3::new(1.0, 0.0, 1.0));
        assert!((left - Vec3::new(0.0, 0.433_012_7, 0.75)).length() < 1e-5, "{left}");
    }
}
