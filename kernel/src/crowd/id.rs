//! Names of characters: which slot an id stands for, and which ids are gone.
//!
//! An id is an index, the generation of that index, and the tag of its crowd: an index is used again after a character was
//! removed, its generation never. An index whose generations are used up is given to nobody any more.

use crate::base::input_error::InputError;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use core::sync::atomic::{AtomicU32, Ordering};

/// Names one character of one crowd. After [`despawn`](crate::Crowd::despawn) the id stays invalid for ever.
///
/// Events and contacts of a [`MoveMemory`](crate::MoveMemory) name the characters of slices by an id whose
/// [`index`](Self::index) is the place in the slice; every crowd refuses such an id.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, InputError};
///
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let first = crowd.spawn(&CharacterProfile::default(), Vec3::ZERO)?;
/// crowd.despawn(first)?;
/// let second = crowd.spawn(&CharacterProfile::default(), Vec3::ZERO)?;
/// assert_eq!((second.index(), second.generation()), (first.index(), 1));
/// assert_eq!(crowd.position(first), Err(InputError::Removed { index: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
#[repr(C)]
pub struct CharacterId {
    index: u32,
    generation: u16,
    tag: u16,
}

const _: () = assert!(size_of::<CharacterId>() == 8);

impl CharacterId {
    /// Makes an id for the character at an index of a user's slices. Its tag 0 belongs to no crowd, so every crowd refuses it.
    #[inline(always)]
    pub(crate) const fn of_place(place: u32) -> Self {
        Self { index: place, generation: 0, tag: 0 }
    }

    /// The index of the character: small, and unique among those that are in the crowd at a time. In what
    /// [`MoveMemory`](crate::MoveMemory) and the report of [`World::move_characters`](crate::World::move_characters) answer, the
    /// place in the slices.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Number of removed characters that had this id's index before.
    #[inline]
    #[must_use]
    pub fn generation(self) -> u16 {
        self.generation
    }
}

/// Number that marks the end of the list of free id indices.
pub(crate) const NONE: u32 = u32::MAX;

/// Entry of one id index: the slot of the character that has the index, or the next index in the list of free ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Entry {
    /// Slot of the character that has the index; for a free index, the next free index.
    pub(crate) slot: u32,
    /// Generation of the character that has the index; for a free index, of the next character to get it.
    pub(crate) generation: u16,
    /// Kind of the entry: [`TAKEN`], [`FREE`] or [`USED_UP`].
    pub(crate) kind: u16,
}

/// Kind of an id index's entry: a character has the index.
pub(crate) const TAKEN: u16 = 0;
/// Kind of an id index's entry: no character has the index.
pub(crate) const FREE: u16 = 1;
/// Kind of an id index's entry: no character can have the index again, because no generation is left.
pub(crate) const USED_UP: u16 = 2;

/// Ids of all characters of a crowd, and the list of free id indices.
#[derive(Debug)]
pub(crate) struct Ids {
    pub(crate) tag: u16,
    /// Id index for the next new character; [`NONE`] if no index is free and a new one must be added.
    pub(crate) first_free: u32,
    pub(crate) entries: Vec<Entry>,
}

impl Clone for Ids {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.tag, self.first_free) = (source.tag, source.first_free);
        self.entries.clone_from(&source.entries);
    }
}

impl Default for Ids {
    /// Ids of a new crowd. Each of 65,535 crowds made one after the other has a tag of its own; tag 0 belongs to ids of slices.
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let tag = 1 + (NEXT.fetch_add(1, Ordering::Relaxed) % u32::from(u16::MAX)) as u16;
        Self { tag, first_free: NONE, entries: Vec::new() }
    }
}

impl Ids {
    /// Makes an id for the new character in a slot.
    pub(crate) fn add(&mut self, slot: usize) -> CharacterId {
        let slot = slot as u32;
        let index = self.first_free;
        if let Some(entry) = self.entries.get_mut(index as usize) {
            self.first_free = entry.slot;
            (entry.slot, entry.kind) = (slot, TAKEN);
            return self.id(index);
        }
        self.entries.push(Entry { slot, generation: 0, kind: TAKEN });
        self.id((self.entries.len() - 1) as u32)
    }

    /// Frees the index of a removed character's id, unless no generation is left.
    pub(crate) fn remove(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        if let Some(generation) = entry.generation.checked_add(1) {
            *entry = Entry { slot: self.first_free, generation, kind: FREE };
            self.first_free = index;
        } else {
            (entry.slot, entry.kind) = (NONE, USED_UP);
        }
    }

    /// Id of the character that has this index; the index must be taken.
    #[inline]
    pub(crate) fn id(&self, index: u32) -> CharacterId {
        CharacterId { index, generation: self.entries[index as usize].generation, tag: self.tag }
    }

    /// Slot of the character with an id; an error if the character was removed or belongs to another crowd.
    #[inline]
    pub(crate) fn slot(&self, id: CharacterId) -> Result<usize, InputError> {
        let CharacterId { index, generation, tag } = id;
        if tag != self.tag {
            return Err(InputError::Foreign { index });
        }
        match self.entries.get(index as usize) {
            Some(entry) if entry.generation == generation && entry.kind == TAKEN => Ok(entry.slot as usize),
            _ => Err(InputError::Removed { index }),
        }
    }

    /// Slots of all characters of the crowd, in the order of their id indices.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.entries.iter().filter(|entry| entry.kind == TAKEN).map(|entry| entry.slot as usize)
    }

    /// Updates the slot of each id index after slots were reordered; `indices` has the id index of each slot.
    pub(crate) fn renumber(&mut self, indices: &[u32]) {
        for (slot, &index) in indices.iter().enumerate() {
            self.entries[index as usize].slot = slot as u32;
        }
    }

    /// Whether entries and slots refer to each other, and the list of free indices contains all free ones.
    pub(crate) fn are_consistent(first_free: u32, entry: impl Fn(u32) -> Entry, entries: u32, indices: &[u32]) -> bool {
        let (mut taken, mut free) = (0, 0);
        for index in 0..entries {
            let Entry { slot, kind, .. } = entry(index);
            match kind {
                TAKEN if indices.get(slot as usize) == Some(&index) => taken += 1,
                FREE => free += 1,
                USED_UP => {}
                _ => return false,
            }
        }
        let mut next = first_free;
        for _ in 0..free {
            if next >= entries || entry(next).kind != FREE {
                return false;
            }
            next = entry(next).slot;
        }
        // A list that comes back to an index never ends.
        next == NONE && taken == indices.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_given_again_with_another_generation_and_the_old_id_names_nobody() {
        let mut ids = Ids::default();
        let first = ids.add(0);
        ids.remove(0);
        let second = ids.add(5);
        assert_eq!((first.index(), second.index(), second.generation()), (0, 0, 1));
        assert_eq!(ids.slot(first), Err(InputError::Removed { index: 0 }));
        assert_eq!(ids.slot(second), Ok(5));
    }

    #[test]
    fn an_id_of_another_crowd_is_foreign() {
        let (mut ids, others) = (Ids::default(), Ids::default());
        let id = ids.add(0);
        assert_eq!(others.slot(id), Err(InputError::Foreign { index: 0 }));
    }

    #[test]
    fn an_index_without_a_generation_left_is_given_to_nobody() {
        let mut ids = Ids::default();
        ids.add(0);
        ids.entries[0].generation = u16::MAX;
        ids.remove(0);
        assert_eq!(ids.add(0).index(), 1);
    }
}
