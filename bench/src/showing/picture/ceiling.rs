//! Height limit of the picture at each place, so that it shows the floors with characters and not the roofs.
//!
//! In: the points of the paths (metres, y up) and the level's extent. Out: a height for every place.
//!
//! The extent is cut into about 128 cells along its longer side. The limit of a cell with a path is the highest point
//! of the path there; a cell without a path takes the limit of the nearest cell with one (a breadth-first fill, as in
//! Dijkstra's algorithm with equal steps), because a room's unvisited corner belongs to the room. Without any path
//! there is no limit: the view from above.

use std::collections::VecDeque;

use glam::{DVec2, Vec3};

/// Number of grid cells along the longer side of a level: fine enough for rooms, coarse enough that near paths share cells.
const CELLS: f64 = 128.0;

/// Minimum side of a grid cell, metres: cells smaller than a character add no detail.
const SMALLEST_CELL: f64 = 0.5;

/// Horizontal grid of height limits over a level; a picture of the level shows no floor above the limit.
pub(super) struct Ceiling {
    origin: DVec2,
    cell: f64,
    columns: usize,
    rows: usize,
    limits: Vec<f32>,
}

impl Ceiling {
    /// Builds the height limits over `origin..origin + size` (x and z, metres) from points on characters' paths.
    pub(super) fn new(origin: DVec2, size: DVec2, points: impl Iterator<Item = Vec3>) -> Self {
        let cell = (size.max_element() / CELLS).max(SMALLEST_CELL);
        let count = |length: f64| (length / cell).ceil().max(1.0) as usize;
        let (columns, rows) = (count(size.x), count(size.y));
        let mut grid = Self { origin, cell, columns, rows, limits: vec![f32::NEG_INFINITY; columns * rows] };
        for point in points.filter(|p| p.is_finite()) {
            if let Some(index) = grid.cell_of(DVec2::new(f64::from(point.x), f64::from(point.z))) {
                grid.limits[index] = grid.limits[index].max(point.y);
            }
        }
        grid.spread();
        grid
    }

    /// Returns the height limit of the picture at a place (x and z, metres), metres; infinite without paths and outside the grid.
    pub(super) fn at(&self, place: DVec2) -> f32 {
        self.cell_of(place).map_or(f32::INFINITY, |index| self.limits[index])
    }

    fn cell_of(&self, place: DVec2) -> Option<usize> {
        let p = (place - self.origin) / self.cell;
        let inside = p.x >= 0.0 && p.y >= 0.0 && p.x <= self.columns as f64 && p.y <= self.rows as f64;
        inside.then(|| (p.y as usize).min(self.rows - 1) * self.columns + (p.x as usize).min(self.columns - 1))
    }

    /// Gives each grid cell without a height limit the limit of the nearest cell that has one.
    fn spread(&mut self) {
        let mut waiting: VecDeque<usize> = (0..self.limits.len()).filter(|&i| self.limits[i].is_finite()).collect();
        if waiting.is_empty() {
            self.limits.fill(f32::INFINITY);
        }
        while let Some(index) = waiting.pop_front() {
            let (x, y) = (index % self.columns, index / self.columns);
            let sides = [
                (x > 0).then(|| index - 1),
                (x + 1 < self.columns).then_some(index + 1),
                (y > 0).then(|| index - self.columns),
                (y + 1 < self.rows).then_some(index + self.columns),
            ];
            for side in sides.into_iter().flatten() {
                if self.limits[side] == f32::NEG_INFINITY {
                    self.limits[side] = self.limits[index];
                    waiting.push_back(side);
                }
            }
        }
    }
}
