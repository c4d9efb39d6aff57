//! The rooms that each character has visited.
//!
//! In: every frame, all positions. Out: the mean number of visited rooms.

use crate::levels::rooms::{Region, Rooms};
use glam::DVec3;
use std::sync::Arc;

/// Rooms by character.
#[derive(Clone, Debug)]
pub struct SeenRooms {
    rooms: Arc<Rooms>,
    characters: usize,
    /// A bit for each room; each character has the same number of words.
    seen: Vec<u64>,
    words: usize,
}

impl SeenRooms {
    /// `characters` characters that have seen no room.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>, characters: usize) -> Self {
        let words = rooms.len().div_ceil(64);
        Self { rooms, characters, seen: vec![0; words * characters], words }
    }

    /// Marks the room at the position of a character's centre, metres, as seen. Ignores an unknown character.
    pub fn note(&mut self, character: usize, place: DVec3) {
        if let Region::Room(room) = self.rooms.region(place)
            && let Some(word) = self.seen.get_mut(character * self.words + usize::from(room) / 64)
        {
            *word |= 1 << (room % 64);
        }
    }

    /// Number of rooms.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// Mean number of rooms that a character has seen, its first one included.
    #[must_use]
    pub fn average(&self) -> f64 {
        let seen: u64 = self.seen.iter().map(|word| u64::from(word.count_ones())).sum();
        seen as f64 / self.characters.max(1) as f64
    }
}
