//! One sweep over many candidates, which skips triangles that the sphere stays away from.
//!
//! In: candidate blocks, whose triangles need not be [prepared](crate::narrow::prepare), a motion. Out: the nearest contact, the same
//! bits as over all of them.
//! 1. The first sweep after a gather makes the boxes of its blocks, eight blocks at a time.
//! 2. Eight boxes at a time are tested against the [swept sphere](crate::narrow::swept_sphere) up to the best contact so far, then the
//!    triangles of the blocks that it comes near.
//! 3. The triangles that it comes near are [packed, prepared and swept](super::packed_sweep).
//!
//! Of the blocks that are gathered among small triangles, three quarters have none that one sweep comes near, and the others three.
//! Blocks keep the order of the gather: nearest first gains nothing, as most triangles are skipped either way.

use crate::narrow::candidate_boxes::CandidateBoxes;
use crate::narrow::candidates::Candidates;
use crate::narrow::mover::Mover;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::{Nearest, winning_limit};
use crate::narrow::swept_sphere::SweptSphere;
use crate::query::block_count::BlockCount;
use crate::query::sweep::packed_sweep::PackedSweep;
use crate::simd::{Lanes, WIDTH, lanes_of, task};

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
    /// Task that sweeps a unit sphere, or a capsule, over gathered triangles, but only over those that it comes near.
    pub(crate) struct CulledSweep<'a, M: Mover> {
        pub(crate) candidates: &'a mut Candidates,
        pub(crate) mover: &'a M,
        pub(crate) rule: Rule,
        pub(crate) blocks_swept: &'a mut BlockCount,
    }
    fn run<L>(lanes) -> Nearest {
        fill_boxes(lanes, candidates);
        let motion = mover.motion();
        let mut until = Nearest::NONE.fraction;
        let mut swept = SweptSphere::new(motion, until);
        let mut sweep = PackedSweep::new(lanes, *mover, rule, blocks_swept);
        for (blocks, boxes) in candidates.blocks().chunks(WIDTH).zip(candidates.boxes()) {
            let [low, high] = mover.grown(lanes, lanes.load3(&boxes.low), lanes.load3(&boxes.high));
            for slot in lanes_of(lanes.bits(swept.meeting(lanes, low, high))) {
                let triangles = blocks[slot].triangles(lanes);
                let mask = lanes.bits(swept.meeting_triangles(lanes, mover, &triangles.corners));
                if mask == 0 {
                    continue;
                }
                let Some(eight) = sweep.join(&triangles, mask) else { continue };
                sweep.sweep_eight(&eight, winning_limit(until, motion));
                if sweep.nearest.fraction < until {
                    until = sweep.nearest.fraction;
                    swept = SweptSphere::new(motion, until);
                }
            }
        }
        sweep.finish(winning_limit(until, motion))
    }
}
