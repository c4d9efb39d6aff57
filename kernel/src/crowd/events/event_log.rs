//! The events of the last step, by comparison with the step before.
//!
//! In: the contacts of everybody, who is in which sensor, and what workers noted of single moves. Out: one list of
//! events, in an order that depends on neither threads nor memory. The log keeps in order which surfaces were touched in the
//! last step, and who was in which sensor: one walk over old and new lists tells what began, lasts, and ended.

use crate::crowd::events::contacts::CharacterContact;
use crate::crowd::events::event::{CharacterEvent, EventKind};
use crate::crowd::events::event_mask::EventMask;
use crate::world::instance_id::InstanceId;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use core::cmp::Ordering;

/// A surface that a character touched, for comparison with the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Touched {
    pub(crate) index: u32,
    triangle: u32,
    instance: InstanceId,
}

/// A sensor instance that contains a character, for comparison with the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct InSensor {
    pub(crate) index: u32,
    pub(crate) instance: InstanceId,
}

#[derive(Debug, Default)]
pub(crate) struct EventLog {
    mask: EventMask,
    /// Surfaces that characters touched in the last step, sorted, without duplicates.
    touched: Vec<Touched>,
    /// Surfaces that characters touched in the step before the last; kept only to reuse its allocation.
    before: Vec<Touched>,
    /// Sensor instances that contained characters at the end of the last step, sorted.
    in_sensors: Vec<InSensor>,
    /// Sensor instances that contain characters at the end of the current step, unsorted, as workers found them.
    pub(crate) found: Vec<InSensor>,
    pub(crate) events: Vec<CharacterEvent>,
}

impl Clone for EventLog {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Copies the event log; allocates only if the capacity is too small.
    fn clone_from(&mut self, source: &Self) {
        self.mask = source.mask;
        self.touched.clone_from(&source.touched);
        self.in_sensors.clone_from(&source.in_sensors);
        self.events.clone_from(&source.events);
    }
}

impl EventLog {
    /// Kinds of events that the log records.
    #[inline]
    pub(crate) fn mask(&self) -> EventMask {
        self.mask
    }

    /// Sets which events are recorded from the next step on; discards the contacts and sensors of the last step.
    pub(crate) fn record(&mut self, mask: EventMask) {
        self.mask = mask;
        self.touched.clear();
        self.in_sensors.clear();
        self.events.clear();
    }

    /// Completes the event list of a step with contact and sensor events; workers have already added the other events.
    pub(crate) fn finish(&mut self, contacts: &[CharacterContact]) {
        let mask = self.mask;
        core::mem::swap(&mut self.touched, &mut self.before);
        self.touched.clear();
        if mask.intersects(EventMask::CONTACTS) {
            self.touched.extend(contacts.iter().map(|about| Touched {
                index: about.character.index() as u32,
                triangle: about.contact.triangle,
                instance: about.contact.instance,
            }));
            self.touched.sort_unstable();
            self.touched.dedup();
        }
        compare(&self.before, &self.touched, |&Touched { index, instance, triangle }, [was, is]| {
            let (bit, kind) = match (was, is) {
                (true, true) => (EventMask::CONTACTS_KEPT, EventKind::ContactKept { instance, triangle }),
                (true, false) => (EventMask::CONTACTS_ENDED, EventKind::ContactEnded { instance, triangle }),
                (false, _) => (EventMask::CONTACTS_BEGUN, EventKind::ContactBegan { instance, triangle }),
            };
            if mask.contains(bit) {
                self.events.push(CharacterEvent::new(index, kind));
            }
        });
        self.found.sort_unstable();
        compare(&self.in_sensors, &self.found, |&InSensor { index, instance }, [was, is]| {
            if was != is {
                let kind = if is { EventKind::SensorEntered { instance } } else { EventKind::SensorLeft { instance } };
                self.events.push(CharacterEvent::new(index, kind));
            }
        });
        core::mem::swap(&mut self.in_sensors, &mut self.found);
        self.events.sort_unstable_by(CharacterEvent::order);
    }

    /// Discards contacts and sensors of a removed character, so that the next character with its index gets no events of them.
    pub(crate) fn forget(&mut self, index: u32) {
        take_out(&mut self.touched, index, |touched| touched.index);
        take_out(&mut self.in_sensors, index, |sensor| sensor.index);
    }

    /// Touched surfaces and sensors of the last step, which a save contains.
    pub(crate) fn memory(&self) -> (&[Touched], &[InSensor]) {
        (&self.touched, &self.in_sensors)
    }

    /// Replaces the event log by one read from a save.
    pub(crate) fn restore(
        &mut self,
        mask: EventMask,
        touched: impl Iterator<Item = Touched>,
        in_sensors: impl Iterator<Item = InSensor>,
    ) {
        self.record(mask);
        self.touched.extend(touched);
        self.in_sensors.extend(in_sensors);
    }
}

/// Calls `tell` for each element of two sorted lists, with two flags: whether `old` has it, and whether `new` has it.
fn compare<T: Ord>(old: &[T], new: &[T], mut tell: impl FnMut(&T, [bool; 2])) {
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.cmp(new),
        };
        // The smaller one is in one list only.
        let ended = if order.is_le() { old.next() } else { None };
        let began = if order.is_ge() { new.next() } else { None };
        if let Some(item) = ended.or(began) {
            tell(item, [ended.is_some(), began.is_some()]);
        }
    }
}

/// Removes the elements of the character `index` from a list sorted by character index, which `of` returns.
fn take_out<T>(list: &mut Vec<T>, index: u32, of: impl Fn(&T) -> u32) {
    let first = list.partition_point(|item| of(item) < index);
    let count = list[first..].partition_point(|item| of(item) == index);
    list.drain(first..first + count);
}
