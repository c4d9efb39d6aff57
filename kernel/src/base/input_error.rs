//! The names under which hot calls refuse input. A refused call changes nothing.

use crate::base::tolerance::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE};
use glam::{Vec3, Vec3A};
use thiserror::Error;

/// Why a call was refused. The state, and every result that could be mistaken for an answer, is left unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A component of the centre, or of a point asked about, is NaN or infinite.
    #[error("the centre or point is not finite")]
    CenterNotFinite,
    /// A component of the centre, or of a point asked about, is beyond
    /// [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("the centre or point is farther from the origin than the largest coordinate, 2^24 m")]
    CenterTooFar,
    /// A component of the displacement, or of the velocity times the time step, is NaN or infinite.
    #[error("the displacement is not finite")]
    DisplacementNotFinite,
    /// A component of the displacement is beyond [`MAX_DISPLACEMENT`](crate::limits::MAX_DISPLACEMENT), or in a slide
    /// beyond [`MAX_MOVE`](crate::limits::MAX_MOVE).
    #[error("a component of the displacement is beyond the largest allowed: 2^24 m in a sweep, 2^12 m in a slide")]
    DisplacementTooLong,
    /// The time step is negative, NaN or infinite.
    #[error("the time step is not a finite number of seconds of at least 0")]
    TimeStep,
    /// A setting is out of its documented range.
    #[error("a setting is out of its range")]
    Settings,
    /// The character is not, or no longer, in this crowd.
    #[error("no such character in this crowd")]
    UnknownCharacter,
    /// The direction of a ray is NaN, infinite or zero.
    #[error("the direction has no length, or is not finite")]
    Direction,
    /// A distance is negative or NaN.
    #[error("the distance is not a number of at least 0")]
    Distance,
}

/// Accepts a centre, world space, metres.
#[inline]
pub(crate) fn check_center(center: Vec3) -> Result<(), InputError> {
    if is_within(center, MAX_COORDINATE) {
        Ok(())
    } else if center.is_finite() {
        Err(InputError::CenterTooFar)
    } else {
        Err(InputError::CenterNotFinite)
    }
}

/// Accepts the displacement of a sweep, world space, metres.
#[inline]
pub(crate) fn check_displacement(displacement: Vec3) -> Result<(), InputError> {
    check_length(displacement, MAX_DISPLACEMENT)
}

/// Accepts the desired displacement or the gravity of a slide, world space, metres.
pub(crate) fn check_move(displacement: Vec3) -> Result<(), InputError> {
    check_length(displacement, MAX_MOVE)
}

#[inline]
fn check_length(displacement: Vec3, longest: f32) -> Result<(), InputError> {
    if is_within(displacement, longest) {
        Ok(())
    } else if displacement.is_finite() {
        Err(InputError::DisplacementTooLong)
    } else {
        Err(InputError::DisplacementNotFinite)
    }
}

/// Whether every component is a number no farther from 0 than `most`.
#[inline]
fn is_within(v: Vec3, most: f32) -> bool {
    Vec3A::from(v).abs().cmple(Vec3A::splat(most)).all()
}

/// Accepts a distance, metres; it may be infinite.
pub(crate) fn check_distance(distance: f32) -> Result<(), InputError> {
    if distance >= 0.0 { Ok(()) } else { Err(InputError::Distance) }
}
