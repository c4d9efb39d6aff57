//! Steps: obstacles that a standing character climbs, and stands on halfway.
//!
//! In: a hull that touches an obstacle. Out: whether that is a step: how far up the hull moves to get onto it, and the floor on
//! top.
//!
//! An obstacle is a step if its touched point is no higher above the feet than a step, if the hull has room above it, can then move
//! straight across the edge until its centre is behind the edge by a tenth of its radius, and if the surface that it comes down on
//! there, or the one straight below its centre, is a floor. An edge that stops it on the way is the next step, if it is no higher
//! above the first than a step. If the obstacle is touched inside of a face, that edge may be the face's own: it counts only if it
//! is no higher than a step above the feet, or above a floor straight below, a skin before it.

use super::hull::{Hull, Touch};
use glam::DVec3;

/// Room that the centre must have behind a stair step's edge, as a fraction of the hull's radius in that direction.
const MARGIN: f64 = 0.1;

/// Additional height of the search for a stair step, as a fraction of the skin: the gaps that stops keep below and above.
const LOOK: f64 = 0.25;

/// Shape of a walking character, and the rules of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Radii of the character's ellipsoid, metres.
    pub radii: DVec3,
    /// Gap that the character keeps to triangles, metres.
    pub skin: f64,
    /// Maximum number of contacts in one slide pass.
    pub max_iterations: u32,
    /// Minimum cosine between up and the normal of a surface that counts as a floor.
    pub slope_cosine: f64,
    /// Height of the highest stair step that the character climbs, metres; 0: no climbing.
    pub step_height: f64,
    /// Largest distance of a snap down to the ground after a walk, metres.
    pub snap_distance: f64,
    /// Whether the walking displacement keeps its length on slopes; otherwise its level part keeps its length.
    pub keeps_length: bool,
    /// Whether the character walks when it stands on ground; otherwise it slides like a body without stairs and snap.
    pub walks: bool,
    /// Largest speed of a fall of the character, m/s.
    pub max_fall_speed: f64,
    /// Fraction of the desired velocity that acts while the character is in the air.
    pub air_control: f64,
    /// Decay rate of the character's persistent velocity along the ground, 1/s.
    pub ground_damping: f64,
    /// Up direction, world space, unit length.
    pub up: DVec3,
    /// Largest sine at which the face of a triangle is touched, and no edge of a step: [`FACE_SINE`](super::FACE_SINE), or more to
    /// see which results depend on it.
    pub face_sine: f64,
}

impl Rules {
    /// Whether a surface with this unit normal is a floor: no steeper than the slope limit.
    #[must_use]
    pub fn is_floor(&self, normal: DVec3) -> bool {
        normal.dot(self.up) >= self.slope_cosine
    }
}

/// A stair step that the character can climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Height by which the character's hull rises to get onto the stair step, metres.
    pub raised: f64,
    /// Unit normal of the floor on top of the stair step.
    pub floor: DVec3,
    /// Level unit vector across the stair step's edge, from the character towards the step.
    pub inward: DVec3,
    /// Distance of the stair step's edge from the hull's centre along `inward`, metres.
    pub ahead: f64,
}

/// Stair step to which a contact of the hull belongs; `None` if the contact is no step that the character can climb.
#[must_use]
pub fn step_at(hull: &Hull, center: DVec3, touch: &Touch, rules: &Rules) -> Option<Step> {
    let up = rules.up;
    let inward = (up * touch.normal.dot(up) - touch.normal).try_normalize()?;
    let (feet, ahead) = (hull.extent(up), touch.point.dot(inward));
    let height = feet + touch.point.dot(up);
    if rules.step_height <= 0.0 || height > rules.step_height {
        return None;
    }
    let highest = rules.step_height + LOOK * rules.skin;
    let raised = highest * hull.stop(center, up * highest).0;
    let across = ahead + MARGIN * hull.extent(inward);
    if raised < height || across <= 0.0 {
        return None;
    }
    let behind = center + up * raised + inward * across;
    let (part, stop) = hull.stop(center + up * raised, inward * across);
    let under = match stop {
        None => hull.first(behind, up * -raised).map(|touch| touch.normal).filter(|&normal| rules.is_floor(normal)),
        Some(next) => {
            let next_height = raised + feet + next.point.dot(up);
            let before = center + up * raised + inward * (across * part - rules.skin) + next.point;
            let floor_before = || hull.first_on_line(before, up * -rules.step_height);
            let is_next_step = !next.is_face && next_height - height <= rules.step_height;
            let is_low = !touch.is_face || next_height <= rules.step_height;
            if !is_next_step || !is_low && !floor_before().is_some_and(|normal| rules.is_floor(normal)) {
                return None;
            }
            None
        }
    };
    let floor = under.or_else(|| hull.first_on_line(behind, up * -(raised + feet)))?;
    rules.is_floor(floor).then_some(Step { raised, floor, inward, ahead })
}

/// Normal of the floor of the stair step on whose edge a hull rests; `None` without one, or if no ground is within a step below.
pub(super) fn step_below(hull: &Hull, center: DVec3, touch: &Touch, rules: &Rules) -> Option<DVec3> {
    if touch.is_face {
        return None;
    }
    let step = step_at(hull, center, touch, rules)?;
    let radius = hull.extent(step.inward);
    let outward = step.inward * -(radius - step.ahead + MARGIN * radius).max(0.0);
    let has_ground = !hull.is_free(center, outward)
        || hull
            .first(center + outward, rules.up * -rules.step_height)
            .is_some_and(|touch| touch.normal.dot(rules.up) > 0.0);
    has_ground.then_some(step.floor)
}
