//! The boxes of candidate blocks, ellipsoid space, eight blocks at a time.
//!
//! In: up to eight candidate blocks. Out: the box around each.

use crate::bvh::block::NOWHERE;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::triangles::first_lanes;
use crate::simd::{Eight, LaneVec, Lanes, WIDTH};

/// Boxes around eight candidate blocks of eight triangles each, ellipsoid space: `low[axis][block]`, `high[axis][block]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct CandidateBoxes {
    pub(crate) low: [Eight; 3],
    pub(crate) high: [Eight; 3],
}

const _: () = assert!(size_of::<CandidateBoxes>() == 192 && align_of::<CandidateBoxes>() == 64);

impl CandidateBoxes {
    /// Eight boxes so far away that no shape reaches them.
    pub(crate) const NOWHERE: Self = Self { low: [[NOWHERE[0].x; WIDTH]; 3], high: [[NOWHERE[0].x; WIDTH]; 3] };

    /// Computes the boxes around up to eight candidate blocks. Only the first `in_last` lanes of the last block have triangles.
    #[inline(always)]
    pub(crate) fn around<L: Lanes>(lanes: L, blocks: &[CandidateBlock], in_last: usize) -> Self {
        let mut boxes = Self::NOWHERE;
        for (slot, block) in blocks.iter().enumerate() {
            let v = lanes.load_corners(&block.corners);
            let mut low = lanes.min3(lanes.min3(v[0], v[1]), v[2]);
            let mut high = lanes.max3(lanes.max3(v[0], v[1]), v[2]);
            if slot + 1 == blocks.len() {
                // Lanes without a triangle repeat the first lane.
                let (live, of_first) = (first_lanes(lanes, in_last), lanes.order(0));
                low = lanes.select3(live, low, lanes.permute3(low, of_first));
                high = lanes.select3(live, high, lanes.permute3(high, of_first));
            }
            let (low, high) = (least3(lanes, low), least3(lanes, -high));
            for axis in 0..3 {
                boxes.low[axis][slot] = low[axis];
                boxes.high[axis][slot] = -high[axis];
            }
        }
        boxes
    }
}

/// Minimum over the eight lanes of each component of `v`.
#[inline(always)]
fn least3<L: Lanes>(lanes: L, v: LaneVec<L::Float>) -> [f32; 3] {
    [lanes.store(lanes.least(v.x))[0], lanes.store(lanes.least(v.y))[0], lanes.store(lanes.least(v.z))[0]]
}
