//! What saves are made of: sections of plain elements that lie at any address, and a checksum at the end.
//!
//! Numbers are in the byte order of the machine.

use bytemuck::{AnyBitPattern, NoUninit};

/// Bytes of the checksum.
pub(crate) const CHECKSUM: usize = size_of::<u64>();

/// Elements that lie at any address.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a, T> {
    bytes: &'a [u8],
    kind: std::marker::PhantomData<T>,
}

impl<'a, T: AnyBitPattern> Section<'a, T> {
    pub(crate) fn iter(self) -> impl Iterator<Item = T> + 'a {
        self.bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned)
    }

    pub(crate) fn get(self, index: u32) -> T {
        let at = index as usize * size_of::<T>();
        bytemuck::pod_read_unaligned(&self.bytes[at..at + size_of::<T>()])
    }
}

/// Takes so many elements off the front of `rest`.
pub(crate) fn take<'a, T>(rest: &mut &'a [u8], count: u32) -> Section<'a, T> {
    let (bytes, after) = rest.split_at(count as usize * size_of::<T>());
    *rest = after;
    Section { bytes, kind: std::marker::PhantomData }
}

/// Takes a word into a hash: a product, and its upper half folded onto the lower.
#[inline(always)]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// Makes the checksum at the end of a save right.
#[cfg(feature = "inspect")]
pub(crate) fn seal(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(CHECKSUM) {
        let sum = checksum(&bytes[..body]);
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
    }
}

/// Appends values.
pub(crate) fn put<T: NoUninit>(bytes: &mut Vec<u8>, values: &[T]) {
    bytes.extend_from_slice(bytemuck::cast_slice(values));
}

/// A checksum: four sums side by side, so that none waits for the product of another.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sums = [1, 2, 3, 4];
    let chunks = bytes.chunks_exact(32);
    let rest = chunks.remainder();
    for chunk in chunks {
        let words: [u64; 4] = bytemuck::pod_read_unaligned(chunk);
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum = fold(*sum, word);
        }
    }
    let rest = rest.iter().fold(bytes.len() as u64, |sum, &byte| fold(sum, u64::from(byte)));
    sums.into_iter().fold(rest, fold)
}
