//! A node of the tree as it lies in memory: the boxes of up to 64 children, a byte a side.
//!
//! In: the boxes of the children, mesh space. Out: the same, a little larger.
//!
//! A byte counts the cells of a grid that the node lays over all of its children. 64 boxes are then held against another
//! in a dozen comparisons, and a level of four thousand blocks is two nodes deep. What is asked for is taken to the grid by
//! one subtraction and one multiplication, which keep the order of numbers however they are rounded: what lies beyond
//! another in the mesh never lies before it in the grid. Where a walk wants the boxes in the mesh they are one
//! multiplication and one addition away, and each was checked for its rounding when it was written.

use crate::lanes::{BYTES, Eight, LaneVec, Lanes, WIDTH};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use obvhs::aabb::Aabb;

/// Children of a node.
pub(crate) const MOST_CHILDREN: usize = BYTES;

/// How many times eight they are.
pub(crate) const GROUPS: usize = MOST_CHILDREN / WIDTH;

/// The first and the last cell of the grid along an axis, and how many they are.
const FIRST_CELL: f32 = -128.0;
const LAST_CELL: f32 = 127.0;
const CELLS: f32 = LAST_CELL - FIRST_CELL + 1.0;

/// Least extent of a cell, metres: a grid over what is flat has cells all the same.
const LEAST_CELL: f32 = 1e-20;

/// Up to 64 children: their boxes as cells of a grid, structure of arrays, and what they are.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Node {
    /// The middle of the grid, mesh space, twice; two lanes are unused.
    middle: Eight,
    /// Cells in a metre, by axis, twice.
    per_metre: Eight,
    /// `low[axis][child]`, cells.
    low: [[i8; MOST_CHILDREN]; 3],
    /// `high[axis][child]`, cells.
    high: [[i8; MOST_CHILDREN]; 3],
    /// Bit `i`: child `i` exists.
    present: u64,
    /// Number of the first child, a block in a node of the lowest level, elsewhere a node; the others follow it.
    first: u32,
    /// 1 in a node of the lowest level.
    lowest: u32,
    /// The low side of cell 0, mesh space.
    low_side: [f32; 3],
    /// The high side of cell 0, mesh space.
    high_side: [f32; 3],
    /// Extents of a cell, metres.
    cell: [f32; 3],
    /// Fills the eighth cache line.
    unused: [u32; 3],
}

const _: () = assert!(size_of::<Node>() == 512 && align_of::<Node>() == 64);

impl Node {
    /// A node without children.
    pub(crate) const EMPTY: Self = Self {
        middle: [0.0; WIDTH],
        per_metre: [0.0; WIDTH],
        low: [[0; MOST_CHILDREN]; 3],
        high: [[0; MOST_CHILDREN]; 3],
        present: 0,
        first: 0,
        lowest: 0,
        low_side: [0.0; 3],
        high_side: [0.0; 3],
        cell: [0.0; 3],
        unused: [0; 3],
    };

    /// A node over children that follow each other from number `first` on: blocks where it is of the lowest level.
    pub(crate) fn new(boxes: &[Aabb], first: usize, lowest: bool) -> Self {
        let mut node = Self {
            present: u64::MAX >> (MOST_CHILDREN - boxes.len()),
            first: first as u32,
            lowest: u32::from(lowest),
            ..Self::EMPTY
        };
        for axis in 0..3 {
            let low = boxes.iter().map(|bounds| bounds.min[axis]).fold(f32::INFINITY, f32::min);
            let high = boxes.iter().map(|bounds| bounds.max[axis]).fold(f32::NEG_INFINITY, f32::max);
            node.lay_grid(axis, low, high);
            for (child, bounds) in boxes.iter().enumerate() {
                node.low[axis][child] = node.low_cell(axis, bounds.min[axis]);
                node.high[axis][child] = node.high_cell(axis, bounds.max[axis]);
            }
        }
        node
    }

    /// Lays the grid over what lies from `low` to `high`. The two cells at either end are left to what lies beyond.
    fn lay_grid(&mut self, axis: usize, low: f32, high: f32) {
        let rounding = (low.abs() + high.abs()) * f32::EPSILON;
        let cell = ((high - low) / (CELLS - 4.0)).max(4.0 * rounding).max(LEAST_CELL);
        self.cell[axis] = cell;
        self.low_side[axis] = low + cell * (0.5 * CELLS - 2.0);
        self.high_side[axis] = self.low_side[axis] + cell;
        for twice in [axis, axis + 3] {
            self.middle[twice] = self.low_side[axis] + 0.5 * cell;
            self.per_metre[twice] = 1.0 / cell;
        }
    }

    /// Whether the children are blocks.
    #[inline(always)]
    pub(crate) fn is_lowest(&self) -> bool {
        self.lowest != 0
    }

    /// Number of the first child; the others follow it.
    #[inline(always)]
    pub(crate) fn first(&self) -> usize {
        self.first as usize
    }

    /// The children whose boxes meet one with these [sides](Bounds::sides), a bit each, and perhaps some that only come
    /// close to it.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, sides: L::Float) -> u64 {
        let cells = (sides - lanes.load(&self.middle)) * lanes.load(&self.per_metre);
        let cells = lanes.min(lanes.max(cells, lanes.splat(FIRST_CELL)), lanes.splat(LAST_CELL));
        let [from_x, from_y, from_z, to_x, to_y, to_z, ..] = lanes.round(cells);
        let beyond =
            above(lanes, &self.low[0], to_x) | above(lanes, &self.low[1], to_y) | above(lanes, &self.low[2], to_z);
        let before = below(lanes, &self.high[0], from_x)
            | below(lanes, &self.high[1], from_y)
            | below(lanes, &self.high[2], from_z);
        !lanes.byte_bits(beyond | before) & self.present
    }

    /// The low and the high corners of the boxes of the eight children from `8 * group` on, mesh space.
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
        let cells: &[[[i8; WIDTH]; GROUPS]; 3] = bytemuck::cast_ref(cells);
        let cells = LaneVec {
            x: lanes.widen(cells[0][group]),
            y: lanes.widen(cells[1][group]),
            z: lanes.widen(cells[2][group]),
        };
        lanes.splat3(Vec3::from_array(*side)) + cells.multiply(lanes.splat3(Vec3::from_array(self.cell)))
    }

    /// A coordinate in the grid, in cells from the middle of cell 0.
    fn in_grid(&self, axis: usize, coordinate: f32) -> f32 {
        ((coordinate - self.middle[axis]) * self.per_metre[axis]).clamp(FIRST_CELL, LAST_CELL)
    }

    /// The cell that `coordinate` lies in, or one before it.
    fn low_cell(&self, axis: usize, coordinate: f32) -> i8 {
        let mut cell = (self.in_grid(axis, coordinate) - 0.5).ceil() as i8;
        while cell > i8::MIN && self.low_side[axis] + self.cell[axis] * f32::from(cell) > coordinate {
            cell -= 1;
        }
        cell
    }

    /// The cell that `coordinate` lies in, or one behind it.
    fn high_cell(&self, axis: usize, coordinate: f32) -> i8 {
        let mut cell = (self.in_grid(axis, coordinate) + 0.5).floor() as i8;
        while cell < i8::MAX && self.high_side[axis] + self.cell[axis] * f32::from(cell) < coordinate {
            cell += 1;
        }
        cell
    }
}

/// Whether the low sides lie in cells above `cell`.
#[inline(always)]
fn above<L: Lanes>(lanes: L, sides: &[i8; MOST_CHILDREN], cell: i32) -> L::Bytes {
    lanes.above(lanes.load_bytes(sides), lanes.splat_byte(cell as i8))
}

/// Whether the high sides lie in cells below `cell`.
#[inline(always)]
fn below<L: Lanes>(lanes: L, sides: &[i8; MOST_CHILDREN], cell: i32) -> L::Bytes {
    lanes.above(lanes.splat_byte(cell as i8), lanes.load_bytes(sides))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::Bounds;
    use crate::lanes::{Backend, Chosen, Task};
    use crate::strewn::Strewn;
    use glam::Vec3A;

    /// What a node says to a box, and the boxes that it makes of its children.
    struct Ask<'a>(&'a Node, Bounds);

    impl Task for Ask<'_> {
        type Output = (u64, Vec<Bounds>);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> (u64, Vec<Bounds>) {
            let Self(node, bounds) = self;
            let mut boxes = Vec::new();
            for group in 0..GROUPS {
                let [low, high] = node.boxes(lanes, group);
                let (low, high) = (lanes.store3(low), lanes.store3(high));
                let corner = |side: &[Eight; 3], slot| Vec3::from_array(side.map(|axis: Eight| axis[slot]));
                boxes.extend((0..WIDTH).map(|slot| Bounds { low: corner(&low, slot), high: corner(&high, slot) }));
            }
            (node.meeting(lanes, lanes.load(&bounds.sides())), boxes)
        }
    }

    fn ask(backend: Backend, node: &Node, bounds: Bounds) -> (u64, Vec<Bounds>) {
        Chosen::new(backend).expect("it is available").run(Ask(node, bounds))
    }

    /// Boxes of up to `size` by axis, within `spread` of `middle` by axis.
    fn boxes(strewn: &mut Strewn, count: usize, middle: Vec3A, spread: Vec3A, size: Vec3A) -> Vec<Aabb> {
        let one = |_| {
            let (at, half) = (middle + spread * strewn.vector(), size * strewn.vector().abs() * 0.5);
            Aabb::new(at - half, at + half)
        };
        (0..count).map(one).collect()
    }

    /// Levels of all sizes, flat ones, and such that are small for their distance from the origin.
    fn levels() -> Vec<Vec<Aabb>> {
        let mut strewn = Strewn(1);
        let mut levels = Vec::new();
        for exponent in [-20, -3, 0, 3, 20] {
            let spread = 10.0_f32.powi(exponent);
            for flat in [Vec3A::ONE, Vec3A::new(1.0, 0.0, 1.0), Vec3A::new(0.0, 1.0, 0.0), Vec3A::ZERO] {
                for away in [0.0, 1.0, 1e3, 1e7] {
                    for count in [1, 2, 63, 64] {
                        let middle = Vec3A::new(0.3, -1.0, 0.7) * away;
                        levels.push(boxes(&mut strewn, count, middle, flat * spread, flat * (0.1 * spread)));
                    }
                }
            }
        }
        levels
    }

    fn meet(bounds: &Bounds, around: &Aabb) -> bool {
        bounds.low.cmple(around.max.into()).all() && bounds.high.cmpge(around.min.into()).all()
    }

    #[test]
    fn a_child_holds_what_it_was_made_of() {
        for level in levels() {
            let node = Node::new(&level, 0, true);
            for backend in Backend::available() {
                let (_, children) = ask(backend, &node, Bounds { low: Vec3::ZERO, high: Vec3::ZERO });
                for (around, child) in level.iter().zip(children) {
                    let inner = Bounds { low: around.min.into(), high: around.max.into() };
                    assert!(child.holds(&inner), "{backend}: {child:?} does not hold {inner:?}");
                }
            }
        }
    }

    #[test]
    fn whatever_meets_a_child_is_said_to_on_every_backend() {
        let mut strewn = Strewn(2);
        let mut met = 0;
        for level in levels() {
            let node = Node::new(&level, 0, true);
            let all = level.iter().fold(Aabb::empty(), |all, next| all.union(next));
            for round in 0..32 {
                // Around a child, at a corner of one, anywhere, or all of space.
                let child = &level[round % level.len()];
                let reach = (all.max - all.min) * strewn.next().abs();
                let bounds = match round % 4 {
                    0 => Aabb::new(child.min - reach, child.max + reach),
                    1 => Aabb::new(child.max, child.max + reach),
                    2 => Aabb::new(child.min - reach, child.min),
                    _ => Aabb::new(Vec3A::splat(f32::NEG_INFINITY), Vec3A::splat(f32::INFINITY)),
                };
                let bounds = Bounds { low: bounds.min.into(), high: bounds.max.into() };
                let answers: Vec<u64> = Backend::available().map(|backend| ask(backend, &node, bounds).0).collect();
                for (slot, around) in level.iter().enumerate().filter(|(_, around)| meet(&bounds, around)) {
                    met += 1;
                    assert!(answers.iter().all(|answer| answer >> slot & 1 == 1), "{slot}: {around:?}, {bounds:?}");
                }
                let beyond = u64::MAX.checked_shl(level.len() as u32).unwrap_or(0);
                assert!(answers.iter().all(|answer| answer & beyond == 0), "children that there are not");
            }
        }
        assert!(met > 10_000, "{met}");
    }

    #[test]
    fn what_is_farther_from_a_child_than_two_cells_does_not_meet_it() {
        let mut strewn = Strewn(3);
        for (middle, spread) in [(Vec3A::ZERO, 10.0), (Vec3A::splat(4000.0), 50.0)] {
            let level = boxes(&mut strewn, MOST_CHILDREN, middle, Vec3A::splat(spread), Vec3A::splat(0.1 * spread));
            let node = Node::new(&level, 0, true);
            let cells = Vec3A::from(node.cell) * 2.0;
            for around in &level {
                let bounds = Bounds { low: (around.max + cells).into(), high: (around.max + cells * 2.0).into() };
                let (met, _) = ask(Backend::best(), &node, bounds);
                for (slot, other) in level.iter().enumerate().filter(|(slot, _)| met >> slot & 1 == 1) {
                    let grown = Aabb::new(other.min - cells, other.max + cells);
                    assert!(meet(&bounds, &grown), "{slot}: {other:?}, {bounds:?}");
                }
            }
        }
    }
}
