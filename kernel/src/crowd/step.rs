//! One step of everybody: fixed chunks of characters, each on one worker with its own scratch.
//!
//! In: state, world, settings, time step. Out: the new state, and counts. Chunks have a fixed size, so that the work is
//! cut the same way on any number of threads; counts are sums of integers, so that their order does not show.

use crate::base::input_error::{check_center, check_move};
use crate::character::block_cache::BlockCache;
use crate::character::ground::Ground;
use crate::character::slide::{Slide, slide};
use crate::character::slide_end::SlideEnd;
use crate::character::slide_observer::SlideObserver;
use crate::character::status::SlideStatus;
use crate::crowd::columns::{State, ground_bits};
use crate::crowd::report::{Contribution, CrowdReport};
use crate::crowd::rest::same_position;
use crate::crowd::settings::CrowdSettings;
use crate::frame::position::Position;
use crate::query::contact::Touch;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Lanes, Task};
use crate::world::static_world::World;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Characters in a chunk: enough to make handing out work cheap, few enough to share 1,000 characters among 8 threads.
const CHUNK: usize = 64;

const _: () = assert!(CHUNK <= u64::BITS as usize);

/// Counts what one slide touches.
#[derive(Default)]
struct Contacts(u16);

impl SlideObserver for Contacts {
    #[inline(always)]
    fn begins(&mut self) {
        self.0 = 0;
    }

    #[inline(always)]
    fn touches(&mut self, _: &Touch, _: Vec3, _: u16) {
        self.0 += 1;
    }

    #[inline(always)]
    fn moves(&mut self, _: Vec3, _: f32) {}
}

/// The part of the state that one worker changes at a time.
struct Chunk<'a> {
    positions: &'a mut [Position],
    fall_speeds: &'a mut [f32],
    statuses: &'a mut [SlideStatus],
    grounds: &'a mut [Ground],
    block_caches: &'a mut [BlockCache],
    resting: &'a mut [Option<Contribution>],
    shapes: &'a [Ellipsoid],
    velocities: &'a [Vec3],
}

impl Chunk<'_> {
    /// What the characters at rest add to the report, and who is to be moved: bit `k` stands for the `k`-th character.
    #[inline(always)]
    fn count_resting(&self) -> (CrowdReport, u64) {
        let (mut report, mut moving) = (CrowdReport::default(), 0);
        for (slot, &resting) in self.resting.iter().enumerate() {
            match resting {
                Some(contribution) => report.count(contribution),
                None => moving |= 1 << slot,
            }
        }
        (report, moving)
    }
}

/// Moves everybody by `seconds`, but for those at rest.
pub(super) fn step(
    state: &mut State,
    scratches: &mut Vec<Mutex<Scratch>>,
    world: &World,
    settings: &CrowdSettings,
    seconds: f32,
) -> CrowdReport {
    let workers = worker_count();
    if scratches.len() < workers {
        scratches.resize_with(workers, Mutex::default);
    }
    let scratches = &scratches[..];
    #[cfg(feature = "rayon")]
    let chunks =
        (
            state.positions.par_chunks_mut(CHUNK),
            state.fall_speeds.par_chunks_mut(CHUNK),
            state.statuses.par_chunks_mut(CHUNK),
            state.grounds.par_chunks_mut(CHUNK),
            state.block_caches.par_chunks_mut(CHUNK),
            state.resting.par_chunks_mut(CHUNK),
            state.shapes.par_chunks(CHUNK),
            state.velocities.par_chunks(CHUNK),
        )
            .into_par_iter()
            // Left to itself, rayon cuts into two pieces a thread: the last one to be done is waited for by all others.
            .with_max_len(1)
            .map(|(positions, fall_speeds, statuses, grounds, block_caches, resting, shapes, velocities)| {
                Chunk { positions, fall_speeds, statuses, grounds, block_caches, resting, shapes, velocities }
            });
    #[cfg(not(feature = "rayon"))]
    let chunks = state
        .positions
        .chunks_mut(CHUNK)
        .zip(state.fall_speeds.chunks_mut(CHUNK))
        .zip(state.statuses.chunks_mut(CHUNK))
        .zip(state.grounds.chunks_mut(CHUNK))
        .zip(state.block_caches.chunks_mut(CHUNK))
        .zip(state.resting.chunks_mut(CHUNK))
        .zip(state.shapes.chunks(CHUNK))
        .zip(state.velocities.chunks(CHUNK))
        .map(|(((((((positions, fall_speeds), statuses), grounds), block_caches), resting), shapes), velocities)| {
            Chunk { positions, fall_speeds, statuses, grounds, block_caches, resting, shapes, velocities }
        });
    chunks
        .map(|mut chunk| {
            let (at_rest, moving) = chunk.count_resting();
            if moving == 0 {
                return at_rest;
            }
            let mut scratch = scratches[worker_index()].lock().unwrap_or_else(PoisonError::into_inner);
            let chunk = &mut chunk;
            at_rest + world.lanes.run(StepChunk { chunk, moving, scratch: &mut scratch, world, settings, seconds })
        })
        .sum()
}

#[cfg(feature = "rayon")]
fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "rayon")]
fn worker_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

#[cfg(not(feature = "rayon"))]
fn worker_count() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
fn worker_index() -> usize {
    0
}

/// Moves the characters of one chunk that are not at rest: a backend is entered once for all of them.
struct StepChunk<'a, 'c> {
    chunk: &'a mut Chunk<'c>,
    /// A bit for each character that is to be moved.
    moving: u64,
    scratch: &'a mut Scratch,
    world: &'a World,
    settings: &'a CrowdSettings,
    seconds: f32,
}

impl Task for StepChunk<'_, '_> {
    type Output = CrowdReport;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> CrowdReport {
        step_chunk(lanes, self)
    }
}

#[inline(always)]
fn step_chunk<L: Lanes>(
    lanes: L,
    StepChunk { chunk, mut moving, scratch, world, settings, seconds }: StepChunk<'_, '_>,
) -> CrowdReport {
    let mut report = CrowdReport::default();
    let down = settings.down();
    while moving != 0 {
        let slot = moving.trailing_zeros() as usize;
        moving &= moving - 1;
        // Past the end if nobody is left.
        if let Some(next) = chunk.block_caches.get(moving.trailing_zeros() as usize) {
            next.prefetch(lanes, &world.tree);
        }
        let position = &mut chunk.positions[slot];
        let position_before = *position;
        let desired = chunk.velocities[slot] * seconds;
        let fall_speed = settings.faster(chunk.fall_speeds[slot], seconds);
        let of_slide = settings.slide_settings_for(down * (fall_speed * seconds));
        let checked =
            check_move(desired).and_then(|()| check_move(of_slide.gravity)).and_then(|()| check_center(position.high));
        let mut contacts = Contacts::default();
        let (end, fall_speed) = if let Err(error) = checked {
            (SlideEnd::refused(error), chunk.fall_speeds[slot])
        } else {
            let about = Slide {
                tree: &world.tree,
                shape: chunk.shapes[slot],
                position,
                desired,
                settings: &of_slide,
                block_cache: Some(&mut chunk.block_caches[slot]),
                observer: &mut contacts,
                scratch,
            };
            let end = slide(lanes, about);
            (end, CrowdSettings::fall_speed_after(fall_speed, &end))
        };
        report.note(&end, contacts.0);
        // The place first: it is what a character on its way changes.
        if same_position(&chunk.positions[slot], &position_before)
            && chunk.fall_speeds[slot].to_bits() == fall_speed.to_bits()
            && chunk.statuses[slot] == end.status
            && ground_bits(chunk.grounds[slot]) == ground_bits(end.ground)
        {
            chunk.resting[slot] = Some(Contribution::of(&end, contacts.0));
        }
        chunk.fall_speeds[slot] = fall_speed;
        chunk.statuses[slot] = end.status;
        chunk.grounds[slot] = end.ground;
    }
    report
}
