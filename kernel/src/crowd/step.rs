//! One step of everybody: fixed chunks of characters, each on one worker with its own scratch.
//!
//! In: columns, world, profiles, time step. Out: the new columns, and counts. Chunks have a fixed size, so that the work is
//! cut the same way on any number of threads; counts are sums of integers, so that their order does not show.

use crate::base::lock::Lock;
use crate::base::spans::{Origin, span};
use crate::base::threads::{join, worker_count, worker_index};
use crate::character::model::outcome::SlideContact;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::slide_end::Ridden;
use crate::character::model::state::CharacterState;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::step::character_move::CharacterMove;
use crate::character::step::free_velocity::free_velocity;
use crate::character::step::oriented_move::move_character;
use crate::crowd::columns::{Columns, Slots};
use crate::crowd::events::contacts::{CharacterContact, Push};
use crate::crowd::events::event::{CharacterEvent, EventKind};
use crate::crowd::events::event_log::InSensor;
use crate::crowd::events::event_mask::EventMask;
use crate::crowd::neighbours::cells::NeighbourCells;
use crate::crowd::neighbours::search::{FindNear, Seeker};
use crate::crowd::report::{Contribution, MAX_COUNTED, StepReport};
use crate::crowd::rest::Moved;
use crate::crowd::worker::Worker;
use crate::query::contact::Touch;
use crate::query::scratch::{MoverPart, PushTouch};
use crate::query::sensors::EachSensor;
use crate::simd::{Lanes, task};
use crate::world::solids::{Seeing, Solids};
use crate::world::surface_velocity::told_velocity;
use crate::world::world::World;
use crate::world::world_step::StepTerms;
use alloc::vec::Vec;
use core::ops::Range;
use glam::Vec3;

/// Number of characters in a chunk of a step's work: large enough for cheap scheduling, small enough to share 1,000 among 8 threads.
const CHUNK: usize = 64;

const _: () = assert!(CHUNK <= u64::BITS as usize && CHUNK <= MAX_COUNTED);

/// Observer of one character's move that counts its contacts, and records them if the character is watched.
struct Contacts<'a> {
    count: u16,
    /// Height by which stair steps raised the character in its move, metres.
    stepped: f32,
    /// Character index, its push on surfaces, and the list that receives its contacts; `None` if contacts are not recorded.
    record: Option<(u32, Push, &'a mut Vec<CharacterContact>)>,
}

impl Contacts<'_> {
    /// Writes the velocities of the touched surfaces into the recorded contacts.
    #[inline(never)]
    fn complete(&mut self, instances: Solids, seconds: f32) {
        if let Some((.., contacts)) = &mut self.record {
            let first = contacts.len() - usize::from(self.count);
            for about in &mut contacts[first..] {
                let SlideContact { instance, triangle, point, .. } = about.contact;
                let surface = [instance.index() as u32, triangle];
                about.surface_velocity = told_velocity(instances, surface, point.as_dvec3(), seconds);
            }
        }
    }
}

impl SlideObserver for Contacts<'_> {
    #[inline(always)]
    fn begins(&mut self) {
        if let Some((.., contacts)) = &mut self.record {
            contacts.truncate(contacts.len() - self.count as usize);
        }
        (self.count, self.stepped) = (0, 0.0);
    }

    #[inline(always)]
    fn touches(&mut self, instances: Solids, touch: &Touch, normal: Vec3, material: u16) {
        if let Some((index, push, contacts)) = &mut self.record {
            let names = [*index, u32::from(self.count)];
            contacts.push(CharacterContact::new(names, push, instances, touch, normal, material));
        }
        self.count += 1;
    }

    #[inline(always)]
    fn moves(&mut self, _: Vec3, _: f32) {}

    #[inline(always)]
    fn steps(&mut self, height: f32) {
        self.stepped += height;
    }
}

/// Data that the moves of all characters in a step share.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) world: &'a World,
    pub(crate) profiles: &'a [CharacterProfile],
    pub(crate) terms: StepTerms<'a>,
    /// Cells for the search of near characters; set by the batch of characters.
    pub(crate) cells: Option<&'a NeighbourCells>,
    /// Mask of the recorded events; set by the batch of characters.
    pub(crate) events: EventMask,
    /// Tracing span of the step, the parent of the spans of chunks.
    pub(crate) origin: Origin,
}

impl<'a> Step<'a> {
    pub(crate) fn new(world: &'a World, profiles: &'a [CharacterProfile], terms: StepTerms<'a>) -> Self {
        Self { world, profiles, terms, cells: None, events: EventMask::NONE, origin: Origin::NONE }
    }
}

/// A part of a step that any thread may run: whole chunks of characters, with worker memory of their own.
pub(crate) struct Job<'a> {
    pub(crate) slots: Slots<'a>,
    pub(crate) worker: &'a mut Worker,
    /// Report of the characters of the job; `None` until the job starts.
    pub(crate) done: &'a mut Option<StepReport>,
    pub(crate) step: Step<'a>,
}

impl Job<'_> {
    /// Moves the characters of the job, except those at rest.
    pub(crate) fn run(self) {
        let Self { mut slots, worker, done, step } = self;
        // After a panic its characters must not be moved again.
        *done = Some(StepReport::default());
        let mut report = StepReport::default();
        while !slots.states.is_empty() {
            let length = CHUNK.min(slots.states.len());
            let (chunk, rest) = slots.split_at(length);
            report = report + run_chunk(chunk, worker, &step);
            slots = rest;
        }
        *done = Some(report);
    }
}

/// Number of chunks into which the work of a step with this number of characters is divided.
pub(crate) fn chunks_of(characters: usize) -> usize {
    characters.div_ceil(CHUNK)
}

/// Slots of the characters of job `number` of `jobs`: whole chunks, divided as evenly as possible.
pub(crate) fn slots_of_job(number: usize, jobs: usize, characters: usize) -> Range<usize> {
    let chunks = chunks_of(characters);
    let begin = |number: usize| (number * chunks / jobs * CHUNK).min(characters);
    begin(number)..begin(number + 1)
}

/// Moves all characters except those at rest and those of jobs that have run; `jobs` has the reports of these jobs.
pub(crate) fn step(
    columns: &mut Columns,
    workers: &mut Vec<Lock<Worker>>,
    jobs: &[Option<StepReport>],
    step: Step,
) -> StepReport {
    let count = worker_count();
    if workers.len() < count {
        workers.resize_with(count, Lock::default);
    }
    span!(DEBUG, "move" as origin);
    let (characters, step) = (columns.len(), Step { origin, ..step });
    let (mut rest, mut report) = (columns.slots(), StepReport::default());
    for (number, done) in jobs.iter().enumerate() {
        let (slots, others) = rest.split_at(slots_of_job(number, jobs.len(), characters).len());
        report = report + done.unwrap_or_else(|| step_slots(slots, workers, &step));
        rest = others;
    }
    report
}

/// Moves the characters in a range of slots: splits it in halves at chunk boundaries, which run in parallel.
fn step_slots(slots: Slots, workers: &[Lock<Worker>], step: &Step) -> StepReport {
    let chunks = slots.states.len().div_ceil(CHUNK);
    if chunks > 1 {
        let (one, other) = slots.split_at(chunks / 2 * CHUNK);
        let (one, other) = join(|| step_slots(one, workers, step), || step_slots(other, workers, step));
        return one + other;
    }
    run_chunk(slots, &mut workers[worker_index()].lock(), step)
}

/// Moves the characters of one chunk, except those at rest.
#[inline(always)]
fn run_chunk(slots: Slots, worker: &mut Worker, step: &Step) -> StepReport {
    if slots.resting.iter().all(Option::is_some) {
        return StepReport::of(slots.resting);
    }
    span!(TRACE, "chunk" of step.origin, characters = slots.states.len());
    step.world.lanes.run(StepChunk { chunk: slots, worker, step })
}

task! {
    /// Arguments of [`step_chunk`], to be run on a SIMD backend: a backend is entered once for all characters of a chunk.
    struct StepChunk<'a> {
        chunk: Slots<'a>,
        worker: &'a mut Worker,
        step: &'a Step<'a>,
    }
    fn run<L>(lanes) -> StepReport {
        step_chunk(lanes, Self { chunk, worker, step })
    }
}

/// Moves the characters of one chunk that are not at rest.
///
/// One function of more than 60 lines: it holds the only, inlined, move of a character.
#[inline(always)]
fn step_chunk<L: Lanes>(lanes: L, StepChunk { chunk, worker, step }: StepChunk) -> StepReport {
    let &Step { world, profiles, terms: StepTerms { seconds, filter, in_step }, cells, events: mask, .. } = step;
    let [has_contacts, has_notes, has_sensors] =
        [EventMask::CONTACTS, EventMask::GROUND | EventMask::STEPS, EventMask::SENSORS]
            .map(|bits| mask.intersects(bits));
    let has_sensors = has_sensors && !world.instances.are_solid();
    let seeing = filter.map(|_| Seeing { turn: None, filter });
    let Worker { scratch, neighbourhood, contacts, events, in_sensors, is_unsure } = worker;
    let (mut counted, mut contributions) = (StepReport::default(), [None; CHUNK]);
    // Bit `k` is set if the `k`-th character must be moved.
    let mut moving = 0_u64;
    for (slot, &resting) in chunk.resting.iter().enumerate() {
        contributions[slot] = resting;
        moving |= u64::from(resting.is_none()) << slot;
    }
    let tree = world.instances.only();
    while moving != 0 {
        let slot = moving.trailing_zeros() as usize;
        moving &= moving - 1;
        // Past the end if nobody is left.
        if let Some(tree) = tree
            && let Some(next) = chunk.block_caches.get(moving.trailing_zeros() as usize)
        {
            next.prefetch(lanes, tree);
        }
        let (state, input) = (&mut chunk.states[slot], &mut chunk.inputs[slot]);
        let before = *state;
        let profile = &profiles[before.profile as usize];
        let instances = world.solids(profile.rules.layers).moving(in_step);
        let instances = seeing.as_ref().map_or(instances, |seeing| instances.seen(seeing));
        let lasts = input.jump_speed == 0.0 && input.impulse == Vec3::ZERO;
        chunk.previous[slot] = before.position;
        let is_watched = chunk.watched[slot] | has_contacts;
        let record = if is_watched {
            let push =
                Push { free_velocity: free_velocity(profile, state, input, seconds), mass: profile.settings().mass };
            Some((chunk.indices[slot], push, &mut *contacts))
        } else {
            None
        };
        let (mut observer, mut others) = (Contacts { count: 0, stepped: 0.0, record }, None);
        if let Some(cells) = cells.filter(|_| profile.meets_others()) {
            let seeker = Seeker { profile, state, input, seconds, index: chunk.indices[slot] };
            chunk.reaches[slot] = lanes.call_outlined(FindNear { cells, seeker, neighbourhood });
            others = Some(&*neighbourhood);
        }
        let moved = move_character(
            lanes,
            CharacterMove {
                instances,
                profile,
                state,
                input,
                seconds,
                neighbourhood: others,
                block_cache: Some(&mut chunk.block_caches[slot]),
                observer: &mut observer,
                scratch,
            },
        );
        chunk.turned_by[slot] = moved.as_ref().map_or(0.0, |end| end.ridden.turned_by);
        match moved {
            Ok(end) => {
                let contribution = Contribution::of(&end, observer.count);
                if end.ridden.is_near || instances.has_moving_surfaces() {
                    observer.complete(instances.as_they_lie(), seconds);
                }
                if end.ridden.is_pushed || end.ridden.crushed_by.is_some() {
                    note_movers(events, mask, chunk.indices[slot], instances, (&end.ridden, &scratch.mover_parts));
                }
                contributions[slot] = Some(contribution);
                if has_notes {
                    note(events, mask, chunk.indices[slot], [&before, state], observer.stepped);
                }
                if let Some(others) = others {
                    counted.meets(others);
                    *is_unsure |= others.is_unsure || end.depenetrated_by > 0.0 || end.ridden.moved != Vec3::ZERO;
                }
                let moved = Moved {
                    states: [&before, state],
                    lasts,
                    is_watched: is_watched || mask.needs_all_moved(),
                    others,
                    end: &end,
                    block_cache: &mut chunk.block_caches[slot],
                };
                if moved.rests(instances, &scratch.looked_in) {
                    chunk.resting[slot] = Some(contribution);
                }
            }
            Err(error) => counted.refuse(chunk.indices[slot], error),
        }
        if has_sensors {
            let (index, position) = (chunk.indices[slot], chunk.states[slot].position);
            let shape = chunk.states[slot].body(profile);
            let take = &mut |instance| in_sensors.push(InSensor { index, instance });
            lanes.call_outlined(EachSensor { instances: instances.as_they_lie(), shape, position, scratch, take });
        }
        // A jump or an impulse acts in one step, refused or not: otherwise an impulse too large for a move would have all later
        // moves of the character refused, too.
        if !lasts {
            *input = input.lasting();
        }
    }
    counted + StepReport::of(&contributions)
}

/// Records the pushes of one character by instances that move, and which of them crushes it.
#[inline(never)]
fn note_movers(
    events: &mut Vec<CharacterEvent>,
    mask: EventMask,
    index: u32,
    instances: Solids,
    (ridden, movers): (&Ridden, &[MoverPart]),
) {
    if ridden.is_pushed && mask.contains(EventMask::PUSHES) {
        for part in movers {
            if let Some(PushTouch { velocity, .. }) = part.push {
                let kind = EventKind::Pushed { instance: instances.id(part.instance), velocity };
                events.push(CharacterEvent::new(index, kind));
            }
        }
    }
    if let Some(by) = ridden.crushed_by
        && mask.contains(EventMask::CRUSHES)
    {
        let kind = EventKind::Crushed { instance: instances.id(by) };
        events.push(CharacterEvent::new(index, kind));
    }
}

/// Records the events of one character's move except contacts: ground and stair steps.
#[inline(never)]
fn note(
    events: &mut Vec<CharacterEvent>,
    mask: EventMask,
    index: u32,
    [before, after]: [&CharacterState; 2],
    stepped: f32,
) {
    let [stood, stands] = [before, after].map(|state| state.ground().is_grounded());
    if stood != stands && mask.contains(EventMask::GROUND) {
        let kind = if stands { EventKind::GroundEntered } else { EventKind::GroundLeft };
        events.push(CharacterEvent::new(index, kind));
    }
    if stepped > 0.0 && mask.contains(EventMask::STEPS) {
        events.push(CharacterEvent::new(index, EventKind::Stepped { height: stepped }));
    }
}
