//! Triangles that one character may meet in one frame, in ellipsoid space. No geometry happens here.

use crate::block::{NO_TRIANGLE, TriangleBlock, nowhere};
use crate::lanes::{Eight, WIDTH};

/// Eight triangles in ellipsoid space with what every test needs of them, structure of arrays, `[axis][lane]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct CandidateBlock {
    /// `corners[corner][axis][lane]`.
    pub(crate) corners: [[Eight; 3]; 3],
    /// Unit normal; zero where the triangle is too thin to have one in `f32`.
    pub(crate) normal: [Eight; 3],
    /// `1 / |edge|²` of the edges 0-1, 1-2, 2-0; zero where the edge has no length.
    pub(crate) inverse_square: [Eight; 3],
    pub(crate) ids: [u32; WIDTH],
}

// Eight cache lines and a half-used ninth would be worse: the sizes below add up to exactly eight.
const _: () = assert!(size_of::<CandidateBlock>() == 512 && align_of::<CandidateBlock>() == 64);

impl CandidateBlock {
    /// A block whose every lane is out of reach.
    pub(crate) const EMPTY: Self = Self {
        corners: nowhere(),
        normal: [[1.0; WIDTH], [0.0; WIDTH], [0.0; WIDTH]],
        inverse_square: [[1.0; WIDTH]; 3],
        ids: [NO_TRIANGLE; WIDTH],
    };

    /// The corners of one lane.
    pub(crate) fn triangle(&self, lane: usize) -> [[f32; 3]; 3] {
        self.corners.map(|corner| corner.map(|axis| axis[lane]))
    }
}

/// Most blocks of one gather, 256 KiB: 4,096 triangles within reach of one character. Where there are more, its sweeps
/// walk the tree; so the memory of a character is bounded, and allocated once.
const MOST_BLOCKS: usize = 512;

/// Blocks of candidates, packed densely: only the last may have empty lanes. Emptied, not freed, between frames.
#[derive(Debug)]
pub(crate) struct Candidates {
    pub(crate) blocks: Vec<CandidateBlock>,
    count: usize,
}

impl Default for Candidates {
    fn default() -> Self {
        Self { blocks: Vec::with_capacity(MOST_BLOCKS), count: 0 }
    }
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.blocks.clear();
        self.count = 0;
    }

    /// Adds the lanes of `mask` from a block whose corners were mapped to ellipsoid space; false if they do not fit.
    #[inline(always)]
    pub(crate) fn extend(&mut self, corners: &[[Eight; 3]; 3], source: &TriangleBlock, mut mask: u32) -> bool {
        if self.count + mask.count_ones() as usize > MOST_BLOCKS * WIDTH {
            return false;
        }
        while mask != 0 {
            let from = mask.trailing_zeros() as usize % WIDTH;
            mask &= mask - 1;
            let to = self.count % WIDTH;
            if to == 0 {
                self.blocks.push(CandidateBlock::EMPTY);
            }
            self.count += 1;
            let Some(block) = self.blocks.last_mut() else { return false };
            for (target, corner) in block.corners.iter_mut().zip(corners) {
                for (axis, values) in target.iter_mut().zip(corner) {
                    axis[to] = values[from];
                }
            }
            block.ids[to] = source.ids[from];
        }
        true
    }
}
