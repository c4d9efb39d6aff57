//! Why characters that were to be added together are refused.

use crate::base::input_error::InputError;
use thiserror::Error;

/// Error of [`Crowd::spawn_many`](crate::Crowd::spawn_many): which position was refused, and why. No character was added.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, Field, InputError};
///
/// let places = [Vec3::ZERO, Vec3::new(0.0, 3e7, 0.0)];
/// let refused = Crowd::default().spawn_many(&CharacterProfile::default(), &places, &mut Vec::new());
/// let error = refused.expect_err("too far");
/// assert_eq!((error.place(), error.error().field()), (1, Field::Position));
/// assert_eq!(
///     error.to_string(),
///     "place 1: `position` is 30000000, must be -16777216 to 16777216 m along each axis"
/// );
/// assert_eq!(InputError::from(error), error.error());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("place {place}: {error}")]
pub struct SpawnError {
    place: usize,
    error: InputError,
}

impl SpawnError {
    #[cold]
    pub(crate) fn new(place: usize, error: InputError) -> Self {
        Self { place, error }
    }

    /// Index, in the slice of positions to spawn at, of the first refused position.
    #[must_use]
    pub fn place(&self) -> usize {
        self.place
    }

    /// Reason why the position of a new character was refused.
    #[must_use]
    pub fn error(&self) -> InputError {
        self.error
    }
}

impl From<SpawnError> for InputError {
    fn from(error: SpawnError) -> Self {
        error.error
    }
}
