//! The memory of a worker: one for each thread of the pool.

use crate::base::lock::Lock;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::crowd::events::contacts::CharacterContact;
use crate::crowd::events::event::CharacterEvent;
use crate::crowd::events::event_log::{EventLog, InSensor};
use crate::query::scratch::Scratch;
use alloc::vec::Vec;

/// Working memory of one thread that moves characters. Each worker locks only its own memory, so no lock ever waits.
#[derive(Debug, Default)]
pub(crate) struct Worker {
    pub(crate) scratch: Scratch,
    /// Neighbouring characters of the character that is being moved.
    pub(crate) neighbourhood: Neighbourhood,
    /// Contacts of watched characters that this worker moved, in the current step.
    pub(crate) contacts: Vec<CharacterContact>,
    /// Events of the characters that this worker moved, in the current step.
    pub(crate) events: Vec<CharacterEvent>,
    /// Sensor instances that contain characters which this worker moved, at the end of their moves.
    pub(crate) in_sensors: Vec<InSensor>,
    /// Whether solid characters that this worker moved may overlap now although they did not before.
    pub(crate) is_unsure: bool,
}

impl Worker {
    /// Clears the recorded contacts, events and sensors, and what is unsure.
    pub(crate) fn forget(&mut self) {
        self.contacts.clear();
        self.events.clear();
        self.in_sensors.clear();
        self.is_unsure = false;
    }
}

/// Moves the contacts, events and sensors of all workers into one list each; sorts the contacts.
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
