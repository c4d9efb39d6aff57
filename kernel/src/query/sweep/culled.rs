//! One sweep over many candidates, which skips blocks that the sphere stays away from.
//!
//! In: candidate blocks, a motion. Out: the nearest contact, the same bits as over all of them.
//! 1. The first sweep after a gather makes the boxes of its blocks, eight blocks at a time.
//! 2. Eight boxes at a time are tested against the [swept sphere](crate::narrow::swept_sphere) up to the best contact so far; the
//!    blocks that it comes near are swept.
//!
//! Blocks keep the order of the gather: nearest first gains nothing, as most blocks are skipped either way.

use crate::narrow::candidate_boxes::CandidateBoxes;
use crate::narrow::candidates::Candidates;
use crate::narrow::mover::Mover;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::swept_sphere::SweptSphere;
use crate::query::block_count::BlockCount;
use crate::simd::{Lanes, WIDTH, task};

/// Computes the bounding boxes of all candidate blocks if none exist yet: in the first sweep after a gather.
#[inline(always)]
fn fill_boxes<L: Lanes>(lanes: L, candidates: &mut Candidates) {
    let in_last = (candidates.count() + WIDTH - 1) % WIDTH + 1;
    let (blocks, boxes) = candidates.boxes_to_fill();
    let groups = boxes.len();
    for (group, (blocks, boxes)) in blocks.chunks(WIDTH).zip(boxes).enumerate() {
        *boxes = CandidateBoxes::around(lanes, blocks, if group + 1 == groups { in_last } else { WIDTH });
    }
}

task! {
    /// Task that sweeps a unit sphere, or a capsule, over gathered triangles, but only over the blocks of eight that it comes near.
    pub(crate) struct CulledSweep<'a, M: Mover> {
        pub(crate) candidates: &'a mut Candidates,
        pub(crate) mover: &'a M,
        pub(crate) rule: Rule,
        pub(crate) blocks_swept: &'a mut BlockCount,
    }
    fn run<L>(lanes) -> Nearest {
        culled_sweep(lanes, candidates, mover, rule, blocks_swept)
    }
}

#[inline(always)]
fn culled_sweep<L: Lanes, M: Mover>(
    lanes: L,
    candidates: &mut Candidates,
    mover: &M,
    rule: Rule,
    blocks_swept: &mut BlockCount,
) -> Nearest {
    let motion = mover.motion();
    fill_boxes(lanes, candidates);
    let mut nearest = Nearest::NONE;
    let mut swept = SweptSphere::new(motion, nearest.fraction);
    for (blocks, boxes) in candidates.blocks().chunks(WIDTH).zip(candidates.boxes()) {
        let until = nearest.fraction;
        let [low, high] = mover.grown(lanes, lanes.load3(&boxes.low), lanes.load3(&boxes.high));
        let mask = lanes.bits(swept.meeting(lanes, low, high));
        blocks_swept.add(mask.count_ones() as usize);
        mover.sweep_chosen(lanes, blocks, mask, rule, &mut nearest);
        if nearest.fraction < until {
            swept = SweptSphere::new(motion, nearest.fraction);
        }
    }
    nearest
}
