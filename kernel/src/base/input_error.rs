//! Errors for refused input: the field, its value, and the accepted range. A refused call changes nothing.

use crate::base::field::Field;
use crate::base::tolerance::{MAX_COORDINATE, MAX_DISPLACEMENT, MAX_MOVE, UNIT_ROUNDING};
use glam::{DVec3, Quat, Vec3, Vec3A};
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
    /// Error: a number is out of range, or NaN.
    #[error("`{field}` is {value}, must be {}", field.range())]
    OutOfRange {
        /// Input field that was refused because its value is out of range or NaN.
        field: Field,
        /// Number that was refused as out of range or NaN; for a vector, its first refused component.
        value: f32,
    },
    /// Error: two slices that belong together differ in length.
    #[error("`{field}` has {given} elements, must have {expected}")]
    Length {
        /// Input field of the slice whose length was refused.
        field: Field,
        /// Length of the refused slice, in elements.
        given: u32,
        /// Length that the refused slice must have, in elements.
        expected: u32,
    },
    /// Error: the character id belongs to a character that was removed from the crowd.
    #[error("`character` {index} is no longer in this crowd: it was removed")]
    Removed {
        /// Index in the refused character id, see [`CharacterId::index`](crate::CharacterId::index).
        index: u32,
    },
    /// Error: the character id belongs to another crowd.
    #[error("`character` {index} belongs to another crowd")]
    Foreign {
        /// Index in the refused character id, see [`CharacterId::index`](crate::CharacterId::index).
        index: u32,
    },
    /// Error: the instance id belongs to an instance that was removed from the world.
    #[error("`instance` {index} is no longer in this world: it was removed")]
    RemovedInstance {
        /// Index in the refused instance id, see [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Error: the instance id belongs to another world.
    #[error("`instance` {index} belongs to another world")]
    ForeignInstance {
        /// Index in the refused instance id, see [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Error: an instance has a target placement, but the step did not start with [`World::begin_step`](crate::World::begin_step).
    #[error("`instance` {index} has a target: step with `World::begin_step`, or take the target back")]
    HasTarget {
        /// Index of the instance that has a target placement, see [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Error: a character's body would overlap the world after a change of its shape or orientation.
    #[error("`{field}` would overlap triangle {triangle} of instance {instance}: there is no room")]
    NoRoom {
        /// Input field that the refused call would have changed: the profile (shape) or the orientation of a character.
        field: Field,
        /// Index of the instance that the character would overlap; the lowest if there are several.
        instance: u32,
        /// Index of the triangle of that instance's mesh that the character would overlap; the lowest if there are several.
        triangle: u32,
    },
}

const _: () = assert!(size_of::<InputError>() <= 16);

impl PartialEq for InputError {
    /// Compares input errors by bits, so that an error about NaN equals itself.
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

    /// Contents of the error as bit patterns, for comparison: number of the kind, then the data of this kind.
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

    /// Makes the `OutOfRange` error for the first component of a vector that is NaN or farther than `most` from 0.
    #[cold]
    #[inline(never)]
    fn component(field: Field, v: Vec3, most: f32) -> Self {
        let value = v.to_array().into_iter().find(|value| value.abs() > most || value.is_nan()).unwrap_or(f32::NAN);
        Self::OutOfRange { field, value }
    }
}

/// Checks that each component of a vector is within ±`most` and not NaN; the error names `field`.
#[inline(always)]
pub(crate) fn check_vector(field: Field, v: Vec3, most: f32) -> Result<(), InputError> {
    if Vec3A::from(v).abs().cmple(Vec3A::splat(most)).all() {
        Ok(())
    } else {
        Err(InputError::component(field, v, most))
    }
}

/// Checks that a number is in `least..=most` and not NaN; the error names `field`.
#[inline(always)]
pub(crate) fn check_number(field: Field, value: f32, least: f32, most: f32) -> Result<(), InputError> {
    if value >= least && value <= most { Ok(()) } else { Err(InputError::out_of_range(field, value)) }
}

/// Checks that a slice has the expected length; the error names `field`.
pub(crate) fn check_length(field: Field, given: usize, expected: usize) -> Result<(), InputError> {
    if given == expected {
        Ok(())
    } else {
        Err(InputError::Length { field, given: given as u32, expected: expected as u32 })
    }
}

/// Checks that the centre of a shape (world space, metres) is in the range of coordinates.
#[inline]
pub(crate) fn check_center(center: Vec3) -> Result<(), InputError> {
    check_vector(Field::Position, center, MAX_COORDINATE)
}

/// Checks the components of the displacement of a sweep, world space, metres.
#[inline]
pub(crate) fn check_displacement(displacement: Vec3) -> Result<(), InputError> {
    check_vector(Field::Displacement, displacement, MAX_DISPLACEMENT)
}

/// Checks the components of the displacement of a slide or of a character's move, world space, metres.
#[inline]
pub(crate) fn check_move(displacement: Vec3) -> Result<(), InputError> {
    check_vector(Field::Move, displacement, MAX_MOVE)
}

/// Checks that the orientation of a body is a unit quaternion.
#[inline]
pub(crate) fn check_orientation(orientation: Quat) -> Result<(), InputError> {
    let square = orientation.length_squared();
    check_number(Field::Orientation, square, 1.0 - UNIT_ROUNDING, 1.0 + UNIT_ROUNDING)
}

/// Unit vector along the direction of a ray or an axis; an error if the direction has no length or is not finite.
#[inline(always)]
pub(crate) fn checked_direction(direction: Vec3) -> Result<DVec3, InputError> {
    let exact = direction.as_dvec3();
    let square = exact.length_squared();
    // The square of an `f32` that is not 0 neither vanishes nor overflows in `f64`. Both are false for NaN.
    if square > 0.0 && square <= f64::MAX {
        Ok(exact * exact.length_recip())
    } else {
        Err(InputError::out_of_range(Field::Direction, direction.length()))
    }
}

/// Checks that the largest distance of a query, metres, is 0 or more; it may be infinite.
#[inline]
pub(crate) fn check_distance(distance: f32) -> Result<(), InputError> {
    check_number(Field::Distance, distance, 0.0, f32::INFINITY)
}

/// Checks the duration of a time step, seconds.
#[inline]
pub(crate) fn check_time_step(seconds: f32) -> Result<(), InputError> {
    check_number(Field::TimeStep, seconds, 0.0, f32::MAX)
}
