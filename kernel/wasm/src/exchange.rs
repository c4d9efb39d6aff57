//! The memory through which arguments come in and answers go out.
//!
//! In: lists of plain numbers, one behind the other, each at a multiple of 8 bytes. Out: the same lists. The page writes arguments from
//! the address of [`Exchange::reserve`] on, and reads answers from [`Exchange::address`] on.

use crate::fault::Fault;
use bytemuck::{AnyBitPattern, NoUninit};

/// A list of words, and how far it has been read.
#[derive(Default)]
pub(crate) struct Exchange {
    words: Vec<u64>,
    read: usize,
}

impl Exchange {
    /// Makes room for so many bytes that the page is going to write, and returns their address.
    pub(crate) fn reserve(&mut self, bytes: usize) -> usize {
        self.words.clear();
        self.words.resize(bytes.div_ceil(8), 0);
        self.read = 0;
        // The page writes through this address, of which the compiler knows nothing else.
        self.words.as_mut_ptr().expose_provenance()
    }

    /// The address of the first word.
    pub(crate) fn address(&self) -> usize {
        self.words.as_ptr().expose_provenance()
    }

    /// Takes the next `count` elements of what the page has written.
    pub(crate) fn take<T: AnyBitPattern>(&mut self, count: usize) -> Result<&[T], Fault> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(Fault::Arguments)?;
        let end = self.read.checked_add(bytes.div_ceil(8)).ok_or(Fault::Arguments)?;
        let words = self.words.get(self.read..end).ok_or(Fault::Arguments)?;
        self.read = end;
        let bytes = &bytemuck::cast_slice::<u64, u8>(words)[..bytes];
        bytemuck::try_cast_slice(bytes).map_err(|_| Fault::Arguments)
    }

    /// Takes the next `N` numbers.
    pub(crate) fn numbers<const N: usize>(&mut self) -> Result<[f64; N], Fault> {
        let numbers: &[f64] = self.take(N)?;
        numbers.try_into().map_err(|_| Fault::Arguments)
    }

    /// Forgets all elements.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// Appends elements.
    pub(crate) fn put<T: NoUninit>(&mut self, elements: &[T]) {
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let first = self.words.len();
        self.words.resize(first + bytes.len().div_ceil(8), 0);
        bytemuck::cast_slice_mut::<u64, u8>(&mut self.words[first..])[..bytes.len()].copy_from_slice(bytes);
    }
}
