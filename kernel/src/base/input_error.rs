//! Errors for refused input: the field, its value, and the accepted range. A refused call changes nothing.

use crate::base::field::Field;
use crate::base::tolerance::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, UNIT_ROUNDING};
use glam::{Quat, Vec3, Vec3A};
use thiserror::Error;

/// The reason why a call was refused. A refused call leaves the state and all results unchanged.
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, Field};
///
/// let refused = CharacterProfile::new(&CharacterSettings { skin: -0.2, ..CharacterSettings::default() });
/// let error = refused.expect_err("no skin is negative");
/// assert_eq!(error.field(), Field::Skin);
/// assert_eq!(error.to_string(), "`skin` is -0.2, must be 0 to 100000 m");
/// ```
#[derive(Clone, Copy, Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A number is out of its range, or not a number.
    #[error("`{field}` is {value}, must be {}", field.range())]
    OutOfRange {
        /// The refused field.
        field: Field,
        /// The refused value; for a vector, its first component out of range.
        value: f32,
    },
    /// Two slices that belong together differ in length.
    #[error("`{field}` has {given} elements, must have {expected}")]
    Length {
        /// The refused slice.
        field: Field,
        /// The length of that slice.
        given: u32,
        /// The length that it must have.
        expected: u32,
    },
    /// The id names a character that was removed.
    #[error("`character` {index} is no longer in this crowd: it was removed")]
    Removed {
        /// See [`CharacterId::index`](crate::CharacterId::index).
        index: u32,
    },
    /// The id belongs to another crowd.
    #[error("`character` {index} belongs to another crowd")]
    Foreign {
        /// See [`CharacterId::index`](crate::CharacterId::index).
        index: u32,
    },
    /// The id names an instance that was removed.
    #[error("`instance` {index} is no longer in this world: it was removed")]
    RemovedInstance {
        /// See [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// The id belongs to another world.
    #[error("`instance` {index} belongs to another world")]
    ForeignInstance {
        /// See [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// An instance has a target, but the step did not begin with [`World::begin_step`](crate::World::begin_step).
    #[error("`instance` {index} has a target: step with `World::begin_step`, or take the target back")]
    HasTarget {
        /// See [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// A shape would overlap the world at its new place.
    #[error("`{field}` would overlap triangle {triangle} of instance {instance}: there is no room")]
    NoRoom {
        /// The field that would have changed.
        field: Field,
        /// The overlapped instance; the lowest index if there are several.
        instance: u32,
        /// The overlapped triangle of that instance; the lowest index if there are several.
        triangle: u32,
    },
}

const _: () = assert!(size_of::<InputError>() <= 16);

impl PartialEq for InputError {
    /// Compares by bits, so that an error about NaN equals itself.
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for InputError {}

impl InputError {
    /// The refused field: [`Field::Ids`] for an invalid character id, [`Field::Instances`] for an invalid instance id or an
    /// instance that has a target.
    #[must_use]
    pub fn field(&self) -> Field {
        match *self {
            Self::OutOfRange { field, .. } | Self::Length { field, .. } | Self::NoRoom { field, .. } => field,
            Self::Removed { .. } | Self::Foreign { .. } => Field::Ids,
            Self::RemovedInstance { .. } | Self::ForeignInstance { .. } | Self::HasTarget { .. } => Field::Instances,
        }
    }

    /// All contents as bit patterns.
    fn bits(self) -> [u32; 4] {
        match self {
            Self::OutOfRange { field, value } => [0, field as u32, value.to_bits(), 0],
            Self::Length { field, given, expected } => [1, field as u32, given, expected],
            Self::Removed { index } => [2, 0, index, 0],
            Self::Foreign { index } => [3, 0, index, 0],
            Self::NoRoom { field, instance, triangle } => [4, field as u32, triangle, instance],
            Self::RemovedInstance { index } => [5, 0, index, 0],
            Self::ForeignInstance { index } => [6, 0, index, 0],
            Self::HasTarget { index } => [7, 0, index, 0],
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn out_of_range(field: Field, value: f32) -> Self {
        Self::OutOfRange { field, value }
    }

    /// The error for the first component of a vector that is NaN or farther than `most` from 0.
    #[cold]
    #[inline(never)]
    fn component(field: Field, v: Vec3, most: f32) -> Self {
        let value = v.to_array().into_iter().find(|value| value.abs() > most || value.is_nan()).unwrap_or(f32::NAN);
        Self::OutOfRange { field, value }
    }
}

/// Accepts a vector if each component is a number within ±`most`.
#[inline(always)]
pub(crate) fn check_vector(field: Field, v: Vec3, most: f32) -> Result<(), InputError> {
    if Vec3A::from(v).abs().cmple(Vec3A::splat(most)).all() {
        Ok(())
    } else {
        Err(InputError::component(field, v, most))
    }
}

/// Accepts a number in `least..=most`.
#[inline(always)]
pub(crate) fn check_number(field: Field, value: f32, least: f32, most: f32) -> Result<(), InputError> {
    if value >= least && value <= most { Ok(()) } else { Err(InputError::out_of_range(field, value)) }
}

/// Accepts slices of equal length.
pub(crate) fn check_length(field: Field, given: usize, expected: usize) -> Result<(), InputError> {
    if given == expected {
        Ok(())
    } else {
        Err(InputError::Length { field, given: given as u32, expected: expected as u32 })
    }
}

/// Accepts a centre, world space, metres.
#[inline]
pub(crate) fn check_center(center: Vec3) -> Result<(), InputError> {
    check_vector(Field::Position, center, MAX_COORDINATE)
}

/// Accepts the displacement of a sweep, world space, metres.
#[inline]
pub(crate) fn check_displacement(displacement: Vec3) -> Result<(), InputError> {
    check_vector(Field::Displacement, displacement, MAX_DISPLACEMENT)
}

/// Accepts a displacement of a move, world space, metres.
#[inline]
pub(crate) fn check_move(displacement: Vec3) -> Result<(), InputError> {
    check_vector(Field::Move, displacement, MAX_MOVE)
}

/// Accepts the orientation of a body: a unit quaternion.
#[inline]
pub(crate) fn check_orientation(orientation: Quat) -> Result<(), InputError> {
    let square = orientation.length_squared();
    check_number(Field::Orientation, square, 1.0 - UNIT_ROUNDING, 1.0 + UNIT_ROUNDING)
}

/// Accepts a distance, metres; it may be infinite.
#[inline]
pub(crate) fn check_distance(distance: f32) -> Result<(), InputError> {
    check_number(Field::Distance, distance, 0.0, f32::INFINITY)
}

/// Accepts a time step, seconds.
#[inline]
pub(crate) fn check_time_step(seconds: f32) -> Result<(), InputError> {
    check_number(Field::TimeStep, seconds, 0.0, f32::MAX)
}
