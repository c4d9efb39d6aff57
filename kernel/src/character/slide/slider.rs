//! The state of a slide, and its passes one after the other.
//!
//! In: a collision set, rules, the two passes (desired displacement, fall). Out: how far it went, on what it stands, what is left
//! of its velocities, and by what name it ended. The steps are those of [`slide`](crate::character::slide::slide), 2 to 6. A character that walks
//! has a pass of its own instead of the desired displacement, [over floors](crate::character::slide::walk_motion) and [steps](crate::character::slide::steps), and
//! then snaps to the ground; only one that finds none falls.

use crate::base::tolerance::{
    ACROSS, ADVANCE_ROUNDING, LOOK_PART, SETTLED_PART, SHORTEST_MOVE, SLOPE_ROUNDING, TOUCH_PART,
};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::slide_end::{Ridden, SlideEnd};
use crate::character::model::slide_settings::SlideRules;
use crate::character::model::slide_settings::SlopeSpeed;
use crate::character::model::status::SlideStatus;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::passes::Passes;
use crate::character::slide::reach::{landing_snap, near_snap, wide_reach};
use crate::character::slide::slide_observer::SlideObserver;
use crate::query::contact::Touch;
use crate::shape::ellipsoid::touching;
use crate::simd::Lanes;
use glam::Vec3;

/// The state of one slide.
pub(super) struct Slider<'a, L, W: ?Sized> {
    pub(super) collision_set: CollisionSet<'a, L>,
    pub(super) rules: &'a SlideRules,
    pub(super) up: Vec3,
    /// From where the move began to where the slide does, metres: carried, pushed, depenetrated.
    pub(super) before: Vec3,
    /// World displacement since the gather, metres.
    pub(super) offset: Vec3,
    /// Overlap in ellipsoid space that contacts end within; `None` after a depenetration, which leaves what it cannot undo.
    pub(super) tolerated: Option<f32>,
    /// Whether the hull is only as large as has room, and not what the skin asks for.
    pub(super) is_narrow: bool,
    /// Advances towards a contact that are shorter than this are rounding of the sweep, metres.
    pub(super) least_advance: f32,
    pub(super) ground: Ground,
    /// And of which material.
    pub(super) ground_surface: (Surface, u16),
    /// Where the edge of a step that carries is touched, from the centre, metres.
    pub(super) edge_of_step: Option<Vec3>,
    /// The parts of the velocities of both passes that remain after contacts, m/s.
    pub(super) velocities: [Vec3; 2],
    /// See [`SlideEnd::fall_speed`].
    pub(super) fall_speed: f32,
    /// The passes that it is to make.
    pub(super) passes: &'a Passes,
    /// The bounds that others put on it, from where the slide begins.
    pub(super) neighbourhood: Option<&'a Neighbourhood>,
    /// A displacement instead of a fall that meets nothing, metres.
    pub(super) leaving: Option<Vec3>,
    /// Whether that was taken.
    pub(super) has_left: bool,
    /// Whether what is below is no ground.
    pub(super) is_off_ground: bool,
    pub(super) observer: &'a mut W,
}

impl<'a, L: Lanes, W: SlideObserver + ?Sized> Slider<'a, L, W> {
    #[inline(always)]
    pub(super) fn new(
        collision_set: CollisionSet<'a, L>,
        rules: &'a SlideRules,
        passes: &'a Passes,
        before: Vec3,
        tolerated: Option<f32>,
        is_narrow: bool,
        observer: &'a mut W,
    ) -> Self {
        let least_advance = ADVANCE_ROUNDING * collision_set.radii().max_element();
        Self {
            collision_set,
            rules,
            up: passes.up,
            before,
            offset: Vec3::ZERO,
            tolerated,
            is_narrow,
            least_advance,
            ground: Ground::Air,
            ground_surface: (Surface::NONE, 0),
            edge_of_step: None,
            velocities: [Vec3::ZERO; 2],
            fall_speed: 0.0,
            passes,
            neighbourhood: None,
            leaving: None,
            has_left: false,
            is_off_ground: false,
            observer,
        }
    }

    /// World displacement since the move began, metres.
    #[inline(always)]
    fn travel(&self) -> Vec3 {
        self.before + self.offset
    }

    /// The desired displacement, then the fall; in between, a character that walks goes down to the ground. The answer is that of
    /// the desired displacement, unless the fall ran out of iterations.
    #[inline(always)]
    pub(super) fn run(&mut self) -> Ended {
        let passes = self.passes;
        let mut ended = Ended::Free;
        let mut roles: &[Role] = if passes.floor.is_some() { &Role::OF_WALK } else { &Role::OF_SLIDE };
        let mut landing = Vec3::ZERO;
        let mut planes = ClipPlanes::new();
        // A loop, not a call for each: a pass is long, and inlined.
        while let Some((&role, later)) = roles.split_first() {
            roles = later;
            let index = usize::from(role.is_down());
            let mut displacement = passes.displacements[index];
            planes.clear();
            match role {
                Role::Fall => {
                    if displacement == Vec3::ZERO {
                        self.velocities[1] = passes.velocities[1];
                        break;
                    }
                    self.leaving = passes.leaving.map(|[displacement, _]| displacement);
                }
                Role::Walk => {
                    self.velocities[0] = passes.velocities[0];
                    if displacement.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE {
                        continue;
                    }
                    planes.add(Plane::surface(passes.floor.unwrap_or(self.up), 0.0, true));
                }
                Role::Snap if landing != Vec3::ZERO => {
                    displacement = self.up * -landing_snap(landing.length(), self.rules);
                }
                Role::Snap => displacement = self.up * -near_snap(passes, self.rules),
                Role::SnapFar => {
                    let Some(far) = self.far_snap() else { continue };
                    displacement = far;
                }
                Role::Land => {
                    displacement = landing;
                    let floor = self.ground.normal().filter(|&normal| self.is_walked_on(normal));
                    planes.add(Plane::surface(floor.unwrap_or(self.up), 0.0, true));
                }
                Role::Desired => {}
            }
            if self.neighbourhood.is_some() {
                displacement = self.enter_bounds(displacement, role, 1.0, &mut planes);
            }
            let (pass, left) = self.pass(displacement, role, &mut planes);
            if let Ended::NeedsDepenetration { .. } = pass {
                return pass;
            }
            if role.is_snap() {
                match pass {
                    Ended::Slid => break,
                    // Either the hull went past the end of the floor that it came down to, or something that does not carry is
                    // nearer than that floor.
                    _ if landing != Vec3::ZERO => {
                        let is_over_floor = pass == Ended::Blocked && self.is_over_floor();
                        if !is_over_floor {
                            (self.ground, self.ground_surface) = (Ground::Air, (Surface::NONE, 0));
                        }
                    }
                    // Something that does not carry is nearer than any ground.
                    Ended::Blocked => self.is_off_ground = true,
                    _ => {}
                }
                continue;
            }
            if role != Role::Land {
                self.velocities[index] = passes.velocities[index];
            }
            if let (Role::Fall, Some([_, velocity])) = (role, passes.leaving)
                && (self.has_left || !matches!(self.ground, Ground::Steep(_)))
            {
                self.velocities[index] = velocity;
            }
            if !planes.is_empty() && self.velocities[index] != Vec3::ZERO {
                planes.press(displacement);
                self.turn_velocity(role, pass, left, &planes);
            }
            if role == Role::Fall && passes.lands && matches!(self.ground, Ground::Floor(_)) {
                landing = self.after_fall(displacement) * left;
                if landing.length_squared() >= SHORTEST_MOVE * SHORTEST_MOVE {
                    roles = &Role::OF_LANDING;
                }
            }
            if !role.is_down() || pass == Ended::OutOfIterations {
                ended = pass;
            }
        }
        ended
    }

    /// A velocity goes on as the motion does: along the surfaces that were met, not at all where nothing is left of it, and
    /// of a pass that the bound on sweeps cut short by the part that was used.
    #[inline(never)]
    fn turn_velocity(&mut self, role: Role, pass: Ended, left: f32, planes: &ClipPlanes) {
        let index = usize::from(role.is_down());
        let part = match pass {
            Ended::Blocked => 0.0,
            Ended::OutOfIterations => 1.0 - left,
            _ => 1.0,
        };
        let velocity = self.velocities[index] * part;
        if role == Role::Walk {
            self.velocities[index] = planes.walked(velocity, self.up, SlopeSpeed::Level).level;
            return;
        }
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
            let speed = (along.frictionless.length_squared() / sinking).min(self.passes.max_fall_speed);
            // Of a velocity that leads across the slope or up, or faster down than falls do, there is no such fall.
            let is_fall = sinking > 0.0
                && (planes.along(down * speed).frictionless - along.frictionless).length() <= ACROSS * sinking;
            self.fall_speed = if is_fall { speed } else { 0.0 };
        }
    }

    /// Whether a floor lies where the hull would touch a plane with the normal of the ground, no farther off than a fall looks.
    #[inline(never)]
    fn is_over_floor(&mut self) -> bool {
        let Some(normal) = self.ground.normal() else { return false };
        let way = -touching(self.radii(), normal) - normal * (LOOK_PART * self.rules.skin);
        self.collision_set.first_face(self.offset, way).is_some_and(|normal| self.is_floor(normal))
    }

    /// The level part of a fall, which the floor that ends it does not take.
    #[inline(never)]
    fn after_fall(&self, fall: Vec3) -> Vec3 {
        let leaving = self.passes.leaving.filter(|_| self.has_left);
        self.passes.level(leaving.map_or(fall, |[displacement, _]| displacement))
    }

    /// Sets the bounds that others put on a pass of which the part `left` is left; its displacement, which goes down to the ground no
    /// farther than to another.
    #[inline(never)]
    pub(super) fn enter_bounds(&self, displacement: Vec3, role: Role, left: f32, planes: &mut ClipPlanes) -> Vec3 {
        let Some(neighbourhood) = self.neighbourhood else { return displacement };
        if role.is_snap() {
            return displacement * neighbourhood.part(self.offset, displacement);
        }
        let mut length = displacement.length();
        match (role, self.leaving) {
            (Role::Walk | Role::Land, _) => length /= self.rules.walk_cosine(),
            (Role::Fall, Some(leaving)) => length = length.max(leaving.length()),
            _ => {}
        }
        planes.bound(neighbourhood, self.offset, left, length);
        displacement
    }

    /// Looks as far around as steps and the ground below may be.
    pub(super) fn widen(&mut self) {
        let reach = wide_reach(self.passes, self.rules, self.radii().max_element());
        self.collision_set.widen(reach);
    }

    /// The shortest advance towards a contact that is made in a pass, metres.
    #[inline(always)]
    pub(super) fn least_way(&self, role: Role) -> f32 {
        let settles = role.is_down() && self.offset == Vec3::ZERO;
        let settled = if settles { SETTLED_PART * TOUCH_PART * self.rules.skin } else { 0.0 };
        settled.max(self.least_advance)
    }

    /// Of the hull, metres.
    pub(super) fn radii(&self) -> Vec3 {
        self.collision_set.radii()
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, step: Vec3, length: f32) {
        if step == Vec3::ZERO {
            return;
        }
        self.offset += step;
        self.observer.moves(self.travel(), length);
    }

    /// Whether a surface with that normal holds.
    #[inline(always)]
    pub(super) fn is_floor(&self, normal: Vec3) -> bool {
        normal.dot(self.up) >= self.rules.slope_cosine
    }

    /// Whether a character walks up and down a surface with that normal; others are walls to its way, also those that hold it.
    #[inline(always)]
    pub(super) fn is_walked_on(&self, normal: Vec3) -> bool {
        normal.dot(self.up) >= self.rules.walk_cosine()
    }

    /// Notes what carries the character; true where a floor ends the fall.
    #[inline(always)]
    pub(super) fn stands_on(&mut self, normal: Vec3, touch: &Touch, material: u16) -> bool {
        if self.up == Vec3::ZERO {
            return false;
        }
        let is_floor = self.is_floor(normal);
        if is_floor {
            self.ground = Ground::Floor(normal);
        } else if normal.dot(self.up) > SLOPE_ROUNDING {
            self.ground = Ground::Steep(normal);
        } else {
            return false;
        }
        let surface = Surface { instance: touch.instance.without_tag(), triangle: touch.triangle };
        self.ground_surface = (surface, material);
        is_floor
    }

    /// The end of the slide, for its caller.
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
            edge_of_step: self.edge_of_step,
            travel: self.travel(),
            velocities,
            fall_speed,
            depenetrated_by: 0.0,
            ridden: Ridden::NOT,
            looked_farther: self.collision_set.is_wide,
        }
    }
}
