//! The walk through a tree over boxes for whatever wants the nearest first.
//!
//! In: a [tree](super::box_tree) and a [`BoxVisitor`], which says which boxes matter, and takes what is in them. Out: nothing; the
//! visitor keeps what it found. Depth first, the nearest first among the boxes of a node; what has become farther than the visitor's
//! limit is dropped when its turn comes. What waits lies on the stack of the thread: its most is known.

use crate::simd::{LaneVec, Lanes, WIDTH, lanes_of};
use crate::world::box_tree::{BoxTree, MOST_LEVELS};

/// What one walk is for.
pub(crate) trait BoxVisitor<L: Lanes> {
    /// Which of eight boxes from `low` to `high` matter; and how near they are, from 0 to the limit. A box of NaN must not.
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float);

    /// Takes what lies in a box that matters.
    fn take(&mut self, owner: u32);

    /// What is farther than this is dropped.
    fn limit(&self) -> f32;
}

/// A node or a leaf that waits for its turn.
#[derive(Clone, Copy, Default)]
struct Pending {
    /// One more than the level of a node, 0 for a leaf.
    height: u32,
    place: u32,
    near: f32,
}

/// Each node that is opened leaves one place of those that wait, and takes eight.
const MOST_PENDING: usize = MOST_LEVELS * (WIDTH - 1) + 1;

/// Walks the tree from its root.
#[inline(always)]
pub(crate) fn walk_boxes<L: Lanes, V: BoxVisitor<L>>(lanes: L, tree: &BoxTree, visitor: &mut V) {
    let levels = tree.levels();
    let mut pending = [Pending::default(); MOST_PENDING];
    pending[0].height = levels.len() as u32;
    let mut count = usize::from(!levels.is_empty());
    while count > 0 {
        count -= 1;
        let Pending { height, place, near } = pending[count];
        if near > visitor.limit() {
            continue;
        }
        let Some(level) = height.checked_sub(1) else {
            visitor.take(tree.owner(place as usize));
            continue;
        };
        let node = &levels[level as usize][place as usize];
        let (matters, near) = visitor.near(lanes.load3(&node.low), lanes.load3(&node.high));
        let (near, begin) = (lanes.store(near), count);
        for child in lanes_of(lanes.bits(matters)) {
            let place = place * WIDTH as u32 + child as u32;
            pending[count] = Pending { height: level, place, near: near[child] };
            count += 1;
        }
        pending[begin..count].sort_unstable_by(|a, b| b.near.total_cmp(&a.near));
    }
}
