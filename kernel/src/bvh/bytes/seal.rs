//! Bytes of a cooked mesh that were changed on purpose: for tests and fuzz targets, which want to reach what lies behind the hash.

use crate::bvh::bytes::layout::{HASH, hash_of};

/// Makes the hash at the end of a cooked mesh right.
pub(crate) fn seal_cooked(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(HASH) {
        let hash = hash_of(&bytes[..body]);
        bytes[body..].copy_from_slice(&hash.to_ne_bytes());
    }
}
