//! Coordinates as whole numbers: a grid over all triangles of a world.
//!
//! In: the box around all triangles, then coordinates, mesh space. Out: these in units of the grid.
//!
//! A subtraction, a multiplication and a truncation turn a coordinate into a number. All three are monotonic however they are
//! rounded: the numbers have the order of the coordinates. A traversal then compares whole numbers, which need no margin for rounding,
//! in one cycle where floats take four.
//!
//! All numbers are negative or 0, so only the upper end needs a `min`. A coordinate too far below saturates to `i32::MIN` in the
//! truncation; the origin of a node can be subtracted from that without overflow, as it is negative, too.

use crate::base::tolerance::{CELL_ROUNDING, LEAST_GRID_EXTENT};
use crate::bvh::boxes::Bounds;
use crate::simd::{LaneVec, Lanes};
use glam::{IVec3, Vec3A};

/// Number of cells along an axis in a node over all triangles; `CELL_SHIFT`: binary logarithm of the grid units in such a cell.
const CELLS: f32 = 250.0;
const CELL_SHIFT: u32 = 22;

/// Number of grid units along an axis within which all triangles lie.
const UNITS: f32 = CELLS * (1 << CELL_SHIFT) as f32;

/// Distance of number 0 beyond all triangles, in parts of their extent. The origin of a node lies up to 126 of its cells above its
/// low side, and must be negative, too.
const BEYOND: f32 = 0.55;

/// Grid over a tree, whose whole-number coordinates (in units) the boxes in the tree's nodes are stored in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Position of coordinate 0 of the grid, mesh space, metres; all triangles have negative coordinates.
    end: Vec3A,
    per_metre: Vec3A,
    /// Minimum extent of a node's cell along each axis, metres: smaller cells would be lost in rounding.
    least_cell: Vec3A,
}

impl Grid {
    /// Makes the grid over a box in mesh space.
    pub(crate) fn over(bounds: &Bounds) -> Self {
        let Bounds { low, high } = *bounds;
        let farthest = low.abs().max(high.abs());
        let extent = (high - low).max(farthest * (2.0 * CELL_ROUNDING * CELLS)).max(Vec3A::splat(LEAST_GRID_EXTENT));
        let least_cell = (farthest + extent) * CELL_ROUNDING;
        Self { end: high + extent * BEYOND, per_metre: Vec3A::splat(UNITS) / extent, least_cell }
    }

    /// Converts a point from mesh space, metres, to units of the grid, before truncation to whole numbers.
    #[inline(always)]
    fn units(&self, corner: Vec3A) -> Vec3A {
        ((corner - self.end) * self.per_metre).min(Vec3A::ZERO)
    }

    /// As [`units`](Self::units), for eight points.
    #[inline(always)]
    pub(crate) fn lane_units<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        let (from, zero) = (v - lanes.splat3(self.end.into()), lanes.splat(0.0));
        let units = from.multiply(lanes.splat3(self.per_metre.into()));
        LaneVec { x: lanes.min(units.x, zero), y: lanes.min(units.y, zero), z: lanes.min(units.z, zero) }
    }

    /// Converts a point from mesh space, metres, to whole units of the grid.
    pub(crate) fn numbers(&self, corner: Vec3A) -> IVec3 {
        self.units(corner).as_ivec3()
    }

    /// Converts both corners of a box from mesh space, metres, to whole units of the grid.
    #[inline(always)]
    pub(crate) fn corners<L: Lanes>(&self, lanes: L, bounds: &Bounds) -> L::Corners {
        lanes.corners(self.units(bounds.low), self.units(bounds.high))
    }

    /// Extent along an axis of a cell of `2^shift` grid units, metres.
    pub(crate) fn extent(&self, axis: usize, shift: u32) -> f32 {
        (1 << shift) as f32 / self.per_metre[axis]
    }

    /// Whether a cell of `2^shift` grid units along an axis is larger than the rounding of coordinates in it.
    pub(crate) fn holds_floats(&self, axis: usize, shift: u32) -> bool {
        self.extent(axis, shift) >= self.least_cell[axis]
    }

    /// Coordinate in mesh space, metres, of a coordinate in grid units along an axis.
    pub(crate) fn place(&self, axis: usize, number: i32) -> f32 {
        self.end[axis] + number as f32 / self.per_metre[axis]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    /// Test cases: grids of all sizes, flat or not, near the origin and far from it; and points in and around each grid.
    fn worlds() -> impl Iterator<Item = (Grid, Vec<Vec3A>)> {
        let mut random = Random(1);
        let cases = [1e-6, 1.0, 300.0, 1e6].into_iter().flat_map(|size| [0.0, 1.0, 1e3, 1e7].map(|away| (size, away)));
        cases.map(move |(size, away)| {
            let middle = random.signed_vector() * away;
            let half = random.signed_vector().abs() * size * if random.signed() > 0.8 { Vec3A::X } else { Vec3A::ONE };
            let bounds = Bounds::about(middle, half);
            let places = (0..200).map(|_| middle + half * random.signed_vector() * 1.1);
            let all = places.chain([bounds.low, bounds.high]).collect();
            (Grid::over(&bounds), all)
        })
    }

    #[test]
    fn what_lies_beyond_another_never_lies_before_it_in_the_grid() {
        for (grid, places) in worlds() {
            for axis in 0..3 {
                let mut places: Vec<(f32, i32)> =
                    places.iter().map(|&place| (place[axis], grid.numbers(place)[axis])).collect();
                places.sort_by(|a, b| a.0.total_cmp(&b.0));
                assert!(places.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{grid:?}: {places:?}");
            }
        }
    }

    #[test]
    fn a_place_is_not_farther_from_its_number_than_a_cell_and_no_number_is_positive() {
        for (grid, places) in worlds() {
            for place in places {
                let numbers = grid.numbers(place);
                assert!(numbers.max_element() < 0, "{place}: {numbers}");
                for axis in 0..3 {
                    let off = (grid.place(axis, numbers[axis]) - place[axis]).abs();
                    assert!(off <= grid.least_cell[axis].max(grid.extent(axis, 8)), "{place}: {off} along {axis}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_far_for_numbers_is_as_far_as_they_go() {
        let grid = Grid::over(&Bounds { low: Vec3A::NEG_ONE, high: Vec3A::ONE });
        for far in [1e4, 1e20, f32::MAX, f32::INFINITY] {
            assert_eq!(grid.numbers(Vec3A::splat(-far)), IVec3::MIN);
            assert_eq!(grid.numbers(Vec3A::splat(far)), IVec3::ZERO);
        }
    }
}
