//! Inputs of the benches, the same in every run and for every peer.
//!
//! In: a level, a seed. Out: motions of a ball that start near surfaces, in random order or sorted by place; blocks of
//! eight triangles about a unit sphere. The benches check the answers, by count and hash, before they print a time.

use crate::levels::Level;
use crate::random::Random;
use glam::Vec3;
use sweep8::{Capsule, Ellipsoid, Hit, OrientedShape, Sides, World};

/// Radius of the ball that the benches sweep, metres.
pub const RADIUS: f32 = 0.5;

/// Edge length of the cubic cells by which sweeps are sorted, metres.
const CELL: f32 = 4.0;

/// Mean area of triangles, m², below which a level counts as one of small triangles.
const SMALL: f64 = 0.02;

/// A straight motion of the ball: centre at the start and displacement, world space, metres.
pub type Motion = (Vec3, Vec3);

/// Returns the ball that is swept.
///
/// # Panics
///
/// Never: the radius is in range.
#[must_use]
pub fn ball() -> Ellipsoid {
    Ellipsoid::ball(RADIUS).expect("a radius in range")
}

/// Returns motions of [`ball`] in random directions, `length` metres long, that begin without overlap, in front of a triangle
/// and at most a radius from it.
///
/// # Panics
/// If the level is out of range.
#[must_use]
pub fn motions(level: &Level, world: &World, length: f32, count: usize, seed: u64) -> Vec<Motion> {
    motions_of(&ball(), level, world, length, count, seed)
}

/// Returns a person of 0.4 m radius and 1.8 m height as a capsule.
///
/// # Panics
/// Never: its sizes are in range.
#[must_use]
pub fn capsule() -> Capsule {
    Capsule::from_height(0.4, 1.8).expect("sizes in range")
}

/// As [`motions`], of another shape that is no smaller than 0.4 m: none of them overlaps at the start.
///
/// # Panics
/// If the level is out of range.
#[must_use]
pub fn motions_of(
    shape: impl Into<OrientedShape>,
    level: &Level,
    world: &World,
    length: f32,
    count: usize,
    seed: u64,
) -> Vec<Motion> {
    let shape = shape.into();
    let mut random = Random::new(seed);
    let mut motions = Vec::with_capacity(count);
    while motions.len() < count {
        let Some(start) = in_front(level, &mut random, |random| RADIUS * (1.02 + random.unit())) else { continue };
        let motion = direction(&mut random) * length;
        if world.sweep(shape, start, Vec3::ZERO, Sides::Both).expect("input in range").is_none() {
            motions.push((start, motion));
        }
    }
    motions
}

/// Returns places in front of triangles, up to a metre from them, so that a body is as likely to overlap the level as not; each with
/// a motion of a metre.
#[must_use]
pub fn places(level: &Level, count: usize, seed: u64) -> Vec<Motion> {
    let mut random = Random::new(seed);
    let mut places = Vec::with_capacity(count);
    while places.len() < count {
        let start = in_front(level, &mut random, Random::unit);
        let motion = direction(&mut random);
        places.extend(start.map(|start| (start, motion)));
    }
    places
}

/// Whether some hundred triangles of the level lie within reach of a ball: engines and judges that are slow then do less.
#[must_use]
pub fn is_of_small_triangles(level: &Level) -> bool {
    let area = |triangle| {
        let [a, b, c] = level.corners(triangle).map(Vec3::as_dvec3);
        (b - a).cross(c - a).length() / 2.0
    };
    let total: f64 = (0..level.triangles.len()).map(area).sum();
    total < SMALL * level.triangles.len() as f64
}

/// A point in front of a triangle of the level, by the gap that is drawn for it, metres; `None` if the triangle has no area.
fn in_front(level: &Level, random: &mut Random, gap: impl FnOnce(&mut Random) -> f32) -> Option<Vec3> {
    let [a, b, c] = level.corners(random.below(level.triangles.len()));
    let (u, v) = (random.unit(), random.unit());
    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let start = a + (b - a) * u + (c - a) * v + normal * gap(random);
    (normal != Vec3::ZERO).then_some(start)
}

/// Returns the motions sorted by the grid cell of their start, so that motions near to each other follow each other.
#[must_use]
pub fn sorted(motions: &[Motion]) -> Vec<Motion> {
    let mut motions = motions.to_vec();
    motions.sort_by_key(|(start, _)| {
        let cell = (*start / CELL).floor();
        (cell.y as i32, cell.z as i32, cell.x as i32)
    });
    motions
}

/// Sweeps the ball along every motion; returns the number of hits, and a hash of triangles and fractions.
///
/// # Panics
/// If a motion is out of range.
#[must_use]
pub fn sweep_all(world: &World, motions: &[Motion]) -> (u64, u64) {
    let ball = ball();
    let hits =
        motions.iter().map(|&(start, motion)| world.sweep(&ball, start, motion, Sides::Both).expect("input in range"));
    counted(hits)
}

/// As [`sweep_all`], with another shape.
///
/// # Panics
/// If a motion is out of range.
#[must_use]
pub fn sweep_all_of(shape: impl Into<OrientedShape> + Copy, world: &World, motions: &[Motion]) -> (u64, u64) {
    let hits =
        motions.iter().map(|&(start, motion)| world.sweep(shape, start, motion, Sides::Both).expect("input in range"));
    counted(hits)
}

/// Returns the number of hits, and a hash of triangles and fractions.
#[inline(always)]
fn counted(hits: impl Iterator<Item = Option<Hit>>) -> (u64, u64) {
    hits.fold((0, 0), |(count, hash), hit| match hit {
        Some(Hit { fraction, triangle, .. }) => (count + 1, mixed(mixed(hash, fraction.to_bits()), triangle)),
        None => (count, mixed(hash, u32::MAX)),
    })
}

fn mixed(hash: u64, word: u32) -> u64 {
    let mixed = (hash ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

/// Corners of the eight triangles of a block, in a frame with a unit sphere at the origin.
pub type Eight = [[Vec3; 3]; 8];

/// Creates `count` blocks of randomly oriented triangles of about unit size with centres `low` to `high` from the origin.
#[must_use]
pub fn blocks(low: f32, high: f32, count: usize, seed: u64) -> Vec<Eight> {
    let mut random = Random::new(seed);
    let mut triangle = || {
        let middle = direction(&mut random) * random.range_f32(low, high);
        let mut corner = || middle + direction(&mut random) * random.range_f32(0.2, 1.0);
        [corner(), corner(), corner()]
    };
    (0..count).map(|_| std::array::from_fn(|_| triangle())).collect()
}

/// Creates `count` blocks of triangles that face the origin, with planes `low` to `high` from the origin.
#[must_use]
pub fn facing_blocks(low: f32, high: f32, count: usize, seed: u64) -> Vec<Eight> {
    let mut random = Random::new(seed);
    let mut triangle = || {
        let away = direction(&mut random);
        let middle = away * random.range_f32(low, high);
        let mut corner = || {
            let beside = direction(&mut random);
            middle + (beside - away * beside.dot(away)) * random.range_f32(0.2, 1.0)
        };
        [corner(), corner(), corner()]
    };
    (0..count).map(|_| std::array::from_fn(|_| triangle())).collect()
}

/// Blocks of one kind for the block test, and whether a unit sphere at the origin that moves by one unit touches any triangle.
pub struct BlockCase {
    /// Name of the kind of blocks, after the branch of the block test that they cause.
    pub name: &'static str,
    /// Blocks of this kind, of eight triangles each.
    pub blocks: Vec<Eight>,
    /// True if the unit sphere touches some of the blocks; false if it touches none.
    pub touched: bool,
}

/// Returns blocks for the three branches of the block test. *full*: triangles within reach, so that edges and corners are
/// tested; *beside*: planes within reach, triangles not; *rejected*: planes out of reach.
#[must_use]
pub fn block_cases(count: usize) -> [BlockCase; 3] {
    [
        BlockCase { name: "full", blocks: blocks(0.8, 1.6, count, 1), touched: true },
        BlockCase { name: "beside", blocks: blocks(5.0, 6.0, count, 1), touched: false },
        BlockCase { name: "rejected", blocks: facing_blocks(5.0, 6.0, count, 1), touched: false },
    ]
}

/// Returns `count` displacements of unit length in random directions.
#[must_use]
pub fn displacements(count: usize, seed: u64) -> Vec<Vec3> {
    let mut random = Random::new(seed);
    (0..count).map(|_| direction(&mut random)).collect()
}

/// Draws a random unit vector, uniformly over all directions.
fn direction(random: &mut Random) -> Vec3 {
    loop {
        let point = Vec3::new(random.range_f32(-1.0, 1.0), random.range_f32(-1.0, 1.0), random.range_f32(-1.0, 1.0));
        let square = point.length_squared();
        if square > 0.01 && square <= 1.0 {
            return point / square.sqrt();
        }
    }
}
