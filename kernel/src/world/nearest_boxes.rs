//! The traversal of a tree over boxes that visits the nearest boxes first.
//!
//! In: a [tree](super::box_tree) and a [`BoxVisitor`], which selects boxes and takes their contents. Out: nothing; the visitor
//! keeps its results. Depth first, the nearest first among the boxes of a node; a box that has become farther than the visitor's
//! limit is dropped when its turn comes. The boxes that wait lie on the stack of the thread: their largest number is known.

use crate::base::sorting_network::{FEW, sort_descending};
use crate::simd::{LaneVec, Lanes, WIDTH, lanes_of};
use crate::world::box_tree::{BoxTree, MOST_LEVELS};

/// Callbacks of one traversal of a [`BoxTree`] that visits the nearest boxes first.
pub(crate) trait BoxVisitor<L: Lanes> {
    /// Mask of the eight boxes from `low` to `high` that matter, and their distances, up to the limit; one below 0 counts as 0. A box
    /// of NaN must not matter.
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float);

    /// Receives the owner of a leaf box: the index of the instance or character whose box is within the limit.
    fn take(&mut self, owner: u32);

    /// Distance beyond which the traversal drops boxes, in the unit of [`near`](Self::near).
    fn limit(&self) -> f32;
}

/// A tree node or a leaf that waits on the stack of a nearest-first traversal.
#[derive(Clone, Copy, Default)]
struct PendingBox {
    /// Height in the tree: the level of a node plus 1; 0 for a leaf.
    height: u32,
    place: u32,
    near: f32,
}

/// Maximum number of boxes on the stack of a traversal: opening a node removes one entry and adds up to eight.
const MOST_PENDING: usize = MOST_LEVELS * (WIDTH - 1) + 1;

/// Traverses a tree of boxes from its root, nearest box first, and calls the visitor.
#[inline(always)]
pub(crate) fn traverse_boxes<L: Lanes, V: BoxVisitor<L>>(lanes: L, tree: &BoxTree, visitor: &mut V) {
    let levels = tree.levels();
    let mut pending = [PendingBox::default(); MOST_PENDING];
    pending[0].height = levels.len() as u32;
    let mut count = usize::from(!levels.is_empty());
    while count > 0 {
        count -= 1;
        let PendingBox { height, place, near } = pending[count];
        if near > visitor.limit() {
            continue;
        }
        let Some(level) = height.checked_sub(1) else {
            visitor.take(tree.owner(place as usize));
            continue;
        };
        let node = &levels[level as usize][place as usize];
        let (matters, near) = visitor.near(lanes.load3(&node.low), lanes.load3(&node.high));
        let near = lanes.store(lanes.max(near, lanes.splat(0.0)));
        let (mut nearest_last, mut found) = ([0; FEW], 0);
        for child in lanes_of(lanes.bits(matters)) {
            nearest_last[found % FEW] = key(near[child], child);
            found += 1;
        }
        sort_descending(&mut nearest_last, found);
        for &key in &nearest_last[..found.min(FEW)] {
            let (near, child) = of_key(key);
            pending[count] = PendingBox { height: level, place: place * WIDTH as u32 + child, near };
            count += 1;
        }
    }
}

/// A number that orders the children of a node by distance, which is not negative, then by their own number.
#[inline(always)]
fn key(near: f32, child: usize) -> u64 {
    u64::from(near.to_bits()) << 32 | child as u64
}

/// Distance and number of a child.
#[inline(always)]
fn of_key(key: u64) -> (f32, u32) {
    (f32::from_bits((key >> 32) as u32), key as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::boxes::Bounds;
    use crate::simd::{Backend, Chosen, task};
    use alloc::vec::Vec;
    use glam::{Vec3, Vec3A};
    use sweep8_scalar_ref::random::Random;

    /// A visitor for tests: finds the box whose middle is nearest to a point, or visits all boxes.
    struct NearestBox<'a, L> {
        lanes: L,
        point: Vec3,
        middles: &'a [Vec3A],
        stops: bool,
        least: f32,
        visited: Vec<u32>,
        opened: usize,
    }

    impl<L: Lanes> BoxVisitor<L> for NearestBox<'_, L> {
        #[inline(always)]
        fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
            self.opened += 1;
            let (lanes, zero) = (self.lanes, self.lanes.splat3(Vec3::ZERO));
            let point = lanes.splat3(self.point);
            let apart = lanes.max3(lanes.max3(low - point, point - high), zero);
            // Comparisons with an empty box are false.
            let is_there = lanes.le(low.x, high.x);
            (is_there, lanes.sqrt(apart.dot(apart)) * lanes.splat(0.9999))
        }

        #[inline(always)]
        fn take(&mut self, owner: u32) {
            self.visited.push(owner);
            self.least = self.least.min(self.middles[owner as usize].distance(self.point.into()));
        }

        #[inline(always)]
        fn limit(&self) -> f32 {
            if self.stops { self.least } else { f32::INFINITY }
        }
    }

    task! {
        struct WalkBoxes<'a> {
            tree: &'a BoxTree,
            middles: &'a [Vec3A],
            point: Vec3,
            stops: bool,
        }
        fn run<L>(lanes) -> (f32, Vec<u32>, usize) {
            let (least, visited, opened) = (f32::INFINITY, Vec::new(), 0);
            let mut visitor = NearestBox { lanes, point, middles, stops, least, visited, opened };
            traverse_boxes(lanes, tree, &mut visitor);
            (visitor.least, visitor.visited, visitor.opened)
        }
    }

    #[test]
    fn the_nearest_of_many_is_found_in_few_boxes_and_a_walk_without_a_limit_goes_everywhere_once() {
        let mut random = Random(3);
        for count in [0_u32, 1, 8, 9, 700, 20_000] {
            let middles: Vec<Vec3A> =
                (0..count).map(|_| random.signed_vector() * Vec3A::new(100.0, 1.0, 100.0)).collect();
            let mut tree = BoxTree::default();
            let bounds = (0..).zip(&middles).map(|(owner, &middle)| (owner, Bounds::about(middle, Vec3A::splat(0.5))));
            tree.rebuild(bounds, <[_]>::sort_unstable);
            for _ in 0..20 {
                let point = Vec3::from(random.signed_vector()) * 100.0;
                let expected = middles.iter().map(|middle| middle.distance(point.into())).fold(f32::INFINITY, f32::min);
                for backend in Backend::available() {
                    let chosen = Chosen::new(backend).expect("it is available");
                    let (least, visited, opened) =
                        chosen.run(WalkBoxes { tree: &tree, middles: &middles, point, stops: true });
                    assert_eq!(least, expected, "{backend}: {count} boxes");
                    assert!(count < 20_000 || visited.len() + opened < 200, "{} and {opened}", visited.len());
                    let (_, mut visited, _) =
                        chosen.run(WalkBoxes { tree: &tree, middles: &middles, point, stops: false });
                    visited.sort_unstable();
                    assert!(visited.into_iter().eq(0..count), "{backend}");
                }
            }
        }
    }
}
