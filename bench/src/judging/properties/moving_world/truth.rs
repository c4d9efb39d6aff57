//! Samples a step in `f64` at many times: whether a mesh touches a body that stays where it is, or is carried straight on.
//!
//! In: a body and where each mesh is before and after the step. Out: touched or not; nothing where the errors that
//! `docs/math/moving.md` allows, or the time between two samples, may decide it.

use super::case::Part;
use glam::DVec3;
use sweep8_scalar_ref::rigid_motion::{Pose, least_gap};

/// Times of a step.
const SAMPLES: u32 = 48;

/// A body smaller by this many skins is touched by nothing that the hull is not touched by. The parts of a step may take 5/8 of
/// the skin from the hull; between its axes an ellipsoid whose radii are 1 to 20 grows by 0.42 of what they do.
const SURELY_IN: f64 = -2.0;

/// A body larger by as many is touched by all that the hull is.
const SURELY_OUT: f64 = 3.0;

/// By how much radii grow for a gap of one between the axes of that ellipsoid, rounded up.
const BETWEEN_AXES: f64 = 2.4;

/// Faster than its mean a turn is by no more than this.
const SPEED: f64 = 1.06;

/// A character, metres.
pub(super) struct Body {
    pub(super) center: DVec3,
    pub(super) radii: DVec3,
    pub(super) skin: f64,
    /// In the step, straight and evenly.
    pub(super) carried: DVec3,
}

impl Body {
    /// Whether any of the meshes touches it on its way.
    pub(super) fn is_touched_by<'a>(
        &self,
        meshes: impl Iterator<Item = (&'a Part, [&'a Pose; 2])>,
        tolerance: f64,
    ) -> Option<bool> {
        let mut is_clear = true;
        for (part, [before, after]) in meshes {
            // As it is seen by who is carried.
            let after = &Pose { translation: after.translation - self.carried, ..*after };
            let least =
                |by: DVec3| least_gap(&part.triangles, [before, after], self.center, self.radii + by, SAMPLES).0;
            let turn = 2.0 * before.rotation.dot(after.rotation).abs().min(1.0).acos();
            let farthest = part.triangles.iter().flatten().map(|v| v.length()).fold(0.0, f64::max);
            let way = (after.translation - before.translation).length() + SPEED * turn * farthest;
            // A sample is no farther off in time than half of what lies between two.
            let unseen = BETWEEN_AXES * way / f64::from(2 * SAMPLES);
            let far = (before.translation - self.center).length() + farthest + way;
            let allowed = tolerance * (1.0 + far / self.radii.min_element());
            if least(DVec3::splat(SURELY_OUT * self.skin + unseen)) > allowed {
                continue;
            }
            is_clear = false;
            if least(DVec3::splat(SURELY_IN * self.skin)) < -allowed {
                return Some(true);
            }
        }
        is_clear.then_some(false)
    }
}
