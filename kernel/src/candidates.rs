//! Triangles that one character may meet in one frame, in ellipsoid space. No geometry happens here.

use crate::block::{NO_TRIANGLE, NOWHERE, nowhere};
use crate::lanes::{Eight, LaneVec, Lanes, WIDTH};
use crate::together::TOGETHER;
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
    pub(crate) fn triangle(&self, lane: usize) -> [Vec3A; 3] {
        self.corners.map(|corner| Vec3A::from_array(corner.map(|axis| axis[lane])))
    }
}

/// Most blocks of one gather, 256 KiB: 4,096 triangles within reach of one character. Where there are more, its sweeps
/// walk the tree; so the memory of a character is bounded, and allocated once.
const MOST_BLOCKS: usize = 512;

/// Candidates, packed densely: only the last block has lanes without a triangle.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// One more than can be filled: packing writes into the next block, too.
    blocks: Box<[CandidateBlock]>,
    count: usize,
}

impl Default for Candidates {
    fn default() -> Self {
        Self { blocks: vec![CandidateBlock::EMPTY; MOST_BLOCKS + 1].into_boxed_slice(), count: 0 }
    }
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// How many triangles there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The blocks that hold candidates.
    pub(crate) fn blocks(&self) -> &[CandidateBlock] {
        &self.blocks[..self.count.div_ceil(WIDTH)]
    }

    /// As [`blocks`](Self::blocks).
    pub(crate) fn blocks_mut(&mut self) -> &mut [CandidateBlock] {
        &mut self.blocks[..self.count.div_ceil(WIDTH)]
    }

    /// Adds the lanes of `mask` from a block whose corners were mapped to ellipsoid space; false if they do not fit.
    ///
    /// The lanes are moved together and on to where the last block ends; what goes beyond its eighth lane begins the
    /// next.
    #[inline(always)]
    pub(crate) fn extend<L: Lanes>(
        &mut self,
        lanes: L,
        corners: &[LaneVec<L::Float>; 3],
        ids: &[u32; WIDTH],
        mask: u32,
    ) -> bool {
        let count = self.count + mask.count_ones() as usize;
        let (block, lane) = (self.count / WIDTH, self.count % WIDTH);
        if count > MOST_BLOCKS * WIDTH {
            return false;
        }
        let [last, next, ..] = &mut self.blocks[block..] else { return false };
        let order = lanes.order(TOGETHER[mask as usize % TOGETHER.len()].rotate_left(8 * lane as u32));
        let taken = lanes.lt(lanes.load(&NUMBERS), lanes.splat(lane as f32));
        for ((last, next), &corner) in last.corners.iter_mut().zip(&mut next.corners).zip(corners) {
            let moved = lanes.permute3(corner, order);
            let before = lanes.load3(last);
            *last = lanes.store3(lanes.select3(taken, before, moved));
            *next = lanes.store3(moved);
        }
        let moved = lanes.permute(lanes.load_bits(ids), order);
        let before = lanes.load_bits(&last.ids);
        last.ids = lanes.store_bits(lanes.select(taken, before, moved));
        next.ids = lanes.store_bits(moved);
        self.count = count;
        true
    }

    /// Drops the first block, which must be full; the second, which is the last, takes its place.
    pub(crate) fn drop_first(&mut self) {
        let [first, second, ..] = &mut *self.blocks else { return };
        (first.corners, first.ids) = (second.corners, second.ids);
        self.count -= WIDTH;
    }

    /// Puts the lanes that are left of the last block out of reach.
    #[inline(always)]
    pub(crate) fn close<L: Lanes>(&mut self, lanes: L) {
        let lane = self.count % WIDTH;
        let (Some(last), 1..) = (self.blocks_mut().last_mut(), lane) else { return };
        let taken = lanes.lt(lanes.load(&NUMBERS), lanes.splat(lane as f32));
        for (corner, nowhere) in last.corners.iter_mut().zip(NOWHERE) {
            let before = lanes.load3(corner);
            *corner = lanes.store3(lanes.select3(taken, before, lanes.splat3(nowhere)));
        }
        let before = lanes.load_bits(&last.ids);
        last.ids = lanes.store_bits(lanes.select(taken, before, lanes.load_bits(&[NO_TRIANGLE; WIDTH])));
    }
}

/// The number of each lane.
const NUMBERS: Eight = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Backend, Chosen, Task};

    /// Packs the lanes that each mask names; lane `i` of block `b` has the id and the coordinates `8 b + i`.
    struct Pack<'a>(&'a mut Candidates, &'a [u32]);

    impl Task for Pack<'_> {
        type Output = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            let Self(candidates, masks) = self;
            candidates.clear();
            let mut fits = true;
            for (block, &mask) in masks.iter().enumerate() {
                let mut ids = [0; WIDTH];
                for (lane, id) in ids.iter_mut().enumerate() {
                    *id = (WIDTH * block + lane) as u32;
                }
                let corners = lanes.load_corners(&[[ids.map(|id| id as f32); 3]; 3]);
                fits = fits && candidates.extend(lanes, &corners, &ids, mask);
            }
            candidates.close(lanes);
            fits
        }
    }

    fn packed(backend: Backend, masks: &[u32]) -> Option<Candidates> {
        let mut candidates = Candidates::default();
        let lanes = Chosen::new(backend).expect("it is available");
        lanes.run(Pack(&mut candidates, masks)).then_some(candidates)
    }

    #[test]
    fn lanes_are_packed_in_order_and_what_is_left_of_the_last_block_is_out_of_reach() {
        let masks: Vec<u32> = (0..256).map(|step| step * 167 % 256).collect();
        for backend in Backend::available() {
            for count in 0..masks.len() {
                let masks = &masks[..count];
                let named = masks.iter().enumerate().flat_map(|(block, mask)| {
                    (0..WIDTH).filter(move |lane| mask >> lane & 1 == 1).map(move |lane| (WIDTH * block + lane) as u32)
                });
                let expected: Vec<u32> = named.collect();
                let candidates = packed(backend, masks).expect("they fit");
                let blocks = candidates.blocks();
                assert_eq!(blocks.len(), expected.len().div_ceil(WIDTH));
                let all = blocks.iter().flat_map(|block| (0..WIDTH).map(move |lane| (block, lane)));
                for (place, (block, lane)) in all.enumerate() {
                    let (id, corners) = match expected.get(place) {
                        Some(&id) => (id, [Vec3A::splat(id as f32); 3]),
                        None => (NO_TRIANGLE, CandidateBlock::EMPTY.triangle(0)),
                    };
                    assert_eq!((block.ids[lane], block.triangle(lane)), (id, corners), "{backend}, {count}, {place}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_said() {
        for backend in Backend::available() {
            let full = vec![255; MOST_BLOCKS];
            assert!(packed(backend, &full).is_some());
            assert!(packed(backend, &[&full[..], &[1]].concat()).is_none());
            let shifted = [&[0b11], &full[1..], &[0b1111_1100]].concat();
            assert!(packed(backend, &shifted).is_some());
            assert!(packed(backend, &[&shifted[..], &[1]].concat()).is_none());
        }
    }
}
