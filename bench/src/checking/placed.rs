//! Trees of instances: the level as the checks see it if it is made of instances.
//!
//! In: a [`Tree`] for each mesh, and for each instance the map from mesh space to world space. Out: the triangles near a box,
//! and whether a path crosses an instance that moves meanwhile; in f64.
//!
//! Trees do not change when an instance moves: a query takes its box to mesh space, and the found triangles to the
//! world. A grid over the level selects the instances; it is rebuilt whenever they move. Each of its squares of 8 m
//! lists the instances whose boxes meet it, at any height.

use super::near::Near;
use super::tree::{Bounds, Tree};
use glam::{DAffine3, DVec3, Vec3};
use std::ops::Range;
use std::sync::Arc;
use sweep8_scalar_ref::brute_force::{Triangle, segment_crosses};

/// Minimum side of a square of the grid over the instances of a level, metres.
const CELL: f64 = 8.0;

/// Maximum number of squares along a side of the grid over a level's instances; larger levels get wider squares.
const MOST_CELLS: f64 = 512.0;

/// Growth of transformed bounding boxes relative to their coordinates; their rounding error is a thousandth of this.
const ROUNDING: f64 = 1e-12;

/// An instance of a mesh's triangle tree, with its transform and bounds.
#[derive(Clone, Debug)]
struct Placed {
    tree: Arc<Tree>,
    map: DAffine3,
    inverse: DAffine3,
    /// Transform of the instance from world space to mesh space before its last motion.
    before: DAffine3,
    /// Bounds of the instance in world space, metres: low and high corner.
    bounds: [DVec3; 2],
    /// Bounds of the instance before and after the last motion together, world space, metres.
    passed: [DVec3; 2],
}

/// Triangle trees of all instances of a level, found by a horizontal grid of squares.
#[derive(Clone, Debug, Default)]
pub struct PlacedTrees {
    placed: Vec<Placed>,
    low: DVec3,
    side: f64,
    columns: usize,
    rows: usize,
    /// Start in `list` of the range of each grid square; the last entry is the end of `list`.
    begins: Vec<u32>,
    list: Vec<u32>,
}

impl Placed {
    fn carried(&self, point: DVec3) -> DVec3 {
        self.map.transform_point3(self.before.transform_point3(point)) - point
    }
}

impl PlacedTrees {
    /// Creates the grid over instances of trees, each with the transform from its mesh space to world space.
    #[must_use]
    pub fn new(instances: impl IntoIterator<Item = (Arc<Tree>, DAffine3)>) -> Self {
        let placed = instances.into_iter().filter(|(tree, _)| !tree.is_empty()).map(|(tree, map)| {
            let (inverse, bounds) = (map.inverse(), bounds_of(&tree, &map));
            Placed { tree, map, inverse, before: inverse, bounds, passed: bounds }
        });
        let mut trees = Self { placed: placed.collect(), ..Self::default() };
        trees.make_grid();
        trees
    }

    /// Moves each instance to its transform (mesh to world space) in `maps`, in order. No tree may be empty.
    pub fn move_to(&mut self, maps: impl IntoIterator<Item = DAffine3>) {
        for (placed, map) in self.placed.iter_mut().zip(maps) {
            let ([low, high], was) = (bounds_of(&placed.tree, &map), placed.bounds);
            (placed.before, placed.map, placed.inverse) = (placed.inverse, map, map.inverse());
            (placed.bounds, placed.passed) = ([low, high], [low.min(was[0]), high.max(was[1])]);
        }
        self.make_grid();
    }

    /// Returns how far (metres) an instance's last motion carried the point of the instance that was at `point` before.
    #[must_use]
    pub fn carried(&self, instance: usize, point: DVec3) -> DVec3 {
        self.placed[instance].carried(point)
    }

    /// Returns how far (metres) the last motion carried `point` if it was on an instance that had a triangle near the box
    /// `low..=high` before; `None` if there was none.
    #[must_use]
    pub fn carried_near(&self, low: DVec3, high: DVec3, point: DVec3) -> Option<DVec3> {
        let mut carried = None;
        self.near(low, high, |placed| {
            let [least, most] = box_through(&placed.before, low, high);
            let is_near = placed.tree.any(least, most, |_, _| true);
            if is_near {
                carried = Some(placed.carried(point));
            }
            is_near
        });
        carried
    }

    /// Returns true if a path crosses a triangle, seen from the triangle. The first point of the path belongs to the
    /// places before the last motion, the others to the present ones. The path is straight in mesh space between two
    /// points.
    #[must_use]
    pub fn are_crossed(&self, path: &[DVec3]) -> bool {
        if path.iter().any(|point| !point.is_finite()) {
            return false;
        }
        let (low, high) =
            path.iter().fold((path[0], path[0]), |(low, high), point| (low.min(*point), high.max(*point)));
        self.near(low, high, |placed| {
            let seen = |index: usize| {
                let inverse = if index == 0 { &placed.before } else { &placed.inverse };
                inverse.transform_point3(path[index])
            };
            (1..path.len()).any(|index| {
                let (a, b) = (seen(index - 1), seen(index));
                placed.tree.any(a.min(b), a.max(b), |_, triangle| segment_crosses(a, b, triangle))
            })
        })
    }

    /// Calls `found` with each instance whose swept bounds meet a box until `found` returns true; returns whether it did.
    fn near(&self, low: DVec3, high: DVec3, mut found: impl FnMut(&Placed) -> bool) -> bool {
        let (columns, rows) = (self.columns_of(low.x, high.x), self.rows_of(low.z, high.z));
        rows.clone().any(|row| {
            columns.clone().any(|column| {
                let square = row * self.columns + column;
                let [begin, end] = [self.begins[square], self.begins[square + 1]].map(|at| at as usize);
                self.list[begin..end].iter().any(|&index| {
                    let placed = &self.placed[index as usize];
                    let [least, most] = placed.passed;
                    // An instance in several squares is tested in the first that it shares with the box.
                    let first_column = columns.start.max(self.columns_of(least.x, most.x).start);
                    let first_row = rows.start.max(self.rows_of(least.z, most.z).start);
                    let meets = least.cmple(high).all() && most.cmpge(low).all();
                    meets && [column, row] == [first_column, first_row] && found(placed)
                })
            })
        })
    }

    fn columns_of(&self, low: f64, high: f64) -> Range<usize> {
        squares((low - self.low.x) / self.side, (high - self.low.x) / self.side, self.columns)
    }

    fn rows_of(&self, low: f64, high: f64) -> Range<usize> {
        squares((low - self.low.z) / self.side, (high - self.low.z) / self.side, self.rows)
    }

    fn make_grid(&mut self) {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for placed in &self.placed {
            (low, high) = (low.min(placed.passed[0]), high.max(placed.passed[1]));
        }
        if self.placed.is_empty() {
            (low, high) = (DVec3::ZERO, DVec3::ZERO);
        }
        let extent = high - low;
        self.low = low;
        self.side = CELL.max(extent.max_element() / MOST_CELLS);
        self.columns = (extent.x / self.side) as usize + 1;
        self.rows = (extent.z / self.side) as usize + 1;
        let mut counts = vec![0_u32; self.columns * self.rows + 1];
        let squares = |placed: &Placed| {
            let [low, high] = placed.passed;
            let columns = self.columns_of(low.x, high.x);
            let each =
                self.rows_of(low.z, high.z).flat_map(move |row| columns.clone().map(move |column| (row, column)));
            each.map(|(row, column)| row * self.columns + column).collect::<Vec<_>>()
        };
        let all: Vec<Vec<usize>> = self.placed.iter().map(squares).collect();
        all.iter().flatten().for_each(|&square| counts[square + 1] += 1);
        (1..counts.len()).for_each(|square| counts[square] += counts[square - 1]);
        self.begins.clone_from(&counts);
        self.list = vec![0; all.iter().map(Vec::len).sum()];
        for (index, squares) in (0_u32..).zip(&all) {
            for &square in squares {
                self.list[counts[square] as usize] = index;
                counts[square] += 1;
            }
        }
    }
}

impl Near for PlacedTrees {
    fn any(&self, min: DVec3, max: DVec3, mut found: impl FnMut(u32, &Triangle) -> bool) -> bool {
        if !(min.is_finite() && max.is_finite()) {
            return false;
        }
        self.near(min, max, |placed| {
            let [low, high] = box_through(&placed.inverse, min, max);
            placed
                .tree
                .any(low, high, |id, triangle| found(id, &triangle.map(|corner| placed.map.transform_point3(corner))))
        })
    }

    fn bounds(&self) -> Option<Bounds> {
        let boxes = self.placed.iter().map(|placed| placed.bounds);
        let [low, high] = boxes.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])?;
        let outwards = (low.abs().max(high.abs()) * 1e-6).as_vec3() + Vec3::splat(1e-6);
        Some(Bounds { min: low.as_vec3() - outwards, max: high.as_vec3() + outwards })
    }
}

/// Returns the indices of grid squares from `low` to `high` (squares), clamped to `0..count`; never empty.
fn squares(low: f64, high: f64, count: usize) -> Range<usize> {
    // The cast turns negative numbers and NaN into 0.
    (low as usize).min(count - 1)..(high as usize).min(count - 1) + 1
}

fn bounds_of(tree: &Tree, map: &DAffine3) -> [DVec3; 2] {
    tree.bounds().map_or([DVec3::ZERO; 2], |Bounds { min, max }| box_through(map, min.as_dvec3(), max.as_dvec3()))
}

/// Returns the axis-aligned bounds of a box after a transform, slightly enlarged against rounding.
fn box_through(map: &DAffine3, min: DVec3, max: DVec3) -> [DVec3; 2] {
    let (middle, half) = (map.transform_point3((min + max) * 0.5), (max - min) * 0.5);
    let [x, y, z] = [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis].map(DVec3::abs);
    let half = x * half.x + y * half.y + z * half.z;
    let half = half + (half + middle.abs() + DVec3::ONE) * ROUNDING;
    [middle - half, middle + half]
}
