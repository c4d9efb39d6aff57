//! The events of the last step: what of it is news.
//!
//! In: the contacts of everybody, and what workers noted of single moves. Out: one list of events, in an order that depends on
//! neither threads nor memory. What was touched in the last step is kept in order, so that one walk over both lists tells
//! which contacts began, last, and ended.

use crate::crowd::contacts::CharacterContact;
use crate::crowd::event::{CharacterEvent, EventKind};
use crate::world::instance_id::InstanceId;
use bytemuck::{Pod, Zeroable};
use std::cmp::Ordering;

/// A surface that a character touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Touched {
    pub(super) index: u32,
    triangle: u32,
    instance: InstanceId,
}

#[derive(Debug, Default)]
pub(super) struct EventLog {
    is_on: bool,
    /// In the last step, in order, each once.
    touched: Vec<Touched>,
    /// In the step before; only for the memory.
    before: Vec<Touched>,
    pub(super) events: Vec<CharacterEvent>,
}

impl Clone for EventLog {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Without an allocation where there is room.
    fn clone_from(&mut self, source: &Self) {
        self.is_on = source.is_on;
        self.touched.clone_from(&source.touched);
        self.events.clone_from(&source.events);
    }
}

impl EventLog {
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether events are told from the next step on. What was touched before is forgotten.
    pub(super) fn turn(&mut self, on: bool) {
        self.is_on = on;
        self.touched.clear();
        self.events.clear();
    }

    /// Has the events of a step in the list, to which workers have added what they noted.
    pub(super) fn finish(&mut self, contacts: &[CharacterContact]) {
        std::mem::swap(&mut self.touched, &mut self.before);
        self.touched.clear();
        self.touched.extend(contacts.iter().map(|about| Touched {
            index: about.index,
            triangle: about.contact.triangle,
            instance: about.contact.instance,
        }));
        self.touched.sort_unstable();
        self.touched.dedup();
        let (mut old, mut new) = (self.before.iter().peekable(), self.touched.iter().peekable());
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
            let kind = |&Touched { instance, triangle, .. }: &Touched| match (ended, began) {
                (Some(_), Some(_)) => EventKind::ContactKept { instance, triangle },
                (Some(_), None) => EventKind::ContactEnded { instance, triangle },
                (None, _) => EventKind::ContactBegan { instance, triangle },
            };
            if let Some(touched) = ended.or(began) {
                self.events.push(CharacterEvent { index: touched.index, kind: kind(touched) });
            }
        }
        self.events.sort_unstable_by(CharacterEvent::order);
    }

    /// What a removed character touched does not end for who gets its index.
    pub(super) fn forget(&mut self, index: u32) {
        let first = self.touched.partition_point(|touched| touched.index < index);
        let count = self.touched[first..].partition_point(|touched| touched.index == index);
        self.touched.drain(first..first + count);
    }

    /// What has to be saved of it.
    pub(super) fn touched(&self) -> &[Touched] {
        &self.touched
    }

    /// Becomes what was saved.
    pub(super) fn restore(&mut self, is_on: bool, touched: impl Iterator<Item = Touched>) {
        self.turn(is_on);
        self.touched.extend(touched);
    }
}
