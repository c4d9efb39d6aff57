//! The memory of a worker: one for each thread of the pool.

use crate::character::neighbourhood::Neighbourhood;
use crate::crowd::contacts::CharacterContact;
use crate::query::scratch::Scratch;
use std::sync::{Mutex, PoisonError};

/// What a worker needs while it moves characters. A worker locks its own, so that no lock ever waits.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) scratch: Scratch,
    /// Of who is moved.
    pub(super) neighbourhood: Neighbourhood,
    /// Of those whose contacts are recorded, and whom this worker moved.
    pub(super) contacts: Vec<CharacterContact>,
}

/// Moves what workers recorded into one list, in order.
pub(super) fn collect(workers: &mut [Mutex<Worker>], contacts: &mut Vec<CharacterContact>) {
    contacts.clear();
    for worker in workers {
        contacts.append(&mut worker.get_mut().unwrap_or_else(PoisonError::into_inner).contacts);
    }
    contacts.sort_unstable_by_key(CharacterContact::key);
}
