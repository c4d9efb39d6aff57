//! A node of the tree as it lies in memory: the boxes of up to 64 children, a byte a side.
//!
//! In: the boxes of the children, mesh space. Out: slightly larger boxes.
//!
//! A byte counts cells, which the node lays over all of its children: each is a number of units of the [grid](crate::bvh::grid) of
//! the world, a power of two. A dozen comparisons then test 64 boxes against another, and a level of four thousand blocks is two
//! nodes deep. A query box comes in units of the grid: a subtraction and a shift, which rounds down, turn it into cells. A walk
//! that needs the boxes in mesh space computes them by one multiplication and one addition; building a node checks that each box
//! contains its child after that rounding.

use crate::bvh::boxes::Bounds;
use crate::bvh::grid::Grid;
use crate::simd::{BYTES, Chosen, Eight, LaneVec, Lanes, Units, WIDTH, lanes_of, task};
use bytemuck::{Pod, Zeroable};
use core::ops::Range;
use glam::{Vec3, Vec3A};

/// Maximum number of children of a tree node.
pub(crate) const MOST_CHILDREN: usize = BYTES;

/// Number of groups of eight children, tested together in SIMD lanes, in a tree node.
pub(crate) const GROUPS: usize = MOST_CHILDREN / WIDTH;

/// Cells that contain the children, of the 256 that a byte counts. Two more at either end are for query boxes beyond the node and
/// for rounding.
const CELLS: i32 = 252;

/// Number of the lowest cell of a node in which a child may lie; numbers of cells are signed bytes.
const FIRST_CELL: i32 = -CELLS / 2;

/// A tree node of up to 64 children: their boxes as cells of a grid, structure of arrays, and their indices.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// Low side of the node's cell 0 by axis, in units of the tree's grid.
    origin: Units,
    /// Binary logarithm of the number of grid units in one of the node's cells, by axis.
    shift: Units,
    /// Bit `i`: the node has a child `i`, and the child's box is not empty.
    present: u64,
    /// Index of the node's first child (a block in a node of the lowest level, else a node); the other children follow it.
    first: u32,
    /// 1 if the node's children are blocks, 0 if they are nodes.
    lowest: u32,
    /// Number of the node's children, including those with an empty box.
    count: u32,
    /// Padding to the end of the node's first cache line.
    unused: [u32; 3],
    /// Low cell along each axis of each child's box: `low[axis][child]`.
    low: [[i8; MOST_CHILDREN]; 3],
    /// High cell along each axis of each child's box: `high[axis][child]`.
    high: [[i8; MOST_CHILDREN]; 3],
    /// Low side of the node's cell 0 by axis, mesh space, metres.
    low_side: [f32; 3],
    /// High side of the node's cell 0 by axis, mesh space, metres.
    high_side: [f32; 3],
    /// Extent of one of the node's cells by axis, metres.
    cell: [f32; 3],
    /// Padding to the end of the node's eighth cache line.
    rest: [u32; 7],
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

    /// A node over children numbered from `first` on: blocks if `lowest`, otherwise nodes. A child with an
    /// [empty](Bounds::is_empty) box meets no query.
    pub(crate) fn new(grid: &Grid, boxes: &[Bounds], first: usize, lowest: bool) -> Self {
        let (first, count) = (first as u32, boxes.len() as u32);
        let mut node = Self { first, count, lowest: u32::from(lowest), ..Self::EMPTY };
        let all = Bounds::around(boxes);
        if all.is_empty() {
            return node;
        }
        let (low, high) = (grid.numbers(all.low), grid.numbers(all.high));
        for axis in 0..3 {
            node.lay_cells(grid, axis, low[axis], high[axis]);
        }
        Chosen::best().run(SetAll { node: &mut node, grid, boxes });
        node
    }

    /// Sets the box of a child, which must lie within the node's cells; the bits equal those of a new node over that box.
    pub(crate) fn set(&mut self, grid: &Grid, child: usize, around: &Bounds) {
        let is_empty = around.is_empty();
        self.present = self.present & !(1 << child) | u64::from(!is_empty) << child;
        if is_empty {
            for axis in 0..3 {
                (self.low[axis][child], self.high[axis][child]) = (0, 0);
            }
            return;
        }
        let (low, high) = (grid.numbers(around.low), grid.numbers(around.high));
        for axis in 0..3 {
            self.low[axis][child] = self.low_cell(axis, low[axis], around.low[axis]);
            self.high[axis][child] = self.high_cell(axis, high[axis], around.high[axis]);
        }
    }

    /// Lays the node's cells along an axis over the range from `low` to `high`, in units of the grid.
    fn lay_cells(&mut self, grid: &Grid, axis: usize, low: i32, high: i32) {
        let mut shift = 0;
        while high - low >= (CELLS - 1) << shift || !grid.holds_floats(axis, shift) {
            shift += 1;
        }
        self.shift[axis] = shift.cast_signed();
        self.origin[axis] = low - (FIRST_CELL << shift);
        self.cell[axis] = grid.extent(axis, shift);
        self.low_side[axis] = grid.place(axis, self.origin[axis]);
        self.high_side[axis] = self.low_side[axis] + self.cell[axis];
    }

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

    /// Low and high corners, mesh space, of the boxes of the node's children `8 * group` to `8 * group + 7`, a child in each SIMD lane.
    #[inline(always)]
    pub(crate) fn boxes<L: Lanes>(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        [self.corners(lanes, &self.low, &self.low_side, group), self.corners(lanes, &self.high, &self.high_side, group)]
    }

    #[inline(always)]
    fn corners<L: Lanes>(
        &self,
        lanes: L,
        cells: &[[i8; MOST_CHILDREN]; 3],
        side: &[f32; 3],
        group: usize,
    ) -> LaneVec<L::Float> {
        let cells: &[Cells; 3] = bytemuck::cast_ref(cells);
        let cells = LaneVec {
            x: lanes.widen(cells[0][group]),
            y: lanes.widen(cells[1][group]),
            z: lanes.widen(cells[2][group]),
        };
        lanes.splat3(Vec3::from_array(*side)) + cells.multiply(lanes.splat3(Vec3::from_array(self.cell)))
    }

    /// The node's cell along an axis that contains a coordinate in units of the grid.
    fn cell_of(&self, axis: usize, number: i32) -> i8 {
        ((number - self.origin[axis]) >> self.shift[axis]) as i8
    }

    /// The node's cell that contains the low side of a box along an axis, or an earlier cell if rounding requires it.
    fn low_cell(&self, axis: usize, number: i32, coordinate: f32) -> i8 {
        let mut cell = self.cell_of(axis, number);
        while cell > i8::MIN && self.low_side[axis] + self.cell[axis] * f32::from(cell) > coordinate {
            cell -= 1;
        }
        cell
    }

    /// The node's cell that contains the high side of a box along an axis, or a later cell if rounding requires it.
    fn high_cell(&self, axis: usize, number: i32, coordinate: f32) -> i8 {
        let mut cell = self.cell_of(axis, number);
        while cell < i8::MAX && self.high_side[axis] + self.cell[axis] * f32::from(cell) < coordinate {
            cell += 1;
        }
        cell
    }
}

task! {
    /// Task that sets the boxes of all children of a node whose cells are laid, with the bits that [`Node::set`] gives them.
    struct SetAll<'a> {
        node: &'a mut Node,
        grid: &'a Grid,
        boxes: &'a [Bounds],
    }
    fn run<L>(lanes) {
        let Node { origin, shift, .. } = *node;
        for (group, boxes) in boxes.chunks(WIDTH).enumerate() {
            let (mut around, mut empty) = ([[[0.0; WIDTH]; 3]; 2], 0);
            for (slot, (child, bounds)) in (group * WIDTH..).zip(boxes).enumerate() {
                let cells = lanes.box_cells(grid.corners(lanes, bounds), &origin, &shift);
                let (low, high) = (bounds.low.to_array(), bounds.high.to_array());
                for axis in 0..3 {
                    (node.low[axis][child], node.high[axis][child]) = (cells[axis], cells[axis + 4]);
                    (around[0][axis][slot], around[1][axis][slot]) = (low[axis], high[axis]);
                }
                empty |= u32::from(bounds.is_empty()) << slot;
            }
            let all = u32::MAX >> (u32::BITS as usize - boxes.len());
            node.present |= u64::from(all) << (group * WIDTH);
            // Boxes that rounding leaves partly outside of their cells, and empty ones, are set one by one.
            let [low, high] = node.boxes(lanes, group);
            for slot in lanes_of(all & (empty | !within(lanes, around.each_ref(), [low, high]))) {
                node.set(grid, group * WIDTH + slot, &boxes[slot]);
            }
        }
    }
}

/// Bit mask of the lanes in which a box lies within another; both as low and high corner.
#[inline(always)]
fn within<L: Lanes>(lanes: L, [low, high]: [&[Eight; 3]; 2], outer: [LaneVec<L::Float>; 2]) -> u32 {
    let (low, high) = (lanes.load3(low), lanes.load3(high));
    let [outer_low, outer_high] = outer;
    let below = lanes.le(outer_low.x, low.x) & lanes.le(outer_low.y, low.y) & lanes.le(outer_low.z, low.z);
    let above = lanes.ge(outer_high.x, high.x) & lanes.ge(outer_high.y, high.y) & lanes.ge(outer_high.z, high.z);
    lanes.bits(below & above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Backend;
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
                lanes.run(SetAll { node: &mut node, grid: &grid, boxes: &level });
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
