//! A node of the tree as it lies in memory: the boxes of up to eight children. No geometry happens here.

use crate::lanes::{Eight, WIDTH};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// What a child of a node is, packed into 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Child(u32);

const LEAF: u32 = 1 << 31;

impl Child {
    /// No child. Its box compares false with every query, so that it is never entered.
    pub(crate) const NONE: Self = Self(u32::MAX);

    pub(crate) fn node(index: usize) -> Self {
        Self(index as u32)
    }

    pub(crate) fn block(index: usize) -> Self {
        Self(index as u32 | LEAF)
    }

    /// The block's index, if the child is a block.
    #[inline(always)]
    pub(crate) fn as_block(self) -> Option<usize> {
        (self.0 & LEAF != 0).then_some((self.0 & !LEAF) as usize)
    }

    /// The node's index, if the child is a node.
    #[inline(always)]
    pub(crate) fn as_node(self) -> usize {
        self.0 as usize
    }
}

/// Up to eight children: their boxes in mesh space, structure of arrays, and what they are.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// `low[axis][child]`.
    pub(crate) low: [Eight; 3],
    /// `high[axis][child]`.
    pub(crate) high: [Eight; 3],
    pub(crate) children: [Child; WIDTH],
    /// Fills the fourth cache line.
    unused: [u32; 8],
}

// Four cache lines. Quantised boxes would make it two; that is for the work on speed to decide by measuring.
const _: () = assert!(size_of::<Node>() == 256 && align_of::<Node>() == 64);

impl Node {
    /// A node without children.
    pub(crate) const EMPTY: Self = Self {
        low: [[f32::NAN; WIDTH]; 3],
        high: [[f32::NAN; WIDTH]; 3],
        children: [Child::NONE; WIDTH],
        unused: [0; 8],
    };

    /// Writes a child and its box.
    pub(crate) fn set(&mut self, slot: usize, child: Child, low: Vec3, high: Vec3) {
        for axis in 0..3 {
            self.low[axis][slot] = low[axis];
            self.high[axis][slot] = high[axis];
        }
        self.children[slot] = child;
    }
}
