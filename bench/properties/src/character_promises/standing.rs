//! The truth about the step of a character that walks: where its hull can stand, and where a walk by small increments leads.
//!
//! In: a level, a profile, both ends of a step, its level displacement. Out: a disagreement that remains if the step is moved aside by
//! less than a millimetre, if the limits of the profile are slightly stricter or looser, and if traces are straight. The
//! [judge](sweep8_bench::judging::walks) knows upright hulls: other bodies with another up than +y have none.

use super::case::Case;
use crate::prisms::half_spine;
use glam::{DQuat, DVec2, DVec3};
use sweep8::{CharacterState, SlopeSpeed};
use sweep8_bench::judging::walks::{End, Judge};
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::standing::{Domain, Limits, Places, upright};

/// Largest distance along the normal between a grounded hull and what carries it, as a fraction of the skin.
const GAP: f64 = 0.25;

/// Distance by which a step is moved to see whether a disagreement is sure, metres: each side, there and on the ground of it.
const ASIDE: f64 = 5e-4;

/// Leeway by which the limits of a walker are made stricter and looser: for the slope cosine, and for lengths in metres.
const LEEWAY: [f64; 2] = [1e-3, 1e-3];

/// The places of a level that carry the hull of a case.
pub(super) struct Standing {
    places: Places,
    /// Turn of the world that makes up +y.
    turn: DQuat,
}

impl Standing {
    /// Makes the places of a case; `None` if the hull does not stand upright.
    pub(super) fn of(case: &Case) -> Option<Self> {
        let settings = case.profile.settings();
        let (radii, up) = (settings.shape.radii(), case.up.as_dvec3());
        let half = half_spine(&settings.shape);
        let is_ball = radii.x == radii.y && radii.y == radii.z && half == DVec3::ZERO;
        if up != DVec3::Y && !is_ball || half != DVec3::Y * half.y {
            return None;
        }
        let hull = radii.as_dvec3() + HULL_SHARE * f64::from(settings.skin);
        let turn = DQuat::from_rotation_arc(up, DVec3::Y);
        Some(Self { places: Places::of_capsule(&upright(&case.exact, up), hull, half.y), turn })
    }

    /// Checks a step of a character that walks by a level displacement.
    pub(super) fn check(&self, case: &Case, ends: [&CharacterState; 2], displacement: DVec3) -> Result<(), String> {
        let settings = case.profile.settings();
        let wish = self.turn * displacement;
        // Along slopes this judge has no speed, and few contacts end a pass early.
        let moves_as_desired = settings.slope_speed == SlopeSpeed::Level && settings.max_iterations == 8;
        let fault = |aside: DVec3, sign: f64, is_straight: bool| {
            let domain = Domain::new(&self.places, Self::limits(case, sign));
            let judge = Judge {
                domain: if is_straight { domain.straight() } else { domain },
                gap: GAP * f64::from(settings.skin),
                wish: DVec2::new(wish.x, wish.z),
            };
            let ends =
                ends.map(|state| End { at: self.turn * state.position.to_dvec3() + aside, ground: state.ground() });
            let judged = judge.step(&ends, moves_as_desired);
            judged.faults.into_iter().next().map(|(fault, text)| format!("{}: {text}", fault.name()))
        };
        let Some(first) = fault(DVec3::ZERO, 0.0, false) else { return Ok(()) };
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z].map(|side| side * ASIDE);
        let is_sure = sides.into_iter().all(|side| fault(side, 0.0, false).is_some())
            && [-1.0, 1.0].into_iter().all(|sign| fault(DVec3::ZERO, sign, false).is_some())
            && fault(DVec3::ZERO, 0.0, true).is_some();
        if is_sure { Err(first) } else { Ok(()) }
    }

    /// Limits of the walker of a case; with `sign` 1 looser by the leeway, with -1 stricter.
    fn limits(case: &Case, sign: f64) -> Limits {
        let rules = case.rules(sign * LEEWAY[0], sign * LEEWAY[1]);
        Limits {
            slope_cosine: rules.slope_cosine.min(1.0),
            step_height: rules.step_height.max(0.0),
            snap_distance: rules.snap_distance.max(0.0),
        }
    }
}
