//! The rooms that each character has visited.
//!
//! In: every frame, all positions. Out: the mean number of visited rooms.

use crate::levels::rooms::{Region, Rooms};
use glam::DVec3;
use std::sync::Arc;

/// Record of the rooms of a level that each character has been in.
#[derive(Clone, Debug)]
pub struct SeenRooms {
    rooms: Arc<Rooms>,
    characters: usize,
    /// Bit set of seen rooms of each character, character after character; each character has `words` words.
    seen: Vec<u64>,
    words: usize,
}

impl SeenRooms {
    /// Creates the record for `characters` characters, none of which has been in a room.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>, characters: usize) -> Self {
        let words = rooms.len().div_ceil(64);
        Self { rooms, characters, seen: vec![0; words * characters], words }
    }

    /// Marks the room around the centre `place` of a character (world space, metres) as seen; ignores an unknown character.
    pub fn note(&mut self, character: usize, place: DVec3) {
        if let Region::Room(room) = self.rooms.region(place)
            && let Some(word) = self.seen.get_mut(character * self.words + usize::from(room) / 64)
        {
            *word |= 1 << (room % 64);
        }
    }

    /// Returns the number of rooms of the level.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// Returns the mean number of rooms that a character has been in, including its first room.
    #[must_use]
    pub fn average(&self) -> f64 {
        let seen: u64 = self.seen.iter().map(|word| u64::from(word.count_ones())).sum();
        seen as f64 / self.characters.max(1) as f64
    }
}
