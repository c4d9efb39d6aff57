//! Turns a plan of open columns into a closed shell of floors, ceilings and walls.
//!
//! In: a grid of square columns, each solid or open from a floor to a ceiling. Out: triangles that face the open side,
//! closed by construction: every side of an open column that borders on a solid column, on the riser of a higher floor
//! or on the lintel of a lower ceiling has a wall of exactly that height.
//!
//! Floors and ceilings of equal height are joined into rectangles, walls of equal height into runs, up to
//! the piece size of their column. Pieces of different size meet in T-junctions, as in most hand-made levels;
//! these lie on axis-parallel edges with the same coordinates on both sides, so there is no gap, not even by rounding.

use glam::Vec3;

use super::builder::{Builder, pieces};

/// An open column of a grid level: the free space between its floor and its ceiling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Height of the floor at the corners: (low x, low z), (high x, low z), (low x, high z), (high x, high z). A
    /// sloping column must meet its open neighbours at equal heights; all its other neighbours must be solid.
    pub floor: [f32; 4],
    /// Height of the column's ceiling, metres.
    pub ceiling: f32,
    /// Maximum side of one piece of floor, ceiling or wall that joins equal columns, in grid cells.
    pub piece: usize,
}

impl Column {
    /// Creates an open column with a level floor (heights in metres), joined to pieces of up to `piece` cells.
    #[must_use]
    pub fn flat(floor: f32, ceiling: f32, piece: usize) -> Self {
        Self { floor: [floor; 4], ceiling, piece }
    }

    fn is_flat(&self) -> bool {
        self.floor == [self.floor[0]; 4]
    }
}

/// Square grid of columns that become the closed shell of a level; every column is solid until it is opened.
#[derive(Debug)]
pub struct Columns {
    width: usize,
    depth: usize,
    cell: f32,
    /// Columns of the grid, row by row along z; `None` for a solid column.
    cells: Vec<Option<Column>>,
}

/// A side of an open column, named after the direction that the front of its wall faces.
#[derive(Clone, Copy)]
enum Side {
    PlusX,
    MinusX,
    PlusZ,
    MinusZ,
}

impl Side {
    /// Returns the floor heights at both ends of a column's side, at the lower and the higher coordinate, metres.
    fn edge(self, column: &Column) -> [f32; 2] {
        let f = column.floor;
        match self {
            Side::PlusX => [f[0], f[2]],
            Side::MinusX => [f[1], f[3]],
            Side::PlusZ => [f[0], f[1]],
            Side::MinusZ => [f[2], f[3]],
        }
    }

    fn opposite(self) -> Self {
        match self {
            Side::PlusX => Side::MinusX,
            Side::MinusX => Side::PlusX,
            Side::PlusZ => Side::MinusZ,
            Side::MinusZ => Side::PlusZ,
        }
    }
}

/// Walls of neighbouring columns with equal heights, joined into one wall along a grid line.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
    heights: [f32; 2],
    piece: usize,
}

impl Columns {
    /// Creates a grid of `width` by `depth` solid columns of `cell` metres, centred on the origin.
    #[must_use]
    pub fn new(width: usize, depth: usize, cell: f32) -> Self {
        Self { width, depth, cell, cells: vec![None; width * depth] }
    }

    /// Number of columns of the grid along x and along z.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.depth]
    }

    /// Returns the column at `(x, z)`; `None` if the column is solid or outside the grid.
    #[must_use]
    pub fn get(&self, x: usize, z: usize) -> Option<Column> {
        if x < self.width && z < self.depth { self.cells[z * self.width + x] } else { None }
    }

    /// Opens or fills the column at `(x, z)`. The outermost columns stay solid, so that the shell closes.
    pub fn set(&mut self, x: usize, z: usize, column: Option<Column>) {
        if (1..self.width - 1).contains(&x) && (1..self.depth - 1).contains(&z) {
            self.cells[z * self.width + x] = column;
        }
    }

    /// Returns the world x and z of the grid point with indices `(x, z)`, metres.
    #[must_use]
    pub fn point(&self, x: usize, z: usize) -> [f32; 2] {
        [(x as f32 - self.width as f32 / 2.0) * self.cell, (z as f32 - self.depth as f32 / 2.0) * self.cell]
    }

    /// Adds the floors, ceilings and walls of all open columns to the level.
    pub fn emit(&self, builder: &mut Builder) {
        self.emit_flats(builder, |column| column.is_flat().then_some(column.floor[0]), false);
        self.emit_flats(builder, |column| Some(column.ceiling), true);
        self.emit_slopes(builder);
        for side in [Side::PlusX, Side::MinusX, Side::PlusZ, Side::MinusZ] {
            self.emit_walls(builder, side);
        }
    }

    /// Adds the level floors, or the ceilings: joins equal columns into rectangles, each from the first remaining column.
    fn emit_flats(&self, builder: &mut Builder, height: impl Fn(&Column) -> Option<f32>, ceiling: bool) {
        let mut left: Vec<Option<(f32, usize)>> =
            self.cells.iter().map(|c| c.as_ref().and_then(|c| Some((height(c)?, c.piece)))).collect();
        for z in 0..self.depth {
            for x in 0..self.width {
                let Some((y, piece)) = left[z * self.width + x] else { continue };
                let same = |left: &[Option<_>], x: usize, z: usize| left[z * self.width + x] == Some((y, piece));
                let mut end_x = x + 1;
                while end_x < self.width && end_x - x < piece && same(&left, end_x, z) {
                    end_x += 1;
                }
                let mut end_z = z + 1;
                while end_z < self.depth && end_z - z < piece && (x..end_x).all(|x| same(&left, x, end_z)) {
                    end_z += 1;
                }
                for row in z..end_z {
                    left[row * self.width + x..row * self.width + end_x].fill(None);
                }
                let ([x0, z0], [x1, z1]) = (self.point(x, z), self.point(end_x, end_z));
                let mut corners = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]].map(|[x, z]| Vec3::new(x, y, z));
                if ceiling {
                    corners.reverse();
                }
                builder.quad(corners);
            }
        }
    }

    fn emit_slopes(&self, builder: &mut Builder) {
        for z in 0..self.depth {
            for x in 0..self.width {
                let Some(column) = self.get(x, z).filter(|column| !column.is_flat()) else { continue };
                let ([x0, z0], [x1, z1], f) = (self.point(x, z), self.point(x + 1, z + 1), column.floor);
                builder.quad([
                    Vec3::new(x0, f[0], z0),
                    Vec3::new(x0, f[2], z1),
                    Vec3::new(x1, f[3], z1),
                    Vec3::new(x1, f[1], z0),
                ]);
            }
        }
    }

    /// Adds all walls that face one way: along each line of the grid, runs of equal walls, separately below and above
    /// the opening to the neighbour.
    fn emit_walls(&self, builder: &mut Builder, side: Side) {
        let along_z = matches!(side, Side::PlusX | Side::MinusX);
        let (lines, length) = if along_z { (self.width, self.depth) } else { (self.depth, self.width) };
        for line in 0..lines {
            let mut runs: [Option<Run>; 2] = [None; 2];
            for i in 0..length {
                let (x, z) = if along_z { (line, i) } else { (i, line) };
                let (bands, piece) = self.bands(builder, side, x, z);
                for (run, heights) in runs.iter_mut().zip(bands) {
                    if let (Some(run), Some(heights)) = (run.as_mut(), heights)
                        && run.heights == heights
                        && run.piece == piece
                        && i - run.start < piece
                    {
                        run.end = i + 1;
                        continue;
                    }
                    self.emit_run(builder, side, line, run.take());
                    *run = heights.map(|heights| Run { start: i, end: i + 1, heights, piece });
                }
            }
            for run in runs {
                self.emit_run(builder, side, line, run);
            }
        }
    }

    /// Returns the heights between which the side of a column is closed, below and above the opening. A wall over a
    /// sloping edge is added at once, since it joins with no other.
    fn bands(&self, builder: &mut Builder, side: Side, x: usize, z: usize) -> ([Option<[f32; 2]>; 2], usize) {
        let Some(column) = self.get(x, z) else { return ([None; 2], 0) };
        let neighbour = match side {
            Side::PlusX => self.get(x.wrapping_sub(1), z),
            Side::MinusX => self.get(x + 1, z),
            Side::PlusZ => self.get(x, z.wrapping_sub(1)),
            Side::MinusZ => self.get(x, z + 1),
        };
        let (floor, ceiling) = (side.edge(&column), column.ceiling);
        let level = floor[0] == floor[1];
        let bands = match neighbour {
            None if level => [Some([floor[0], ceiling]), None],
            None => {
                let (p, q) = self.side_ends(side, x, z);
                // The lower coordinate comes first in `floor`, but not always first along the wall.
                let reversed = matches!(side, Side::PlusX | Side::MinusZ);
                let (from, to) = if reversed { (floor[1], floor[0]) } else { (floor[0], floor[1]) };
                builder.quad([
                    Vec3::new(p[0], from, p[1]),
                    Vec3::new(q[0], to, q[1]),
                    Vec3::new(q[0], ceiling, q[1]),
                    Vec3::new(p[0], ceiling, p[1]),
                ]);
                [None; 2]
            }
            Some(other) => {
                let other_floor = side.opposite().edge(&other);
                let riser = [floor[0], other_floor[0].min(ceiling)];
                let lintel = [other.ceiling.max(floor[0]), ceiling];
                // Equal edges need no riser, sloping or not.
                let risen = other_floor != floor && riser[0] < riser[1];
                [risen.then_some(riser), (lintel[0] < lintel[1]).then_some(lintel)]
            }
        };
        (bands, column.piece)
    }

    /// Returns the end points of a column's side (x and z, metres), ordered so that the front of its wall is on the right.
    fn side_ends(&self, side: Side, x: usize, z: usize) -> ([f32; 2], [f32; 2]) {
        match side {
            Side::PlusX => (self.point(x, z + 1), self.point(x, z)),
            Side::MinusX => (self.point(x + 1, z), self.point(x + 1, z + 1)),
            Side::PlusZ => (self.point(x, z), self.point(x + 1, z)),
            Side::MinusZ => (self.point(x + 1, z + 1), self.point(x, z + 1)),
        }
    }

    fn emit_run(&self, builder: &mut Builder, side: Side, line: usize, run: Option<Run>) {
        let Some(Run { start, end, heights, piece }) = run else { return };
        let (from, to) = match side {
            Side::PlusX => (self.point(line, end), self.point(line, start)),
            Side::MinusX => (self.point(line + 1, start), self.point(line + 1, end)),
            Side::PlusZ => (self.point(start, line), self.point(end, line)),
            Side::MinusZ => (self.point(end, line + 1), self.point(start, line + 1)),
        };
        builder.wall(from, to, heights, 1, pieces(heights[1] - heights[0], piece as f32 * self.cell));
    }
}
