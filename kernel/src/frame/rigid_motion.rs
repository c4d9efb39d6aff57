//! The rigid motion of an instance during a step, from one placement to another.
//!
//! In: two placements of the same scale. Out: the placement at any part of the step, the distance that a point of the mesh moves,
//! and bounds of the motion between.
//!
//! The origin of the mesh moves straight. The rotation is the normalized mean of both quaternions, which turns about one axis; its
//! speed differs by less than 6 % within a turn of 90°. Neither needs an angle, so that bits agree on every platform.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number, check_vector};
use crate::base::tolerance::{MAX_MOVE, MAX_TURN};
use crate::frame::placement::{Placed, Placement};
use crate::frame::turn::Turn;
use crate::shape::swept_ellipsoid::Shape;
use glam::{DQuat, DVec3};

/// Motion of an instance in a step, from one placement to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RigidMotion {
    /// Position of the instance's mesh origin at the start of the motion, world space, metres.
    origin: DVec3,
    to: Placement,
    /// Rotations of the instance at start and end of the motion; the second has the sign that is nearer to the first.
    rotations: [DQuat; 2],
    /// Axis of the instance's rotation from start to end of the motion, unit length, world space; zero without a rotation.
    axis: DVec3,
    /// Angle of the instance's rotation from start to end of the motion, radians.
    turn: f64,
}

impl RigidMotion {
    /// Makes the motion between two valid placements of an instance; an error if the motion is too long or changes the scale.
    pub(crate) fn new(from: Placement, to: Placement) -> Result<Self, InputError> {
        let other = to.scale.to_array().into_iter().zip(from.scale.to_array()).find(|(to, from)| to != from);
        if let Some((scale, _)) = other {
            return Err(InputError::out_of_range(Field::MovedScale, scale));
        }
        check_vector(Field::Move, (to.translation - from.translation).as_vec3(), MAX_MOVE)?;
        let [first, second] = [from, to].map(|placement| placement.unit_rotation());
        let second = if first.dot(second) < 0.0 { -second } else { second };
        // The chord between unit quaternions is `2 sin(angle / 4)`.
        let turn = if from.rotation == to.rotation {
            0.0
        } else {
            4.0 * libm::asin((0.5 * (second - first).length()).min(1.0))
        };
        check_number(Field::Turn, turn as f32, 0.0, MAX_TURN)?;
        let axis = (second * first.conjugate()).xyz().normalize_or_zero();
        Ok(Self { origin: from.translation, to, rotations: [first, second], axis, turn })
    }

    /// Makes the motion of an instance that stays where it is.
    pub(crate) fn at_rest(placement: Placement) -> Self {
        let rotations = [placement.unit_rotation(); 2];
        Self { origin: placement.translation, to: placement, rotations, axis: DVec3::ZERO, turn: 0.0 }
    }

    /// Converts the motion from world space to a turned body's body space.
    pub(crate) fn turned(&self, turn: &Turn) -> Self {
        let Self { origin, mut to, rotations, axis, turn: angle } = *self;
        let rotations = rotations.map(|rotation| turn.back * rotation);
        (to.translation, to.rotation) = (turn.body_point(to.translation), rotations[1].as_quat());
        Self { origin: turn.body_point(origin), to, rotations, axis: turn.to_body * axis, turn: angle }
    }

    /// Placement of the instance at the end of the motion.
    pub(crate) fn end(&self) -> Placement {
        self.to
    }

    /// Placement of the instance after a fraction of the motion, 0 to 1.
    pub(crate) fn at(&self, part: f64) -> Placed {
        let Self { origin, to, rotations: [first, second], .. } = self;
        let translation = origin + self.translation() * part;
        let rotation = if self.turn == 0.0 { *first } else { (*first * (1.0 - part) + *second * part).normalize() };
        Placed::of(translation, rotation, to.scale.as_dvec3())
    }

    /// Rotation of the instance after a fraction of the motion, 0 to 1.
    pub(crate) fn rotation(&self, part: f64) -> DQuat {
        let [first, second] = self.rotations;
        if self.turn == 0.0 { first } else { (first * (1.0 - part) + second * part).normalize() }
    }

    /// Rotation from the start of the motion to a fraction of it, 0 to 1.
    pub(crate) fn turned_by(&self, part: f64) -> DQuat {
        let [first, second] = self.rotations;
        (first * (1.0 - part) + second * part).normalize() * first.conjugate()
    }

    /// Displacement of the instance's mesh origin in the whole motion, world space, metres.
    pub(crate) fn translation(&self) -> DVec3 {
        self.to.translation - self.origin
    }

    /// Angle of the instance's rotation from start to end of the motion, radians.
    pub(crate) fn turn(&self) -> f64 {
        self.turn
    }

    /// Angle about the axis `up` of the instance's rotation from start to end of the motion, radians.
    pub(crate) fn turn_about(&self, up: DVec3) -> f64 {
        let [first, second] = self.rotations;
        let delta = second * first.conjugate();
        2.0 * libm::atan2(delta.xyz().dot(up), delta.w)
    }

    /// Upper bound of the distance that a point moves which is at `distance` from the mesh's origin, metres.
    pub(crate) fn reach(&self, distance: f64) -> f64 {
        self.translation().length() + distance * self.turn
    }

    /// The largest deviation, seen from the mesh, between the path of a point and the chord between its ends. The point moves
    /// straight by `apart` in the world, at most `distance` from the origin of the mesh. In `parts` equal parts the deviation falls
    /// with the square of their number. See `docs/math/moving.md`.
    pub(crate) fn sagitta(&self, distance: f64, apart: f64) -> f64 {
        let turn = self.turn * SPEED;
        (turn * turn * distance + 2.0 * turn * apart + SPEED_CHANGE * (self.turn * self.turn * self.turn) * distance)
            / 8.0
    }

    /// Upper bound of the distance that the surface of a shape moves when it turns with the mesh, metres: that of its ellipsoid, and
    /// that of the ends of its spine.
    pub(crate) fn shape_change(&self, shape: &Shape) -> f64 {
        let (radii, axis) = (shape.radii().as_dvec3(), self.axis.abs());
        let difference = DVec3::new(radii.y - radii.z, radii.z - radii.x, radii.x - radii.y).abs();
        let of_ellipsoid = self.turn * axis.dot(difference);
        if shape.has_spine() {
            return of_ellipsoid + self.turn * self.axis.cross(shape.spine().as_dvec3()).length();
        }
        of_ellipsoid
    }
}

/// Upper bound of the angular speed of a turn of up to 90° by normalized mean, per mean speed: `tan(π/8) / (π/8)`, rounded up.
const SPEED: f64 = 1.06;

/// Upper bound of the change of this angular speed, divided by the cube of the turn: `16 tan³(π/8) / (π/2)³`, rounded up.
const SPEED_CHANGE: f64 = 0.3;
