//! How long the slowest moves take, and how much they sweep: percentiles over moves, not over frames.
//!
//! In: moves of a simulation, recorded by a [`Sampler`]; the world. Out: [`Tails`].
//! 1. While the simulation runs, the sampler draws characters of each frame and keeps what their move begins with.
//! 2. Afterwards each of these moves is made again by [`World::slide`] alone, five times in a row. Of five identical runs
//!    the least time is the one that nothing else on the machine disturbed.
//! 3. The blocks that such a move sweeps are counted, which is exact.
//!
//! The mean over a frame of thousands hides a move that takes a thousand times as long as the others, and such a move is
//! what a game with one character sees. A slide finds the blocks around it anew, which a crowd remembers for some frames:
//! its median is longer than the time of a crowd's move.

use crate::random::{Random, mix};
use crate::walking::trail::Start;
use std::time::{Duration, Instant};
use sweep8::inspect::blocks_swept;
use sweep8::{CharacterProfile, Scratch, World};

/// Most moves that are recorded: 20 of them take longer than the 99.9th percentile.
const MOST: usize = 20_000;

/// One of so many moves is recorded, so that all repetitions are a tenth of the moves of the simulation.
const ONE_OF: usize = 50;

/// Fewest that are recorded of a short simulation, where there are so many.
const FEWEST: usize = 2_000;

/// Identical runs of each move.
const RUNS: usize = 5;

/// Draws moves evenly over the frames of a simulation.
#[derive(Clone, Debug)]
pub struct Sampler {
    random: Random,
    characters: usize,
    frames: usize,
    /// Moves that are recorded in all frames together.
    wanted: usize,
    frame: usize,
    starts: Vec<Start>,
}

impl Sampler {
    /// For a simulation of so many characters and frames; the same seed draws the same moves.
    #[must_use]
    pub fn new(characters: usize, frames: usize, seed: u64) -> Self {
        let moves = characters.saturating_mul(frames);
        let wanted = MOST.min((moves / ONE_OF).max(FEWEST)).min(moves);
        // The walkers draw from the same seed, mixed another way.
        let random = Random::new(mix(!seed));
        Self { random, characters, frames, wanted, frame: 0, starts: Vec::with_capacity(wanted) }
    }

    /// Records moves of the next frame; `start` says what the move of a character begins with.
    pub fn record(&mut self, mut start: impl FnMut(usize) -> Start) {
        let until = |frame: usize| (frame as u128 * self.wanted as u128 / self.frames.max(1) as u128) as usize;
        for _ in until(self.frame)..until(self.frame + 1) {
            self.starts.push(start(self.random.below(self.characters)));
        }
        self.frame += 1;
    }

    /// All that was recorded.
    #[must_use]
    pub fn finish(self) -> Vec<Start> {
        self.starts
    }
}

/// Percentiles over moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tails {
    /// Moves that were made again.
    pub moves: usize,
    /// Median time.
    pub p50: Duration,
    /// Time that one move in a hundred takes longer than.
    pub p99: Duration,
    /// Time that one move in a thousand takes longer than.
    pub p999: Duration,
    /// Mean number of blocks of eight triangles that are swept.
    pub blocks_mean: f64,
    /// Number of blocks that one move in a thousand sweeps more than.
    pub blocks_p999: u64,
}

impl Tails {
    /// Makes recorded moves again, in frames of `seconds`. All zero without any.
    #[must_use]
    pub fn measure(world: &World, profile: &CharacterProfile, seconds: f32, starts: &[Start]) -> Self {
        let mut scratch = Scratch::new();
        let (mut times, mut blocks) = (Vec::with_capacity(starts.len()), Vec::with_capacity(starts.len()));
        for start in starts {
            let (start, input) = start.state_and_input();
            let before = blocks_swept(&scratch);
            let mut run = || {
                let mut state = start;
                let started = Instant::now();
                let moved = world.move_character(profile, &mut state, &input, seconds, &mut scratch);
                let time = started.elapsed();
                std::hint::black_box(moved.is_ok());
                time
            };
            let least = (0..RUNS).map(|_| run()).min().unwrap_or_default();
            times.push(least);
            blocks.push((blocks_swept(&scratch) - before) / RUNS as u64);
        }
        times.sort_unstable();
        blocks.sort_unstable();
        Self {
            moves: starts.len(),
            p50: quantile(&times, 0.5),
            p99: quantile(&times, 0.99),
            p999: quantile(&times, 0.999),
            blocks_mean: blocks.iter().sum::<u64>() as f64 / blocks.len().max(1) as f64,
            blocks_p999: quantile(&blocks, 0.999),
        }
    }
}

/// The value below which `part` of the sorted values lie; the default without any.
pub fn quantile<T: Copy + Default>(sorted: &[T], part: f64) -> T {
    let rank = (part * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(rank).copied().unwrap_or_default()
}
