//! The memory of a worker: one for each thread of the pool.

use crate::base::lock::Lock;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::crowd::events::contacts::CharacterContact;
use crate::crowd::events::event::CharacterEvent;
use crate::crowd::events::event_log::{EventLog, InSensor};
use crate::query::scratch::Scratch;
use alloc::vec::Vec;

/// Memory of one worker while it moves characters. A worker locks its own, so that no lock ever waits.
#[derive(Debug, Default)]
pub(crate) struct Worker {
    pub(crate) scratch: Scratch,
    /// Of who is moved.
    pub(crate) neighbourhood: Neighbourhood,
    /// Of those whose contacts are recorded, and whom this worker moved.
    pub(crate) contacts: Vec<CharacterContact>,
    /// Of those whom it moved, where events are recorded.
    pub(crate) events: Vec<CharacterEvent>,
    /// The sensors that they are in after that.
    pub(crate) in_sensors: Vec<InSensor>,
}

impl Worker {
    /// Drops what it has recorded.
    pub(crate) fn forget(&mut self) {
        self.contacts.clear();
        self.events.clear();
        self.in_sensors.clear();
    }
}

/// Moves what workers recorded into one list each; contacts are in order then.
pub(crate) fn collect(workers: &mut [Lock<Worker>], contacts: &mut Vec<CharacterContact>, log: &mut EventLog) {
    contacts.clear();
    log.events.clear();
    log.found.clear();
    for worker in workers {
        let worker = worker.get_mut();
        contacts.append(&mut worker.contacts);
        log.events.append(&mut worker.events);
        log.found.append(&mut worker.in_sensors);
    }
    contacts.sort_unstable_by_key(CharacterContact::key);
}
