//! Sweeps a block and keeps its nearest contact: calls the test, then its reducer, which do not know each other.

use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::plane_and_face::sweep_block;
use crate::simd::Lanes;

/// Sweeps the lanes `live` of a block up to the fraction `limit`, and merges the hits into the nearest contact.
///
/// Seven arguments: it is inlined, and a struct of them would be built for every block.
#[inline(always)]
pub(crate) fn sweep_nearest<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    limit: f32,
    rule: Rule,
    nearest: &mut Nearest,
) {
    let found = sweep_block(lanes, block, live, motion, limit, rule);
    nearest.take(&found, motion, block);
}
