//! Memory between the moves of a character that is moved alone.

use crate::character::collide::block_cache::BlockCache;

/// Memory of one character for [`World::move_character_with`](crate::World::move_character_with): the triangles near it, which serve
/// for some steps, 128 bytes. It makes moves fast and shows in no result: with new memory, or that of another character, a move takes
/// longer and gives the same bits. It is no part of a state, and need not be saved.
///
/// A [`Crowd`](crate::Crowd) and [`MoveMemory`](crate::MoveMemory) have as much for each of their characters.
///
/// ```
/// let memory = sweep8::CharacterMemory::new();
/// assert_eq!(size_of_val(&memory), 128);
/// ```
#[derive(Clone, Debug)]
pub struct CharacterMemory {
    pub(super) block_cache: BlockCache,
}

impl CharacterMemory {
    /// Memory of a character that has not moved yet.
    #[must_use]
    pub fn new() -> Self {
        Self { block_cache: BlockCache::UNKNOWN }
    }
}

impl Default for CharacterMemory {
    fn default() -> Self {
        Self::new()
    }
}
