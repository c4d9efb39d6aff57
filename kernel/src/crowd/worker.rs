//! The memory of a worker: one for each thread of the pool.

use crate::crowd::contacts::CharacterContact;
use crate::crowd::event::CharacterEvent;
use crate::query::scratch::Scratch;
use std::sync::{Mutex, PoisonError};

/// What a worker needs while it moves characters. A worker locks its own, so that no lock ever waits.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) scratch: Scratch,
    /// Of those whose contacts are recorded, and whom this worker moved.
    pub(super) contacts: Vec<CharacterContact>,
    /// Of those whom it moved, where events are recorded.
    pub(super) events: Vec<CharacterEvent>,
}

/// Moves what workers recorded into one list each; contacts are in order then.
pub(super) fn collect(
    workers: &mut [Mutex<Worker>],
    contacts: &mut Vec<CharacterContact>,
    events: &mut Vec<CharacterEvent>,
) {
    contacts.clear();
    events.clear();
    for worker in workers {
        let worker = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
        contacts.append(&mut worker.contacts);
        events.append(&mut worker.events);
    }
    contacts.sort_unstable_by_key(CharacterContact::key);
}
