//! How far a slide may lead, and what of the world it looks at.
//!
//! In: the passes of a slide, its rules. Out: balls for the [gather](crate::character::collide::gather): one for what nearly all slides need, and a larger
//! one for steps and for ground that is farther below, which is gathered when it is first needed.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{LOOK_PART, STEP_MARGIN_PART};
use crate::character::collide::gather::Reach;
use crate::character::model::slide_settings::SlideRules;
use crate::character::slide::passes::Passes;

/// Where the centre may go, and how far ahead of it the slide looks. The displacement of a character that leaves steep surfaces,
/// and all that it may be projected to, lies in a ball of its own, which is covered, too: it need not fit the fall. A character
/// that walks goes up and down with the slopes, and may meet no ground there.
#[inline(always)]
pub(super) fn reach(passes: &Passes, rules: &SlideRules) -> Reach {
    let [first, second] = passes.displacements;
    let mut ahead = LOOK_PART * rules.skin;
    if let Some([leaving, _]) = passes.leaving {
        ahead += (((leaving - second).length() + leaving.length() - second.length()) * 0.5).max(0.0);
    }
    if passes.floor.is_some() {
        ahead += rise(first.length(), rules) + near_snap(passes, rules);
    }
    if passes.lands {
        let fall = passes.leaving.map_or(second, |[leaving, _]| leaving);
        let level = passes.level(fall).length();
        ahead += rise(level, rules) + landing_snap(level, rules);
    }
    Reach::of_slide(first, second, ahead)
}

/// The same with steps and the ground below.
pub(super) fn wide_reach(passes: &Passes, rules: &SlideRules, across: f32) -> Reach {
    let Reach { middle, radius } = reach(passes, rules);
    let up_and_down = 2.0 * rules.step_height + rules.snap_distance + rules.skin;
    Reach { middle, radius: radius + up_and_down + (1.0 + 2.0 * STEP_MARGIN_PART) * across }
}

/// How far down the ground is looked for at first, metres: as far as slopes lead down on the way, and as a fall looks.
#[inline(always)]
pub(super) fn near_snap(passes: &Passes, rules: &SlideRules) -> f32 {
    let look = LOOK_PART * rules.skin + passes.displacements[1].length();
    rise(passes.displacements[0].length(), rules).min(rules.snap_distance) + look
}

/// The same after a landing from which a level way was gone, metres.
#[inline(always)]
pub(super) fn landing_snap(way: f32, rules: &SlideRules) -> f32 {
    rise(way, rules).min(rules.snap_distance) + LOOK_PART * rules.skin
}

/// How far a level way may lead up and down slopes, metres.
#[inline(always)]
fn rise(way: f32, rules: &SlideRules) -> f32 {
    let cosine = rules.walk_cosine();
    way * ((1.0 - cosine * cosine).max(0.0).root() / cosine)
}
