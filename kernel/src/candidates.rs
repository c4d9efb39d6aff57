//! Triangles that one character may meet in one frame, in ellipsoid space. No geometry happens here.

use crate::block::{NO_TRIANGLE, in_lane, nowhere};
use crate::culled_sweep::Boxes;
use crate::lanes::{Eight, WIDTH};
use crate::numbers::MOST_FEW;
use glam::Vec3A;

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
    #[inline(always)]
    pub(crate) fn triangle(&self, lane: usize) -> [Vec3A; 3] {
        let [a, b, c] = &self.corners;
        [in_lane(a, lane).into(), in_lane(b, lane).into(), in_lane(c, lane).into()]
    }
}

/// Most blocks of one gather, 96 KiB: as many as blocks of the world are listed for it. Where there are more, a slide's
/// sweeps walk the tree instead ([`dense_sweep`](crate::dense_sweep)): so the memory of a character is bounded, and allocated
/// once.
const MOST_BLOCKS: usize = MOST_FEW;

/// Candidates, packed densely: only the last block has lanes without a triangle.
#[derive(Debug)]
pub(crate) struct Candidates {
    blocks: Box<[CandidateBlock]>,
    count: usize,
    /// Those of eight blocks each.
    boxes: Box<[Boxes]>,
    /// How many of them are those of blocks that are here now.
    boxed: usize,
}

impl Default for Candidates {
    fn default() -> Self {
        Self {
            blocks: vec![CandidateBlock::EMPTY; MOST_BLOCKS].into_boxed_slice(),
            count: 0,
            boxes: vec![Boxes::NOWHERE; MOST_BLOCKS.div_ceil(WIDTH)].into_boxed_slice(),
            boxed: 0,
        }
    }
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.boxed = 0;
    }

    /// How many triangles there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The blocks that hold candidates.
    pub(crate) fn blocks(&self) -> &[CandidateBlock] {
        &self.blocks[..self.count.div_ceil(WIDTH)]
    }

    /// The boxes of these blocks, eight each, once they were [filled](Candidates::boxes_to_fill).
    pub(crate) fn boxes(&self) -> &[Boxes] {
        &self.boxes[..self.boxed]
    }

    /// The blocks whose boxes are still to be filled, and these boxes: all of them at first, none the next time.
    pub(crate) fn boxes_to_fill(&mut self) -> (&[CandidateBlock], &mut [Boxes]) {
        let (first, count) = (self.boxed, self.count.div_ceil(WIDTH));
        self.boxed = count.div_ceil(WIDTH);
        (&self.blocks[(first * WIDTH).min(count)..count], &mut self.boxes[first..self.boxed])
    }

    /// Room for a block behind full ones, of whose triangles the first `count` matter; `None` where there is none left.
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
    fn what_does_not_fit_is_said() {
        let full = vec![WIDTH; MOST_BLOCKS];
        assert_eq!(filled(&full).expect("they fit").count(), MOST_BLOCKS * WIDTH);
        assert!(filled(&[&full[..], &[1]].concat()).is_none());
        assert!(filled(&[&full[1..], &[1]].concat()).is_some());
    }
}
