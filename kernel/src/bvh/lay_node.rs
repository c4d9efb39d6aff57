//! Lays a node over the boxes of its children.
//!
//! In: the grid of a tree, boxes. Out: a node whose boxes contain them.
//! 1. Along each axis the node's cells are laid over all children: the smallest that 252 of them cover, a power of two of units.
//! 2. Each child takes the cells of its low and its high side, eight children at a time. Where rounding leaves a side outside of its
//!    cell, the next one is taken.

use crate::bvh::boxes::Bounds;
use crate::bvh::child_boxes::{Around, ChildBoxes};
use crate::bvh::grid::Grid;
use crate::bvh::node::{Cells, MOST_CHILDREN, Node};
use crate::simd::{Chosen, LaneVec, Lanes, WIDTH, lanes_of, task};

/// Cells that contain the children, of the 256 that a byte counts. Two more at either end are for query boxes beyond the node and
/// for rounding.
const CELLS: i32 = 252;

/// Number of the lowest cell of a node in which a child may lie; numbers of cells are signed bytes.
const FIRST_CELL: i32 = -CELLS / 2;

impl Node {
    /// A node over children numbered from `first` on: blocks if `lowest`, otherwise nodes. A child with an
    /// [empty](Bounds::is_empty) box meets no query.
    #[cfg(any(feature = "std", test))]
    pub(crate) fn new(grid: &Grid, boxes: &[Bounds], first: usize, lowest: bool) -> Self {
        Self::over(grid, &ChildBoxes::of(boxes), first, lowest).0
    }

    /// As [`new`](Self::new); also returns the box around all children.
    pub(crate) fn over(grid: &Grid, boxes: &ChildBoxes, first: usize, lowest: bool) -> (Self, Bounds) {
        let (first, count) = (first as u32, boxes.len() as u32);
        let mut node = Self { first, count, lowest: u32::from(lowest), ..Self::EMPTY };
        let lanes = Chosen::best();
        let all = lanes.run(Around { boxes });
        if all.is_empty() {
            return (node, all);
        }
        let (low, high) = (grid.numbers(all.low), grid.numbers(all.high));
        for axis in 0..3 {
            node.lay_cells(grid, axis, low[axis], high[axis]);
        }
        lanes.run(SetAll { node: &mut node, grid, boxes });
        (node, all)
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
        // The least with `high - low < (CELLS - 1) << shift`.
        let mut shift = i32::BITS - ((high - low) / (CELLS - 1)).leading_zeros();
        while !grid.holds_floats(axis, shift) {
            shift += 1;
        }
        self.shift[axis] = shift.cast_signed();
        self.origin[axis] = low - (FIRST_CELL << shift);
        self.cell[axis] = grid.extent(axis, shift);
        self.low_side[axis] = grid.place(axis, self.origin[axis]);
        self.high_side[axis] = self.low_side[axis] + self.cell[axis];
    }

    /// As [`low_cell`](Self::low_cell) for eight coordinates, given in units of the grid as well; at most one cell earlier.
    #[inline(always)]
    fn low_cells<L: Lanes>(&self, lanes: L, axis: usize, units: L::Float, coordinates: L::Float) -> [i8; WIDTH] {
        let cells = lanes.axis_cells(units, self.origin[axis], self.shift[axis]);
        let sides = lanes.splat(self.low_side[axis]) + lanes.splat(self.cell[axis]) * cells;
        lanes.narrow(lanes.select(lanes.gt(sides, coordinates), cells - lanes.splat(1.0), cells))
    }

    /// As [`high_cell`](Self::high_cell) for eight coordinates, given in units of the grid as well; at most one cell later.
    #[inline(always)]
    fn high_cells<L: Lanes>(&self, lanes: L, axis: usize, units: L::Float, coordinates: L::Float) -> [i8; WIDTH] {
        let cells = lanes.axis_cells(units, self.origin[axis], self.shift[axis]);
        let sides = lanes.splat(self.high_side[axis]) + lanes.splat(self.cell[axis]) * cells;
        lanes.narrow(lanes.select(lanes.lt(sides, coordinates), cells + lanes.splat(1.0), cells))
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
    pub(super) struct SetAll<'a> {
        pub(super) node: &'a mut Node,
        pub(super) grid: &'a Grid,
        pub(super) boxes: &'a ChildBoxes,
    }
    fn run<L>(lanes) {
        for group in 0..boxes.len().div_ceil(WIDTH) {
            let [low, high] = boxes.group(lanes, group);
            let (low_units, high_units) = (grid.lane_units(lanes, low), grid.lane_units(lanes, high));
            let low_x = node.low_cells(lanes, 0, low_units.x, low.x);
            let low_y = node.low_cells(lanes, 1, low_units.y, low.y);
            let low_z = node.low_cells(lanes, 2, low_units.z, low.z);
            let high_x = node.high_cells(lanes, 0, high_units.x, high.x);
            let high_y = node.high_cells(lanes, 1, high_units.y, high.y);
            let high_z = node.high_cells(lanes, 2, high_units.z, high.z);
            let Node { low: low_cells, high: high_cells, .. } = &mut *node;
            *cells_mut(low_cells, 0, group) = low_x;
            *cells_mut(low_cells, 1, group) = low_y;
            *cells_mut(low_cells, 2, group) = low_z;
            *cells_mut(high_cells, 0, group) = high_x;
            *cells_mut(high_cells, 1, group) = high_y;
            *cells_mut(high_cells, 2, group) = high_z;
            let holds = lanes.le(low.x, high.x) & lanes.le(low.y, high.y) & lanes.le(low.z, high.z);
            node.present |= u64::from(lanes.bits(holds)) << (group * WIDTH);
            // Boxes that are still partly outside of their cells, and empty ones, are set one by one.
            let sound = holds & within(lanes, [low, high], node.boxes(lanes, group));
            for slot in lanes_of(lanes.bits(!sound)) {
                let child = group * WIDTH + slot;
                node.set(grid, child, &boxes.get(child));
            }
        }
    }
}

/// Cells of the children of a group along an axis.
#[inline(always)]
fn cells_mut(cells: &mut [[i8; MOST_CHILDREN]; 3], axis: usize, group: usize) -> &mut [i8; WIDTH] {
    let groups: &mut Cells = bytemuck::cast_mut(&mut cells[axis]);
    &mut groups[group]
}

/// Mask of the lanes in which a box lies within another; both as low and high corner.
#[inline(always)]
fn within<L: Lanes>(
    lanes: L,
    [low, high]: [LaneVec<L::Float>; 2],
    [outer_low, outer_high]: [LaneVec<L::Float>; 2],
) -> L::Mask {
    let below = lanes.le(outer_low.x, low.x) & lanes.le(outer_low.y, low.y) & lanes.le(outer_low.z, low.z);
    let above = lanes.ge(outer_high.x, high.x) & lanes.ge(outer_high.y, high.y) & lanes.ge(outer_high.z, high.z);
    below & above
}
