//! The part of a slide that stays the same from its start to its end, and the rules that follow from it alone.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{ADVANCE_ROUNDING, FRACTION_ROUNDING, GRAZE, LOOK_PART, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::model::slide_settings::SlideRules;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::passes::Passes;
use crate::character::slide::reach::wide_reach;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::Lanes;
use glam::Vec3;

/// Values that stay fixed during one slide.
pub(super) struct SlideSetup<'a> {
    pub(super) rules: &'a SlideRules,
    /// Displacements and velocities of the slide's two passes, desired motion and fall.
    pub(super) passes: &'a Passes,
    /// Up direction of the character, unit length; zero if nothing is ground.
    pub(super) up: Vec3,
    /// Bounds from other characters, relative to the start of the slide; `None` if other characters are ignored.
    pub(super) neighbourhood: Option<&'a Neighbourhood>,
    /// Hull (body plus skin) that the slide sweeps.
    pub(super) hull: Shape,
    /// Overlap of the hull up to which the slide goes on, ellipsoid space; `None` after a depenetration, which may leave overlaps.
    pub(super) tolerated: Option<f32>,
    /// Whether the hull is smaller than body plus skin, because the place is too narrow.
    pub(super) is_narrow: bool,
    /// Length below which an advance towards a contact counts as rounding of the sweep, metres.
    pub(super) least_advance: f32,
}

/// Part of the square of a radius by which squares of lengths may differ in a hull that is round.
const ROUND: f32 = 1e-6;

/// Fraction of a motion by which a stop stays off a surface; 0 for a grazing motion, which no surface stops.
#[inline(always)]
pub(super) fn kept_off(rules: &SlideRules, normal: Vec3, motion: Vec3, length: f32) -> f32 {
    let closing = -normal.dot(motion);
    let is_graze = closing <= GRAZE * length;
    if is_graze { 0.0 } else { (TOUCH_PART * rules.skin / closing).max(FRACTION_ROUNDING) }
}

impl<'a> SlideSetup<'a> {
    /// Makes the fixed values of a slide with this hull.
    #[inline(always)]
    pub(super) fn new(
        rules: &'a SlideRules,
        passes: &'a Passes,
        neighbourhood: Option<&'a Neighbourhood>,
        hull: Shape,
        tolerated: Option<f32>,
        is_narrow: bool,
    ) -> Self {
        let least_advance = ADVANCE_ROUNDING * hull.largest();
        Self { rules, passes, up: passes.up, neighbourhood, hull, tolerated, is_narrow, least_advance }
    }

    /// Whether a surface with this normal is flat enough for the character to stand on.
    #[inline(always)]
    pub(super) fn is_floor(&self, normal: Vec3) -> bool {
        normal.dot(self.up) >= self.rules.slope_cosine
    }

    /// Whether a walking character follows a surface with this normal up and down; other surfaces act as walls.
    #[inline(always)]
    pub(super) fn is_walked_on(&self, normal: Vec3) -> bool {
        normal.dot(self.up) >= self.rules.walk_cosine()
    }

    /// Whether a character in the air lands on a surface that its desired displacement meets: a floor, from which the whole displacement
    /// of the move does not lead away.
    pub(super) fn lands_on(&self, normal: Vec3) -> bool {
        let [desired, fall] = self.passes.displacements;
        self.passes.lands && self.is_floor(normal) && (desired + fall).dot(normal) <= 0.0
    }

    /// Distance that a probe sweep reaches beyond the hull, metres.
    #[inline(always)]
    pub(super) fn look(&self) -> f32 {
        LOOK_PART * self.rules.skin
    }

    /// Greatest height above the feet at which the hull touches a floor, metres: that of its contact with the steepest one.
    pub(super) fn cap(&self) -> f32 {
        let cosine = self.rules.slope_cosine;
        let sine = (1.0 - cosine * cosine).max(0.0).root();
        let (radii, up) = (self.hull.radii(), self.up);
        // Both ends of an upright spine are as far above the contact: the cap is that of the ellipsoid. Of a spine that leans, the upper
        // end may touch.
        let lean = self.hull.spine().dot(up).abs();
        let turned = if lean <= sine * self.hull.half_length() { 2.0 * lean } else { 0.0 };
        let vertical = (radii * up).length();
        let level = (radii * radii * (Vec3::ONE - up * up)).max_element().root();
        let across = (level * sine, vertical * cosine);
        let length = (across.0 * across.0 + across.1 * across.1).root();
        vertical - vertical * across.1 / length.max(f32::MIN_POSITIVE) + turned
    }

    /// Greatest height of a step that carries a character which stands on it or goes down it, metres.
    pub(super) fn deepest_step(&self) -> f32 {
        self.rules.step_height.max(self.rules.snap_distance)
    }

    /// Whether a walker touches edges that are higher than a step of its profile with the normal of a floor.
    pub(super) fn has_kerbs(&self) -> bool {
        self.rules.walks && self.rules.step_height < self.cap()
    }

    /// Level distance between the hull's centre and an edge below which the hull touches the edge with the normal of a floor, metres.
    pub(super) fn floor_distance(&self, outward: Vec3) -> f32 {
        let cosine = self.rules.slope_cosine;
        let sine = (1.0 - cosine * cosine).max(0.0).root();
        self.hull.touching(outward * sine + self.up * cosine).dot(outward)
    }

    /// Whether the hull stands upright and is round: as wide in every level direction as in this one.
    pub(super) fn is_round(&self, level: Vec3) -> bool {
        let (radii, spine) = (self.hull.radii(), self.hull.spine());
        let squares = radii * radii;
        let square = (squares * level).dot(level);
        let is_square = |level: Vec3| (squares * level - level * square).length() <= ROUND * square;
        let leaning = spine - self.up * spine.dot(self.up);
        is_square(level) && is_square(self.up.cross(level)) && leaning.length_squared() <= ROUND * square
    }

    /// Vertical extent of the hull from its centre, metres.
    pub(super) fn vertical_radius(&self) -> f32 {
        self.hull.extent(self.up)
    }

    /// A bound on the level extent of the hull, metres; the extent itself for a hull as wide as it is deep.
    fn level_radius(&self) -> f32 {
        let (radii, level) = (self.hull.radii(), Vec3::ONE - self.up * self.up);
        let spine = self.hull.spine();
        (radii * radii * level).max_element().root() + (spine - self.up * spine.dot(self.up)).length()
    }

    /// Fraction of a motion by which a stop stays off the surface; 0 for a grazing motion, which no surface stops.
    #[inline(always)]
    pub(super) fn kept_off(&self, normal: Vec3, motion: Vec3, length: f32) -> f32 {
        kept_off(self.rules, normal, motion, length)
    }

    /// Makes sure that the set has all triangles that the hull can touch with its centre within `radius` metres of `offset`. The first
    /// time that it has to gather more, it gathers what searches for stair steps and for ground below nearly always need.
    #[inline(always)]
    pub(super) fn cover<L: Lanes>(&self, set: &mut CollisionSet<L>, offset: Vec3, radius: f32) {
        if !set.covers(offset, radius) {
            self.widen(set, offset, radius);
        }
    }

    /// Gathers triangles again, in a larger region.
    #[inline(never)]
    fn widen<L: Lanes>(&self, set: &mut CollisionSet<L>, offset: Vec3, radius: f32) {
        let upwards = self.rules.step_height.max(self.rules.snap_distance) + self.cap();
        let wide = wide_reach(self.passes, self.rules, [self.level_radius(), upwards]);
        let more = if set.is_wide { self.vertical_radius() } else { 0.0 };
        set.widen(wide.covering(offset, radius + more));
    }
}
