//! The part of a slide that stays the same from its start to its end, and the rules that follow from it alone.

use crate::base::tolerance::{ADVANCE_ROUNDING, FRACTION_ROUNDING, GRAZE, LOOK_PART, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::model::slide_settings::SlideRules;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::passes::Passes;
use crate::character::slide::reach::wide_reach;
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
    /// Radii of the hull (body plus skin) that the slide sweeps, metres.
    pub(super) radii: Vec3,
    /// Overlap of the hull up to which the slide goes on, ellipsoid space; `None` after a depenetration, which may leave overlaps.
    pub(super) tolerated: Option<f32>,
    /// Whether the hull is smaller than body plus skin, because the place is too narrow.
    pub(super) is_narrow: bool,
    /// Length below which an advance towards a contact counts as rounding of the sweep, metres.
    pub(super) least_advance: f32,
}

impl<'a> SlideSetup<'a> {
    /// Makes the fixed values of a slide with a hull of these radii, metres.
    #[inline(always)]
    pub(super) fn new(
        rules: &'a SlideRules,
        passes: &'a Passes,
        neighbourhood: Option<&'a Neighbourhood>,
        radii: Vec3,
        tolerated: Option<f32>,
        is_narrow: bool,
    ) -> Self {
        let least_advance = ADVANCE_ROUNDING * radii.max_element();
        Self { rules, passes, up: passes.up, neighbourhood, radii, tolerated, is_narrow, least_advance }
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

    /// Distance that a probe sweep reaches beyond the hull, metres.
    #[inline(always)]
    pub(super) fn look(&self) -> f32 {
        LOOK_PART * self.rules.skin
    }

    /// Fraction of a motion by which the hull stops before a surface, to keep a gap; 0 for a grazing motion, which is not stopped.
    #[inline(always)]
    pub(super) fn kept_off(&self, normal: Vec3, motion: Vec3, length: f32) -> f32 {
        let closing = -normal.dot(motion);
        let is_graze = closing <= GRAZE * length;
        if is_graze { 0.0 } else { (TOUCH_PART * self.rules.skin / closing).max(FRACTION_ROUNDING) }
    }

    /// Gathers triangles again, in a larger region that contains all stair steps and ground below that the slide may search.
    pub(super) fn widen<L: Lanes>(&self, set: &mut CollisionSet<L>) {
        set.widen(wide_reach(self.passes, self.rules, self.radii.max_element()));
    }
}
