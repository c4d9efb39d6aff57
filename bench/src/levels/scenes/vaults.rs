//! A hall of curved patches cut into small triangles: a floor of Bézier patches, groin vaults, columns, ribs, hoops.
//!
//! In: number of bays both ways, pieces of a bay, a seed. Out: a closed shell, and closed solids that reach into it.
//!
//! 1. A bay is a square of [`BAY`] metres under two barrel vaults that cross. Lines of the grid lie at equal angles of
//!    their arcs, so that triangles do not stretch where the vault is steep; floor and walls use the same lines, and
//!    the shell has no T-junction.
//! 2. The floor is a net of biquadratic Bézier patches, four in a bay. Neighbours share a row of control points, which
//!    joins them with a crease. Control points are random, and high along the walls: the floor curves up to them.
//! 3. A column stands in each inner corner of the bays, ribs follow the arcs from bay to bay, and each bay has a hoop.

use super::builder::{Builder, between, pieces};
use super::loft::{Frame, bar, circle, spline, turned};
use crate::levels::Level;
use crate::random::Random;
use glam::Vec3;

/// Side of a square bay of the vaulted hall, metres.
pub const BAY: f32 = 3.0;
/// Height above the floor at which the vaults begin, metres.
const SPRING: f32 = 2.2;
/// Half of the angle of a vault's circular arc, as a fraction of a full turn: 55°.
const HALF_ARC: f64 = 55.0 / 360.0;
/// Number of curved floor patches along the side of a bay.
const PATCHES: usize = 2;
/// Maximum height of the curved floor's control points up or down, metres.
const DUNE: f32 = 0.3;
/// Height of the curved floor's control points along the walls, metres.
const BANK: f32 = 0.55;
/// Edge length of the triangles of columns, ribs and hoops, metres.
const EDGE: f32 = 0.05;
/// Depth by which columns, ribs and hoops reach into the shell, metres.
const SUNK: f32 = 0.6;

/// Profile of a column: radius and height of each point, from under the floor to above the vault, metres.
const COLUMN: [[f32; 2]; 9] = [
    [0.3, -SUNK],
    [0.3, 0.1],
    [0.34, 0.25],
    [0.24, 0.38],
    [0.23, 1.0],
    [0.2, 1.7],
    [0.25, 1.78],
    [0.26, 1.9],
    [0.48, SPRING + 0.35],
];

/// A vaulted hall, and the number of triangles of its closed shell.
#[derive(Clone, Debug)]
pub struct Vaults {
    /// All triangles of the hall: the shell, then the columns, ribs and hoops.
    pub level: Level,
    /// Number of triangles of the hall's shell, which come first and form a closed surface. The others form closed solids.
    pub shell_triangles: usize,
}

/// Builds a hall of `bays` along x and z; each bay is divided into `cuts` pieces.
///
/// # Panics
///
/// When `cuts` is odd: the creases of the vaults and of the floor run along edges.
#[must_use]
pub fn vaults(bays: [usize; 2], cuts: usize, seed: u64) -> Vaults {
    assert!(cuts.is_multiple_of(2), "a bay is cut into an even number of pieces");
    let mut random = Random::new(seed);
    let hall = Hall::new(bays, cuts, &mut random);
    let mut builder = Builder::new("vaults");
    hall.floor_and_ceiling(&mut builder);
    hall.walls(&mut builder);
    let shell_triangles = builder.triangle_count();
    hall.solids(&mut builder, &mut random);
    Vaults { level: builder.finish(), shell_triangles }
}

struct Hall {
    bays: [usize; 2],
    cuts: usize,
    /// Position across a bay and height of the vault's arc above its ends, for each grid line of one bay, metres.
    arc: Vec<[f32; 2]>,
    /// Heights of the curved floor's control points, row by row along z, metres.
    controls: Vec<f32>,
}

impl Hall {
    fn new(bays: [usize; 2], cuts: usize, random: &mut Random) -> Self {
        let [sin, cos] = [circle(HALF_ARC)[1], circle(HALF_ARC)[0]];
        let radius = 0.5 * BAY / sin;
        let line = |k: usize| match k {
            0 => [0.0, 0.0],
            k if k == cuts => [BAY, 0.0],
            k => {
                let [up, along] = circle(HALF_ARC * (2.0 * k as f64 / cuts as f64 - 1.0));
                [0.5 * BAY + radius * along, radius * (up - cos)]
            }
        };
        let [width, depth] = bays.map(|bays| 2 * PATCHES * bays + 1);
        let control = |index: usize| {
            let (i, j) = (index % width, index / width);
            let is_bank = i == 0 || j == 0 || i == width - 1 || j == depth - 1;
            if is_bank { BANK } else { random.range_f32(-DUNE, DUNE) }
        };
        Self { bays, cuts, arc: (0..=cuts).map(line).collect(), controls: (0..width * depth).map(control).collect() }
    }

    /// Number of grid intervals of the hall along an axis (0 for x, 1 for z).
    fn lines(&self, axis: usize) -> usize {
        self.bays[axis] * self.cuts
    }

    /// Position along an axis (0 for x, 1 for z) and vault height of the grid line with index `index`, metres.
    fn line(&self, axis: usize, index: usize) -> [f32; 2] {
        let bay = (index / self.cuts).min(self.bays[axis] - 1);
        let [along, up] = self.arc[index - bay * self.cuts];
        [along + BAY * (bay as f32 - 0.5 * self.bays[axis] as f32), up]
    }

    fn ceiling(&self, i: usize, j: usize) -> Vec3 {
        let ([x, up], [z, other]) = (self.line(0, i), self.line(1, j));
        Vec3::new(x, SPRING + up.max(other), z)
    }

    fn floor(&self, i: usize, j: usize) -> Vec3 {
        let ([x, _], [z, _]) = (self.line(0, i), self.line(1, j));
        // Patch, and position in it, along both axes.
        let patch = |axis: usize, index: usize, place: f32| {
            let half = self.cuts / PATCHES;
            let patch = (index / half).min(PATCHES * self.bays[axis] - 1);
            let start = BAY / PATCHES as f32 * (patch as f32 - 0.5 * (PATCHES * self.bays[axis]) as f32);
            (2 * patch, (place - start) * PATCHES as f32 / BAY)
        };
        let ((p, u), (q, v)) = (patch(0, i, x), patch(1, j, z));
        let width = 2 * PATCHES * self.bays[0] + 1;
        let row = |r: usize| bezier([0, 1, 2].map(|c| self.controls[(q + r) * width + p + c]), u);
        Vec3::new(x, bezier([0, 1, 2].map(row), v), z)
    }

    fn floor_and_ceiling(&self, builder: &mut Builder) {
        for j in 0..self.lines(1) {
            for i in 0..self.lines(0) {
                let (in_x, in_z) = (i % self.cuts, j % self.cuts);
                // Groins run along diagonals of a bay: there the cells are cut along them, elsewhere alternately.
                let is_falling = in_x == in_z;
                let is_rising = in_x + in_z == self.cuts - 1;
                let falls = is_falling || !is_rising && (i + j).is_multiple_of(2);
                let cell = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)];
                let [a, b, c, d] = cell.map(|(i, j)| self.floor(i, j));
                builder.quad(if falls { [a, b, c, d] } else { [b, c, d, a] });
                let [a, b, c, d] = cell.map(|(i, j)| self.ceiling(i, j));
                builder.quad(if falls { [a, d, c, b] } else { [b, a, d, c] });
            }
        }
    }

    fn walls(&self, builder: &mut Builder) {
        let [width, depth] = [0, 1].map(|axis| self.lines(axis));
        let rows = pieces(SPRING, BAY / self.cuts as f32);
        let mut wall = |from: (usize, usize), to: (usize, usize)| {
            let at = |(i, j): (usize, usize), row: usize| {
                between(self.floor(i, j), self.ceiling(i, j), row as f32 / rows as f32)
            };
            for row in 0..rows {
                let [a, b, c, d] = [at(from, row), at(to, row), at(to, row + 1), at(from, row + 1)];
                builder.quad(if (from.0 + from.1 + row).is_multiple_of(2) { [a, b, c, d] } else { [b, c, d, a] });
            }
        };
        // In this order the inside is on the right.
        for i in 0..width {
            wall((i, 0), (i + 1, 0));
            wall((i + 1, depth), (i, depth));
        }
        for j in 0..depth {
            wall((width, j), (width, j + 1));
            wall((0, j + 1), (0, j));
        }
    }

    fn solids(&self, builder: &mut Builder, random: &mut Random) {
        let [width, depth] = self.bays;
        let corner = |i: usize, j: usize| {
            Vec3::new(BAY * (i as f32 - 0.5 * width as f32), 0.0, BAY * (j as f32 - 0.5 * depth as f32))
        };
        let profile = spline(&COLUMN, EDGE);
        for j in 0..=depth {
            for i in 0..=width {
                if (1..width).contains(&i) && (1..depth).contains(&j) {
                    turned(builder, &Frame::upright(corner(i, j), 0.0), &profile, EDGE);
                }
                // Ribs to the next corner along both axes, not in the walls.
                let arc = |along: Vec3| -> Vec<Vec3> {
                    let at = |[x, up]: &[f32; 2]| corner(i, j) + along * *x + Vec3::Y * (SPRING + up - 0.04);
                    self.arc.iter().map(at).collect()
                };
                if i < width && (1..depth).contains(&j) {
                    bar(builder, &arc(Vec3::X), Vec3::Z, 0.1, 12);
                }
                if j < depth && (1..width).contains(&i) {
                    bar(builder, &arc(Vec3::Z), Vec3::X, 0.1, 12);
                }
                if i < width && j < depth {
                    let middle = corner(i, j) + Vec3::new(0.5 * BAY, 0.0, 0.5 * BAY);
                    hoop(builder, &Frame::upright(middle, f64::from(random.unit())), random.range_f32(0.7, 1.0));
                }
            }
        }
    }
}

/// Adds a half circle of a round bar, with this radius (metres), that stands in the floor.
fn hoop(builder: &mut Builder, frame: &Frame, radius: f32) {
    let cuts = pieces(radius * std::f32::consts::PI, 1.5 * EDGE);
    let bow = (0..=cuts).map(|k| {
        let [x, y] = circle(0.5 * k as f64 / cuts as f64);
        frame.at(radius * x, radius * y, 0.0)
    });
    let path: Vec<_> =
        [frame.at(radius, -SUNK, 0.0)].into_iter().chain(bow).chain([frame.at(-radius, -SUNK, 0.0)]).collect();
    bar(builder, &path, frame.at(0.0, 0.0, 1.0) - frame.at(0.0, 0.0, 0.0), 0.1, 12);
}

/// Evaluates the quadratic Bézier curve with control values `a`, `b` and `c` at the parameter `t`, 0 to 1.
fn bezier([a, b, c]: [f32; 3], t: f32) -> f32 {
    let s = 1.0 - t;
    a * (s * s) + b * (2.0 * s * t) + c * (t * t)
}
