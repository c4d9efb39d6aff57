//! Measures every backend of this processor on the same pieces of work, alternately.
//!
//! In: seeds. Out: the time of every piece on each backend. All backends must give the same answers, bit for bit, before
//! any of their times counts.

use super::ground::Ground;
use super::measure::{Job, Timing, interleaved};
use super::threads::pool;
use super::walk::Walk;
use crate::levels::scenes::Scene;
use crate::measuring::workload::{BlockCase, block_cases, displacements, motions, sweep_all};
use std::hint::black_box;
use std::time::Instant;
use sweep8::inspect::Blocks;
use sweep8::{Backend, World};

/// Number of rounds in which each sweep and each crowd is measured on every backend.
const ROUNDS: usize = 7;

/// Blocks and displacements of a sample: all pairs, this many times over. A sample takes only a millisecond or two, so
/// that most are not interrupted, and there are many.
const BLOCKS: usize = 256;
const DISPLACEMENTS: usize = 16;
const REPEATS: usize = 4;
const BLOCK_ROUNDS: usize = 101;

/// Number of sweeps in a timed sample.
const MOTIONS: usize = 20_000;
/// Lengths of the sweeps that are measured, metres.
const LENGTHS: [f32; 3] = [0.2, 1.0, 10.0];

/// Number of characters of the crowd that is measured.
const CHARACTERS: usize = 10_000;
/// Number of frames of a crowd in a timed sample: a block cache lasts eight frames.
const FRAMES: usize = 16;

/// A measured piece of work, and the time of one unit of the work on each SIMD backend.
pub struct Piece {
    /// Name of the measured piece of work.
    pub name: String,
    /// Time of one unit of the work, nanoseconds, on each of [`Backend::available`], the slowest first.
    pub timings: Vec<(Backend, Timing)>,
}

impl Piece {
    fn new(name: String, rounds: usize, jobs: &mut [Job]) -> Self {
        Self { name, timings: Backend::available().zip(interleaved(rounds, jobs)).collect() }
    }

    /// Returns the ratio of the portable backend's time to the fastest backend's time.
    ///
    /// # Panics
    ///
    /// Never: every processor has the portable backend.
    #[must_use]
    pub fn gain(&self) -> f64 {
        let (first, last) = (&self.timings[0].1, &self.timings[self.timings.len() - 1].1);
        first.times(last)
    }

    /// Returns the median time on the fastest backend, nanoseconds.
    ///
    /// # Panics
    ///
    /// Never: every processor has the portable backend.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.timings[self.timings.len() - 1].1.median()
    }
}

/// Measures one sweep against one block of eight triangles, for each of the three branches.
///
/// # Panics
///
/// When the backends differ, or a block is touched against expectation.
#[must_use]
pub fn sweep_block() -> Vec<Piece> {
    let displacements = displacements(DISPLACEMENTS, 2);
    let piece = |BlockCase { name, blocks: triangles, touched }: BlockCase| {
        let expected = Blocks::new(Backend::Portable, &triangles).sweep(&displacements);
        assert_eq!(expected.0 > 0, touched, "{name}: {} lanes are touched", expected.0);
        let job = |backend| {
            let blocks = Blocks::new(backend, &triangles);
            let displacements = &displacements;
            let job: Job = Box::new(move || {
                let started = Instant::now();
                for _ in 0..REPEATS {
                    let found = black_box(&blocks).sweep(black_box(displacements));
                    assert_eq!(found, expected, "{name}, {backend}");
                }
                started.elapsed().as_secs_f64() * 1e9 / (REPEATS * BLOCKS * DISPLACEMENTS) as f64
            });
            job
        };
        Piece::new(name.to_owned(), BLOCK_ROUNDS, &mut Backend::available().map(job).collect::<Vec<_>>())
    };
    block_cases(BLOCKS).into_iter().map(piece).collect()
}

/// Measures one two-sided sweep of a ball, from random places near surfaces in random order.
///
/// # Panics
///
/// When the backends differ, or no sweep hits a triangle.
#[must_use]
pub fn sweep(scene: Scene) -> Vec<Piece> {
    let ground = Ground::scene(scene);
    let worlds: Vec<World> = Backend::available().map(|backend| ground.world_for(backend)).collect();
    let piece = |length: f32| {
        let motions = motions(&ground.level, &ground.world, length, MOTIONS, 1);
        let expected = sweep_all(&worlds[0], &motions);
        assert!(expected.0 > 0, "{scene}, {length} m: nothing is hit");
        let job = |world| {
            let motions = &motions;
            let job: Job = Box::new(move || {
                let started = Instant::now();
                let found = sweep_all(black_box(world), black_box(motions));
                let time = started.elapsed();
                assert_eq!(found, expected, "{scene}, {length} m");
                time.as_secs_f64() * 1e9 / MOTIONS as f64
            });
            job
        };
        Piece::new(format!("{length} m"), ROUNDS, &mut worlds.iter().map(job).collect::<Vec<_>>())
    };
    LENGTHS.into_iter().map(piece).collect()
}

/// Measures one move of a crowd on one thread.
///
/// # Panics
///
/// When the backends differ, or the crowd does not walk.
#[must_use]
pub fn crowd(scene: Scene) -> Piece {
    let ground = Ground::scene(scene);
    let starts = ground.starts(CHARACTERS);
    let pool = pool(1);
    let walk = |backend| {
        let world = ground.world_for(backend);
        let walk = pool.install(|| Walk::new(&world, &starts));
        (world, walk)
    };
    let mut walks: Vec<(World, Walk)> = Backend::available().map(walk).collect();
    let job = |(world, walk): &'_ mut (World, Walk)| pool.install(|| walk.ns_per_move(world, FRAMES));
    let mut jobs: Vec<Job> = walks.iter_mut().map(|walk| -> Job { Box::new(|| job(walk)) }).collect();
    let piece = Piece::new(scene.to_string(), ROUNDS, &mut jobs);
    drop(jobs);
    let hashes: Vec<u64> = walks.iter().map(|(_, walk)| walk.hash()).collect();
    assert!(hashes.iter().all(|&hash| hash == hashes[0]), "{scene}: {hashes:x?}");
    piece
}
