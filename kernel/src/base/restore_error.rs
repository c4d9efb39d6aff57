//! Errors for saved bytes that cannot be restored.

use crate::base::input_error::InputError;
use thiserror::Error;

/// Maximum number of steps of a saved crowd: at a million a second it is reached after 146,000 years, and counting on does not overflow.
pub(crate) const MOST_STEPS: u64 = 1 << 62;

/// The reason why bytes were not restored as a crowd or as the motion of a world. The crowd or world stays unchanged.
///
/// ```
/// use sweep8::{Crowd, RestoreError};
///
/// let (crowd, mut bytes) = (Crowd::default(), Vec::new());
/// crowd.save_into(&mut bytes);
/// let cut_short = Crowd::default().restore(&bytes[..bytes.len() - 1]);
/// assert!(matches!(cut_short, Err(RestoreError::Length { .. })));
/// assert_eq!(Crowd::default().restore(b"something else"), Err(RestoreError::NotACrowd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Error: the bytes do not begin with the header of a saved crowd.
    #[error("these bytes are not a saved crowd of this byte order")]
    NotACrowd,
    /// Error: the saved crowd or motion has a version that this library cannot read.
    #[error("the save is of version {found}, must be {expected}: save again with this version")]
    Version {
        /// Version in the header of the save.
        found: u32,
        /// Version of saves that this library reads.
        expected: u32,
    },
    /// Error: the saved bytes are fewer or more than their header announces.
    #[error("the save has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Number of bytes in the slice to restore from.
        given: u64,
        /// Number of bytes that the header of the save announces.
        expected: u64,
    },
    /// Error: the checksum of the save does not match its bytes, so bytes were changed after saving.
    #[error("the checksum does not fit: bytes of the save were changed")]
    Checksum,
    /// Error: a number in the saved bytes is out of its range.
    #[error("a number in the save is out of its range: {0}")]
    Input(#[from] InputError),
    /// Error: the bytes do not begin with the header of a saved motion of instances.
    #[error("these bytes are not the saved motion of a world of this byte order")]
    NotAMotion,
    /// Error: an instance of the saved motion does not exist in the world to restore into, or has another mesh there.
    #[error(
        "`instance` {index} of the save is not in this world, or of another mesh: add the instances that were saved first"
    )]
    Instance {
        /// Index of the missing instance in the world, see [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Error: the world to restore into has an instance that the saved motion does not have.
    #[error("`instance` {index} of this world is not in the save: remove the instances that were added since")]
    ExtraInstance {
        /// Index of the instance in the world, see [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Error: the number of steps in the saved crowd is larger than that of any crowd.
    #[error("the number of steps in the save is {steps}, must be at most {}", MOST_STEPS)]
    Steps {
        /// Number of steps in the save.
        steps: u64,
    },
    /// Error: the ids and the characters in the saved crowd contradict each other.
    #[error("the ids and the characters of the save contradict each other")]
    Ids,
}
