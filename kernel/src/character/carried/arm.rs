//! The arm from the point of the ground that a character touches to its centre, while the ground moves.
//!
//! In: the state at the start of a step, and the motion of its ground. Out: the displacement of the centre in any part of the step.
//! The touched point keeps its place in the ground's frame. The centre is where the body, as it is oriented, touches that point with
//! the ground's normal:
//! 1. The normal turns with the ground, and the arm is the one with which the body touches a plane of that normal.
//! 2. If the body was turned with its ground since the last step, both have kept their places in the ground's frame, and the centre
//!    moves rigidly with the ground. The point of the last contact, in the state, tells this from a body that was not turned.
//! 3. A body that rests on the edge of a stair step touches that edge, not a plane. Its arm turns about up only, unless the body is
//!    turned.
//!
//! See `docs/math/moving.md`.

use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::frame::rigid_motion::RigidMotion;
use glam::{DQuat, DVec3, Vec3};

/// Vector from the touched point of the ground to the centre, as the ground turns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arm {
    /// The centre moves rigidly with the ground.
    Rigid,
    /// The body touches a plane whose normal turns with the ground; the normal at the start of the step.
    Touching(Vec3),
    /// The arm at the start of the step, metres, and the axis about which it turns with the ground.
    About { arm: DVec3, up: DVec3 },
}

/// Largest distance of the last contact from the point where the body touches a plane, in parts of the largest radius.
const SAME_CONTACT: f32 = 1e-3;

/// Rounding of the last contact, per unit of the largest coordinate.
const CONTACT_ROUNDING: f32 = 4.0 * f32::EPSILON;

impl Arm {
    /// Finds the arm of a standing character whose ground moves; `is_turned` if the view is along the axes of a turned body.
    pub(super) fn new(
        profile: &CharacterProfile,
        state: &CharacterState,
        motion: &RigidMotion,
        is_turned: bool,
        up: Vec3,
    ) -> Self {
        let normal = state.ground_normal;
        if motion.turn() == 0.0 {
            return Self::Touching(normal);
        }
        let arm = state.position.high - state.ground_point;
        let as_it_was = profile.touching(normal).distance(arm);
        let turned_with_ground = if is_turned {
            let turned = motion.turned_by(1.0);
            let now = profile.touching((turned * normal.as_dvec3()).as_vec3());
            (turned.conjugate() * now.as_dvec3()).as_vec3().distance(arm)
        } else {
            f32::INFINITY
        };
        let tolerated = SAME_CONTACT * profile.shape().radii().max_element()
            + CONTACT_ROUNDING * state.position.high.abs().max_element();
        if as_it_was.min(turned_with_ground) > tolerated && !is_turned {
            return Self::About { arm: arm.as_dvec3(), up: up.as_dvec3() };
        }
        if as_it_was <= turned_with_ground && as_it_was <= tolerated { Self::Touching(normal) } else { Self::Rigid }
    }

    /// Rotation of the ground under the body in the whole step: where that touches an edge, about up only.
    pub(super) fn turn(&self, motion: &RigidMotion) -> DQuat {
        let turn = motion.turned_by(1.0);
        if let Self::About { up, .. } = *self { twist(turn, up) } else { turn }
    }

    /// Arms at the start and at the end of a part of the step, metres; `None` if the centre moves rigidly.
    pub(super) fn at(&self, profile: &CharacterProfile, motion: &RigidMotion, parts: [f64; 2]) -> Option<[DVec3; 2]> {
        match *self {
            Self::Rigid => None,
            Self::Touching(normal) if motion.turn() == 0.0 => Some([profile.touching(normal).as_dvec3(); 2]),
            Self::Touching(normal) => Some(parts.map(|part| {
                let normal = motion.turned_by(part) * normal.as_dvec3();
                profile.touching(normal.as_vec3()).as_dvec3()
            })),
            Self::About { arm, up } => Some(parts.map(|part| twist(motion.turned_by(part), up) * arm)),
        }
    }
}

/// Part of a rotation about an axis of unit length; none of a half turn about an axis across it.
fn twist(rotation: DQuat, axis: DVec3) -> DQuat {
    let along = axis * rotation.xyz().dot(axis);
    let twist = DQuat::from_xyzw(along.x, along.y, along.z, rotation.w);
    if twist.length_squared() > 0.0 { twist.normalize() } else { DQuat::IDENTITY }
}
