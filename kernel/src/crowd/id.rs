//! Names of characters.

/// Names one character of the crowd that gave it. Not reused after [`despawn`](crate::Crowd::despawn); four bytes are
/// kept for each ever given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CharacterId(pub(super) u32);

impl CharacterId {
    /// The number of the character in the order of spawning, from 0.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
