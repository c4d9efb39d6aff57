//! Why saved bytes are refused.

use crate::base::input_error::InputError;
use thiserror::Error;

/// Why bytes cannot be restored as a crowd or as the motion of a world. The crowd or the world is left as it was.
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
    /// The bytes do not begin as a saved crowd does.
    #[error("these bytes are not a saved crowd of this byte order")]
    NotACrowd,
    /// They are of a version that this one cannot read.
    #[error("the save is of version {found}, must be {expected}: save again with this version")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that is read here.
        expected: u32,
    },
    /// They are too few or too many.
    #[error("the save has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// How many there are.
        given: u64,
        /// How many the header asks for.
        expected: u64,
    },
    /// They were changed after saving.
    #[error("the checksum does not fit: bytes of the save were changed")]
    Checksum,
    /// A number is out of its range.
    #[error("the save holds something out of its range: {0}")]
    Input(#[from] InputError),
    /// The bytes do not begin as the motion of a world does.
    #[error("these bytes are not the saved motion of a world of this byte order")]
    NotAMotion,
    /// The world does not have the instances of the save.
    #[error(
        "`instance` {index} of the save is not in this world, or of another mesh: add the instances that were saved first"
    )]
    Instance {
        /// See [`InstanceId::index`](crate::InstanceId::index).
        index: u32,
    },
    /// Ids and characters do not fit together.
    #[error("ids and characters of the save do not fit together")]
    Ids,
}
