//! One pass of a slide: sweep, stop before the contact, project what is left of the motion, again.
//!
//! In: a slider, a displacement, its role. Out: how it ended, and which part of the displacement is left.

use crate::base::tolerance::{FRACTION_ROUNDING, GRAZE, LOOK_PART, REST_PART, SHORTEST_MOVE, TOUCH_PART};
use crate::character::collide::swept::Swept;
use crate::character::model::ground::Ground;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slider::Slider;
use crate::narrow::sweep::hits::Start;
use crate::simd::Lanes;
use glam::Vec3;

impl<L: Lanes, W: SlideObserver + ?Sized> Slider<'_, L, W> {
    /// One pass: steps 2 to 4. How it ended, and which part of the motion is left.
    #[inline(always)]
    pub(super) fn pass(&mut self, desired: Vec3, role: Role, planes: &mut ClipPlanes) -> (Ended, f32) {
        let (mut left, mut has_met) = (1.0, false);
        // The longest way from here to no less than a skin before a contact.
        let mut nearer = Vec3::ZERO;
        // Whether the floor below has been looked for.
        let mut knows_floor = false;
        // Of what is shorter even the direction is rounding.
        let mut desired = if desired.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE { Vec3::ZERO } else { desired };
        for iteration in 0..self.rules.max_iterations {
            let mut level = Vec3::ZERO;
            let (projected, motion) = if role.is_level() {
                let walked = planes.walked(desired, self.up, self.rules.slope_speed);
                level = walked.level;
                (walked.level, walked.motion)
            } else {
                planes.project(desired)
            };
            if has_met && left <= REST_PART {
                return (Ended::Slid, left);
            }
            let is_turned = planes.have_bounds() && projected != desired;
            if (has_met || is_turned && role != Role::Fall) && is_nothing(projected, desired) {
                if role == Role::Desired && !knows_floor && planes.have_wall() {
                    knows_floor = true;
                    if let Some(floor) = self.floor_below() {
                        planes.add(floor);
                        continue;
                    }
                }
                if !role.is_down() && left >= 1.0 - REST_PART {
                    let nearer = self.way_between(desired, role, planes, nearer);
                    self.advance(nearer, nearer.length());
                }
                return (self.blocked(role), left);
            }
            let motion = motion * left;
            let length = motion.length();
            // A fall looks farther than it goes: who falls by less than a stop leaves would come down to the hull step
            // by step. So does all motion of a hull that is made anew in each move, as large as has room: who walks by less
            // than a stop leaves would use up the room step by step, and be pushed back.
            let looks = (role == Role::Fall || self.is_narrow && !role.is_snap()) && length > 0.0;
            let ahead = if looks { 1.0 + LOOK_PART * self.rules.skin / length } else { 1.0 };
            let swept = self.collision_set.sweep(self.offset, motion * ahead, Start::Approach);
            if let Some(overlaps) = self.overlaps(role, iteration, &swept) {
                return (overlaps, left);
            }
            let Some(touch) = self.collision_set.touch(&swept) else {
                if role.is_snap() {
                    return (Ended::Free, left);
                }
                if let Some(leaving) = self.leaving.take() {
                    desired = self.leaves(leaving);
                    continue;
                }
                return (self.unhindered(motion, length, !has_met && !is_turned), left);
            };
            let normal: Vec3 = touch.normal().into();

            let back = self.kept_off(normal, motion, length);
            let fraction = swept.fraction() * ahead;
            if role.is_snap() {
                return self.snaps(&touch, normal, motion, [(fraction - back).max(0.0), fraction]);
            }
            if fraction - back >= 1.0 {
                if let Some(leaving) = self.leaving.take() {
                    desired = self.leaves(leaving);
                    continue;
                }
                return (self.unhindered(motion, length, !has_met && !is_turned), left);
            }
            if let Some(leaving) = self.leaving.take()
                && leaving.dot(normal) > 0.0
            {
                desired = self.leaves(leaving);
                continue;
            }
            let (material, friction) = self.collision_set.material(&touch);
            self.observer.touches(self.collision_set.instances, &touch, normal, material);

            let used = (fraction - back).max(0.0);
            // Finer than a sweep tells, a position goes on towards a surface for ever.
            let used = if used * length < self.least_way(role) { 0.0 } else { used };
            if used > 0.0 {
                nearer = Vec3::ZERO;
            } else {
                let kept_off = back.min(self.rules.skin / length);
                let step = motion * (fraction - kept_off).max(0.0);
                nearer = if step.length_squared() > nearer.length_squared() { step } else { nearer };
            }
            self.advance(motion * used, length * used);
            left *= 1.0 - used;
            has_met = true;

            if role == Role::Fall && self.stands_on(normal, &touch, material) {
                return (Ended::Slid, left);
            }
            let is_floor = if role.is_level() { self.is_walked_on(normal) } else { self.is_floor(normal) };
            let is_obstacle = role == Role::Walk && !is_floor;
            if is_obstacle && let Some(used) = self.goes_over(&touch, normal, level * left, planes) {
                left *= 1.0 - used;
                self.enter_bounds(desired, role, left, planes);
                continue;
            }
            planes.add(Plane::surface(normal, friction, is_floor));
            if role == Role::Desired
                && let Some(wall) = Plane::wall(normal, friction, self.up, self.rules.slope_cosine, desired)
            {
                planes.add(wall);
            }
        }
        (Ended::OutOfIterations, left)
    }

    /// The part of a motion that a stop keeps off what it touches.
    ///
    /// A graze is no obstacle: the hull is as near to that surface as it gets, and goes on
    /// beside it.
    #[inline(always)]
    pub(super) fn kept_off(&self, normal: Vec3, motion: Vec3, length: f32) -> f32 {
        let closing = -normal.dot(motion);
        let is_graze = closing <= GRAZE * length;
        if is_graze { 0.0 } else { (TOUCH_PART * self.rules.skin / closing).max(FRACTION_ROUNDING) }
    }

    /// How it ends for a hull that overlaps at the start, or later by more than rounding explains.
    #[inline(always)]
    fn overlaps(&self, role: Role, iteration: u32, swept: &Swept) -> Option<Ended> {
        let is_first = !role.is_down() || role.is_snap() && self.offset == Vec3::ZERO;
        let tolerated = self.tolerated.filter(|_| is_first && swept.deepest() > 0.0)?;
        let is_deep = swept.deepest() > tolerated;
        (is_deep || iteration == 0).then_some(Ended::NeedsDepenetration { is_deep })
    }

    /// Takes the displacement of who leaves the surfaces that were slid down: the fall meets nothing, or only what that
    /// displacement leads away from, as at the end of a slope.
    #[inline(always)]
    fn leaves(&mut self, leaving: Vec3) -> Vec3 {
        self.has_left = true;
        leaving
    }

    /// Goes the whole of a motion.
    #[inline(always)]
    fn unhindered(&mut self, motion: Vec3, length: f32, is_straight: bool) -> Ended {
        self.advance(motion, length);
        if is_straight { Ended::Free } else { Ended::Slid }
    }

    /// A fall that no direction is left for is held by the steep surfaces it met.
    #[inline(always)]
    fn blocked(&mut self, role: Role) -> Ended {
        if let (Role::Fall, Ground::Steep(normal)) = (role, self.ground) {
            self.ground = Ground::HeldBySteep(normal);
        }
        Ended::Blocked
    }
}

/// Whether what planes leave of a displacement is none, or leads back.
#[inline(always)]
fn is_nothing(left: Vec3, desired: Vec3) -> bool {
    left.length_squared() <= REST_PART * REST_PART * desired.length_squared() || left.dot(desired) <= 0.0
}
