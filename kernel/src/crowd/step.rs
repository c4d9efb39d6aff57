//! One step of everybody: fixed chunks of characters, each on one worker with its own scratch.
//!
//! In: columns, world, profiles, time step. Out: the new columns, and counts. Chunks have a fixed size, so that the work is
//! cut the same way on any number of threads; counts are sums of integers, so that their order does not show.

use crate::base::threads::{worker_count, worker_index};
use crate::character::block_cache::BlockCache;
use crate::character::character_move::{CharacterMove, move_character};
use crate::character::move_input::MoveInput;
use crate::character::profile::CharacterProfile;
use crate::character::slide_observer::SlideObserver;
use crate::character::state::CharacterState;
use crate::crowd::columns::Columns;
use crate::crowd::contacts::CharacterContact;
use crate::crowd::report::{Contribution, StepReport};
use crate::crowd::worker::Worker;
use crate::frame::position::Position;
use crate::query::contact::Touch;
use crate::simd::{Lanes, Task};
use crate::world::static_world::World;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Characters in a chunk: enough to make handing out work cheap, few enough to share 1,000 characters among 8 threads.
const CHUNK: usize = 64;

const _: () = assert!(CHUNK <= u64::BITS as usize);

/// Counts what one move touches, and records it where that is asked for.
struct Contacts<'a> {
    count: u16,
    /// The index of the character, and where its contacts go.
    record: Option<(u32, &'a mut Vec<CharacterContact>)>,
}

impl SlideObserver for Contacts<'_> {
    #[inline(always)]
    fn begins(&mut self) {
        if let Some((_, contacts)) = &mut self.record {
            contacts.truncate(contacts.len() - self.count as usize);
        }
        self.count = 0;
    }

    #[inline(always)]
    fn touches(&mut self, touch: &Touch, normal: Vec3, material: u16) {
        if let Some((index, contacts)) = &mut self.record {
            contacts.push(CharacterContact::new(*index, self.count, touch, normal, material));
        }
        self.count += 1;
    }

    #[inline(always)]
    fn moves(&mut self, _: Vec3, _: f32) {}
}

/// What all characters of a step have in common.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) world: &'a World,
    pub(super) profiles: &'a [CharacterProfile],
    pub(super) seconds: f32,
}

/// The part of the columns that one worker changes at a time.
struct Chunk<'a> {
    states: &'a mut [CharacterState],
    inputs: &'a mut [MoveInput],
    previous: &'a mut [Position],
    resting: &'a mut [Option<Contribution>],
    block_caches: &'a mut [BlockCache],
    indices: &'a [u32],
    watched: &'a [bool],
}

impl Chunk<'_> {
    /// What the characters at rest add to the report, and who is to be moved: bit `k` stands for the `k`-th character.
    #[inline(always)]
    fn count_resting(&self) -> (StepReport, u64) {
        let (mut report, mut moving) = (StepReport::default(), 0);
        for (slot, &resting) in self.resting.iter().enumerate() {
            match resting {
                Some(contribution) => report.count(contribution),
                None => moving |= 1 << slot,
            }
        }
        (report, moving)
    }
}

/// Moves everybody, but for those at rest.
pub(super) fn step(columns: &mut Columns, workers: &mut Vec<Mutex<Worker>>, step: Step) -> StepReport {
    let count = worker_count();
    if workers.len() < count {
        workers.resize_with(count, Mutex::default);
    }
    let workers = &workers[..];
    #[cfg(feature = "rayon")]
    let chunks = (
        columns.states.par_chunks_mut(CHUNK),
        columns.inputs.par_chunks_mut(CHUNK),
        columns.previous.par_chunks_mut(CHUNK),
        columns.resting.par_chunks_mut(CHUNK),
        columns.block_caches.par_chunks_mut(CHUNK),
        columns.indices.par_chunks(CHUNK),
        columns.watched.par_chunks(CHUNK),
    )
        .into_par_iter()
        // Left to itself, rayon cuts into two pieces a thread: the last one to be done is waited for by all others.
        .with_max_len(1)
        .map(|(states, inputs, previous, resting, block_caches, indices, watched)| Chunk {
            states,
            inputs,
            previous,
            resting,
            block_caches,
            indices,
            watched,
        });
    #[cfg(not(feature = "rayon"))]
    let chunks = columns
        .states
        .chunks_mut(CHUNK)
        .zip(columns.inputs.chunks_mut(CHUNK))
        .zip(columns.previous.chunks_mut(CHUNK))
        .zip(columns.resting.chunks_mut(CHUNK))
        .zip(columns.block_caches.chunks_mut(CHUNK))
        .zip(columns.indices.chunks(CHUNK))
        .zip(columns.watched.chunks(CHUNK))
        .map(|((((((states, inputs), previous), resting), block_caches), indices), watched)| Chunk {
            states,
            inputs,
            previous,
            resting,
            block_caches,
            indices,
            watched,
        });
    chunks
        .map(|mut chunk| {
            let (at_rest, moving) = chunk.count_resting();
            if moving == 0 {
                return at_rest;
            }
            let mut worker = workers[worker_index()].lock().unwrap_or_else(PoisonError::into_inner);
            at_rest + step.world.lanes.run(StepChunk { chunk: &mut chunk, moving, worker: &mut worker, step })
        })
        .sum()
}

/// Moves the characters of one chunk that are not at rest: a backend is entered once for all of them.
struct StepChunk<'a, 'c> {
    chunk: &'a mut Chunk<'c>,
    /// A bit for each character that is to be moved.
    moving: u64,
    worker: &'a mut Worker,
    step: Step<'a>,
}

impl Task for StepChunk<'_, '_> {
    type Output = StepReport;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> StepReport {
        step_chunk(lanes, self)
    }
}

#[inline(always)]
fn step_chunk<L: Lanes>(
    lanes: L,
    StepChunk { chunk, mut moving, worker, step: Step { world, profiles, seconds } }: StepChunk<'_, '_>,
) -> StepReport {
    let mut report = StepReport::default();
    let Worker { scratch, contacts } = worker;
    while moving != 0 {
        let slot = moving.trailing_zeros() as usize;
        moving &= moving - 1;
        // Past the end if nobody is left.
        if let Some(next) = chunk.block_caches.get(moving.trailing_zeros() as usize) {
            next.prefetch(lanes, &world.tree);
        }
        let (state, input) = (&mut chunk.states[slot], &mut chunk.inputs[slot]);
        let before = *state;
        let lasts = input.jump_speed == 0.0 && input.impulse == Vec3::ZERO;
        chunk.previous[slot] = before.position;
        let is_watched = chunk.watched[slot];
        let record = is_watched.then_some((chunk.indices[slot], &mut *contacts));
        let mut observer = Contacts { count: 0, record };
        let moved = move_character(
            lanes,
            CharacterMove {
                tree: &world.tree,
                profile: &profiles[before.profile as usize],
                state,
                input,
                seconds,
                block_cache: Some(&mut chunk.block_caches[slot]),
                observer: &mut observer,
                scratch,
            },
        );
        match moved {
            Ok(end) => {
                let contribution = Contribution::of(&end, observer.count);
                report.count(contribution);
                if lasts && !is_watched && state.is_same(&before) {
                    chunk.resting[slot] = Some(contribution);
                }
            }
            Err(error) => report.refuse(chunk.indices[slot], error),
        }
        // A jump or an impulse acts in one step, refused or not: otherwise an impulse too large for a move would have all later
        // moves of the character refused, too.
        if !lasts {
            *input = input.lasting();
        }
    }
    report
}
