//! A list of numbers that grows by those of eight that a mask names.

use crate::lanes::{Lanes, WIDTH};
use crate::together::TOGETHER;

/// Numbers that there is room for before a list grows.
const ROOM: usize = 512;

/// The memory of a list.
#[derive(Debug)]
pub(crate) struct Numbers(Vec<u32>);

/// A list that is being written. The count is no part of the memory, so that it stays in a register.
pub(crate) struct Writing<'a> {
    /// Eight more than count, at least: all of a register is written, and counted what the mask names.
    list: &'a mut Vec<u32>,
    count: usize,
}

impl Default for Numbers {
    fn default() -> Self {
        Self(vec![0; ROOM])
    }
}

impl Numbers {
    /// Begins an empty list.
    #[inline(always)]
    pub(crate) fn start(&mut self) -> Writing<'_> {
        Writing { list: &mut self.0, count: 0 }
    }
}

impl<'a> Writing<'a> {
    /// The number at a place, if there is one yet.
    #[inline(always)]
    pub(crate) fn get(&self, place: usize) -> Option<usize> {
        if place < self.count { Some(self.list[place] as usize) } else { None }
    }

    /// What lies at a place: a number, or what once was one.
    #[inline(always)]
    pub(crate) fn peek(&self, place: usize) -> usize {
        self.list.get(place).map_or(0, |&number| number as usize)
    }

    /// Adds one.
    #[inline(always)]
    pub(crate) fn push(&mut self, number: u32) {
        self.list[self.count] = number;
        self.count += 1;
    }

    /// Adds those that the mask names.
    #[inline(always)]
    pub(crate) fn extend<L: Lanes>(&mut self, lanes: L, numbers: &[u32; WIDTH], mask: u32) {
        let order = lanes.order(TOGETHER[mask as usize % TOGETHER.len()]);
        let moved = lanes.store_bits(lanes.permute(lanes.load_bits(numbers), order));
        match self.list.get_mut(self.count..self.count + WIDTH) {
            Some(end) => end.copy_from_slice(&moved),
            None => self.grow(&moved),
        }
        self.count += mask.count_ones() as usize;
    }

    /// All of them.
    #[inline(always)]
    pub(crate) fn finish(self) -> &'a [u32] {
        &self.list[..self.count]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, numbers: &[u32; WIDTH]) {
        self.list.truncate(self.count);
        self.list.extend(numbers);
        self.list.resize(2 * self.list.len(), 0);
    }
}
