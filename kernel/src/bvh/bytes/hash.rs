//! The hash of a cooked mesh: XXH3 of 64 bits, of all its bytes before the hash itself.
//!
//! In: the bytes, in one piece or in several, in order. Out: the same hash. Whoever checks a large file takes its pieces in while they
//! are in the cache for the check.

use core::hash::Hasher;
use twox_hash::XxHash3_64;
use twox_hash::xxhash3_64::{DEFAULT_SECRET_LENGTH, RawHasher, SecretBuffer};

/// Hash of the bytes that it was given so far.
pub(super) struct Hash(RawHasher<&'static [u8; DEFAULT_SECRET_LENGTH]>);

impl Hash {
    pub(super) fn new() -> Self {
        Self(RawHasher::new(SecretBuffer::default()))
    }

    /// Takes in the next bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Hash of all bytes, as it lies in a cooked mesh.
    pub(super) fn end(&self) -> [u8; 8] {
        self.0.finish().to_ne_bytes()
    }
}

/// Hash of bytes in one piece, as it lies in a cooked mesh.
pub(super) fn hash_of(bytes: &[u8]) -> [u8; 8] {
    XxHash3_64::oneshot(bytes).to_ne_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    #[test]
    fn pieces_have_the_hash_of_the_whole() {
        let mut random = Random(1);
        let bytes: Vec<u8> = (0..70_000_u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        for round in 0..200 {
            let all = &bytes[..(random.signed().abs() * if round % 2 == 0 { 70_000.0 } else { 600.0 }) as usize];
            let (mut hash, mut rest) = (Hash::new(), all);
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(rest.len().min((random.signed().abs() * 30_000.0) as usize));
                hash.take(piece);
                rest = behind;
            }
            assert_eq!(hash.end(), hash_of(all), "{} bytes", all.len());
        }
    }
}
