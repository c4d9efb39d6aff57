//! Names of characters: which slot an id stands for, and which ids are gone.
//!
//! An id is an index, the generation of that index, and the tag of its crowd: an index is used again after a character was
//! removed, its generation never. An index whose generations are used up is given to nobody any more.

use crate::base::input_error::InputError;
use bytemuck::{Pod, Zeroable};
use std::sync::atomic::{AtomicU16, Ordering};

/// Names one character of the crowd that gave it. After [`despawn`](crate::Crowd::despawn) it names nobody, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct CharacterId {
    index: u32,
    generation: u16,
    tag: u16,
}

const _: () = assert!(size_of::<CharacterId>() == 8);

impl CharacterId {
    /// The index of the character: small, and unique among those that are in the crowd at a time.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// How many characters had the index before.
    #[inline]
    #[must_use]
    pub fn generation(self) -> u16 {
        self.generation
    }
}

/// Slot of an index that nobody has.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// What an index stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Entry {
    pub(super) slot: u32,
    /// Of who has it, or will have it next.
    pub(super) generation: u16,
    /// 1 if no generation is left.
    pub(super) is_used_up: u16,
}

/// All ids of a crowd.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids {
    pub(super) tag: u16,
    pub(super) entries: Vec<Entry>,
    /// Indices that nobody has, the last one to be given next.
    pub(super) free: Vec<u32>,
}

impl Ids {
    /// Those of a new crowd: of 65,536 that are made one after the other each has another tag.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        Self { tag: NEXT.fetch_add(1, Ordering::Relaxed), ..Self::default() }
    }

    /// Gives an id to a slot.
    pub(super) fn add(&mut self, slot: usize) -> CharacterId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.entries.push(Entry { slot: NO_SLOT, generation: 0, is_used_up: 0 });
            (self.entries.len() - 1) as u32
        });
        self.entries[index as usize].slot = slot as u32;
        self.id(index)
    }

    /// Takes an index back.
    pub(super) fn remove(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        entry.slot = NO_SLOT;
        match entry.generation.checked_add(1) {
            Some(next) => {
                entry.generation = next;
                self.free.push(index);
            }
            None => entry.is_used_up = 1,
        }
    }

    /// The id of an index that somebody has.
    #[inline]
    pub(super) fn id(&self, index: u32) -> CharacterId {
        CharacterId { index, generation: self.entries[index as usize].generation, tag: self.tag }
    }

    /// The slot of an id.
    #[inline]
    pub(super) fn slot(&self, id: CharacterId) -> Result<usize, InputError> {
        let CharacterId { index, generation, tag } = id;
        if tag != self.tag {
            return Err(InputError::Foreign { index });
        }
        match self.entries.get(index as usize) {
            Some(entry) if entry.generation == generation && entry.slot != NO_SLOT => Ok(entry.slot as usize),
            _ => Err(InputError::Removed { index }),
        }
    }

    /// Slots of all characters, in the order of indices.
    pub(super) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().filter(|entry| entry.slot != NO_SLOT).map(|entry| entry.slot as usize)
    }

    /// Says again which slot each index has.
    pub(super) fn renumber(&mut self, indices: &[u32]) {
        for (slot, &index) in indices.iter().enumerate() {
            self.entries[index as usize].slot = slot as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_given_again_with_another_generation_and_the_old_id_names_nobody() {
        let mut ids = Ids::new();
        let first = ids.add(0);
        ids.remove(0);
        let second = ids.add(5);
        assert_eq!((first.index(), second.index(), second.generation()), (0, 0, 1));
        assert_eq!(ids.slot(first), Err(InputError::Removed { index: 0 }));
        assert_eq!(ids.slot(second), Ok(5));
    }

    #[test]
    fn an_id_of_another_crowd_is_foreign() {
        let (mut ids, others) = (Ids::new(), Ids::new());
        let id = ids.add(0);
        assert_eq!(others.slot(id), Err(InputError::Foreign { index: 0 }));
    }

    #[test]
    fn an_index_without_a_generation_left_is_given_to_nobody() {
        let mut ids = Ids::new();
        ids.add(0);
        ids.entries[0].generation = u16::MAX;
        ids.remove(0);
        assert_eq!(ids.add(0).index(), 1);
    }
}
