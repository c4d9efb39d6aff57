//! A list of numbers that grows by those that a mask names.

use alloc::vec;
use alloc::vec::Vec;

/// Numbers that a mask can name.
const MOST_NAMED: usize = u64::BITS as usize;

/// Indices that are written whether the mask names them or not: that costs less than a branch. Three, as with four the
/// compiler builds a vector element by element.
const FEW: usize = 3;

/// Numbers that there is room for before a list grows.
const ROOM: usize = 512;

/// Numbers that there is room for in a list that stays short. It ends where the next mask might not fit: at up to 128, from
/// where on a walk that asks each box itself takes fewer instructions (docs/bench/log/performance.md#dense-levels).
pub(crate) const MOST_FEW: usize = 192;

/// A list that numbers are written to.
pub(crate) trait WriteIndices {
    /// Adds `first + i` for each bit `i` of the mask; false where there is no room for as many as a mask can name.
    fn extend(&mut self, first: usize, mask: u64) -> bool;
}

/// The memory of a list.
#[derive(Debug)]
pub(crate) struct IndexList(Vec<u32>);

/// A list that is being written, and grows. The count is no part of the memory, so that it stays in a register.
pub(crate) struct IndexWriter<'a> {
    indices: &'a mut Vec<u32>,
    count: usize,
}

/// A list that is being written and does not grow.
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
    /// Begins an empty list.
    #[inline(always)]
    pub(crate) fn start(&mut self) -> IndexWriter<'_> {
        IndexWriter { indices: &mut self.0, count: 0 }
    }

    /// Begins an empty list that stays short.
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
    /// All of them.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'a [u32] {
        &self.indices[..self.count]
    }
}

impl<'a> IndexWriter<'a> {
    /// All of them.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'a [u32] {
        &self.indices[..self.count]
    }

    /// The same where there is no room.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, first: usize, mask: u64) {
        self.indices.resize(2 * self.indices.len(), 0);
        write(self.indices[self.count..].first_chunk_mut().expect("there is room"), first, mask);
    }
}

/// Writes `first + i` for each bit `i` of the mask.
#[inline(always)]
fn write(room: &mut [u32; MOST_NAMED], first: usize, mask: u64) {
    let mut rest = mask;
    // Written without a branch on how many there are, which would be mispredicted.
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
