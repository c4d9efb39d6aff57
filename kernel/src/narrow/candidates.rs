//! The candidate blocks of one character in one frame, densely packed. No geometry happens here.

use crate::bvh::block::NO_TRIANGLE;
use crate::bvh::traverse::index_list::MOST_FEW;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::candidate_boxes::CandidateBoxes;
use crate::simd::WIDTH;
use alloc::boxed::Box;
use alloc::vec;

/// Maximum number of blocks of one gather, 96 KiB: as many as its traversal may list. If there are more, a slide's sweeps traverse
/// the tree instead ([`dense_sweep`](crate::query::sweep::dense)): so the memory of a character is bounded, and allocated once.
const MOST_BLOCKS: usize = MOST_FEW;

/// Triangles near a character, gathered for the sweeps of a slide, in blocks of eight; only the last block may be partial. Of many, the
/// sweeps [prepare](crate::narrow::prepare) those that they come near; the blocks of few are prepared already.
#[derive(Debug)]
pub(crate) struct Candidates {
    blocks: Box<[CandidateBlock]>,
    count: usize,
    /// Bounding boxes of the candidate blocks, for eight blocks in each element.
    boxes: Box<[CandidateBoxes]>,
    /// Number of elements of `boxes` that have been computed for the current blocks.
    boxed: usize,
}

impl Default for Candidates {
    fn default() -> Self {
        Self {
            blocks: vec![CandidateBlock::EMPTY; MOST_BLOCKS].into_boxed_slice(),
            count: 0,
            boxes: vec![CandidateBoxes::NOWHERE; MOST_BLOCKS.div_ceil(WIDTH)].into_boxed_slice(),
            boxed: 0,
        }
    }
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.boxed = 0;
    }

    /// Number of candidate triangles.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Removes the candidate triangles whose id satisfies `is_out`; the boxes of their blocks stay as they are.
    pub(crate) fn take_out(&mut self, is_out: impl Fn(u32) -> bool) {
        for block in self.blocks_mut() {
            for lane in 0..WIDTH {
                if block.ids[lane] != NO_TRIANGLE && is_out(block.ids[lane]) {
                    block.take_out(lane);
                }
            }
        }
    }

    /// Blocks of eight that hold the candidate triangles; the last one may be partial.
    pub(crate) fn blocks(&self) -> &[CandidateBlock] {
        &self.blocks[..self.count.div_ceil(WIDTH)]
    }

    /// As [`blocks`](Self::blocks), to be prepared in place.
    pub(crate) fn blocks_mut(&mut self) -> &mut [CandidateBlock] {
        &mut self.blocks[..self.count.div_ceil(WIDTH)]
    }

    /// Boxes around the candidate blocks, eight in each element; valid once [`boxes_to_fill`](Candidates::boxes_to_fill) is filled.
    pub(crate) fn boxes(&self) -> &[CandidateBoxes] {
        &self.boxes[..self.boxed]
    }

    /// Returns the blocks without boxes, and the boxes to fill: all after a gather, none on the next call.
    pub(crate) fn boxes_to_fill(&mut self) -> (&[CandidateBlock], &mut [CandidateBoxes]) {
        let (first, count) = (self.boxed, self.count.div_ceil(WIDTH));
        self.boxed = count.div_ceil(WIDTH);
        (&self.blocks[(first * WIDTH).min(count)..count], &mut self.boxes[first..self.boxed])
    }

    /// Adds a block for `count` triangles behind the blocks so far, which are full, and returns it; `None` if no block is free.
    #[inline(always)]
    pub(crate) fn room(&mut self, count: usize) -> Option<&mut CandidateBlock> {
        let room = self.blocks.get_mut(self.count / WIDTH)?;
        self.count += count;
        Some(room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn filled(counts: &[usize]) -> Option<Candidates> {
        let mut candidates = Candidates::default();
        counts.iter().all(|&count| candidates.room(count).is_some()).then_some(candidates)
    }

    #[test]
    fn triangles_of_a_last_block_that_is_not_full_count_as_many_as_they_are() {
        let candidates = filled(&[WIDTH, WIDTH, 3]).expect("they fit");
        assert_eq!((candidates.count(), candidates.blocks().len()), (2 * WIDTH + 3, 3));
    }

    #[test]
    fn what_is_taken_out_is_out_of_reach_and_the_others_stay() {
        let mut candidates = filled(&[WIDTH, 3]).expect("they fit");
        for (number, id) in candidates.blocks.iter_mut().flat_map(|block| &mut block.ids).take(WIDTH + 3).enumerate() {
            *id = number as u32;
        }
        candidates.take_out(|number| number % 2 == 1);
        let left: Vec<u32> = candidates.blocks().iter().flat_map(|block| block.ids).take(WIDTH + 3).collect();
        let expected = |number| if number % 2 == 1 { NO_TRIANGLE } else { number };
        assert_eq!(left, (0..WIDTH as u32 + 3).map(expected).collect::<Vec<_>>());
        assert_eq!(candidates.blocks()[0].triangle(1), CandidateBlock::EMPTY.triangle(1));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let full = vec![WIDTH; MOST_BLOCKS];
        assert_eq!(filled(&full).expect("they fit").count(), MOST_BLOCKS * WIDTH);
        assert!(filled(&[&full[..], &[1]].concat()).is_none());
        assert!(filled(&[&full[1..], &[1]].concat()).is_some());
    }
}
