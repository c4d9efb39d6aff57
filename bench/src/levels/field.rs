//! A flow field: for each cell of a box, the next neighbour on the cheapest path to some goals.
//!
//! In: the goals, the cost of each cell, and the pairs of neighbours with a step between them. Out: a [`Field`].
//! Dijkstra's algorithm, from the goals outward; of paths with equal cost it takes the one through the lower cell, so
//! that the field is the same on every machine.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Indices of a grid cell along x and along z.
pub type Cell = [usize; 2];

/// Rectangle of grid cells: the first cell, and the exclusive upper end, each along x and z.
pub type CellBox = [Cell; 2];

/// Offsets (x, z) from a grid cell to its neighbours: the four along the axes, then the four diagonal ones.
const NEIGHBOURS: [[isize; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// Path cost of moving to the next cell along an axis, in addition to the cost of the entered cell.
const STRAIGHT: u32 = 10;
/// Path cost of moving to the next cell diagonally, in addition to the cost of the entered cell.
const ACROSS: u32 = 14;

/// Code in the flow field of a goal cell, in place of an index into [`NEIGHBOURS`].
const GOAL: u8 = 8;
/// Code in the flow field of a cell from which no goal can be reached, in place of an index into [`NEIGHBOURS`].
const NOWHERE: u8 = 9;

/// Flow field: for every cell of a rectangle of grid cells, the next cell on the cheapest path to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    cells: CellBox,
    /// Each cell's direction to its next cell, as an index into [`NEIGHBOURS`], or [`GOAL`] or [`NOWHERE`]; row by row along z.
    next: Vec<u8>,
}

impl Field {
    /// Computes the flow field of a box of cells. `cost` is the cost of a cell, `None` for a closed cell; `is_step` returns
    /// true if characters can walk from one cell to the neighbouring cell.
    #[must_use]
    pub fn new(
        cells: CellBox,
        goals: &[Cell],
        cost: impl Fn(Cell) -> Option<u32>,
        is_step: impl Fn(Cell, Cell) -> bool,
    ) -> Self {
        let [low, high] = cells;
        let mut field = Self { cells, next: vec![NOWHERE; (high[0] - low[0]) * (high[1] - low[1])] };
        let mut costs = vec![u32::MAX; field.next.len()];
        let mut reached = BinaryHeap::new();
        for &goal in goals {
            if let Some(at) = field.index(goal) {
                (field.next[at], costs[at]) = (GOAL, 0);
                reached.push(Reverse((0, at)));
            }
        }
        let walk = |from: Cell, to: Cell| cost(from).is_some() && cost(to).is_some() && is_step(from, to);
        while let Some(Reverse((so_far, at))) = reached.pop() {
            if so_far > costs[at] {
                continue;
            }
            let to = field.cell(at);
            let Some(entering) = cost(to) else { continue };
            for direction in 0..NEIGHBOURS.len() as u8 {
                // The cell from which a step in this direction leads here.
                let Some(from) = moved(to, NEIGHBOURS[usize::from(direction)].map(|along| -along)) else { continue };
                let Some(index) = field.index(from) else { continue };
                let corners = [[from[0], to[1]], [to[0], from[1]]];
                let is_across = from[0] != to[0] && from[1] != to[1];
                let is_walked = if is_across {
                    corners.into_iter().all(|corner| walk(from, corner) && walk(corner, to))
                } else {
                    walk(from, to)
                };
                let total = so_far + entering + if is_across { ACROSS } else { STRAIGHT };
                if is_walked && total < costs[index] {
                    (field.next[index], costs[index]) = (direction, total);
                    reached.push(Reverse((total, index)));
                }
            }
        }
        field
    }

    /// Returns the cell up to `steps` cells after `from` on the path to the goal; `None` if `from` has no next cell, as
    /// at a goal.
    #[must_use]
    pub fn ahead(&self, from: Cell, steps: usize) -> Option<Cell> {
        let mut at = from;
        for _ in 0..steps {
            match self.next(at) {
                Some(next) => at = next,
                None => break,
            }
        }
        (at != from).then_some(at)
    }

    fn next(&self, from: Cell) -> Option<Cell> {
        let direction = self.next[self.index(from)?];
        moved(from, *NEIGHBOURS.get(usize::from(direction))?)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let [low, high] = self.cells;
        let inside = (0..2).all(|axis| (low[axis]..high[axis]).contains(&cell[axis]));
        inside.then(|| (cell[1] - low[1]) * (high[0] - low[0]) + cell[0] - low[0])
    }

    fn cell(&self, index: usize) -> Cell {
        let [low, high] = self.cells;
        let width = high[0] - low[0];
        [low[0] + index % width, low[1] + index / width]
    }
}

fn moved(cell: Cell, by: [isize; 2]) -> Option<Cell> {
    Some([cell[0].checked_add_signed(by[0])?, cell[1].checked_add_signed(by[1])?])
}
