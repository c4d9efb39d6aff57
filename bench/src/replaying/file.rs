//! Recordings and moves as files: a mark, versions, a length, fields, and a checksum of all before it.
//!
//! In: fields. Out: bytes of a file; and from bytes the fields, or a [`FileError`] that names the fault.

use crate::replaying::fields::Reader;
use crate::walking::saved_walk::checksum;
use sweep8::{CharacterState, InputError};
use thiserror::Error;

/// Bytes before the fields: the mark, two versions, the length of the file.
const HEAD: usize = 8 + 4 + 4 + 8;

/// Bytes of the checksum.
const CHECKSUM: usize = 8;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A run of a crowd.
    Recording,
    /// One move of a run.
    Move,
}

impl Kind {
    /// Name of the kind in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Move => "move",
        }
    }

    /// The kind of a file, by its first bytes.
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

    /// Versions of the layout of its fields, and of the states in it.
    fn versions(self) -> [u32; 2] {
        let fields = match self {
            Self::Recording => 1,
            Self::Move => 2,
        };
        [fields, CharacterState::LAYOUT]
    }
}

/// Why the bytes of a file are refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FileError {
    /// The bytes do not begin with the mark of such a file.
    #[error("it is not a {0}")]
    NotOne(&'static str),
    /// The bytes have a version that this program cannot read.
    #[error(
        "it is a {kind} of version {}, must be {}: record again with this program",
        dotted(*found),
        dotted(*expected)
    )]
    Version {
        /// Recording or move.
        kind: &'static str,
        /// Versions in the file: of its layout, and of its states.
        found: [u32; 2],
        /// The versions that this program reads.
        expected: [u32; 2],
    },
    /// There are too few or too many.
    #[error("it has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Number of bytes.
        given: u64,
        /// Expected number of bytes.
        expected: u64,
    },
    /// The checksum does not match.
    #[error("its checksum does not match: bytes were changed")]
    Checksum,
    /// A field is invalid, although the checksum matches.
    #[error("its {what} cannot belong to a {kind}")]
    Value {
        /// Name of the field.
        what: &'static str,
        /// Recording or move.
        kind: &'static str,
    },
    /// The kernel refuses a number in the file.
    #[error("a number in it is out of range: {0}")]
    Input(#[from] InputError),
}

fn dotted([fields, states]: [u32; 2]) -> String {
    format!("{fields}.{states}")
}

/// The bytes of a file with these fields.
pub(super) fn closed(kind: Kind, fields: &[u8]) -> Vec<u8> {
    let mut bytes = kind.mark().to_vec();
    bytes.extend(kind.versions().into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(((HEAD + fields.len() + CHECKSUM) as u64).to_le_bytes());
    bytes.extend(fields);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// The fields of a file.
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

/// Corrects length and checksum of a file, so that tests and fuzz targets reach later checks.
pub fn seal(bytes: &mut [u8]) {
    let length = bytes.len();
    if length >= HEAD + CHECKSUM {
        bytes[16..HEAD].copy_from_slice(&(length as u64).to_le_bytes());
        let sum = checksum(&bytes[..length - CHECKSUM]);
        bytes[length - CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
    }
}
