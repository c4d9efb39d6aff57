//! The memory of a user's slices of characters from step to step.

use crate::crowd::batch::Batch;
use crate::crowd::events::contacts::{CharacterContact, of_one};
use crate::crowd::events::event::CharacterEvent;
use crate::crowd::events::event_mask::EventMask;
use alloc::vec::Vec;

/// Memory of [`World::move_characters`](crate::World::move_characters): what workers need, what was found around each
/// character, an order by place, and who is at rest. It makes steps fast and shows in no result: with a new memory, or that
/// of other slices, a step takes longer and gives the same bits.
///
/// It is in this interface because it belongs to slices from step to step; [`CharacterMemory`](crate::CharacterMemory) is its counterpart
/// for one character. The working memory of queries and of moves of one character lies in each thread; a [`Crowd`](crate::Crowd) has its
/// own.
///
/// ```
/// let memory = sweep8::MoveMemory::new();
/// assert!(memory.contacts(0).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct MoveMemory {
    pub(super) batch: Batch,
    pub(super) sort_every: u32,
    watched: Vec<u32>,
}

impl Default for MoveMemory {
    fn default() -> Self {
        Self::new()
    }
}

impl MoveMemory {
    /// Makes empty memory for steps of slices of characters, which has moved none yet.
    #[must_use]
    pub fn new() -> Self {
        Self { batch: Batch::default(), sort_every: 16, watched: Vec::new() }
    }

    /// Sets the number of steps between two sortings of the characters by place; 0 keeps the slices' order. Default 16.
    #[must_use]
    pub fn with_sort_every(self, steps: u32) -> Self {
        Self { sort_every: steps, ..self }
    }

    /// Records the contacts of the character at this place of the slices from the next step on. A watched character is moved in
    /// every step, at rest or not.
    pub fn watch_contacts(&mut self, place: usize) {
        let index = place as u32;
        if !self.watched.contains(&index) {
            self.watched.push(index);
        }
    }

    /// Stops recording contacts of the character at index `place` of the slices from the next step on.
    pub fn unwatch_contacts(&mut self, place: usize) {
        self.watched.retain(|&watched| watched as usize != place);
    }

    /// The contacts of the character at this place in the last step, in the order of touching; empty unless the character is
    /// [watched](Self::watch_contacts) or events of contacts are recorded.
    #[must_use]
    pub fn contacts(&self, place: usize) -> &[CharacterContact] {
        of_one(&self.batch.contacts, place)
    }

    /// Sets which [events](Self::events) are recorded from the next step on, as
    /// [`Crowd::record_events`](crate::Crowd::record_events). The places of the slices name the characters: if they name others,
    /// call it again.
    pub fn record_events(&mut self, mask: EventMask) {
        self.batch.record_events(mask);
    }

    /// Events of the last step of the slices, sorted as in [`Crowd::events`](crate::Crowd::events).
    #[must_use]
    pub fn events(&self) -> &[CharacterEvent] {
        &self.batch.event_log.events
    }

    /// Marks the characters whose contacts are recorded in the columns.
    pub(super) fn mark_watched(&mut self) {
        let columns = &mut self.batch.columns;
        if self.watched.is_empty() {
            return columns.watched.fill(false);
        }
        for (slot, index) in columns.indices.iter().enumerate() {
            let is_watched = self.watched.contains(index);
            columns.watched[slot] = is_watched;
            if is_watched {
                columns.resting[slot] = None;
            }
        }
    }
}
