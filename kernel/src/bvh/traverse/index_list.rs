//! A list of numbers, extended by the bits of a mask.

use alloc::vec;
use alloc::vec::Vec;

/// Maximum number of indices that one bit mask can append to a list.
const MOST_NAMED: usize = u64::BITS as usize;

/// Indices that are always written, even beyond the bits of the mask: that costs less than a branch. Three, as with four the
/// compiler builds a vector element by element.
const FEW: usize = 3;

/// Initial capacity of a list of indices, in indices.
const ROOM: usize = 512;

/// The room of a short list, numbers. It is full when the next mask might not fit: at up to 128, from where on a traversal that tests
/// each box itself takes fewer instructions (bench/log/performance.md#dense-levels).
pub(crate) const MOST_FEW: usize = 192;

/// A list to which indices are appended.
pub(crate) trait WriteIndices {
    /// Appends `first + i` for each bit `i` of the mask; false if the list has no room for a full mask.
    fn extend(&mut self, first: usize, mask: u64) -> bool;
}

/// Reusable memory for a list of indices.
#[derive(Debug)]
pub(crate) struct IndexList(Vec<u32>);

/// An index list of growing capacity while it is written. The count is apart from the memory, so that it stays in a register.
pub(crate) struct IndexWriter<'a> {
    indices: &'a mut Vec<u32>,
    count: usize,
}

/// An index list of fixed capacity while it is written.
pub(crate) struct ShortIndexWriter<'a> {
    indices: &'a mut [u32; MOST_FEW],
    count: usize,
}

impl Default for IndexList {
    fn default() -> Self {
        Self(vec![0; ROOM])
    }
}

impl IndexList {
    /// Starts writing an empty list of growing capacity into this memory.
    #[inline(always)]
    pub(crate) fn start(&mut self) -> IndexWriter<'_> {
        IndexWriter { indices: &mut self.0, count: 0 }
    }

    /// Starts writing an empty list of fixed capacity into this memory.
    #[inline(always)]
    pub(crate) fn start_few(&mut self) -> ShortIndexWriter<'_> {
        ShortIndexWriter { indices: self.0.first_chunk_mut().expect("a list is never shorter"), count: 0 }
    }
}

impl WriteIndices for IndexWriter<'_> {
    #[inline(always)]
    fn extend(&mut self, first: usize, mask: u64) -> bool {
        match self.indices[self.count..].first_chunk_mut() {
            Some(room) => write(room, first, mask),
            None => self.grow(first, mask),
        }
        self.count += mask.count_ones() as usize;
        true
    }
}

impl WriteIndices for ShortIndexWriter<'_> {
    #[inline(always)]
    fn extend(&mut self, first: usize, mask: u64) -> bool {
        let Some(room) = self.indices[self.count..].first_chunk_mut() else { return false };
        write(room, first, mask);
        self.count += mask.count_ones() as usize;
        true
    }
}

impl<'a> ShortIndexWriter<'a> {
    /// Ends writing; returns the indices that were written.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'a [u32] {
        &self.indices[..self.count]
    }
}

impl<'a> IndexWriter<'a> {
    /// Ends writing; returns the indices that were written.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'a [u32] {
        &self.indices[..self.count]
    }

    /// Doubles the capacity of the index list, then appends `first + i` for each bit `i` of the mask.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, first: usize, mask: u64) {
        self.indices.resize(2 * self.indices.len(), 0);
        write(self.indices[self.count..].first_chunk_mut().expect("there is room"), first, mask);
    }
}

/// Writes the index `first + i` for each bit `i` of the mask to consecutive elements of `room`.
#[inline(always)]
fn write(room: &mut [u32; MOST_NAMED], first: usize, mask: u64) {
    let mut rest = mask;
    // The first numbers are written without a branch on their count, which would be mispredicted.
    for number in &mut room[..FEW] {
        *number = first as u32 + rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
    }
    for number in &mut room[FEW..] {
        if rest == 0 {
            break;
        }
        *number = first as u32 + rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
    }
}
