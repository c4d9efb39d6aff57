//! Recordings and moves as files: a mark, versions, a length, fields, and a checksum of all before it.
//!
//! In: fields. Out: bytes of a file; and from bytes the fields, or a [`FileError`] that names the fault.

use crate::replaying::fields::Reader;
use crate::walking::saved_walk::checksum;
use sweep8::{CharacterState, InputError};
use thiserror::Error;

/// Number of bytes before the fields: file mark, two versions, file length.
const HEAD: usize = 8 + 4 + 4 + 8;

/// Number of bytes of the checksum.
const CHECKSUM: usize = 8;

/// Kind of a replay file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// File with a run of a crowd.
    Recording,
    /// File with one move of a run.
    Move,
}

impl Kind {
    /// Returns the name of the file kind for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Move => "move",
        }
    }

    /// Returns the file kind that the first bytes mark; `None` if no kind has this mark.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        [Self::Recording, Self::Move].into_iter().find(|kind| bytes.starts_with(kind.mark()))
    }

    fn mark(self) -> &'static [u8; 8] {
        match self {
            Self::Recording => b"sweep8rc",
            Self::Move => b"sweep8mv",
        }
    }

    /// Returns the versions of a file's field layout and of the character states in the file.
    fn versions(self) -> [u32; 2] {
        let fields = match self {
            Self::Recording => 1,
            Self::Move => 2,
        };
        [fields, CharacterState::LAYOUT]
    }
}

/// Error: the bytes of a file are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FileError {
    /// Error: the bytes do not begin with the mark of a file of this kind.
    #[error("it is not a {0}")]
    NotOne(&'static str),
    /// Error: the file has a version that this program cannot read.
    #[error(
        "it is a {kind} of version {}, must be {}: record again with this program",
        dotted(*found),
        dotted(*expected)
    )]
    Version {
        /// Name of the file kind: recording or move.
        kind: &'static str,
        /// Versions in the file: of the field layout, and of the character states.
        found: [u32; 2],
        /// Versions that this program reads.
        expected: [u32; 2],
    },
    /// Error: the file has too few or too many bytes.
    #[error("it has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Actual number of bytes.
        given: u64,
        /// Expected number of bytes.
        expected: u64,
    },
    /// Error: the checksum does not match the bytes.
    #[error("its checksum does not match: bytes were changed")]
    Checksum,
    /// Error: a field is invalid, although the checksum matches.
    #[error("its {what} cannot belong to a {kind}")]
    Value {
        /// Name of the field.
        what: &'static str,
        /// Name of the file kind: recording or move.
        kind: &'static str,
    },
    /// Error: the kernel refuses a number in the file.
    #[error("a number in it is out of range: {0}")]
    Input(#[from] InputError),
}

fn dotted([fields, states]: [u32; 2]) -> String {
    format!("{fields}.{states}")
}

/// Builds the bytes of a file of this kind: header, fields and checksum.
pub(super) fn closed(kind: Kind, fields: &[u8]) -> Vec<u8> {
    let mut bytes = kind.mark().to_vec();
    bytes.extend(kind.versions().into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(((HEAD + fields.len() + CHECKSUM) as u64).to_le_bytes());
    bytes.extend(fields);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Validates header and checksum of a file; returns a reader of its fields.
pub(super) fn opened(kind: Kind, bytes: &[u8]) -> Result<Reader<'_>, FileError> {
    if !bytes.starts_with(kind.mark()) {
        return Err(FileError::NotOne(kind.name()));
    }
    let given = bytes.len() as u64;
    let least = HEAD + CHECKSUM;
    let head = |from: usize| Reader(&bytes[from..HEAD]);
    if bytes.len() < least {
        return Err(FileError::Length { given, expected: least as u64 });
    }
    let (found, expected) = (head(8).words().unwrap_or_default(), kind.versions());
    if found != expected {
        return Err(FileError::Version { kind: kind.name(), found, expected });
    }
    let expected = head(16).long().unwrap_or_default();
    if given != expected {
        return Err(FileError::Length { given, expected });
    }
    let (all, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(all).to_le_bytes() != *sum {
        return Err(FileError::Checksum);
    }
    Ok(Reader(&all[HEAD..]))
}

/// Corrects length and checksum of a changed file, so that tests and fuzz targets reach later checks.
pub fn seal(bytes: &mut [u8]) {
    let length = bytes.len();
    if length >= HEAD + CHECKSUM {
        bytes[16..HEAD].copy_from_slice(&(length as u64).to_le_bytes());
        let sum = checksum(&bytes[..length - CHECKSUM]);
        bytes[length - CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
    }
}
