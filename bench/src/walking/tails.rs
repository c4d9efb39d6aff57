//! Time and number of swept blocks of the slowest moves: percentiles over moves, not over frames.
//!
//! In: moves of a simulation, recorded by a [`Sampler`]; the world. Out: [`Tails`].
//! 1. While the simulation runs, the sampler draws characters in each frame and keeps the start of their move.
//! 2. Afterwards [`World::slide`] repeats each of these moves alone, five times in a row. The least of the five times
//!    is the least disturbed one.
//! 3. The blocks that such a move sweeps are counted, exactly.
//!
//! The mean over a frame of thousands hides a move that takes a thousand times as long as the others, and a game with
//! one character notices it. A slide gathers the blocks around it anew, which a crowd keeps in its block cache; so its
//! median is longer than the time of a crowd's move.

use crate::random::{Random, mix};
use crate::walking::trail::Start;
use std::time::{Duration, Instant};
use sweep8::inspect::blocks_swept;
use sweep8::{CharacterProfile, World};

/// Maximum number of moves that a sampler records: 20 of them take longer than the 99.9th percentile.
const MOST: usize = 20_000;

/// One in this many moves of a simulation is recorded, so that all repetitions together are a tenth of the simulation's moves.
const ONE_OF: usize = 50;

/// Minimum number of moves recorded in a short simulation, if it has so many.
const FEWEST: usize = 2_000;

/// Number of times that each recorded move is repeated; the shortest time counts.
const RUNS: usize = 5;

/// Sampler that records the starts of random moves, spread evenly over the frames of a simulation.
#[derive(Clone, Debug)]
pub struct Sampler {
    random: Random,
    characters: usize,
    frames: usize,
    /// Number of moves to record in the whole simulation.
    wanted: usize,
    frame: usize,
    starts: Vec<Start>,
}

impl Sampler {
    /// Creates a sampler for a simulation of this many `characters` and `frames`; the same seed draws the same moves.
    #[must_use]
    pub fn new(characters: usize, frames: usize, seed: u64) -> Self {
        let moves = characters.saturating_mul(frames);
        let wanted = MOST.min((moves / ONE_OF).max(FEWEST)).min(moves);
        // The walkers use the same seed, mixed differently.
        let random = Random::new(mix(!seed));
        Self { random, characters, frames, wanted, frame: 0, starts: Vec::with_capacity(wanted) }
    }

    /// Records a share of the next frame's moves; `start` returns the start of the move of the character with that index.
    pub fn record(&mut self, mut start: impl FnMut(usize) -> Start) {
        let until = |frame: usize| (frame as u128 * self.wanted as u128 / self.frames.max(1) as u128) as usize;
        for _ in until(self.frame)..until(self.frame + 1) {
            self.starts.push(start(self.random.below(self.characters)));
        }
        self.frame += 1;
    }

    /// Returns the starts of all recorded moves.
    #[must_use]
    pub fn finish(self) -> Vec<Start> {
        self.starts
    }
}

/// Percentiles of the durations, and of the numbers of swept blocks, of single moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tails {
    /// Number of moves that were measured.
    pub moves: usize,
    /// Median duration of a move.
    pub p50: Duration,
    /// 99th percentile of the durations of the moves.
    pub p99: Duration,
    /// 99.9th percentile of the durations of the moves.
    pub p999: Duration,
    /// Mean number of swept blocks of eight triangles in a move.
    pub blocks_mean: f64,
    /// 99.9th percentile of the number of swept blocks of eight triangles in a move.
    pub blocks_p999: u64,
}

impl Tails {
    /// Repeats recorded moves with a time step of `seconds` and measures each; all results are zero without moves.
    #[must_use]
    pub fn measure(world: &World, profile: &CharacterProfile, seconds: f32, starts: &[Start]) -> Self {
        Self::measure_all(world, profile, seconds, starts).0
    }

    /// As [`measure`](Self::measure), with the durations of all moves, the shortest first.
    #[must_use]
    pub fn measure_all(
        world: &World,
        profile: &CharacterProfile,
        seconds: f32,
        starts: &[Start],
    ) -> (Self, Vec<Duration>) {
        let (mut times, mut blocks) = (Vec::with_capacity(starts.len()), Vec::with_capacity(starts.len()));
        for start in starts {
            let (start, input) = start.state_and_input();
            let before = blocks_swept();
            let run = || {
                let mut state = start;
                let started = Instant::now();
                let moved = world.move_character(profile, &mut state, &input, seconds);
                let time = started.elapsed();
                std::hint::black_box(moved.is_ok());
                time
            };
            let least = (0..RUNS).map(|_| run()).min().unwrap_or_default();
            times.push(least);
            blocks.push((blocks_swept() - before) / RUNS as u64);
        }
        times.sort_unstable();
        blocks.sort_unstable();
        let tails = Self {
            moves: starts.len(),
            p50: quantile(&times, 0.5),
            p99: quantile(&times, 0.99),
            p999: quantile(&times, 0.999),
            blocks_mean: blocks.iter().sum::<u64>() as f64 / blocks.len().max(1) as f64,
            blocks_p999: quantile(&blocks, 0.999),
        };
        (tails, times)
    }
}

/// Returns the value below which fraction `part` (0 to 1) of the sorted values lie; the default value if there are none.
pub fn quantile<T: Copy + Default>(sorted: &[T], part: f64) -> T {
    let rank = (part * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(rank).copied().unwrap_or_default()
}
