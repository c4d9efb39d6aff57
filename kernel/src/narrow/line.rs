//! The boxes that a straight motion enters, and when.
//!
//! In: a motion; boxes, eight at a time, mesh space. Out: a predicate for each, and the fraction at which the line enters it. Both
//! are conservative: rounding may keep a box that the line misses, and never drops one that it enters.
//!
//! A box grown by the half extents of the moving shape contains every centre from which the shape touches it: the line of the
//! centre is tested against the slabs of this box (Kay and Kajiya 1986).

use crate::base::tolerance::{BOX_ROUNDING, REACH_ROUNDING, SLOWEST};
use crate::bvh::boxes::Bounds;
use crate::bvh::node::{Cells, Node, NodeSides};
use crate::narrow::way_box::{point_extents, way, way_extents};
use crate::simd::{LaneVec, Lanes};
use glam::{Vec3, Vec3A};

/// A straight motion of a shape's centre, mesh space, for tests against boxes that are grown by the shape's half extents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Reciprocal of the motion's step, by axis, 1/metre.
    inverse: Vec3A,
    /// Start of the motion plus the half extents of the moving shape, mesh space, metres: for the low sides of boxes.
    from: Vec3A,
    /// Start of the motion minus the half extents of the moving shape, mesh space, metres: for the high sides of boxes.
    to: Vec3A,
    /// Box that meets every box that the shape touches on its motion, mesh space.
    pub(crate) around: Bounds,
}

impl Line {
    /// A line from `origin` by `step`, as far as `reach` (component by component, metres, at least `step`), for a shape with the
    /// half extents `half`, among triangles that lie in `bounds`. `inverse_half` is one over `half`, 0 for a point.
    #[inline(always)]
    pub(crate) fn new(origin: Vec3, step: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Self {
        // Slightly early in, slightly late out: the points of entry and exit are rounded, too, as fractions are.
        // Boxes of children are computed from their node's, and have the rounding of its extent.
        let extents = (bounds.high - bounds.low).max(Vec3A::ZERO);
        let grow = way_extents(origin, reach, half, inverse_half, bounds)
            + Vec3A::from(reach).abs() * REACH_ROUNDING
            + extents * BOX_ROUNDING;
        Self::grown(origin, step, reach, grow)
    }

    /// As [`new`](Self::new), of a point that moves from `origin` by `step`, as far as `most` steps.
    #[inline(always)]
    pub(crate) fn of_point(origin: Vec3, step: Vec3, most: f32, bounds: Bounds) -> Self {
        let reach = step * most;
        let extents = (bounds.high - bounds.low).max(Vec3A::ZERO);
        let grow = point_extents(origin, reach) + Vec3A::from(reach).abs() * REACH_ROUNDING + extents * BOX_ROUNDING;
        Self::grown(origin, step, reach, grow)
    }

    /// A line for a shape with the half extents `grow`.
    #[inline(always)]
    fn grown(origin: Vec3, step: Vec3, reach: Vec3, grow: Vec3A) -> Self {
        let around = way(origin, reach, grow);
        let (origin, step) = (Vec3A::from(origin), Vec3A::from(step));
        let slowest = Vec3A::splat(SLOWEST);
        let steps = Vec3A::select(step.abs().cmplt(slowest), slowest, step);
        Self { inverse: steps.recip(), from: origin + grow, to: origin - grow, around }
    }

    /// Mask of the boxes that the line enters before the fraction `limit` of its step, and the fraction at which it enters each.
    #[inline(always)]
    pub(crate) fn entering<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
        limit: f32,
    ) -> (L::Mask, L::Float) {
        let inverse = lanes.splat3(self.inverse.into());
        let a = (low - lanes.splat3(self.from.into())).multiply(inverse);
        let b = (high - lanes.splat3(self.to.into())).multiply(inverse);
        let enter = lanes.max(lanes.max(lanes.min(a.x, b.x), lanes.min(a.y, b.y)), lanes.min(a.z, b.z));
        let leave = lanes.min(lanes.min(lanes.max(a.x, b.x), lanes.max(a.y, b.y)), lanes.max(a.z, b.z));
        let meets = lanes.le(enter, leave) & lanes.ge(leave, lanes.splat(0.0)) & lanes.le(enter, lanes.splat(limit));
        (meets, enter)
    }

    /// The children of a node, as the line meets them.
    #[inline(always)]
    pub(crate) fn children_of<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> ChildrenOnLine<'n, L> {
        let NodeSides { low, high, cell } = node.sides();
        let inverse = self.inverse;
        let (of_low, of_high) = ((low - self.from) * inverse, (high - self.to) * inverse);
        let is_back = inverse.cmplt(Vec3A::ZERO);
        let [x, y, z] = [node.cells(0), node.cells(1), node.cells(2)];
        let [x, y, z] =
            [entry_first(is_back.test(0), x), entry_first(is_back.test(1), y), entry_first(is_back.test(2), z)];
        ChildrenOnLine {
            entry_cells: [x[0], y[0], z[0]],
            exit_cells: [x[1], y[1], z[1]],
            cell: lanes.splat3((cell * inverse).into()),
            entry: lanes.splat3(Vec3A::select(is_back, of_high, of_low).into()),
            exit: lanes.splat3(Vec3A::select(is_back, of_low, of_high).into()),
        }
    }
}

/// The children of a node, as a line meets them: cells and fractions of the sides through which it enters and leaves their boxes.
pub(crate) struct ChildrenOnLine<'n, L: Lanes> {
    entry_cells: [&'n Cells; 3],
    exit_cells: [&'n Cells; 3],
    /// Change of the fraction from cell to cell.
    cell: LaneVec<L::Float>,
    /// Fraction of the cell 0.
    entry: LaneVec<L::Float>,
    exit: LaneVec<L::Float>,
}

impl<L: Lanes> ChildrenOnLine<'_, L> {
    /// As [`entering`](Line::entering), for the boxes of the children `8 * group` to `8 * group + 7`.
    #[inline(always)]
    pub(crate) fn entering(&self, lanes: L, group: usize, limit: f32) -> (L::Mask, L::Float) {
        let entry = self.entry + cells_of(lanes, &self.entry_cells, group).multiply(self.cell);
        let exit = self.exit + cells_of(lanes, &self.exit_cells, group).multiply(self.cell);
        let enter = lanes.max(lanes.max(lanes.max(entry.x, entry.y), entry.z), lanes.splat(0.0));
        let leave = lanes.min(lanes.min(lanes.min(exit.x, exit.y), exit.z), lanes.splat(limit));
        (lanes.le(enter, leave), enter)
    }
}

/// The cells at which a line enters the boxes first, which are the high ones if it goes back along their axis.
#[inline(always)]
fn entry_first(is_back: bool, [low, high]: [&Cells; 2]) -> [&Cells; 2] {
    if is_back { [high, low] } else { [low, high] }
}

#[inline(always)]
fn cells_of<L: Lanes>(lanes: L, [x, y, z]: &[&Cells; 3], group: usize) -> LaneVec<L::Float> {
    LaneVec { x: lanes.widen(x[group]), y: lanes.widen(y[group]), z: lanes.widen(z[group]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::grid::Grid;
    use crate::bvh::node::{GROUPS, MOST_CHILDREN};
    use crate::simd::{Backend, Chosen, Eight, WIDTH, task};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that returns the mask of the boxes that a line enters before the fraction `limit` of its step.
        struct Enter<'a> {
            line: &'a Line,
            boxes: &'a [[Eight; 3]; 2],
            limit: f32,
        }
        fn run<L>(lanes) -> u32 {
            let [low, high] = boxes;
            lanes.bits(line.entering(lanes, lanes.load3(low), lanes.load3(high), limit).0)
        }
    }

    #[test]
    fn a_line_enters_every_box_that_it_is_at_by_then_to_the_last_place() {
        let mut random = Random(1);
        let bounds = Bounds::about(Vec3A::ZERO, Vec3A::splat(1e5));
        for case in 0..20_000 {
            let far = [0.0, 1.0, 1e4][case % 3];
            let origin = Vec3::from(random.signed_vector()) * far;
            let along = [Vec3::ONE, Vec3::X, Vec3::new(1e-3, 1.0, 0.0), Vec3::new(1.0, 1e-28, -1e-9)][case / 3 % 4];
            let reach = Vec3::from(random.signed_vector()) * along * 10.0_f32.powf(3.0 * random.signed());
            let half = if case % 2 == 0 { Vec3::ZERO } else { Vec3::new(0.4, 0.9, 0.4) };
            // A ray has many steps within its reach; a sweep has one.
            let steps = if half == Vec3::ZERO { 1.0 + 99.0 * random.signed().abs() } else { 1.0 };
            let inverse_half = if half == Vec3::ZERO { Vec3::ZERO } else { half.recip() };
            let line = Line::new(origin, reach / steps, reach, half, inverse_half, bounds);
            let by_then = steps * random.signed().abs();
            let mut boxes = [[[0.0; WIDTH]; 3]; 2];
            let [lows, highs] = &mut boxes;
            for axis in 0..3 {
                let at = f64::from(origin[axis]) + f64::from((reach / steps)[axis]) * f64::from(by_then);
                let half = f64::from(half[axis]);
                for (low, high) in lows[axis].iter_mut().zip(&mut highs[axis]) {
                    // The near or far side of a box that a shape with these half extents just reaches.
                    let size = random.signed().abs();
                    if random.signed() < 0.0 {
                        *low = ((at + half) as f32).next_down();
                        *high = *low + size;
                    } else {
                        *high = ((at - half) as f32).next_up();
                        *low = *high - size;
                    }
                }
            }
            for backend in Backend::available() {
                let entered = Chosen::new(backend).expect("it is available").run(Enter {
                    line: &line,
                    boxes: &boxes,
                    limit: by_then,
                });
                assert_eq!(entered, 0xFF, "{backend}: {line:?} is at {boxes:?} by {by_then}");
            }
        }
    }

    task! {
        /// Test task that returns the mask of a node's children that a line enters before the fraction `limit` of its step.
        struct EnterChildren<'a> {
            line: &'a Line,
            node: &'a Node,
            limit: f32,
        }
        fn run<L>(lanes) -> u64 {
            let children = line.children_of(lanes, node);
            let mut entered = 0;
            for group in 0..GROUPS {
                entered |= u64::from(lanes.bits(children.entering(lanes, group, limit).0)) << (WIDTH * group);
            }
            entered
        }
    }

    #[test]
    fn a_line_enters_every_child_that_it_is_at_by_then() {
        let mut random = Random(2);
        for case in 0..4_000 {
            let (far, spread) = ([0.0, 10.0, 1e4][case % 3], [0.3, 20.0, 3e3][case / 3 % 3]);
            let middle = random.signed_vector() * far;
            let boxes: [Bounds; MOST_CHILDREN] = core::array::from_fn(|_| {
                let flat = Vec3A::select(random.signed_vector().cmplt(Vec3A::ZERO), Vec3A::ONE, Vec3A::ZERO);
                let (at, half) =
                    (random.signed_vector() * spread, random.signed_vector().abs() * flat * (0.1 * spread));
                Bounds::about(middle + at, half)
            });
            let world = Bounds::around(&boxes);
            let grid = Grid::over(&world);
            let node = Node::new(&grid, &boxes, 0, true);
            let (origin, half) =
                (Vec3::from(middle + random.signed_vector() * spread * 3.0), [Vec3::ZERO, Vec3::ONE][case % 2]);
            for (child, of_child) in boxes.iter().enumerate() {
                // A corner of the box, and the same with one coordinate of the origin: the line runs along its side.
                let corner = Vec3A::select(random.signed_vector().cmplt(Vec3A::ZERO), of_child.low, of_child.high);
                let at = Vec3::from(corner) + half * Vec3::from(random.signed_vector());
                let level = [at, Vec3::new(origin.x, at.y, at.z), Vec3::new(at.x, origin.y, origin.z)][child % 3];
                let from = if child % 3 == 0 { origin } else { origin + at - level };
                let (from, to) = (from.as_dvec3(), at.as_dvec3());
                let reach = (to - from).as_vec3() * (1.0 + random.signed().abs());
                let steps = if half == Vec3::ZERO { 1.0 + 99.0 * random.signed().abs() } else { 1.0 };
                let inverse_half = if half == Vec3::ZERO { Vec3::ZERO } else { half.recip() };
                let line = Line::new(from.as_vec3(), reach / steps, reach, half, inverse_half, world);
                let by_then = (to - from).length() / (reach / steps).as_dvec3().length();
                if !by_then.is_finite() {
                    continue;
                }
                let limit = (by_then as f32).next_up().next_up();
                for backend in Backend::available() {
                    let entered = Chosen::new(backend).expect("it is available").run(EnterChildren {
                        line: &line,
                        node: &node,
                        limit,
                    });
                    assert!(entered >> child & 1 == 1, "{backend}, case {case}, child {child}: {of_child:?}, {line:?}");
                }
            }
        }
    }
}
