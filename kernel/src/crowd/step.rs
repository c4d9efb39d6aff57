//! One step of everybody: fixed chunks of characters, each on one worker with its own scratch.
//!
//! In: state, world, settings, time step. Out: the new state, and counts. Chunks have a fixed size, so that the work is
//! cut the same way on any number of threads; counts are sums of integers, so that their order does not show.

use super::CrowdSettings;
use super::state::State;
use crate::contact::Touch;
use crate::ellipsoid::Ellipsoid;
use crate::lanes::{Lanes, Task};
use crate::outcome::{Ground, SlideStatus};
use crate::refusal::{Refusal, check_center, check_move};
use crate::scratch::Scratch;
use crate::slide::{Slide, slide};
use crate::space::Place;
use crate::vicinity::Vicinity;
use crate::witness::{SlideEnd, Witness};
use crate::world::World;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::iter::Sum;
use std::ops::Add;
use std::sync::{Mutex, PoisonError};

/// Characters in a chunk: enough to make handing out work cheap, few enough to share 1,000 characters among 8 threads.
const CHUNK: usize = 64;

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrowdReport {
    /// Characters whose way was free.
    pub free: u64,
    /// Characters that slid along something.
    pub slid: u64,
    /// Characters that were stopped.
    pub blocked: u64,
    /// Characters whose move hit the bound on sweeps.
    pub out_of_iterations: u64,
    /// Characters that overlap and could not be pushed free.
    pub overlapping: u64,
    /// Characters whose move was refused: they have not moved.
    pub refused: u64,
    /// Characters that stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// Characters that were pushed out of an overlap.
    pub recovered: u64,
    /// Surfaces touched.
    pub contacts: u64,
    /// Why nobody was moved, if the whole step was refused.
    pub refusal: Option<Refusal>,
}

impl CrowdReport {
    fn note(&mut self, end: &SlideEnd, contacts: u64) {
        match end.status {
            SlideStatus::Free => self.free += 1,
            SlideStatus::Slid => self.slid += 1,
            SlideStatus::Blocked => self.blocked += 1,
            SlideStatus::OutOfIterations => self.out_of_iterations += 1,
            SlideStatus::Overlapping => self.overlapping += 1,
            SlideStatus::Refused(_) => self.refused += 1,
        }
        self.standing += u64::from(end.ground.is_support());
        self.recovered += u64::from(end.recovered > 0.0);
        self.contacts += contacts;
    }
}

/// Counts what one slide touches.
#[derive(Default)]
struct Contacts(u64);

impl Witness for Contacts {
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

impl Add for CrowdReport {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            free: self.free + other.free,
            slid: self.slid + other.slid,
            blocked: self.blocked + other.blocked,
            out_of_iterations: self.out_of_iterations + other.out_of_iterations,
            overlapping: self.overlapping + other.overlapping,
            refused: self.refused + other.refused,
            standing: self.standing + other.standing,
            recovered: self.recovered + other.recovered,
            contacts: self.contacts + other.contacts,
            refusal: self.refusal.or(other.refusal),
        }
    }
}

impl Sum for CrowdReport {
    fn sum<I: Iterator<Item = Self>>(reports: I) -> Self {
        reports.fold(Self::default(), Self::add)
    }
}

/// The part of the state that one worker changes at a time.
struct Chunk<'a> {
    places: &'a mut [Place],
    fall_speeds: &'a mut [f32],
    statuses: &'a mut [SlideStatus],
    grounds: &'a mut [Ground],
    vicinities: &'a mut [Vicinity],
    shapes: &'a [Ellipsoid],
    velocities: &'a [Vec3],
}

/// Moves everybody by `seconds`.
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
    let chunks = (
        state.places.par_chunks_mut(CHUNK),
        state.fall_speeds.par_chunks_mut(CHUNK),
        state.statuses.par_chunks_mut(CHUNK),
        state.grounds.par_chunks_mut(CHUNK),
        state.vicinities.par_chunks_mut(CHUNK),
        state.shapes.par_chunks(CHUNK),
        state.velocities.par_chunks(CHUNK),
    )
        .into_par_iter()
        // Left to itself, rayon cuts into two pieces a thread: the last one to be done is waited for by all others.
        .with_max_len(1)
        .map(|(places, fall_speeds, statuses, grounds, vicinities, shapes, velocities)| Chunk {
            places,
            fall_speeds,
            statuses,
            grounds,
            vicinities,
            shapes,
            velocities,
        });
    #[cfg(not(feature = "rayon"))]
    let chunks = state
        .places
        .chunks_mut(CHUNK)
        .zip(state.fall_speeds.chunks_mut(CHUNK))
        .zip(state.statuses.chunks_mut(CHUNK))
        .zip(state.grounds.chunks_mut(CHUNK))
        .zip(state.vicinities.chunks_mut(CHUNK))
        .zip(state.shapes.chunks(CHUNK))
        .zip(state.velocities.chunks(CHUNK))
        .map(|((((((places, fall_speeds), statuses), grounds), vicinities), shapes), velocities)| Chunk {
            places,
            fall_speeds,
            statuses,
            grounds,
            vicinities,
            shapes,
            velocities,
        });
    chunks
        .map(|mut chunk| {
            let mut scratch = scratches[worker_index()].lock().unwrap_or_else(PoisonError::into_inner);
            world.lanes.run(StepChunk { chunk: &mut chunk, scratch: &mut scratch, world, settings, seconds })
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

/// Moves the characters of one chunk: a backend is entered once for all of them.
struct StepChunk<'a, 'c> {
    chunk: &'a mut Chunk<'c>,
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
    StepChunk { chunk, scratch, world, settings, seconds }: StepChunk<'_, '_>,
) -> CrowdReport {
    let mut report = CrowdReport::default();
    let down = settings.down();
    for slot in 0..chunk.places.len() {
        if let Some(next) = chunk.vicinities.get(slot + 1) {
            next.prefetch(lanes, &world.tree);
        }
        let place = &mut chunk.places[slot];
        let wish = chunk.velocities[slot] * seconds;
        let fall_speed = settings.faster(chunk.fall_speeds[slot], seconds);
        let of_slide = settings.slide_settings_for(down * (fall_speed * seconds));
        let checked =
            check_move(wish).and_then(|()| check_move(of_slide.gravity)).and_then(|()| check_center(place.center));
        let mut contacts = Contacts::default();
        let end = if let Err(refusal) = checked {
            SlideEnd::refused(refusal)
        } else {
            let about = Slide {
                tree: &world.tree,
                shape: chunk.shapes[slot],
                place,
                wish,
                settings: &of_slide,
                vicinity: Some(&mut chunk.vicinities[slot]),
                witness: &mut contacts,
                scratch,
            };
            let end = slide(lanes, about);
            chunk.fall_speeds[slot] = CrowdSettings::fall_speed_after(fall_speed, &end);
            end
        };
        chunk.statuses[slot] = end.status;
        chunk.grounds[slot] = end.ground;
        report.note(&end, contacts.0);
    }
    report
}
