//! Recordings and moves as files: a mark, versions, a length, fields, and a checksum of all before it.
//!
//! In: fields. Out: bytes of a file; and from bytes the fields, or a [`FileError`] that names the fault.

use crate::replaying::fields::Reader;
use crate::walking::saved_walk::checksum;
use sweep8::{CharacterState, InputError};
use thiserror::Error;

/// Number of bytes before the fields of a replay file: file mark, two versions, file length.
const HEAD: usize = 8 + 4 + 4 + 8;

/// Number of bytes of the checksum at the end of a replay file.
const CHECKSUM: usize = 8;

/// Kind of a replay file: whole run or single move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// File with the recorded run of a crowd.
    Recording,
    /// File with one move of one character.
    Move,
}

impl Kind {
    /// Returns the name of the kind of replay file, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Move => "move",
        }
    }

    /// Returns the kind of replay file that begins with `bytes`; `None` if no kind has this mark.
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

    /// Returns the version of the field layout of this kind of file, and the version of the character states in it.
    fn versions(self) -> [u32; 2] {
        let fields = match self {
            Self::Recording => 3,
            Self::Move => 4,
        };
        [fields, CharacterState::LAYOUT]
    }
}

/// Error: the bytes of a replay file are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FileError {
    /// Error: the bytes do not begin with the mark of a file of this kind.
    #[error("it is not a {0}")]
    NotOne(&'static str),
    /// Error: the replay file has a version that this program cannot read.
    #[error(
        "it is a {kind} of version {}, must be {}: record again with this program",
        dotted(*found),
        dotted(*expected)
    )]
    Version {
        /// Name of the kind of replay file: recording or move.
        kind: &'static str,
        /// Version of the field layout, and version of the character states, that the file has.
        found: [u32; 2],
        /// Version of the field layout, and version of the character states, that this program reads.
        expected: [u32; 2],
    },
    /// Error: the replay file has too few or too many bytes.
    #[error("it has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Number of bytes of the replay file.
        given: u64,
        /// Number of bytes that the header of the replay file states.
        expected: u64,
    },
    /// Error: the checksum of the replay file does not match its bytes.
    #[error("its checksum does not match: bytes were changed")]
    Checksum,
    /// Error: a field of the replay file is invalid, although the checksum matches.
    #[error("its {what} cannot belong to a {kind}")]
    Value {
        /// Name of the invalid field.
        what: &'static str,
        /// Name of the kind of replay file: recording or move.
        kind: &'static str,
    },
    /// Error: the kernel refuses a number in the replay file.
    #[error("a number in it is out of range: {0}")]
    Input(#[from] InputError),
}

fn dotted([fields, states]: [u32; 2]) -> String {
    format!("{fields}.{states}")
}

/// Builds the bytes of a replay file of this kind: header, `fields` and checksum.
pub(super) fn closed(kind: Kind, fields: &[u8]) -> Vec<u8> {
    let mut bytes = kind.mark().to_vec();
    bytes.extend(kind.versions().into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(((HEAD + fields.len() + CHECKSUM) as u64).to_le_bytes());
    bytes.extend(fields);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Validates header and checksum of a replay file; returns a reader of its fields.
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

/// Corrects length and checksum of a replay file that was changed, so that tests and fuzz targets reach later checks.
pub fn seal(bytes: &mut [u8]) {
    let length = bytes.len();
    if length >= HEAD + CHECKSUM {
        bytes[16..HEAD].copy_from_slice(&(length as u64).to_le_bytes());
        let sum = checksum(&bytes[..length - CHECKSUM]);
        bytes[length - CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
    }
}
