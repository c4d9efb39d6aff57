//! Samples a step in `f64` at many times, to decide whether a mesh touches a body that stays, or is carried straight
//! on.
//!
//! In: a body, and the place of each mesh before and after the step. Out: touched or not; `None` if the errors that
//! `docs/math/moving.md` allows, or the time between two samples, may decide it.

use super::case::Part;
use glam::DVec3;
use sweep8_scalar_ref::rigid_motion::{Pose, Swept, least_gap};

/// Number of times in a step at which brute force samples the poses of the instances.
const SAMPLES: u32 = 48;

/// A mesh that touches a body smaller by this many skins surely touches the hull. The parts of a step may take 5/8 of
/// the skin from the hull; between its axes an ellipsoid with radii of 1 to 20 grows by 0.42 of the growth of its
/// radii.
const SURELY_IN: f64 = -2.0;

/// Number of skins by which a body is grown, so that any mesh that touches the hull surely touches the grown body.
const SURELY_OUT: f64 = 3.0;

/// How much radii with ratios up to 20 must grow so that the ellipsoid grows by one in every direction, rounded up.
const BETWEEN_AXES: f64 = 2.4;

/// Maximum ratio of the angular speed of an instance during a step to its mean in this step.
const SPEED: f64 = 1.06;

/// The body of a character, its skin and its straight motion in a step; metres.
pub(super) struct Body {
    pub(super) center: DVec3,
    pub(super) radii: DVec3,
    /// Half of the spine as a vector, metres; zero for an ellipsoid.
    pub(super) half: DVec3,
    pub(super) skin: f64,
    /// Straight displacement of the body during the step, at constant speed, metres.
    pub(super) carried: DVec3,
}

impl Body {
    /// Returns true if a mesh (instance, pose before and after) touches the body in the step; `None` if errors may decide.
    pub(super) fn is_touched_by<'a>(
        &self,
        meshes: impl Iterator<Item = (&'a Part, [&'a Pose; 2])>,
        tolerance: f64,
    ) -> Option<bool> {
        let mut is_clear = true;
        for (part, [before, after]) in meshes {
            // In the frame of the carried body.
            let after = &Pose { translation: after.translation - self.carried, ..*after };
            let least = |by: DVec3| {
                let body = Swept { radii: self.radii + by, half: self.half };
                least_gap(&part.triangles, [before, after], self.center, body, SAMPLES).0
            };
            let turn = 2.0 * before.rotation.dot(after.rotation).abs().min(1.0).acos();
            let farthest = part.triangles.iter().flatten().map(|v| v.length()).fold(0.0, f64::max);
            let way = (after.translation - before.translation).length() + SPEED * turn * farthest;
            // A sample is off in time by at most half of the interval between two.
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
