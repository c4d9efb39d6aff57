//! One sweep over many candidates: blocks that the sphere stays away from are left out.
//!
//! In: candidate blocks, a motion. Out: the nearest contact, the same bits as over all of them.
//! 1. The first sweep after a gather makes the boxes of its blocks, eight blocks in a row of lanes.
//! 2. Eight boxes at a time are held against the [way of the sphere](crate::swept_sphere) up to the best contact so far;
//!    those that it comes near are swept.
//!
//! In the order of the gather: the nearest first gains nothing, as most blocks are left out either way.

use crate::block::NOWHERE;
use crate::candidates::{CandidateBlock, Candidates};
use crate::lanes::{Eight, LaneVec, Lanes, WIDTH, lanes_of, task};
use crate::motion::Motion;
use crate::nearest::Nearest;
use crate::sweep::Rule;
use crate::swept_sphere::SweptSphere;
use crate::triangles::first_lanes;

/// The boxes of eight blocks, ellipsoid space: `low[axis][block]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Boxes {
    low: [Eight; 3],
    high: [Eight; 3],
}

const _: () = assert!(size_of::<Boxes>() == 192 && align_of::<Boxes>() == 64);

impl Boxes {
    /// Boxes that nothing comes near.
    pub(crate) const NOWHERE: Self = Self { low: [[NOWHERE[0].x; WIDTH]; 3], high: [[NOWHERE[0].x; WIDTH]; 3] };

    /// Those of up to eight blocks. Only the first `in_last` lanes of the last block count.
    #[inline(always)]
    fn around<L: Lanes>(lanes: L, blocks: &[CandidateBlock], in_last: usize) -> Self {
        let mut boxes = Self::NOWHERE;
        for (slot, block) in blocks.iter().enumerate() {
            let v = lanes.load_corners(&block.corners);
            let mut low = lanes.min3(lanes.min3(v[0], v[1]), v[2]);
            let mut high = lanes.max3(lanes.max3(v[0], v[1]), v[2]);
            if slot + 1 == blocks.len() {
                // Lanes that hold no triangle are those of the first once more.
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

/// The least of all lanes, by component.
#[inline(always)]
fn least3<L: Lanes>(lanes: L, v: LaneVec<L::Float>) -> [f32; 3] {
    [lanes.store(lanes.least(v.x))[0], lanes.store(lanes.least(v.y))[0], lanes.store(lanes.least(v.z))[0]]
}

/// Makes the boxes of all blocks, if the sweep is the first after a gather.
#[inline(always)]
fn fill_boxes<L: Lanes>(lanes: L, candidates: &mut Candidates) {
    let in_last = (candidates.count() + WIDTH - 1) % WIDTH + 1;
    let (blocks, boxes) = candidates.boxes_to_fill();
    let groups = boxes.len();
    for (group, (blocks, boxes)) in blocks.chunks(WIDTH).zip(boxes).enumerate() {
        *boxes = Boxes::around(lanes, blocks, if group + 1 == groups { in_last } else { WIDTH });
    }
}

task! {
    /// One [`culled_sweep`].
    CulledSweep<'a> {
        candidates: &'a mut Candidates,
        motion: &'a Motion,
        rule: Rule,
        blocks_swept: &'a mut u64,
    } = culled_sweep => Nearest
}

/// Sweeps the candidates that the sphere comes near.
#[inline(always)]
fn culled_sweep<L: Lanes>(
    lanes: L,
    candidates: &mut Candidates,
    motion: &Motion,
    rule: Rule,
    blocks_swept: &mut u64,
) -> Nearest {
    fill_boxes(lanes, candidates);
    let mut nearest = Nearest::NONE;
    let mut swept = SweptSphere::new(motion, nearest.fraction);
    for (blocks, boxes) in candidates.blocks().chunks(WIDTH).zip(candidates.boxes()) {
        let until = nearest.fraction;
        let mask = lanes.bits(swept.meeting(lanes, lanes.load3(&boxes.low), lanes.load3(&boxes.high)));
        *blocks_swept += u64::from(mask.count_ones());
        for slot in lanes_of(mask) {
            nearest.sweep(lanes, &blocks[slot], lanes.every(), motion, nearest.limit(motion), rule);
        }
        if nearest.fraction < until {
            swept = SweptSphere::new(motion, nearest.fraction);
        }
    }
    nearest
}
