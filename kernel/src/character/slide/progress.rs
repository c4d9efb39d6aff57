//! The part of a slide that changes on the way: position, ground, velocities; and its end for the caller.

use crate::base::tolerance::{SETTLED_PART, SLOPE_ROUNDING, TOUCH_PART};
use crate::character::model::ground::{Ground, Surface};
use crate::character::model::slide_end::{Ridden, SlideEnd};
use crate::character::slide::known_step::KnownStep;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::query::contact::Touch;
use glam::Vec3;

/// Progress of one slide: displacement, ground and velocities of the character so far.
pub(super) struct Progress {
    /// Displacement from the start of the character's move to the start of the slide, metres: carried, pushed, depenetrated.
    before: Vec3,
    /// Displacement of the character since the start of the slide, world space, metres.
    pub(super) offset: Vec3,
    pub(super) ground: Ground,
    /// Surface of the ground that the slide has met, and its material index.
    pub(super) ground_surface: (Surface, u16),
    /// Touched point relative to the hull's centre, metres, where the normal of the ground does not tell it: on the edge of a stair step,
    /// or along a spine that lies on its ground.
    pub(super) touched_point: Option<Vec3>,
    /// Last step that this slide found.
    pub(super) known_step: Option<KnownStep>,
    pub(super) walls: BesideWalls,
    /// Velocities of the slide's desired motion and of its fall after their contacts, m/s.
    pub(super) velocities: [Vec3; 2],
    /// Speed of the character's free fall whose projection is its velocity along steep surfaces, m/s, see [`SlideEnd::fall_speed`].
    pub(super) fall_speed: f32,
    /// Level displacement that remains of a fall after it reached a floor, metres; zero before that.
    pub(super) landing: Vec3,
    /// Whether the fall uses the displacement [`leaving`](crate::character::slide::passes::Passes) of a character that leaves a slope.
    pub(super) has_left: bool,
    /// Whether the character bounces off the ground that it has met, so that it is in the air.
    pub(super) leaves: bool,
    /// Whether a snap down found that the nearest surface below is too steep to stand on.
    pub(super) is_off_ground: bool,
}

/// Walls beside a walk: there a step found at one place of an edge may be none at another.
#[derive(Default)]
pub(super) struct BesideWalls {
    /// Whether the walk has met a wall.
    pub(super) are_met: bool,
    /// Whether the walk has gone over a step, and off the edge of another one that the hull may have rested on.
    pub(super) has_left_edge: bool,
}

impl Progress {
    /// Progress at the start of a slide; `before` is the displacement from the start of the character's move, metres.
    #[inline(always)]
    pub(super) fn new(before: Vec3) -> Self {
        Self {
            before,
            offset: Vec3::ZERO,
            ground: Ground::Air,
            ground_surface: (Surface::NONE, 0),
            touched_point: None,
            known_step: None,
            walls: BesideWalls::default(),
            velocities: [Vec3::ZERO; 2],
            fall_speed: 0.0,
            landing: Vec3::ZERO,
            has_left: false,
            leaves: false,
            is_off_ground: false,
        }
    }

    /// Displacement of the character since the start of its move, world space, metres.
    #[inline(always)]
    fn travel(&self) -> Vec3 {
        self.before + self.offset
    }

    /// Moves the hull by `step`, of `length` metres, and reports the motion to the observer.
    #[inline(always)]
    pub(super) fn advance<W: SlideObserver + ?Sized>(&mut self, observer: &mut W, step: Vec3, length: f32) {
        if step == Vec3::ZERO {
            return;
        }
        self.offset += step;
        observer.moves(self.travel(), length);
    }

    /// Length of the shortest advance towards a contact that a slide pass in this role makes, metres; shorter ones count as zero.
    #[inline(always)]
    pub(super) fn least_way(&self, setup: &SlideSetup, role: Role) -> f32 {
        let settles = role.is_down() && self.offset == Vec3::ZERO;
        let settled = if settles { SETTLED_PART * TOUCH_PART * setup.rules.skin } else { 0.0 };
        settled.max(setup.least_advance)
    }

    /// Notes a touched surface as ground if it supports the character; returns true if it is a floor, which ends a fall.
    #[inline(always)]
    pub(super) fn stands_on(&mut self, setup: &SlideSetup, normal: Vec3, touch: &Touch, material: u16) -> bool {
        if setup.up == Vec3::ZERO {
            return false;
        }
        let is_floor = setup.is_floor(normal);
        if is_floor {
            self.ground = Ground::Floor(normal);
        } else if normal.dot(setup.up) > SLOPE_ROUNDING {
            self.ground = Ground::Steep(normal);
        } else {
            return false;
        }
        self.touched_point = setup.hull.lies_on(normal).then(|| touch.point_off_center());
        let surface = Surface { instance: touch.instance.without_tag(), triangle: touch.triangle };
        self.ground_surface = (surface, material);
        is_floor
    }

    /// Ends a slide pass whose planes allow no motion; a fall is then held by the steep surfaces that it met.
    #[inline(always)]
    pub(super) fn blocked(&mut self, role: Role) -> Ended {
        if let (Role::Fall, Ground::Steep(normal)) = (role, self.ground) {
            self.ground = Ground::HeldBySteep(normal);
        }
        Ended::Blocked
    }

    /// Result of the whole slide, from its progress and the reason why it ended.
    #[inline(always)]
    pub(super) fn end(&self, ended: Ended, looked_farther: bool) -> SlideEnd {
        let status = ended.status();
        let &Self { ground, ground_surface: (ground_surface, ground_material), velocities, fall_speed, .. } = self;
        let mut end = SlideEnd {
            status,
            ground,
            ground_surface,
            ground_material,
            touched_point: self.touched_point,
            travel: self.travel(),
            velocities,
            fall_speed,
            depenetrated_by: 0.0,
            ridden: Ridden::NOT,
            is_squeezed: false,
            looked_farther,
        };
        if self.leaves {
            (end.ground, end.ground_surface, end.ground_material) = (Ground::Air, Surface::NONE, 0);
            end.touched_point = None;
        }
        end
    }
}
