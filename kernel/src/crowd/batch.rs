//! Characters that are stepped together: their columns, their order in memory, and the memory of workers.
//!
//! A [`Crowd`](crate::Crowd) is a batch and ids; [`MoveMemory`](crate::MoveMemory) is a batch that follows slices of a caller.

use crate::base::lock::Lock;
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::crowd::columns::Columns;
use crate::crowd::events::contacts::CharacterContact;
use crate::crowd::events::event_log::EventLog;
use crate::crowd::events::event_mask::EventMask;
use crate::crowd::id::CharacterId;
use crate::crowd::neighbours::neighbours::Neighbours;
use crate::crowd::report::StepReport;
use crate::crowd::rest::{Conditions, Woken};
use crate::crowd::sort::SortBuffers;
use crate::crowd::step::{Job, Step, chunks_of, slots_of_job, step};
use crate::crowd::worker::{Worker, collect};
use crate::frame::position::Position;
use crate::simd::task;
use crate::world::changes::Stamp;
use crate::world::instances::Instances;
use crate::world::world::World;
use crate::world::world_step::StepTerms;
use alloc::vec::Vec;

#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) columns: Columns,
    pub(crate) contacts: Vec<CharacterContact>,
    pub(crate) event_log: EventLog,
    pub(crate) steps: u64,
    /// Buffer for the characters' id indices, which a restore prepares before it changes the batch of characters.
    pub(crate) spare_indices: Vec<u32>,
    order: SortBuffers,
    /// Conditions of the last step of the batch: time step, state of the world, profiles.
    conditions: Conditions,
    /// Whether the last step had a contact filter, which may answer differently in the next step.
    was_filtered: bool,
    workers: Vec<Lock<Worker>>,
    /// Reports of the jobs of the open step, by job number; `None` for a job that has not started.
    jobs: Vec<Option<StepReport>>,
    pub(crate) neighbours: Neighbours,
}

impl Clone for Batch {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Copies all data of the batch of characters that results depend on; buffers and worker memory are not copied.
    fn clone_from(&mut self, source: &Self) {
        self.columns.clone_from(&source.columns);
        self.contacts.clone_from(&source.contacts);
        self.event_log.clone_from(&source.event_log);
        self.conditions.clone_from(&source.conditions);
        self.was_filtered = source.was_filtered;
        self.steps = source.steps;
        self.neighbours.clone_from(&source.neighbours);
    }
}

impl Batch {
    /// Sets the conditions of the next step, and sorts slots by place every `sort_every` steps, never if 0; returns true if
    /// any character has another slot now.
    pub(crate) fn begin(&mut self, step: &Step, sort_every: u32) -> bool {
        let &Step { world, profiles, terms: StepTerms { seconds, filter, .. }, .. } = step;
        match self.conditions.change(world, profiles, seconds) {
            Woken::Nobody => {}
            Woken::Near(before) => self.wake_near_changes(world, before),
            Woken::All => {
                self.neighbours.set_clear(false);
                self.wake_all();
            }
        }
        // A callback may answer differently the next time.
        if filter.is_some() || self.was_filtered {
            self.wake_all();
        }
        self.was_filtered = filter.is_some();
        let every = u64::from(sort_every);
        let is_due = every != 0 && self.steps.is_multiple_of(every);
        self.steps += 1;
        is_due && self.order.sort(&mut self.columns)
    }

    /// Moves all characters of the batch but those at rest, under the conditions passed to [`begin`](Self::begin); returns the report.
    pub(crate) fn step(&mut self, about: Step) -> StepReport {
        let meets_others = self.open(about.profiles, about.terms.seconds, 1);
        self.finish(about, meets_others)
    }

    /// Prepares a step of `seconds` for at most so many jobs, of which none has run; whether characters that move meet others. Lists
    /// that a panic left behind in workers are dropped.
    pub(crate) fn open(&mut self, profiles: &[CharacterProfile], seconds: f32, jobs: usize) -> bool {
        self.workers.iter_mut().for_each(|worker| worker.get_mut().forget());
        self.jobs.clear();
        self.jobs.resize(jobs.clamp(1, chunks_of(self.columns.len()).max(1)), None);
        self.neighbours.prepare(&mut self.columns, profiles, seconds)
    }

    /// Returns the jobs (parts of the batch's characters) of the open step that have not run.
    pub(crate) fn jobs<'a>(&'a mut self, about: Step<'a>, meets_others: bool) -> impl Iterator<Item = Job<'a>> {
        let Self { columns, workers, jobs, neighbours, event_log, .. } = self;
        if workers.len() < jobs.len() {
            workers.resize_with(jobs.len(), Lock::default);
        }
        let cells = meets_others.then(|| neighbours.cells());
        let step = Step { cells, events: event_log.mask(), ..about };
        let [characters, count] = [columns.len(), jobs.len()];
        let mut rest = Some(columns.slots());
        let each = jobs.iter_mut().zip(workers).enumerate().map(move |(number, (done, worker))| {
            let length = slots_of_job(number, count, characters).len();
            let (slots, others) = rest.take()?.split_at(length);
            rest = Some(others);
            if done.is_some() { None } else { Some(Job { slots, worker: worker.get_mut(), done, step }) }
        });
        each.flatten()
    }

    /// Runs the remaining jobs of the open step, and collects contacts and events of all characters.
    pub(crate) fn finish(&mut self, about: Step, meets_others: bool) -> StepReport {
        let Self { columns, workers, jobs, neighbours, contacts, event_log, .. } = self;
        let (cells, events) = (meets_others.then(|| neighbours.cells()), event_log.mask());
        let report = step(columns, workers, jobs, Step { cells, events, ..about });
        if meets_others {
            neighbours.set_clear(workers.iter_mut().all(|worker| !worker.get_mut().is_unsure));
        }
        collect(workers, contacts, event_log);
        if events != EventMask::NONE {
            event_log.finish(contacts);
        }
        report
    }

    /// Replaces slice indices by the ids of a crowd in the contacts, the events and the report of the last step.
    pub(crate) fn name_characters(&mut self, report: &mut StepReport, id: impl Fn(u32) -> CharacterId) {
        let contacts = self.contacts.iter_mut().map(|contact| &mut contact.character);
        let events = self.event_log.events.iter_mut().map(|event| &mut event.character);
        contacts.chain(events).for_each(|character| *character = id(character.index() as u32));
        report.first_refused.name(id);
    }

    /// Becomes the batch that was saved, with the spare indices. A slot keeps its block cache for another character: the cache
    /// is used only where it holds.
    pub(crate) fn restore(
        &mut self,
        steps: u64,
        characters: impl Iterator<Item = ((((CharacterState, MoveInput), Position), u32), u32)>,
    ) {
        let columns = &mut self.columns;
        columns.indices.clone_from(&self.spare_indices);
        columns.states.clear();
        columns.inputs.clear();
        columns.previous.clear();
        columns.layers.clear();
        columns.watched.clear();
        for ((((state, input), previous), layers), watched) in characters {
            columns.states.push(state);
            columns.inputs.push(input);
            columns.previous.push(previous);
            columns.layers.push(layers);
            columns.watched.push(watched != 0);
        }
        columns.turned_by.clear();
        columns.turned_by.resize(columns.states.len(), 0.0);
        columns.resting.clear();
        columns.resting.resize(columns.states.len(), None);
        columns.reaches.resize(columns.states.len(), 0.0);
        columns.block_caches.resize(columns.states.len(), BlockCache::UNKNOWN);
        self.neighbours.forget();
        self.contacts.clear();
        self.steps = steps;
    }

    /// Replaces the state of the character in a slot, but not the key in the state.
    pub(crate) fn set_state(&mut self, profiles: &[CharacterProfile], slot: usize, state: &CharacterState) {
        let known = &self.columns.states[slot];
        let place = |state: &CharacterState| (state.position, state.orientation, state.profile, state.group);
        if place(known) != place(state) {
            self.departs(profiles, slot);
        }
        self.columns.set_state(slot, state);
    }

    /// Notes that the character in a slot is about to be changed, teleported or removed, so that characters at rest near it wake.
    pub(crate) fn departs(&mut self, profiles: &[CharacterProfile], slot: usize) {
        self.neighbours.departs(profiles, &self.columns.states[slot]);
        self.neighbours.set_clear(false);
    }

    /// Notes that a crowd has put another profile at a place that no character had: it wakes nobody.
    pub(crate) fn replaces_profile(&mut self, place: u32, profile: &CharacterProfile) {
        self.conditions.replace_profile(place, profile);
    }

    /// Sets which events are recorded from the next step on.
    pub(crate) fn record_events(&mut self, mask: EventMask) {
        self.event_log.record(mask);
        self.wake_all();
    }

    /// Wakes the characters at rest near which the world has changed since the stamp `before`.
    fn wake_near_changes(&mut self, world: &World, before: Stamp) {
        world.lanes.run(WakeNearChanges { columns: &mut self.columns, instances: &world.instances, before });
    }

    /// Wakes all characters at rest, so that the next step moves each of them.
    pub(crate) fn wake_all(&mut self) {
        self.columns.resting.fill(None);
    }
}

task! {
    /// Wakes the characters at rest near which instances have changed since the stamp `before`.
    struct WakeNearChanges<'a> {
        columns: &'a mut Columns,
        instances: &'a Instances,
        before: Stamp,
    }
    fn run<L>(lanes) {
        for (resting, block_cache) in columns.resting.iter_mut().zip(&columns.block_caches) {
            if resting.is_some() && !instances.lies_still_since(lanes, before, &block_cache.bounds()) {
                *resting = None;
            }
        }
    }
}
