//! Characters at rest: their last move left every bit of their state as it was, so the next one would do the same.
//!
//! In: the state of a character before and after a move, and what all moves of a step depend on. Out: whether the move
//! may be left out of the next step.
//! 1. A move depends on the character's own state and input, its profile, and the [`Conditions`] of the step.
//! 2. If a move leaves the state as it was, and its input holds for the next step, too (no jump, no impulse), the character
//!    [rests](Moved::rests): the step keeps what the move added to the report ([`Contribution`]) in a column beside the state.
//!    The next step adds it again instead of moving the character. A watched character is moved in every step.
//! 3. A change of the character or of its input clears its entry; a step under other conditions than the last one
//!    clears all. If only the world has changed, and not all of it, it clears those of characters whose surroundings, as their
//!    block caches have them, were not left alone. The box of a cache is made larger for a character whose move
//!    [looked farther](SlideEnd::looked_farther), for a step or for ground.
//!
//! Comparisons are by bits: `-0.0` is not `0.0`. The column is not part of the state hash, and shows in no result.
//!
//! [`Contribution`]: super::report::Contribution

use crate::bvh::boxes::Bounds;
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::profile::{CharacterProfile, ProfileBits};
use crate::character::model::slide_end::SlideEnd;
use crate::character::model::state::CharacterState;
use crate::character::model::status::SlideStatus;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::world::changes::Stamp;
use crate::world::solids::Solids;
use crate::world::world::World;
use alloc::vec::Vec;

/// Conditions of a step on which all characters' moves depend: time step, stamp (state) of the world, profiles.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    seconds: u32,
    /// Stamp of the world's state at the step.
    stamp: Stamp,
    profiles: Vec<ProfileBits>,
}

impl Clone for Conditions {
    fn clone(&self) -> Self {
        Self { profiles: self.profiles.clone(), ..*self }
    }

    /// Copies the conditions of a step; allocates only if the capacity is too small.
    fn clone_from(&mut self, source: &Self) {
        (self.seconds, self.stamp) = (source.seconds, source.stamp);
        self.profiles.clone_from(&source.profiles);
    }
}

/// Facts about a move that decide whether the character rests.
pub(crate) struct Moved<'a> {
    /// States before and after the move.
    pub(crate) states: [&'a CharacterState; 2],
    /// Whether the input has no jump and no impulse, so that the next step has the same one.
    pub(crate) lasts: bool,
    /// Whether contacts or events of the character are reported, which takes a move in each step.
    pub(crate) is_watched: bool,
    /// Characters near the move; `None` if other characters are ignored.
    pub(crate) others: Option<&'a Neighbourhood>,
    pub(crate) end: &'a SlideEnd,
    pub(crate) block_cache: &'a mut BlockCache,
}

impl Moved<'_> {
    /// Whether the next move would do the same as this one. If it would, the box of the block cache then holds all that the move has
    /// looked at: `looked_in`, world space, is that of the last slide that [looked farther](SlideEnd::looked_farther).
    #[inline(always)]
    pub(crate) fn rests(self, instances: Solids, looked_in: &Bounds) -> bool {
        let [before, after] = self.states;
        let rests = self.lasts
            && !self.is_watched
            && after.is_same(before)
            && self.others.is_none_or(Neighbourhood::can_rest)
            && is_remembered(instances, self.end, self.block_cache);
        if rests && self.end.looked_farther && instances.only().is_none() {
            self.block_cache.watch(looked_in);
        }
        rests
    }
}

/// Whether a character's move depends only on the world inside two boxes, so that changes elsewhere do not matter: the box of its block
/// cache, and [`looked_in`](crate::query::scratch::Scratch::looked_in) if the slide looked farther.
#[inline(always)]
fn is_remembered(instances: Solids, end: &SlideEnd, block_cache: &BlockCache) -> bool {
    let looked_elsewhere = end.depenetrated_by > 0.0 || end.status == SlideStatus::Overlapping || end.ridden.is_near;
    instances.only().is_some() || !looked_elsewhere && block_cache.is_of(instances.stamp())
}

/// Which characters at rest must wake because conditions have changed since the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    Nobody,
    /// Characters near which the world has changed since this stamp wake.
    Near(Stamp),
    All,
}

impl Conditions {
    /// Replaces one of the profiles of the last step, which no character has, so that nobody wakes for it.
    pub(crate) fn replace_profile(&mut self, place: u32, profile: &CharacterProfile) {
        if let Some(known) = self.profiles.get_mut(place as usize) {
            *known = profile.bits();
        }
    }

    /// Updates the conditions of the last step to those of the next; returns which characters at rest must wake.
    pub(crate) fn change(&mut self, world: &World, profiles: &[CharacterProfile], seconds: f32) -> Woken {
        let (seconds, stamp) = (seconds.to_bits(), world.instances.stamp());
        let is_same = self.seconds == seconds
            && profiles.len() >= self.profiles.len()
            && profiles.iter().zip(&self.profiles).all(|(profile, known)| profile.bits() == *known);
        if !is_same {
            self.profiles.clear();
        }
        // Nobody at rest has a profile behind those of the last step.
        let known = self.profiles.len();
        self.profiles.extend(profiles.iter().skip(known).map(CharacterProfile::bits));
        if is_same && self.stamp == stamp {
            return Woken::Nobody;
        }
        let before = core::mem::replace(&mut self.stamp, stamp);
        self.seconds = seconds;
        if is_same { Woken::Near(before) } else { Woken::All }
    }
}
