//! Changed bytes of a cooked mesh with a valid hash: for tests and fuzz targets of the checks behind the hash.

use crate::bvh::bytes::hash::hash_of;
use crate::bvh::bytes::layout::HASH;

/// Replaces the hash at the end of a cooked mesh by the correct one, for tests that change its bytes.
pub(crate) fn seal_cooked(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(HASH) {
        let hash = hash_of(&bytes[..body]);
        bytes[body..].copy_from_slice(&hash);
    }
}
