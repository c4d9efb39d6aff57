//! The cost of a crowd's move as the level, the crowd, or the number of threads grows.
//!
//! In: sizes. Out: for each size the time of a move, and its ratio to the size of comparison. All sizes of one table
//! are timed alternately.
//! - *Triangles* of one size: hills with cells of half a metre whose extent grows. 10,000 characters are *spread* evenly
//!   over the level, so that less of a larger level lies in caches; or they stand in the *middle*, on the same ground in
//!   every size, so that only the surroundings grow and all crowds must end in the same state.
//! - *Characters*, spread evenly over one level: the more there are, the more of them share a triangle.
//! - *Threads*, one against two, which must end in the same state. Two crowds *apart*, one per thread, share nothing but
//!   the world: their speed-up is the upper bound for two threads.

use super::ground::Ground;
use super::measure::{Job, Timing, interleaved};
use super::threads::pool;
use super::walk::{SPEED, WARM_FRAMES, Walk};
use crate::simulating::simulation::FRAME;
use glam::Vec3;
use std::panic::resume_unwind;

/// Number of rounds of timing for the tables of move costs over triangles and over characters.
pub const ROUNDS: usize = 5;

/// Approximate numbers of triangles of the hills over which the cost of a move is measured.
pub const TRIANGLES: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Number of characters of the crowd on hills of each of the sizes [`TRIANGLES`].
const SPREAD: usize = 10_000;

/// Number of triangles of the hills on which crowds of different sizes walk.
pub const HILLS: usize = 1_000_000;

/// Numbers of characters of the crowds for which the cost of a move is measured on one level.
pub const CHARACTERS: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// Numbers of characters of the crowds that are timed on one thread and on two threads.
pub const SHARED: [usize; 2] = [10_000, 100_000];

/// Number of characters' moves in a timed sample.
const MOVES: usize = 400_000;
/// Minimum and maximum number of frames in a timed sample; the minimum is the lifetime of a block cache.
const FRAMES: (usize, usize) = (8, 512);

/// Number of frames in a timed sample in the middle of the hills: few, so that no character reaches the rim of the smallest hills.
const MIDDLE_FRAMES: usize = 16;

/// The measured time of a move of a crowd, with the sizes of the level and the crowd.
pub struct Point {
    /// Number of triangles of the level.
    pub triangles: usize,
    /// Number of characters on the level.
    pub characters: usize,
    /// Number of threads that step the crowd.
    pub threads: usize,
    /// Time of one character's move, nanoseconds: the time of the steps, divided by frames and characters.
    pub timing: Timing,
}

/// A crowd on its ground that is timed, with the number of frames in a sample.
struct Sampled<'a> {
    ground: &'a Ground,
    walk: Walk,
    characters: usize,
    threads: usize,
    pool: rayon::ThreadPool,
    frames: usize,
}

impl<'a> Sampled<'a> {
    fn new(ground: &'a Ground, starts: &[Vec3], threads: usize) -> Self {
        // The state does not depend on the number of threads that warmed it up.
        let walk = pool(0).install(|| Walk::new(&ground.world, starts));
        let frames = (MOVES / starts.len()).clamp(FRAMES.0, FRAMES.1);
        let (characters, pool) = (starts.len(), pool(threads));
        Self { ground, walk, characters, threads, pool, frames }
    }

    fn sample(&mut self) -> f64 {
        let Self { ground, walk, pool, frames, .. } = self;
        pool.install(|| walk.ns_per_move(&ground.world, *frames))
    }

    fn hash(&self) -> u64 {
        self.walk.hash()
    }

    fn point(&self, timing: Timing) -> Point {
        let &Self { ground, characters, threads, .. } = self;
        Point { triangles: ground.triangles(), characters, threads, timing }
    }
}

/// Times of a move in the same crowd on one thread and on two threads, and a lower bound of the time on two threads.
pub struct Shared {
    /// Time of one character's move if one thread steps the crowd.
    pub one: Point,
    /// Time of one character's move if two threads step the crowd.
    pub two: Point,
    /// Time of one character's move if each of two threads steps its own half of the crowd, nanoseconds: the lower bound.
    pub apart: Timing,
}

fn measure(sampled: &mut [Sampled]) -> Vec<Point> {
    let mut jobs: Vec<Job> = sampled.iter_mut().map(|of| -> Job { Box::new(|| of.sample()) }).collect();
    let timings = interleaved(ROUNDS, &mut jobs);
    drop(jobs);
    sampled.iter().zip(timings).map(|(of, timing)| of.point(timing)).collect()
}

/// Builds hills of each of the sizes [`TRIANGLES`], the smallest first.
#[must_use]
pub fn all_hills() -> Vec<Ground> {
    TRIANGLES.map(Ground::hills).into()
}

/// Measures a move of 10,000 characters spread over each of the hills, one thread.
///
/// # Panics
///
/// When the crowd does not walk.
#[must_use]
pub fn over_triangles(hills: &[Ground]) -> Vec<Point> {
    let sampled = |ground| Sampled::new(ground, &Ground::starts(ground, SPREAD), 1);
    measure(&mut hills.iter().map(sampled).collect::<Vec<_>>())
}

/// Measures a move of 10,000 characters on the same ground in the middle of each of the hills, one thread.
///
/// # Panics
///
/// When the crowd does not walk, or ends in another state on other hills.
#[must_use]
pub fn in_the_middle(hills: &[Ground]) -> Vec<Point> {
    let frames = WARM_FRAMES + (ROUNDS + 1) * MIDDLE_FRAMES;
    let farthest = hills[0].half_width() - 1.0 - frames as f32 * FRAME * SPEED;
    let starts = hills[0].starts(SPREAD).into_iter();
    let inside: Vec<Vec3> = starts.filter(|start| start.x.abs().max(start.z.abs()) <= farthest).collect();
    let starts: Vec<Vec3> = inside.into_iter().cycle().take(SPREAD).collect();
    let sampled = |ground| Sampled { frames: MIDDLE_FRAMES, ..Sampled::new(ground, &starts, 1) };
    let mut sampled: Vec<_> = hills.iter().map(sampled).collect();
    let points = measure(&mut sampled);
    assert_same(&sampled);
    points
}

/// Measures a move of crowds of each of the sizes [`CHARACTERS`], one thread.
///
/// # Panics
///
/// When a crowd does not walk.
#[must_use]
pub fn over_characters(ground: &Ground) -> Vec<Point> {
    let starts = ground.starts(CHARACTERS[CHARACTERS.len() - 1]);
    measure(&mut CHARACTERS.map(|characters| Sampled::new(ground, &starts[..characters], 1)))
}

/// Measures a move of crowds of each of [`SHARED`], on one thread and on two alternately, for `rounds` rounds of up to
/// a second.
///
/// # Panics
///
/// When a crowd does not walk, or one thread and two threads end in different states.
#[must_use]
pub fn over_threads(ground: &Ground, rounds: usize) -> Vec<Shared> {
    SHARED.into_iter().map(|characters| shared(ground, &ground.starts(characters), rounds)).collect()
}

fn shared(ground: &Ground, starts: &[Vec3], rounds: usize) -> Shared {
    let mut together = [1, 2].map(|threads| Sampled::new(ground, starts, threads));
    // Split by place, as threads share a crowd that is sorted by place: neither half warms the caches for the other.
    let mut by_place = starts.to_vec();
    by_place.sort_by(|a, b| a.x.total_cmp(&b.x));
    let (left, right) = by_place.split_at(starts.len() / 2);
    let mut halves = [left, right].map(|half| Sampled::new(ground, half, 1));
    let [one, two] = &mut together;
    let mut jobs: [Job; 3] =
        [Box::new(|| one.sample()), Box::new(|| two.sample()), Box::new(|| sample_apart(&mut halves))];
    let timings = interleaved(rounds, &mut jobs);
    drop(jobs);
    assert_same(&together);
    let [of_one, of_two, apart] = <[Timing; 3]>::try_from(timings).expect("a timing for each job");
    Shared { one: together[0].point(of_one), two: together[1].point(of_two), apart }
}

/// Runs both samples at once; returns the nanoseconds per move. Adds the rates and does not wait for the slower one, because
/// threads of one crowd share the remaining work.
fn sample_apart([first, second]: &mut [Sampled; 2]) -> f64 {
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| first.sample());
        let second = second.sample();
        (other.join().unwrap_or_else(|panic| resume_unwind(panic)), second)
    });
    1.0 / (1.0 / first + 1.0 / second)
}

fn assert_same(sampled: &[Sampled]) {
    let hashes: Vec<u64> = sampled.iter().map(Sampled::hash).collect();
    assert!(hashes.iter().all(|&hash| hash == hashes[0]), "states differ: {hashes:x?}");
}
