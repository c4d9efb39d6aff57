//! The motion of a walking character by a level displacement: it follows the floors that it has met, and slides along the walls.
//!
//! In: the planes met so far, a level displacement, up. Out: the part of it that walls leave, and its motion over the floors.
//! 1. Over floors with the normals `f` a level displacement `l` rises by the largest `-(f·l) / (f·up)`: the motion leads into
//!    none of them, and its level part is `l`, whatever the slope.
//! 2. A motion along the floor `f` leads into a plane with the normal `n` if `l` leads into the vertical plane with the normal
//!    `n - f (n·up) / (f·up)`: a slope too steep to stand on, and a ceiling that comes down on a ramp, are walls.
//!    Where a floor leads down beside a wall that leans back, the crease of both leads off the wall, and bounds the motion.
//! 3. Of all level displacements that lead into no wall the one nearest to the desired one is left: itself, or its projection on one of
//!    these vertical planes, or nothing; or, where others [give way](crate::character::slide::clip_bounds), a point where such planes meet.
//!
//! So no part of the level motion is lost to a slope, and none is gained. Godot's `floor_constant_speed` and Jolt's
//! `CharacterVirtual` keep speeds on slopes in other ways, which depend on the order in which planes are met.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{CLIP_LEAN, CLIP_ROUNDING, CREASE_SINE};
use crate::character::model::slide_settings::SlopeSpeed;
use crate::character::slide::clip_plane::{Kind, Plane};
use crate::character::slide::clip_planes::ClipPlanes;
use core::slice;
use glam::{DVec3, Vec3};

/// The part of a walking character's level displacement that leads into no wall, metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walked {
    /// Level part of the walking motion, metres.
    pub(super) level: Vec3,
    /// Walking motion up and down the floors, leaning a little away from the planes along which it runs, metres.
    pub(super) motion: Vec3,
}

impl ClipPlanes {
    /// Returns the part of a level displacement that no wall blocks, and the walking motion over the floors that follows from it.
    #[inline(never)]
    pub(super) fn walked(&self, desired: Vec3, up: Vec3, slope_speed: SlopeSpeed) -> Walked {
        match self.met() {
            // Nearly every walk is on one floor and at no wall: compiled by itself, it has no loops over planes.
            [floor] if floor.is_floor() && !self.have_bounds() => {
                let (level, up, floor) = (desired.as_dvec3(), up.as_dvec3(), slice::from_ref(floor));
                moved(floor, [level, up], rise(floor, level, up), slope_speed, desired)
            }
            _ => self.walked_at_walls(desired, up, slope_speed),
        }
    }

    /// As [`walked`](Self::walked), over several floors and at walls.
    #[inline(never)]
    fn walked_at_walls(&self, desired: Vec3, up: Vec3, slope_speed: SlopeSpeed) -> Walked {
        let (exact, up) = (desired.as_dvec3(), up.as_dvec3());
        let (mut level, mut rise) = (exact, 0.0);
        if let Some(free) = self.free_rise(exact, up) {
            rise = free;
        } else {
            let mut stopped_by = 0.0;
            let mut least = f64::INFINITY;
            level = DVec3::ZERO;
            let mut consider = |along: DVec3, friction: f32| {
                let distance = exact.distance_squared(along);
                if distance < least
                    && let Some(free) = self.free_rise(along, up)
                {
                    (level, rise, least, stopped_by) = (along, free, distance, friction);
                }
            };
            for wall in self.met().iter().filter(|plane| plane.kind == Kind::Surface) {
                let normal = wall.normal.as_dvec3();
                let mut against = |floor: DVec3| {
                    let across = upright(normal, floor, up);
                    let square = across.length_squared();
                    if square > 0.0 {
                        consider(exact - across * (exact.dot(across) / square), wall.friction);
                    }
                };
                against(up);
                self.sloping(up).for_each(against);
            }
            if self.have_bounds() {
                // Where two walls meet; no motion on one of them is farther, but one where bounds meet may be.
                consider(DVec3::ZERO, 0.0);
                self.each_in_bounds(exact, up, |along| consider(along, 0.0));
            }
            let length = level.length();
            if stopped_by > 0.0 && length > 0.0 {
                let part = (1.0 - f64::from(stopped_by) * least.root() / length).max(0.0);
                (level, rise) = (level * part, rise * part);
            }
        }
        moved(self.met(), [level, up], rise, slope_speed, desired)
    }

    pub(super) fn floors(&self) -> impl Iterator<Item = &Plane> {
        self.met().iter().filter(|plane| plane.kind == Kind::Floor)
    }

    /// Normals of the met floors that are not level.
    fn sloping(&self, up: DVec3) -> impl Iterator<Item = DVec3> {
        self.floors().map(|floor| floor.normal.as_dvec3()).filter(move |&normal| normal != up)
    }

    /// Calls `consider` with the level displacement nearest to the desired one on the upright plane of each bound, and with the points
    /// where the upright planes of two bounds, or of a bound and a wall, meet. Bounds give way, so that these are not zero.
    #[inline(never)]
    fn each_in_bounds(&self, exact: DVec3, up: DVec3, mut consider: impl FnMut(DVec3)) {
        let walls = self.met().iter().filter(|plane| plane.kind == Kind::Surface);
        for floor in core::iter::once(up).chain(self.sloping(up)) {
            for (place, bound) in self.bounds().iter().enumerate() {
                let (across, gives) = (upright(bound.normal.as_dvec3(), floor, up), f64::from(bound.gives));
                let square = across.length_squared();
                if square == 0.0 {
                    continue;
                }
                consider(exact - across * ((exact.dot(across) + gives) / square));
                let earlier = self.bounds()[..place].iter().map(|bound| (bound.normal, bound.gives));
                for (normal, other_gives) in earlier.chain(walls.clone().map(|wall| (wall.normal, 0.0))) {
                    let other = upright(normal.as_dvec3(), floor, up);
                    let sine = up.dot(across.cross(other));
                    if sine * sine > f64::from(CREASE_SINE * CREASE_SINE) * square * other.length_squared() {
                        let [along, back] = [other.cross(up), across.cross(up)];
                        consider((back * f64::from(other_gives) - along * gives) / sine);
                    }
                }
            }
        }
    }

    /// The rise of a level displacement if it leads into no wall, metres; `None` if it leads into one.
    fn free_rise(&self, level: DVec3, up: DVec3) -> Option<f64> {
        let is_free = |rise: f64| {
            let mut walls = self.met().iter().filter(|plane| plane.kind == Kind::Surface).peekable();
            if walls.peek().is_none() && !self.have_bounds() {
                return true;
            }
            let motion = level + up * rise;
            let length = motion.length();
            let least = -f64::from(CLIP_ROUNDING) * length;
            walls.all(|wall| wall.normal.as_dvec3().dot(motion) >= least) && self.allow_bounds(motion, length)
        };
        let rise = rise(self.met(), level, up);
        is_free(rise).then_some(rise)
    }
}

/// Height by which a level displacement must rise to lead into none of the floors among some planes, metres.
#[inline(always)]
fn rise(planes: &[Plane], level: DVec3, up: DVec3) -> f64 {
    let rises = planes.iter().filter(|plane| plane.is_floor()).map(|floor| {
        let normal = floor.normal.as_dvec3();
        -normal.dot(level) / normal.dot(up)
    });
    rises.reduce(f64::max).unwrap_or(0.0)
}

/// The walking motion by a level displacement that rises by `rise`, metres.
#[inline(always)]
fn moved(planes: &[Plane], [level, up]: [DVec3; 2], rise: f64, slope_speed: SlopeSpeed, desired: Vec3) -> Walked {
    let mut motion = level + up * rise;
    if slope_speed == SlopeSpeed::Along {
        let length = motion.length();
        if length > 0.0 {
            motion *= level.length() / length;
        }
    }
    Walked { level: level.as_vec3(), motion: off_all(planes, motion.as_vec3(), desired.length()) }
}

/// The motion, leaning a little away from all planes along which it runs, unless the result leads into another plane.
#[inline(always)]
fn off_all(planes: &[Plane], motion: Vec3, size: f32) -> Vec3 {
    if motion == Vec3::ZERO {
        return motion;
    }
    let lean = CLIP_LEAN * size;
    let along = planes.iter().filter(|plane| plane.normal.dot(motion) < lean);
    let leaning = motion + along.map(|plane| plane.normal).sum::<Vec3>() * lean;
    if planes.iter().all(|plane| plane.normal.dot(leaning) >= 0.0) { leaning } else { motion }
}

/// Normal, of any length, of the vertical plane that represents a wall for a character that walks on a floor.
fn upright(normal: DVec3, floor: DVec3, up: DVec3) -> DVec3 {
    let across = normal - floor * (normal.dot(up) / floor.dot(up));
    // Level but for rounding, which must not lift a character.
    across - up * across.dot(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Normals of test slopes of 30° (`RAMP`) and of 60° (`STEEP`), both of which rise towards +x.
    const RAMP: Vec3 = Vec3::new(-0.5, 0.866_025_4, 0.0);
    const STEEP: Vec3 = Vec3::new(-0.866_025_4, 0.5, 0.0);

    fn walked(floors: &[Vec3], walls: &[Vec3], desired: Vec3) -> Walked {
        let mut planes = ClipPlanes::new();
        for (normals, is_floor) in [(floors, true), (walls, false)] {
            for normal in normals {
                planes.add(Plane::surface(normal.normalize(), 0.0, is_floor));
            }
        }
        planes.walked(desired, Vec3::Y, SlopeSpeed::Level)
    }

    #[test]
    fn a_ramp_is_walked_up_and_down_with_the_level_speed_that_is_desired() {
        for desired in [Vec3::new(2.0, 0.0, 1.0), Vec3::new(-2.0, 0.0, 1.0)] {
            let Walked { level, motion } = walked(&[RAMP], &[], desired);
            assert_eq!(level, desired);
            assert!((motion - (desired + Vec3::Y * (desired.x * 0.577_350_3))).length() < 1e-5, "{motion}");
            assert!(motion.dot(RAMP) >= 0.0);
        }
    }

    #[test]
    fn the_speed_along_a_ramp_is_kept_where_that_is_asked_for() {
        let mut planes = ClipPlanes::new();
        planes.add(Plane::surface(RAMP, 0.0, true));
        let Walked { motion, .. } = planes.walked(Vec3::X * 3.0, Vec3::Y, SlopeSpeed::Along);
        assert!((motion.length() - 3.0).abs() < 1e-5 && motion.y > 1.4, "{motion}");
    }

    #[test]
    fn the_higher_of_two_floors_that_meet_in_a_valley_carries() {
        let (down, up) = (Vec3::new(0.5, 0.866_025_4, 0.0), RAMP);
        let Walked { level, motion } = walked(&[down, up], &[], Vec3::X);
        assert_eq!(level, Vec3::X);
        assert!((motion.y - 0.577_350_3).abs() < 1e-5, "{motion}");
    }

    #[test]
    fn a_slope_too_steep_to_stand_on_is_a_wall() {
        let Walked { level, motion } = walked(&[Vec3::Y], &[STEEP], Vec3::new(3.0, 0.0, 2.0));
        assert!((level - Vec3::Z * 2.0).length() < 1e-6, "{level}");
        assert!(motion.y.abs() < 1e-5);
    }

    #[test]
    fn a_ramp_beside_a_steep_slope_is_walked_up_to_where_both_meet() {
        // The ramp rises towards +z, the steep slope towards +x: along the ramp the slope recedes.
        let ramp = Vec3::new(0.0, 0.866_025_4, -0.5);
        let Walked { level, motion } = walked(&[ramp], &[STEEP], Vec3::new(0.0, 0.0, 1.0));
        assert!((level - Vec3::Z).length() < 1e-6, "{level}");
        assert!(motion.dot(STEEP) > 0.2, "it leads off the slope");
        let Walked { level, motion } = walked(&[ramp], &[STEEP], Vec3::new(1.0, 0.0, 1.0));
        assert!(motion.dot(STEEP.normalize()).abs() < 1e-5 && level.z > 0.9 && level.x > 0.3, "{level}");
    }

    #[test]
    fn a_ceiling_that_comes_down_on_a_ramp_stops_who_walks_up() {
        let Walked { level, .. } = walked(&[RAMP], &[Vec3::NEG_Y], Vec3::new(2.0, 0.0, 1.0));
        assert!((level - Vec3::Z).length() < 1e-6, "{level}");
    }

    #[test]
    fn a_walker_that_comes_down_beside_a_steep_slope_goes_along_the_crease() {
        // Off a ledge towards +x, beside a slope that rises towards +x and -z.
        let (ledge, slope) = (Vec3::new(0.6, 0.8, 0.0), Vec3::new(-0.5, 0.55, 0.669));
        let Walked { level, motion } = walked(&[ledge], &[slope], Vec3::X);
        let along = Vec3::new(0.669, 0.0, 0.9125).normalize();
        assert!((level - along * along.x).length() < 1e-3, "{level}");
        assert!(motion.dot(ledge).abs() < 1e-4 && motion.dot(slope).abs() < 1e-4, "{motion}");
        assert!(motion.y < -0.2, "{motion}");
    }

    #[test]
    fn the_corner_of_two_walls_leaves_nothing() {
        let Walked { level, motion } = walked(&[RAMP], &[Vec3::NEG_X, Vec3::NEG_Z], Vec3::new(1.0, 0.0, 1.0));
        assert_eq!((level, motion), (Vec3::ZERO, Vec3::ZERO));
    }

    #[test]
    fn friction_of_a_wall_takes_what_it_stopped_times_its_coefficient() {
        let mut planes = ClipPlanes::new();
        planes.add(Plane::surface(Vec3::NEG_X, 0.5, false));
        let Walked { level, .. } = planes.walked(Vec3::new(4.0, 0.0, 3.0), Vec3::Y, SlopeSpeed::Level);
        assert!((level - Vec3::Z).length() < 1e-5, "3 - 0.5 * 4 = 1, and not {level}");
    }
}
