//! Memory that queries reuse, so that nothing is allocated once it is warm.

use crate::bvh::traverse::in_box::BoxWalk;
use crate::bvh::traverse::nearest_first::Pending;
use crate::narrow::candidates::Candidates;
use crate::query::block_count::BlockCount;
use crate::query::hit::Overlap;

/// Children that can wait in a walk before the stack grows: 63 on each level of a tree of billions.
const STACK: usize = 512;

/// Working memory of one caller. Holds no results but those that borrow it; one per thread, reused for every call, for
/// any world and shape.
///
/// ```
/// let mut scratch = sweep8::Scratch::new();
/// # let _ = &mut scratch;
/// ```
#[derive(Debug)]
pub struct Scratch {
    pub(crate) stack: Vec<Pending>,
    pub(crate) box_walk: BoxWalk,
    pub(crate) candidates: Candidates,
    pub(crate) overlaps: Vec<Overlap>,
    /// What sweeps tested since this memory was made.
    pub(crate) blocks_swept: BlockCount,
}

impl Scratch {
    /// Memory for one caller, some 110 KiB.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            stack: Vec::with_capacity(STACK),
            box_walk: BoxWalk::default(),
            candidates: Candidates::default(),
            overlaps: Vec::new(),
            blocks_swept: BlockCount::default(),
        }
    }
}
