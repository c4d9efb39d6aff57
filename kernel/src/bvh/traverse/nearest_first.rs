//! The traversal of the tree that visits the nearest boxes first.
//!
//! In: a tree and a [`Visitor`], which selects boxes and takes blocks. Out: nothing; the visitor keeps its results.
//!
//! Depth first, the nearest first among the children of a node. Blocks of a node are visited at once, nodes wait on a stack. Those
//! that have become farther than the visitor's limit are dropped when their turn comes. The stack is the caller's, so that a warm traversal
//! allocates nothing and no depth of tree overflows it. A search for all blocks in a box has its own traversal
//! ([`box_traversal`](crate::bvh::traverse::in_box)).

use crate::base::sorting_network::{FEW, sort_descending};
use crate::base::tolerance::MAX_TRIANGLES;
use crate::bvh::block::TriangleBlock;
use crate::bvh::node::{GROUPS, MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::simd::{Lanes, WIDTH, task};
use alloc::vec::Vec;

/// Callbacks that select boxes and receive blocks in a traversal of a tree, nearest node first.
pub(crate) trait Visitor<L: Lanes> {
    /// The [corners](crate::bvh::grid::Grid::corners) of a box that all triangles relevant to the traversal meet.
    fn around(&mut self) -> L::Corners;

    /// A node whose children the traversal looks at.
    type Opened<'n>;

    /// Whether a visited block leaves few of the others near. The blocks of a lowest node are then chosen one after another, not sorted.
    const LEAVES_FEW: bool = false;

    /// Whether a child that alone meets the box [`around`](Self::around) is visited without calling [`near`](Self::near). With
    /// [`LEAVES_FEW`](Self::LEAVES_FEW) this holds for nodes only, not for blocks.
    const TAKES_ONE_UNTESTED: bool = false;

    /// Whether the nearest comes first. A visitor whose limit does not shrink may take children as they come.
    const IS_ORDERED: bool = true;

    /// Prepares a node before the traversal looks at its children.
    fn open<'n>(&self, node: &'n Node) -> Self::Opened<'n>;

    /// Mask of the children `8 * group` to `8 * group + 7` that the traversal must visit, and their distances, up to the limit; one below 0
    /// counts as 0. Any number that grows with the distance will do, if the limit is of the same kind.
    fn near(&mut self, node: &Self::Opened<'_>, group: usize) -> (L::Mask, L::Float);

    /// Receives the next visited block, which has this index in `blocks`.
    fn block(&mut self, blocks: &[TriangleBlock], index: usize);

    /// Largest value, of the kind that [`near`](Self::near) returns, at which a node or block is still visited.
    fn limit(&self) -> f32;

    /// Whether the traversal may end.
    #[inline(always)]
    fn is_over(&self) -> bool {
        false
    }
}

/// A node or block of the tree that waits for its turn in a traversal: the bits of its distance, which is not negative, above its number.
/// So entries are ordered by distance as integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pending(u64);

// The number of a node or a block is less than that of triangles.
const _: () = assert!(MAX_TRIANGLES <= 1 << 31);

impl Pending {
    #[inline(always)]
    fn new(number: usize, near: f32) -> Self {
        Self(u64::from(near.to_bits()) << 32 | number as u64)
    }

    #[inline(always)]
    fn near(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn number(self) -> usize {
        self.0 as u32 as usize
    }
}

/// Children of a node that a traversal visits, the nearest last.
struct Selected {
    /// The children, where there are few.
    few: [Pending; FEW],
    count: usize,
    /// Where the children begin on the stack, where there are more.
    begin: usize,
}

/// Traverses a tree from its root, nearest node first, and calls the visitor; `stack` is reusable memory.
#[inline(always)]
pub(crate) fn traverse<L: Lanes, V: Visitor<L>>(lanes: L, tree: &Tree, stack: &mut Vec<Pending>, visitor: &mut V) {
    if let Some(root) = tree.nodes.first() {
        traverse_from(lanes, tree, root, stack, visitor);
    }
}

/// As [`traverse`], of a node and of all that is below it.
#[inline(always)]
pub(crate) fn traverse_from<'t, L: Lanes, V: Visitor<L>>(
    lanes: L,
    tree: &'t Tree,
    mut node: &'t Node,
    stack: &mut Vec<Pending>,
    visitor: &mut V,
) {
    stack.clear();
    let (nodes, blocks) = (&tree.nodes[..], &tree.blocks[..]);
    let mut selected = Selected { few: [Pending(0); FEW], count: 0, begin: 0 };
    loop {
        select(lanes, tree, node, stack, &mut selected, visitor);
        let nearest = if node.is_lowest() {
            if !V::LEAVES_FEW {
                visit_blocks(blocks, stack, &mut selected, visitor);
            }
            if visitor.is_over() {
                return;
            }
            None
        } else {
            push_but_nearest(stack, &selected)
        };
        // The limit is as it was when the nearest child was selected.
        node = match nearest {
            Some(next) => &nodes[next.number()],
            None => loop {
                let Some(next) = stack.pop() else { return };
                if next.near() <= visitor.limit() {
                    break &nodes[next.number()];
                }
            },
        };
    }
}

/// Selects the children of a node that the visitor wants, sorted by distance. For a visitor with [`LEAVES_FEW`](Visitor::LEAVES_FEW) the
/// blocks of a lowest node are visited at once instead, and `selected` stays as it was.
#[inline(always)]
fn select<L: Lanes, V: Visitor<L>>(
    lanes: L,
    tree: &Tree,
    node: &Node,
    stack: &mut Vec<Pending>,
    selected: &mut Selected,
    visitor: &mut V,
) {
    let (first, is_lowest) = (node.first(), node.is_lowest());
    let mut met = node.meeting(lanes, visitor.around());
    if met == 0 {
        selected.count = 0;
        return;
    }
    if V::TAKES_ONE_UNTESTED && met.is_power_of_two() && !(V::LEAVES_FEW && is_lowest) {
        selected.few[0] = Pending::new(first + met.trailing_zeros() as usize, 0.0);
        selected.count = 1;
        return;
    }
    let opened = visitor.open(node);
    let (mut matters, mut near) = (0_u64, [[0.0; WIDTH]; GROUPS]);
    while met != 0 {
        let group = met.trailing_zeros() as usize / WIDTH % GROUPS;
        let of_group = met >> (WIDTH * group) & 0xFF;
        met &= !(0xFF << (WIDTH * group));
        let (entered, at) = visitor.near(&opened, group);
        if V::IS_ORDERED {
            near[group] = lanes.store(lanes.max(at, lanes.splat(0.0)));
        }
        matters |= (u64::from(lanes.bits(entered)) & of_group) << (WIDTH * group);
    }
    if V::LEAVES_FEW && is_lowest {
        visit_nearest(lanes, &tree.blocks, first, (matters, &near), visitor);
        return;
    }
    let count = matters.count_ones() as usize;
    let entry = |child: usize| {
        // A child that is alone is read at once.
        if count > 1 {
            if is_lowest {
                lanes.prefetch(&tree.blocks[first + child]);
            } else {
                lanes.prefetch(&tree.nodes[first + child]);
            }
        }
        Pending::new(first + child, if V::IS_ORDERED { near[child / WIDTH][child % WIDTH] } else { 0.0 })
    };
    selected.count = count;
    if count > FEW {
        let begin = stack.len();
        selected.begin = begin;
        for child in children_of(matters) {
            stack.push(entry(child));
        }
        if V::IS_ORDERED {
            sort_nearest_last(&mut stack[begin..]);
        }
    } else {
        selected.few = [Pending(0); FEW];
        for (place, child) in children_of(matters).enumerate() {
            selected.few[place % FEW] = entry(child);
        }
        if V::IS_ORDERED {
            lanes.call_shared(SortFew { few: &mut selected.few, count });
        }
    }
}

/// Visits the blocks in a mask, the nearest first, and again the nearest of those that are left within the visitor's limit. `first`: the
/// number of the node's first block.
#[inline(always)]
fn visit_nearest<L: Lanes, V: Visitor<L>>(
    lanes: L,
    blocks: &[TriangleBlock],
    first: usize,
    (mut matters, near): (u64, &[[f32; WIDTH]; GROUPS]),
    visitor: &mut V,
) {
    while matters != 0 {
        let nearest = nearest_of(matters, near);
        // Compared here and not in a mask: the processor goes on with the next block while the one before is still being tested.
        if near[nearest / WIDTH][nearest % WIDTH] > visitor.limit() {
            return;
        }
        let others = matters & !(1 << nearest);
        let are_few = others.count_ones() < FEW as u32;
        // Of many, most are soon beyond the limit.
        if are_few {
            for child in children_of(others) {
                lanes.prefetch(&blocks[first + child]);
            }
        }
        visitor.block(blocks, first + nearest);
        matters = if are_few { others } else { within(lanes, others, near, visitor.limit()) };
    }
}

/// Visits the selected blocks, the nearest first, up to the first beyond the visitor's limit.
#[inline(always)]
fn visit_blocks<L: Lanes, V: Visitor<L>>(
    blocks: &[TriangleBlock],
    stack: &mut Vec<Pending>,
    selected: &mut Selected,
    visitor: &mut V,
) {
    let is_many = selected.count > FEW;
    let pending = if is_many { &mut stack[selected.begin..] } else { &mut selected.few[..] };
    let mut left = selected.count;
    while left > 0 {
        left -= 1;
        let next = pending[left];
        if next.near() > visitor.limit() {
            break;
        }
        visitor.block(blocks, next.number());
    }
    if is_many {
        stack.truncate(selected.begin);
    }
}

/// Pushes the selected nodes but the nearest, which is returned; `None` if there is none.
#[inline(always)]
fn push_but_nearest(stack: &mut Vec<Pending>, selected: &Selected) -> Option<Pending> {
    if selected.count > FEW {
        return stack.pop();
    }
    let others = selected.count.checked_sub(1)?;
    if others > 0 {
        let len = stack.len() + others;
        stack.extend_from_slice(&selected.few);
        stack.truncate(len);
    }
    Some(selected.few[others % FEW])
}

/// Number of the nearest of the children in a mask, the first of several that are as near. Distances are not negative: their bits are in
/// their order.
#[inline(always)]
fn nearest_of(matters: u64, near: &[[f32; WIDTH]; GROUPS]) -> usize {
    let near: &[f32; MOST_CHILDREN] = bytemuck::cast_ref(near);
    let (mut nearest, mut least) = (0, u32::MAX);
    for child in children_of(matters) {
        let at = near[child].to_bits();
        (nearest, least) = if at < least { (child, at) } else { (nearest, least) };
    }
    nearest
}

/// Mask of the children in a mask that are no farther than a limit.
#[inline(always)]
fn within<L: Lanes>(lanes: L, matters: u64, near: &[[f32; WIDTH]; GROUPS], limit: f32) -> u64 {
    let (mut left, mut within) = (matters, 0);
    while left != 0 {
        let group = left.trailing_zeros() as usize / WIDTH % GROUPS;
        let of_group = left & 0xFF << (WIDTH * group);
        left &= !of_group;
        let mask = lanes.bits(lanes.le(lanes.load(&near[group]), lanes.splat(limit)));
        within |= u64::from(mask) << (WIDTH * group) & of_group;
    }
    within
}

/// Numbers of the children in a mask.
#[inline(always)]
fn children_of(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let child = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (child < MOST_CHILDREN).then_some(child)
    })
}

task! {
    /// Sorts the first `count` of a short list, the nearest last. The others are 0.
    struct SortFew<'a> {
        few: &'a mut [Pending; FEW],
        count: usize,
    }
    fn run<L>(_) {
        sort_descending(few, count);
    }
}

/// Sorts a long list. One function for all visitors and lanes: a sort in the traversal is compiled once more for each of them, and all of
/// these were a sixth of the crate.
#[inline(never)]
fn sort_nearest_last(pending: &mut [Pending]) {
    pending.sort_unstable_by(|a, b| b.cmp(a));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::boxes::Bounds;
    use crate::bvh::test_trees::rubble;
    use crate::simd::{Backend, Chosen};
    use glam::{Vec3, Vec3A};
    use sweep8_scalar_ref::random::Random;

    /// Test visitor that records visited blocks: all, or those nearer than the nearest corner so far.
    struct NearestTriangle<L> {
        lanes: L,
        point: Vec3A,
        stops: bool,
        least: f32,
        visited: Vec<usize>,
        around: Bounds,
        tree_grid: crate::bvh::grid::Grid,
    }

    /// Distance from a point to the nearest triangle corner in a block.
    fn to_corner(block: &TriangleBlock, point: Vec3A) -> f32 {
        let corners = (0..WIDTH).flat_map(|lane| block.triangle(lane));
        corners.map(|corner| Vec3A::from(corner).distance(point)).fold(f32::INFINITY, f32::min)
    }

    impl<L: Lanes> Visitor<L> for NearestTriangle<L> {
        type Opened<'n> = &'n Node;

        #[inline(always)]
        fn around(&mut self) -> L::Corners {
            self.tree_grid.corners(self.lanes, &self.around)
        }

        #[inline(always)]
        fn open<'n>(&self, node: &'n Node) -> &'n Node {
            node
        }

        #[inline(always)]
        fn near(&mut self, node: &&Node, group: usize) -> (L::Mask, L::Float) {
            let [low, high] = node.boxes(self.lanes, group);
            let (lanes, zero) = (self.lanes, self.lanes.splat3(Vec3::ZERO));
            let point = lanes.splat3(self.point.into());
            let apart = lanes.max3(lanes.max3(low - point, point - high), zero);
            // Boxes are slightly larger than their contents; the distance to them is rounded.
            let near = lanes.sqrt(apart.dot(apart)) * lanes.splat(0.9999);
            (lanes.le(near, lanes.splat(self.limit())), near)
        }

        #[inline(always)]
        fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
            self.visited.push(index);
            self.least = self.least.min(to_corner(&blocks[index], self.point));
        }

        #[inline(always)]
        fn limit(&self) -> f32 {
            if self.stops { self.least } else { f32::INFINITY }
        }
    }

    task! {
        /// Task that traverses a tree; returns the distance from a point to the nearest corner, and the indices of the visited blocks.
        struct TraverseTriangles<'a> {
            tree: &'a Tree,
            point: Vec3A,
            stops: bool,
        }
        fn run<L>(lanes) -> (f32, Vec<usize>) {
            let (around, visited) = (tree.bounds, Vec::new());
            let mut visitor =
                NearestTriangle { lanes, point, stops, least: f32::INFINITY, visited, around, tree_grid: tree.grid };
            traverse(lanes, tree, &mut Vec::new(), &mut visitor);
            (visitor.least, visitor.visited)
        }
    }

    #[test]
    fn a_walk_that_stops_at_the_nearest_finds_it_and_looks_at_few_blocks() {
        let mut random = Random(1);
        for count in [1, 9, 600, 6_000, 40_000] {
            let tree = rubble(&mut random, count, 10.0, 0.2);
            let (mut looked, points) = (0, 30);
            for _ in 0..points {
                let point = random.signed_vector() * 12.0;
                let expected = tree.blocks.iter().map(|block| to_corner(block, point)).fold(f32::INFINITY, f32::min);
                for backend in Backend::available() {
                    let (least, visited) = Chosen::new(backend).expect("it is available").run(TraverseTriangles {
                        tree: &tree,
                        point,
                        stops: true,
                    });
                    assert_eq!(least, expected, "{backend}: {count} triangles, {point}");
                    looked += visited.len();
                }
            }
            let most = (points * Backend::available().count() * tree.blocks.len()) as f32;
            assert!(count < 600 || looked < (0.1 * most) as usize, "{looked} of {most}, {count} triangles");
        }
    }

    #[test]
    fn a_walk_without_a_limit_goes_to_every_block_once() {
        let mut random = Random(2);
        let tree = rubble(&mut random, 40_000, 10.0, 0.2);
        for backend in Backend::available() {
            let traversal = TraverseTriangles { tree: &tree, point: Vec3A::ZERO, stops: false };
            let (_, mut visited) = Chosen::new(backend).expect("it is available").run(traversal);
            visited.sort_unstable();
            assert!(visited.iter().copied().eq(0..tree.blocks.len()), "{backend}: {} blocks", visited.len());
        }
    }
}
