//! Arrays of numbers in the page: base64 of their little-endian bytes.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Serialize;

/// An array of numbers, as the page reads it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Numbers {
    #[serde(rename = "type")]
    kind: &'static str,
    base64: String,
}

impl Numbers {
    pub(super) fn f32(numbers: impl IntoIterator<Item = f32>) -> Self {
        Self::of("f32", &numbers.into_iter().flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
    }

    pub(super) fn u32(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self::of("u32", &numbers.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
    }

    pub(super) fn u8(numbers: &[u8]) -> Self {
        Self::of("u8", numbers)
    }

    pub(super) fn i8(numbers: impl IntoIterator<Item = i8>) -> Self {
        Self::of("i8", &numbers.into_iter().flat_map(i8::to_le_bytes).collect::<Vec<u8>>())
    }

    fn of(kind: &'static str, bytes: &[u8]) -> Self {
        Self { kind, base64: BASE64_STANDARD.encode(bytes) }
    }
}
