//! The reach of a slide: the ball that its centre stays in.
//!
//! In: the passes of a slide, its rules. Out: balls for the [gather](crate::character::collide::gather): one that nearly all slides keep
//! to, and a larger one for steps and for ground farther below, which is gathered when it is first needed.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::LOOK_PART;
use crate::character::collide::gather::Reach;
use crate::character::model::slide_settings::SlideRules;
use crate::character::slide::passes::Passes;

/// The ball that the centre stays in, grown by the length of probe sweeps. It also covers the ball of the displacement of a character
/// that leaves steep surfaces, and the way of a walking character up and down slopes.
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

/// Ball of [`reach`], enlarged for what nearly all [traces](crate::character::slide::trace) of stair steps need: two of the level
/// extents of the hull, `across` metres each, and `upwards` metres up and down.
pub(super) fn wide_reach(passes: &Passes, rules: &SlideRules, [across, upwards]: [f32; 2]) -> Reach {
    let Reach { middle, radius } = reach(passes, rules);
    let level = 2.0 * across;
    Reach { middle, radius: radius + (level * level + upwards * upwards).root() + rules.skin }
}

/// Length of the first snap down, metres: descent of the steepest walkable slope over the motion, plus the reach of a fall. A character
/// that hovers snaps only to what it touches.
#[inline(always)]
pub(super) fn near_snap(passes: &Passes, rules: &SlideRules) -> f32 {
    if passes.hovers {
        return LOOK_PART * rules.skin;
    }
    let look = LOOK_PART * rules.skin + passes.displacements[1].length();
    rise(passes.displacements[0].length(), rules).min(rules.snap_distance) + look
}

/// Length of the snap down after a landed character's level motion of `way` metres, metres.
#[inline(always)]
pub(super) fn landing_snap(way: f32, rules: &SlideRules) -> f32 {
    rise(way, rules).min(rules.snap_distance) + LOOK_PART * rules.skin
}

/// Distance from the place of a landing up to which the character's level motion of `way` metres and its snap may lead, metres.
pub(super) fn landing_reach(way: f32, rules: &SlideRules) -> f32 {
    way + rise(way, rules) + landing_snap(way, rules)
}

/// Rise of the steepest walkable slope over a level distance of `way` metres, metres.
#[inline(always)]
fn rise(way: f32, rules: &SlideRules) -> f32 {
    let cosine = rules.walk_cosine();
    way * ((1.0 - cosine * cosine).max(0.0).root() / cosine)
}
