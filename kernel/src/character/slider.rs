//! The loop of a slide: sweep, stop before the contact, project what is left of the motion, again.
//!
//! In: a collision set, rules, the two passes (desired displacement, fall). Out: how far it went, on what it stands, what
//! is left of its velocities, and by what name it ended. The steps are those of [`slide`](super::slide), 2 to 6.

use crate::base::tolerance::{
    ACROSS, ADVANCE_ROUNDING, FRACTION_ROUNDING, GRAZE, LOOK_PART, REST_PART, SHORTEST_MOVE, TOUCH_PART,
};
use crate::character::clip_plane::{Plane, towards_both};
use crate::character::clip_planes::ClipPlanes;
use crate::character::collision_set::CollisionSet;
use crate::character::ground::Ground;
use crate::character::settings::SlideRules;
use crate::character::slide_end::{Passes, Ridden, SlideEnd};
use crate::character::slide_observer::SlideObserver;
use crate::character::status::SlideStatus;
use crate::character::surface::Surface;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps, perhaps deeper than rounding explains; what was moved so far does not count.
    NeedsDepenetration {
        is_deep: bool,
    },
}

/// What a pass moves by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Desired,
    Fall,
}

/// The state of one slide.
pub(super) struct Slider<'a, L, W: ?Sized> {
    collision_set: CollisionSet<'a, L>,
    rules: &'a SlideRules,
    up: Vec3,
    /// From where the move began to where the slide does, metres: carried, pushed, depenetrated.
    before: Vec3,
    /// World displacement since the gather, metres.
    pub(super) offset: Vec3,
    /// Overlap in ellipsoid space that contacts end within; `None` after a depenetration, which leaves what it cannot undo.
    tolerated: Option<f32>,
    /// Whether the hull is only as large as has room, and not what the skin asks for.
    is_narrow: bool,
    /// Shortest way up to a contact that is gone, metres.
    least_advance: f32,
    ground: Ground,
    /// And of which material.
    ground_surface: (Surface, u16),
    /// What surfaces left of the velocities of both passes, m/s.
    velocities: [Vec3; 2],
    /// See [`SlideEnd::fall_speed`].
    fall_speed: f32,
    /// A displacement instead of a fall that meets nothing, metres.
    leaving: Option<Vec3>,
    /// Whether that was taken.
    has_left: bool,
    observer: &'a mut W,
}

impl<'a, L: Lanes, W: SlideObserver + ?Sized> Slider<'a, L, W> {
    #[inline(always)]
    pub(super) fn new(
        collision_set: CollisionSet<'a, L>,
        rules: &'a SlideRules,
        up: Vec3,
        before: Vec3,
        tolerated: Option<f32>,
        is_narrow: bool,
        observer: &'a mut W,
    ) -> Self {
        let least_advance = ADVANCE_ROUNDING * collision_set.radii().max_element();
        Self {
            collision_set,
            rules,
            up,
            before,
            offset: Vec3::ZERO,
            tolerated,
            is_narrow,
            least_advance,
            ground: Ground::Air,
            ground_surface: (Surface::NONE, 0),
            velocities: [Vec3::ZERO; 2],
            fall_speed: 0.0,
            leaving: None,
            has_left: false,
            observer,
        }
    }

    /// World displacement since the move began, metres.
    #[inline(always)]
    fn travel(&self) -> Vec3 {
        self.before + self.offset
    }

    /// The desired displacement, then the fall. The answer is that of the desired displacement, unless the fall ran out
    /// of iterations.
    #[inline(always)]
    pub(super) fn passes(&mut self, passes: &Passes) -> Ended {
        let mut ended = Ended::Free;
        // A loop, not two calls: a pass is long, and inlined.
        for (index, role) in [Role::Desired, Role::Fall].into_iter().enumerate() {
            let displacement = passes.displacements[index];
            if role == Role::Fall && displacement == Vec3::ZERO {
                self.velocities[index] = passes.velocities[index];
                break;
            }
            let mut planes = ClipPlanes::new();
            if role == Role::Fall {
                self.leaving = passes.leaving.map(|[displacement, _]| displacement);
            }
            let (pass, left) = self.pass(displacement, role, &mut planes);
            if let Ended::NeedsDepenetration { .. } = pass {
                return pass;
            }
            self.velocities[index] = passes.velocities[index];
            if let (Role::Fall, Some([_, velocity])) = (role, passes.leaving)
                && (self.has_left || !matches!(self.ground, Ground::Steep(_)))
            {
                self.velocities[index] = velocity;
            }
            if !planes.is_empty() && self.velocities[index] != Vec3::ZERO {
                self.turn_velocity(index, pass, left, &planes);
            }
            if role == Role::Desired || pass == Ended::OutOfIterations {
                ended = pass;
            }
        }
        ended
    }

    /// A velocity goes on as the motion does: along the surfaces that were met, not at all where nothing is left of it, and
    /// of a pass that the bound on sweeps cut short by the part that was used.
    #[inline(never)]
    fn turn_velocity(&mut self, index: usize, pass: Ended, left: f32, planes: &ClipPlanes) {
        let part = match pass {
            Ended::Blocked => 0.0,
            Ended::OutOfIterations => 1.0 - left,
            _ => 1.0,
        };
        let velocity = self.velocities[index] * part;
        let along = planes.along(velocity);
        self.velocities[index] = along.after_friction;
        if let (1, Ground::Steep(_)) = (index, self.ground) {
            let down = -self.up;
            let straight = velocity.dot(down);
            if (velocity - down * straight).length() <= ACROSS * straight {
                self.fall_speed = straight;
                return;
            }
            let sinking = along.frictionless.dot(down);
            let speed = along.frictionless.length_squared() / sinking;
            // Of a velocity that leads across the slope or up there is no such fall.
            let is_fall = sinking > 0.0
                && (planes.along(down * speed).frictionless - along.frictionless).length() <= ACROSS * sinking;
            self.fall_speed = if is_fall { speed } else { 0.0 };
        }
    }

    /// One pass: steps 2 to 4. How it ended, and which part of the motion is left.
    #[inline(always)]
    fn pass(&mut self, desired: Vec3, role: Role, planes: &mut ClipPlanes) -> (Ended, f32) {
        let mut left = 1.0;
        // The longest way from here to no less than a skin before a contact.
        let mut nearer = Vec3::ZERO;
        // Whether the floor below has been looked for.
        let mut knows_floor = false;
        // Of what is shorter even the direction is rounding.
        let mut desired = if desired.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE { Vec3::ZERO } else { desired };
        for iteration in 0..self.rules.max_iterations {
            let (projected, motion) = planes.project(desired);
            if !planes.is_empty() {
                if left <= REST_PART {
                    return (Ended::Slid, left);
                }
                let is_nothing = projected.length_squared() <= REST_PART * REST_PART * desired.length_squared();
                if is_nothing || projected.dot(desired) <= 0.0 {
                    if role == Role::Desired && !knows_floor && planes.have_wall() {
                        knows_floor = true;
                        if let Some(floor) = self.floor_below() {
                            planes.add(floor);
                            continue;
                        }
                    }
                    if role == Role::Desired && left >= 1.0 - REST_PART {
                        let nearer = self.way_between(desired, planes, nearer);
                        self.advance(nearer, nearer.length());
                    }
                    return (self.blocked(role), left);
                }
            }
            let motion = motion * left;
            let length = motion.length();
            // A fall looks farther than it goes: who falls by less than a stop leaves would come down to the hull step
            // by step. So does all motion of a hull that is made anew in each move, as large as has room: who walks by less
            // than a stop leaves would use up the room step by step, and be pushed back.
            let looks = (role != Role::Desired || self.is_narrow) && length > 0.0;
            let ahead = if looks { 1.0 + LOOK_PART * self.rules.skin / length } else { 1.0 };
            let swept = self.collision_set.sweep(self.offset, motion * ahead, Start::Approach);
            if let Some(tolerated) = self.tolerated
                && role == Role::Desired
                && swept.deepest() > 0.0
            {
                let is_deep = swept.deepest() > tolerated;
                if is_deep || iteration == 0 {
                    return (Ended::NeedsDepenetration { is_deep }, left);
                }
            }
            let Some(touch) = self.collision_set.touch(&swept) else {
                if let Some(leaving) = self.leaving.take() {
                    desired = self.leaves(leaving);
                    continue;
                }
                return (self.unhindered(motion, length, planes.is_empty()), left);
            };
            let normal: Vec3 = touch.normal().into();

            // How near the whole motion would come. A graze is no obstacle: the hull is as near to that surface as it
            // gets, and goes on beside it.
            let closing = -normal.dot(motion);
            let back = if closing > GRAZE * length {
                (TOUCH_PART * self.rules.skin / closing).max(FRACTION_ROUNDING)
            } else {
                0.0
            };
            let fraction = swept.fraction() * ahead;
            if fraction - back >= 1.0 {
                if let Some(leaving) = self.leaving.take() {
                    desired = self.leaves(leaving);
                    continue;
                }
                return (self.unhindered(motion, length, planes.is_empty()), left);
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
            let used = if used * length < self.least_advance { 0.0 } else { used };
            if used > 0.0 {
                nearer = Vec3::ZERO;
            } else {
                let kept_off = back.min(self.rules.skin / length);
                let step = motion * (fraction - kept_off).max(0.0);
                nearer = if step.length_squared() > nearer.length_squared() { step } else { nearer };
            }
            self.advance(motion * used, length * used);
            left *= 1.0 - used;

            if role != Role::Desired && self.stands_on(normal, &touch, material) {
                return (Ended::Slid, left);
            }
            planes.add(Plane::surface(normal, friction, self.is_floor(normal)));
            if role == Role::Desired
                && let Some(wall) = Plane::wall(normal, friction, self.up, self.rules.slope_cosine, desired)
            {
                planes.add(wall);
            }
        }
        (Ended::OutOfIterations, left)
    }

    /// The way into a wedge whose surfaces are met at once, to a skin before them, if that is longer than `nearer`, which leads along
    /// one of them. Along a narrow wedge the stops before its surfaces leave much more than a skin.
    #[inline(never)]
    fn way_between(&mut self, desired: Vec3, planes: &ClipPlanes, nearer: Vec3) -> Vec3 {
        let Some(normals) = planes.narrowest_wedge(TOUCH_PART) else { return nearer };
        let (skin, look) = (self.rules.skin, LOOK_PART * self.rules.skin);
        let gaps = normals.map(|normal| {
            let swept = self.collision_set.sweep(self.offset, normal * -look, Start::Approach);
            f64::from(swept.fraction() * look)
        });
        let Some(inward) = towards_both(normals.map(Vec3::as_dvec3), gaps, self.up.as_dvec3()) else { return nearer };
        let length = inward.dot(desired);
        if length + look <= skin {
            return nearer;
        }
        let swept = self.collision_set.sweep(self.offset, inward * (length + look), Start::Approach);
        let way = swept.fraction() * (length + look) - skin;
        if way > nearer.length().max(self.least_advance) { inward * way.min(length) } else { nearer }
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

    /// The floor that the hull stands on.
    #[inline(never)]
    fn floor_below(&mut self) -> Option<Plane> {
        let down = self.up * (-LOOK_PART * self.rules.skin);
        let swept = self.collision_set.sweep(self.offset, down, Start::Approach);
        let touch = self.collision_set.touch(&swept)?;
        let normal: Vec3 = touch.normal().into();
        let (_, friction) = self.collision_set.material(&touch);
        self.is_floor(normal).then(|| Plane::surface(normal, friction, true))
    }

    #[inline(always)]
    fn advance(&mut self, step: Vec3, length: f32) {
        if step == Vec3::ZERO {
            return;
        }
        self.offset += step;
        self.observer.moves(self.travel(), length);
    }

    /// Whether a surface with that normal holds.
    #[inline(always)]
    fn is_floor(&self, normal: Vec3) -> bool {
        normal.dot(self.up) >= self.rules.slope_cosine
    }

    /// Notes what carries the character; true where a floor ends the fall.
    #[inline(always)]
    fn stands_on(&mut self, normal: Vec3, touch: &Touch, material: u16) -> bool {
        if self.up == Vec3::ZERO {
            return false;
        }
        let is_floor = self.is_floor(normal);
        if is_floor {
            self.ground = Ground::Floor(normal);
        } else if normal.dot(self.up) > 0.0 {
            self.ground = Ground::Steep(normal);
        } else {
            return false;
        }
        let surface = Surface { instance: touch.instance.without_tag(), triangle: touch.triangle };
        self.ground_surface = (surface, material);
        is_floor
    }

    /// A fall that no direction is left for is held by the steep surfaces it met.
    #[inline(always)]
    fn blocked(&mut self, role: Role) -> Ended {
        if let (Role::Fall, Ground::Steep(normal)) = (role, self.ground) {
            self.ground = Ground::HeldBySteep(normal);
        }
        Ended::Blocked
    }

    /// What is told of it all.
    #[inline(always)]
    pub(super) fn end(&self, ended: Ended) -> SlideEnd {
        let status = match ended {
            Ended::Free => SlideStatus::Free,
            Ended::Slid => SlideStatus::Slid,
            Ended::Blocked => SlideStatus::Blocked,
            Ended::OutOfIterations => SlideStatus::OutOfIterations,
            Ended::Overlapping | Ended::NeedsDepenetration { .. } => SlideStatus::Overlapping,
        };
        let &Self { ground, ground_surface: (ground_surface, ground_material), velocities, fall_speed, .. } = self;
        SlideEnd {
            status,
            ground,
            ground_surface,
            ground_material,
            travel: self.travel(),
            velocities,
            fall_speed,
            depenetrated_by: 0.0,
            ridden: Ridden::NOT,
        }
    }
}
