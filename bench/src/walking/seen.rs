//! Which rooms each character has been in.
//!
//! In: every frame, where everybody is. Out: how many rooms an average character has seen.

use crate::levels::rooms::{Region, Rooms};
use glam::DVec3;
use std::sync::Arc;

/// Rooms by character.
#[derive(Clone, Debug)]
pub struct SeenRooms {
    rooms: Arc<Rooms>,
    characters: usize,
    /// A bit for each room, so many words for each character.
    seen: Vec<u64>,
    words: usize,
}

impl SeenRooms {
    /// Of so many characters, who have seen none.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>, characters: usize) -> Self {
        let words = rooms.len().div_ceil(64);
        Self { rooms, characters, seen: vec![0; words * characters], words }
    }

    /// Takes in where a character is, metres: the room that its centre is in, it has seen. An unknown character is
    /// ignored.
    pub fn note(&mut self, character: usize, place: DVec3) {
        if let Region::Room(room) = self.rooms.region(place)
            && let Some(word) = self.seen.get_mut(character * self.words + usize::from(room) / 64)
        {
            *word |= 1 << (room % 64);
        }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// How many an average character has seen, the one that it began in included.
    #[must_use]
    pub fn average(&self) -> f64 {
        let seen: u64 = self.seen.iter().map(|word| u64::from(word.count_ones())).sum();
        seen as f64 / self.characters.max(1) as f64
    }
}
