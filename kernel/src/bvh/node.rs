//! A node of the tree as it lies in memory: the boxes of up to 64 children, a byte a side.
//!
//! In: a node, [laid](crate::bvh::lay_node) over the boxes of its children. Out: these boxes, mesh space, or slightly larger ones.
//!
//! A byte counts cells, which the node lays over all of its children: each is a number of units of the [grid](crate::bvh::grid) of
//! the world, a power of two. A dozen comparisons then test 64 boxes against another, and a level of four thousand blocks is two
//! nodes deep. A query box comes in units of the grid: a subtraction and a shift, which rounds down, turn it into cells. A traversal
//! that needs the boxes in mesh space computes them by one multiplication and one addition; building a node checks that each box
//! contains its child after that rounding.

use crate::simd::{BYTES, LaneVec, Lanes, Units, WIDTH};
use bytemuck::{Pod, Zeroable};
use core::ops::Range;
use glam::{Vec3, Vec3A};

/// Maximum number of children of a tree node.
pub(crate) const MOST_CHILDREN: usize = BYTES;

/// Number of groups of eight children, tested together in SIMD lanes, in a tree node.
pub(crate) const GROUPS: usize = MOST_CHILDREN / WIDTH;

/// A tree node of up to 64 children: their boxes as cells of a grid, structure of arrays, and their indices.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// Low side of the node's cell 0 by axis, in units of the tree's grid.
    pub(super) origin: Units,
    /// Binary logarithm of the number of grid units in one of the node's cells, by axis.
    pub(super) shift: Units,
    /// Bit `i`: the node has a child `i`, and the child's box is not empty.
    pub(super) present: u64,
    /// Index of the node's first child (a block in a node of the lowest level, else a node); the other children follow it.
    pub(super) first: u32,
    /// 1 if the node's children are blocks, 0 if they are nodes.
    pub(super) lowest: u32,
    /// Number of the node's children, including those with an empty box.
    pub(super) count: u32,
    /// Padding to the end of the node's first cache line.
    pub(super) unused: [u32; 3],
    /// Low cell along each axis of each child's box: `low[axis][child]`.
    pub(super) low: [[i8; MOST_CHILDREN]; 3],
    /// High cell along each axis of each child's box: `high[axis][child]`.
    pub(super) high: [[i8; MOST_CHILDREN]; 3],
    /// Low side of the node's cell 0 by axis, mesh space, metres.
    pub(super) low_side: [f32; 3],
    /// High side of the node's cell 0 by axis, mesh space, metres.
    pub(super) high_side: [f32; 3],
    /// Extent of one of the node's cells by axis, metres.
    pub(super) cell: [f32; 3],
    /// Padding to the end of the node's eighth cache line.
    pub(super) rest: [u32; 7],
}

/// Numbers of cells, one for each child of a node, by group.
pub(crate) type Cells = [[i8; WIDTH]; GROUPS];

/// Where the cells of a node lie, mesh space, metres: low and high side of its cell 0, and the extents of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSides {
    pub(crate) low: Vec3A,
    pub(crate) high: Vec3A,
    pub(crate) cell: Vec3A,
}

const _: () = assert!(size_of::<Node>() == 512 && align_of::<Node>() == 64);

impl Node {
    /// A tree node without children.
    pub(crate) const EMPTY: Self = Self {
        origin: [0; 4],
        shift: [0; 4],
        present: 0,
        first: 0,
        lowest: 0,
        count: 0,
        unused: [0; 3],
        low: [[0; MOST_CHILDREN]; 3],
        high: [[0; MOST_CHILDREN]; 3],
        low_side: [0.0; 3],
        high_side: [0.0; 3],
        cell: [0.0; 3],
        rest: [0; 7],
    };

    /// Whether the node's children are blocks, not nodes.
    #[inline(always)]
    pub(crate) fn is_lowest(&self) -> bool {
        self.lowest != 0
    }

    /// Index of the node's first child, among blocks or among nodes; the other children follow it.
    #[inline(always)]
    pub(crate) fn first(&self) -> usize {
        self.first as usize
    }

    /// Indices of all children of the node, including those with an empty box.
    pub(crate) fn children(&self) -> Range<usize> {
        let first = self.first();
        first..first.saturating_add(self.count as usize)
    }

    /// The children whose boxes meet the box with these [corners](Grid::corners), a bit each; conservative, so that near misses may
    /// be among them.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, corners: L::Corners) -> u64 {
        let [from_x, from_y, from_z, to_x, to_y, to_z] = lanes.cells(corners, &self.origin, &self.shift);
        let [low_x, low_y, low_z] = [&self.low[0], &self.low[1], &self.low[2]];
        let [high_x, high_y, high_z] = [&self.high[0], &self.high[1], &self.high[2]];
        let beyond = lanes.above(lanes.load_bytes(low_x), to_x)
            | lanes.above(lanes.load_bytes(low_y), to_y)
            | lanes.above(lanes.load_bytes(low_z), to_z);
        let before = lanes.above(from_x, lanes.load_bytes(high_x))
            | lanes.above(from_y, lanes.load_bytes(high_y))
            | lanes.above(from_z, lanes.load_bytes(high_z));
        !lanes.byte_bits(beyond | before) & self.present
    }

    /// Sides of the node's cell 0, and extents of a cell, mesh space, metres.
    #[inline(always)]
    pub(crate) fn sides(&self) -> NodeSides {
        let Self { low_side, high_side, cell, .. } = *self;
        NodeSides { low: low_side.into(), high: high_side.into(), cell: cell.into() }
    }

    /// Numbers of the cells at the low and at the high sides of the children's boxes along one axis.
    #[inline(always)]
    pub(crate) fn cells(&self, axis: usize) -> [&Cells; 2] {
        [bytemuck::cast_ref(&self.low[axis]), bytemuck::cast_ref(&self.high[axis])]
    }

    /// Numbers of the cells at the low and at the high sides of the boxes of the children `8 * group` to `8 * group + 7`, a child in
    /// each SIMD lane.
    #[inline(always)]
    pub(crate) fn cells_of<L: Lanes>(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        [widened(lanes, &self.low, group), widened(lanes, &self.high, group)]
    }

    /// Low and high corners, mesh space, of the boxes of the node's children `8 * group` to `8 * group + 7`, a child in each SIMD lane.
    #[inline(always)]
    pub(crate) fn boxes<L: Lanes>(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        let [low, high] = self.cells_of(lanes, group);
        let cell = lanes.splat3(Vec3::from_array(self.cell));
        let (low_side, high_side) = (Vec3::from_array(self.low_side), Vec3::from_array(self.high_side));
        [lanes.splat3(low_side) + low.multiply(cell), lanes.splat3(high_side) + high.multiply(cell)]
    }
}

/// Numbers of cells of eight children as floats, by axis.
#[inline(always)]
fn widened<L: Lanes>(lanes: L, cells: &[[i8; MOST_CHILDREN]; 3], group: usize) -> LaneVec<L::Float> {
    let cells: &[Cells; 3] = bytemuck::cast_ref(cells);
    LaneVec { x: lanes.widen(cells[0][group]), y: lanes.widen(cells[1][group]), z: lanes.widen(cells[2][group]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::boxes::Bounds;
    use crate::bvh::child_boxes::ChildBoxes;
    use crate::bvh::grid::Grid;
    use crate::bvh::lay_node::SetAll;
    use crate::simd::{Backend, Chosen, Eight, task};
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    fn between(low: Vec3A, high: Vec3A) -> Bounds {
        Bounds { low, high }
    }

    task! {
        /// Task that returns the mask of a node's children that meet a box, and the boxes of all children as the node stores them.
        struct AskNode<'a> {
            grid: &'a Grid,
            node: &'a Node,
            bounds: Bounds,
        }
        fn run<L>(lanes) -> (u64, Vec<Bounds>) {
            let mut boxes = Vec::new();
            for group in 0..GROUPS {
                let [low, high] = node.boxes(lanes, group);
                let (low, high) = (lanes.store3(low), lanes.store3(high));
                let corner = |side: &[Eight; 3], slot| Vec3A::from_array(side.map(|axis: Eight| axis[slot]));
                boxes.extend((0..WIDTH).map(|slot| Bounds { low: corner(&low, slot), high: corner(&high, slot) }));
            }
            (node.meeting(lanes, grid.corners(lanes, &bounds)), boxes)
        }
    }

    fn ask(backend: Backend, grid: &Grid, node: &Node, bounds: Bounds) -> (u64, Vec<Bounds>) {
        Chosen::new(backend).expect("it is available").run(AskNode { grid, node, bounds })
    }

    /// Makes a node over boxes, and a grid that is `more` times as large as all boxes together.
    fn node(level: &[Bounds], more: f32) -> (Grid, Node) {
        let all = Bounds::around(level);
        let grown = (all.high - all.low) * (0.5 * (more - 1.0));
        let grid = Grid::over(&Bounds { low: all.low - grown, high: all.high + grown });
        (grid, Node::new(&grid, level, 0, true))
    }

    /// Test sizes of a grid, as multiples of the size of the node on it.
    const WORLDS: [f32; 4] = [1.0, 1.7, 40.0, 1e4];

    /// Makes random boxes of up to `size` by axis, with middles within `spread` of `middle` by axis.
    fn boxes(random: &mut Random, count: usize, middle: Vec3A, spread: Vec3A, size: Vec3A) -> Vec<Bounds> {
        let one = |_| {
            let (at, half) = (middle + spread * random.signed_vector(), size * random.signed_vector().abs() * 0.5);
            between(at - half, at + half)
        };
        (0..count).map(one).collect()
    }

    /// Test cases, boxes for one node each: of all sizes, flat ones, and ones that are small for their distance from the origin.
    fn levels() -> Vec<Vec<Bounds>> {
        let mut random = Random(1);
        let mut levels = Vec::new();
        for exponent in [-20, -3, 0, 3, 20] {
            let spread = 10.0_f32.powi(exponent);
            for flat in [Vec3A::ONE, Vec3A::new(1.0, 0.0, 1.0), Vec3A::new(0.0, 1.0, 0.0), Vec3A::ZERO] {
                for away in [0.0, 1.0, 1e3, 1e7] {
                    for count in [1, 2, 63, 64] {
                        let middle = Vec3A::new(0.3, -1.0, 0.7) * away;
                        levels.push(boxes(&mut random, count, middle, flat * spread, flat * (0.1 * spread)));
                    }
                }
            }
        }
        levels
    }

    fn meet(bounds: &Bounds, around: &Bounds) -> bool {
        bounds.low.cmple(around.high).all() && bounds.high.cmpge(around.low).all()
    }

    #[test]
    fn a_child_holds_what_it_was_made_of() {
        for (level, more) in levels().iter().zip(WORLDS.into_iter().cycle()) {
            let (grid, node) = node(level, more);
            for backend in Backend::available() {
                let (_, children) = ask(backend, &grid, &node, Bounds::about(Vec3A::ZERO, Vec3A::ZERO));
                for (around, child) in level.iter().zip(children) {
                    let inner = Bounds { low: around.low, high: around.high };
                    assert!(child.holds(&inner), "{backend}: {child:?} does not hold {inner:?}");
                }
            }
        }
    }

    #[test]
    fn all_children_at_once_get_the_bits_that_each_gets_alone() {
        for (mut level, more) in levels().into_iter().zip(WORLDS.into_iter().cycle()) {
            if level.len() > 9 {
                level[9] = Bounds::EMPTY;
            }
            let (grid, whole) = node(&level, more);
            let laid = Node { present: 0, low: Node::EMPTY.low, high: Node::EMPTY.high, ..whole };
            let mut alone = laid;
            for (child, around) in level.iter().enumerate() {
                alone.set(&grid, child, around);
            }
            for backend in Backend::available() {
                let mut node = laid;
                let lanes = Chosen::new(backend).expect("it is available");
                lanes.run(SetAll { node: &mut node, grid: &grid, boxes: &ChildBoxes::of(&level) });
                assert_eq!(bytemuck::bytes_of(&node), bytemuck::bytes_of(&alone), "{backend}: {level:?}");
            }
        }
    }

    #[test]
    fn whatever_meets_a_child_is_said_to_on_every_backend() {
        let mut random = Random(2);
        let mut met = 0;
        for (level, more) in levels().iter().zip(WORLDS.into_iter().cycle()) {
            let (grid, node) = node(level, more);
            let all = Bounds::around(level);
            for round in 0..32 {
                // A query box around a child, at one of its corners, anywhere, or all of space.
                let child = &level[round % level.len()];
                let reach = (all.high - all.low) * random.signed().abs();
                let bounds = match round % 4 {
                    0 => between(child.low - reach, child.high + reach),
                    1 => between(child.high, child.high + reach),
                    2 => between(child.low - reach, child.low),
                    _ => between(Vec3A::splat(f32::NEG_INFINITY), Vec3A::splat(f32::INFINITY)),
                };
                let bounds = Bounds { low: bounds.low, high: bounds.high };
                let answers: Vec<u64> =
                    Backend::available().map(|backend| ask(backend, &grid, &node, bounds).0).collect();
                for (slot, around) in level.iter().enumerate().filter(|(_, around)| meet(&bounds, around)) {
                    met += 1;
                    assert!(answers.iter().all(|answer| answer >> slot & 1 == 1), "{slot}: {around:?}, {bounds:?}");
                }
                assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:x?}: {bounds:?}");
                let beyond = u64::MAX.checked_shl(level.len() as u32).unwrap_or(0);
                assert!(answers.iter().all(|answer| answer & beyond == 0), "children that there are not");
            }
        }
        assert!(met > 10_000, "{met}");
    }

    #[test]
    fn what_is_far_outside_the_world_on_one_side_meets_nothing() {
        for (level, more) in levels().iter().zip(WORLDS.into_iter().cycle()) {
            let (grid, node) = node(level, more);
            for (near, far) in [(1e27, 1e28), (1e30, f32::INFINITY)] {
                for axis in [Vec3A::X, Vec3A::Y, Vec3A::Z] {
                    // An axis without a component covers everything.
                    let all = Vec3A::select(axis.cmpeq(Vec3A::ZERO), Vec3A::INFINITY, Vec3A::ZERO);
                    let above = Bounds {
                        low: axis * near - all,
                        high: Vec3A::select(axis.cmpeq(Vec3A::ONE), Vec3A::splat(far), all),
                    };
                    let below = Bounds { low: -above.high, high: -above.low };
                    for backend in Backend::available() {
                        for bounds in [above, below] {
                            assert_eq!(ask(backend, &grid, &node, bounds).0, 0, "{backend}: {bounds:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_farther_from_a_child_than_two_cells_does_not_meet_it() {
        let mut random = Random(3);
        for (middle, spread) in [(Vec3A::ZERO, 10.0), (Vec3A::splat(4000.0), 50.0)] {
            let level = boxes(&mut random, MOST_CHILDREN, middle, Vec3A::splat(spread), Vec3A::splat(0.1 * spread));
            let (grid, node) = node(&level, 1.0);
            let cells = Vec3A::from(node.cell) * 2.0;
            for around in &level {
                let bounds = Bounds { low: around.high + cells, high: around.high + cells * 2.0 };
                let (met, _) = ask(Backend::best(), &grid, &node, bounds);
                for (slot, other) in level.iter().enumerate().filter(|(slot, _)| met >> slot & 1 == 1) {
                    let grown = between(other.low - cells, other.high + cells);
                    assert!(meet(&bounds, &grown), "{slot}: {other:?}, {bounds:?}");
                }
            }
        }
    }
}
