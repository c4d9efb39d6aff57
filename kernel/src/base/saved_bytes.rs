//! Parts of a save: a header, sections of plain elements at any alignment, and a checksum at the end.
//!
//! Numbers are in the byte order of the machine; the first number of the header shows which one that is.

use crate::base::restore_error::RestoreError;
use alloc::vec::Vec;
use bytemuck::{AnyBitPattern, NoUninit};

/// Size of the checksum at the end of a save, bytes.
const CHECKSUM: usize = size_of::<u64>();

/// Header of a save, from which the size of the save follows.
pub(crate) trait SaveHeader: AnyBitPattern + NoUninit {
    /// First number of the header of this kind of save; its bytes differ on a machine with the other byte order.
    const MAGIC: u64;

    /// Error for bytes that do not begin with [`MAGIC`](Self::MAGIC), so that they are no save of this kind.
    const NOT_ONE: RestoreError;

    /// Version numbers in this header, each paired with the version that this library reads.
    fn versions(&self) -> impl IntoIterator<Item = (u32, u32)>;

    /// Number of bytes in the sections that follow this header, without the checksum.
    fn body(&self) -> u64;

    /// Number of bytes of the whole save with this header, including the checksum.
    fn size(&self) -> u64 {
        (size_of::<Self>() + CHECKSUM) as u64 + self.body()
    }
}

/// Starts a save: replaces the contents of `bytes` by the header.
pub(crate) fn begin<H: SaveHeader>(bytes: &mut Vec<u8>, header: &H) {
    bytes.clear();
    bytes.reserve(header.size() as usize);
    bytes.extend_from_slice(bytemuck::bytes_of(header));
}

/// Completes a save: appends the checksum of its bytes.
pub(crate) fn finish(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    put(bytes, &[sum]);
}

/// Checks the length, versions and checksum of a save; returns its header and the bytes of its sections.
pub(crate) fn open<H: SaveHeader>(bytes: &[u8]) -> Result<(H, &[u8]), RestoreError> {
    let given = bytes.len() as u64;
    if !bytes.starts_with(&H::MAGIC.to_ne_bytes()) {
        return Err(H::NOT_ONE);
    }
    let least = size_of::<H>() + CHECKSUM;
    if bytes.len() < least {
        return Err(RestoreError::Length { given, expected: least as u64 });
    }
    let header: H = bytemuck::pod_read_unaligned(&bytes[..size_of::<H>()]);
    if let Some((found, expected)) = header.versions().into_iter().find(|(found, expected)| found != expected) {
        return Err(RestoreError::Version { found, expected });
    }
    if given != header.size() {
        return Err(RestoreError::Length { given, expected: header.size() });
    }
    let (all, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(all).to_ne_bytes() != *sum {
        return Err(RestoreError::Checksum);
    }
    Ok((header, &all[size_of::<H>()..]))
}

/// Elements of one section of a save, which may start at any alignment.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a, T> {
    bytes: &'a [u8],
    kind: core::marker::PhantomData<T>,
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

/// Removes the bytes of `count` elements from the front of `rest`, the unread part of a save, and returns them as a section.
pub(crate) fn take<'a, T>(rest: &mut &'a [u8], count: u32) -> Section<'a, T> {
    let (bytes, after) = rest.split_at(count as usize * size_of::<T>());
    *rest = after;
    Section { bytes, kind: core::marker::PhantomData }
}

/// Mixes a word into a hash: multiplies, then folds the upper half of the product onto its lower half.
#[inline(always)]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// Replaces the checksum at the end of a save by the correct one, for tests that change saved bytes.
#[cfg(feature = "inspect")]
pub(crate) fn seal(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(CHECKSUM) {
        let sum = checksum(&bytes[..body]);
        bytes[body..].copy_from_slice(&sum.to_ne_bytes());
    }
}

/// Appends the bytes of `values` to a save.
pub(crate) fn put<T: NoUninit>(bytes: &mut Vec<u8>, values: &[T]) {
    bytes.extend_from_slice(bytemuck::cast_slice(values));
}

/// Computes the checksum of saved bytes from four independent sums, so that no product waits for another.
fn checksum(bytes: &[u8]) -> u64 {
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
