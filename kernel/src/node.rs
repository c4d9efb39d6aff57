//! A node of the tree as it lies in memory: the boxes of up to eight children. No geometry happens here.

use crate::lanes::{Eight, WIDTH};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Up to eight children: their boxes in mesh space, structure of arrays, and what they are.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// `low[axis][child]`.
    pub(crate) low: [Eight; 3],
    /// `high[axis][child]`.
    pub(crate) high: [Eight; 3],
    /// Numbers of blocks in a node of the lowest level, elsewhere of nodes.
    children: [u32; WIDTH],
    /// 1 in a node of the lowest level.
    lowest: u32,
    /// Fills the fourth cache line.
    unused: [u32; 7],
}

// Four cache lines. Quantised boxes would make it two; that is for the work on speed to decide by measuring.
const _: () = assert!(size_of::<Node>() == 256 && align_of::<Node>() == 64);

impl Node {
    /// A node without children: their boxes compare false with every query, so that none is entered.
    pub(crate) const EMPTY: Self = Self {
        low: [[f32::NAN; WIDTH]; 3],
        high: [[f32::NAN; WIDTH]; 3],
        children: [0; WIDTH],
        lowest: 0,
        unused: [0; 7],
    };

    /// A node of the lowest level, without blocks.
    pub(crate) const LOWEST: Self = Self { lowest: 1, ..Self::EMPTY };

    /// Whether the children are blocks.
    #[inline(always)]
    pub(crate) fn is_lowest(&self) -> bool {
        self.lowest != 0
    }

    /// The number of a child.
    #[inline(always)]
    pub(crate) fn child(&self, slot: usize) -> usize {
        self.children[slot] as usize
    }

    /// The numbers of all children; 0 where there is none.
    #[inline(always)]
    pub(crate) fn children(&self) -> &[u32; WIDTH] {
        &self.children
    }

    /// Writes a child's box.
    pub(crate) fn set_box(&mut self, slot: usize, low: Vec3, high: Vec3) {
        for axis in 0..3 {
            self.low[axis][slot] = low[axis];
            self.high[axis][slot] = high[axis];
        }
    }

    /// Writes a child's number.
    pub(crate) fn set_child(&mut self, slot: usize, child: usize) {
        self.children[slot] = child as u32;
    }
}
