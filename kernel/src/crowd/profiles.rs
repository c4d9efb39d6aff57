//! The profiles of a crowd: a table in which equal profiles are one entry, and whose entries are used again.
//!
//! In: profiles of characters that come, change and go. Out: their places in the table, which states name. Each entry counts its
//! characters. A place without characters keeps its profile, so that a state of some changes ago still names the right one; from
//! [`KEPT`] such places on, new profiles take them in turn. Which place a profile gets follows from the table alone, so that a restored
//! crowd gives the same.

use crate::base::input_error::InputError;
use crate::character::model::profile::{CharacterProfile, ProfileBits};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Number of profiles without characters that a crowd keeps: a second of crouching, and some other profiles.
const KEPT: usize = 64;

/// Table of the profiles of a crowd, with the number of characters of each.
#[derive(Debug, Default)]
pub(crate) struct Profiles {
    list: Vec<CharacterProfile>,
    /// Number of characters of each profile.
    uses: Vec<u32>,
    /// Number of profiles without characters.
    unused: usize,
    /// Place of each profile in the table, by the profile's bits.
    known: BTreeMap<ProfileBits, u32>,
    /// Place at which the search for one without characters begins, modulo the length of the table.
    next: u32,
}

impl Clone for Profiles {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    /// Copies the table; allocates only if the capacity is too small or other profiles are in it.
    fn clone_from(&mut self, source: &Self) {
        if self.list != source.list {
            self.list.clone_from(&source.list);
            self.known.clone_from(&source.known);
        }
        self.uses.clone_from(&source.uses);
        (self.unused, self.next) = (source.unused, source.next);
    }
}

impl Profiles {
    /// All profiles of the table, by place.
    #[inline(always)]
    pub(crate) fn list(&self) -> &[CharacterProfile] {
        &self.list
    }

    /// Place at which the next search for one without characters begins; a save has it.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Place of a profile, and whether it was put there just now; it has as many characters as before.
    pub(crate) fn place_of(&mut self, profile: &CharacterProfile) -> (u32, bool) {
        let bits = profile.bits();
        if let Some(&place) = self.known.get(&bits) {
            return (place, false);
        }
        let place = self.free_place();
        if let Some(old) = self.list.get_mut(place as usize) {
            let old = core::mem::replace(old, *profile).bits();
            if self.known.get(&old) == Some(&place) {
                self.known.remove(&old);
            }
        } else {
            self.list.push(*profile);
            self.uses.push(0);
            self.unused += 1;
        }
        self.known.insert(bits, place);
        (place, true)
    }

    /// Place for a new profile: the next one without characters if enough others are kept, otherwise the end of the table.
    fn free_place(&mut self) -> u32 {
        let length = self.list.len();
        if self.unused < KEPT {
            return length as u32;
        }
        let first = self.next as usize % length;
        let is_free = |&place: &usize| self.uses[place] == 0;
        let place = (first..length).chain(0..first).find(is_free).unwrap_or(length);
        self.next = (place + 1) as u32;
        place as u32
    }

    /// Notes that `count` characters more have the profile at a place.
    pub(crate) fn add(&mut self, place: u32, count: usize) {
        let uses = &mut self.uses[place as usize];
        if *uses == 0 && count > 0 {
            self.unused -= 1;
        }
        *uses += count as u32;
    }

    /// Notes that a character less has the profile at a place. Drops profiles at the end of the table if far more have no characters
    /// than are kept.
    pub(crate) fn remove(&mut self, place: u32) {
        let uses = &mut self.uses[place as usize];
        *uses -= 1;
        if *uses == 0 {
            self.unused += 1;
        }
        while self.unused > 2 * KEPT && self.uses.last() == Some(&0) {
            self.uses.pop();
            self.unused -= 1;
            let (last, bits) = (self.list.len() as u32 - 1, self.list.pop().map(|profile| profile.bits()));
            if let Some(bits) = bits.filter(|bits| self.known.get(bits) == Some(&last)) {
                self.known.remove(&bits);
            }
        }
    }

    /// Becomes a table of these profiles, of which the characters have those at the places of `used`; all must have been checked.
    ///
    /// # Errors
    /// [`InputError`] if a profile is out of its range.
    pub(crate) fn restore<I: Iterator<Item = ProfileBits>>(
        &mut self,
        next: u32,
        profiles: impl Fn() -> I,
        used: impl Iterator<Item = u32>,
    ) -> Result<(), InputError> {
        if !profiles().eq(self.list.iter().map(CharacterProfile::bits)) {
            self.list.clear();
            self.known.clear();
            for (bits, place) in profiles().zip(0..) {
                self.list.push(CharacterProfile::of_bits(bits)?);
                self.known.insert(bits, place);
            }
        }
        self.uses.clear();
        self.uses.resize(self.list.len(), 0);
        (self.unused, self.next) = (self.list.len(), next);
        used.for_each(|place| self.add(place, 1));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ellipsoid::Ellipsoid;

    fn profile(height: usize) -> CharacterProfile {
        CharacterProfile::of_shape(Ellipsoid::ball(1.0 + height as f32).expect("it is a shape"))
    }

    /// Gives a character at `place` another profile; returns its new place.
    fn change(profiles: &mut Profiles, place: u32, height: usize) -> u32 {
        let (new, _) = profiles.place_of(&profile(height));
        profiles.add(new, 1);
        profiles.remove(place);
        new
    }

    #[test]
    fn a_profile_that_changes_all_the_time_takes_a_bounded_table_and_the_last_ones_keep_their_places() {
        let mut profiles = Profiles::default();
        let (mut place, _) = profiles.place_of(&profile(0));
        profiles.add(place, 1);
        let mut places = Vec::from([place]);
        for height in 1..1_000 {
            place = change(&mut profiles, place, height);
            places.push(place);
            for (past, &place) in places.iter().enumerate().skip((height + 1).saturating_sub(KEPT)) {
                assert_eq!(profiles.list()[place as usize], profile(past), "{past} after {height}");
            }
        }
        assert!(profiles.list().len() <= KEPT + 2, "{}", profiles.list().len());
        assert_eq!(profiles.list().len() - 1, profiles.unused);
    }

    #[test]
    fn many_profiles_without_characters_are_dropped_from_the_end() {
        let mut profiles = Profiles::default();
        let places: Vec<u32> = (0..1_000).map(|height| profiles.place_of(&profile(height)).0).collect();
        // Kept places are taken before any has a character; so count first.
        assert_eq!(places.iter().max(), Some(&(KEPT as u32 - 1)));
        let mut profiles = Profiles::default();
        for height in 0..1_000 {
            let (place, is_new) = profiles.place_of(&profile(height));
            assert!(is_new);
            profiles.add(place, 1);
        }
        (0..1_000).for_each(|place| profiles.remove(place));
        assert_eq!((profiles.list().len(), profiles.known.len()), (2 * KEPT, 2 * KEPT));
    }

    #[test]
    fn a_restored_table_gives_the_same_places() {
        let mut profiles = Profiles::default();
        let (mut place, _) = profiles.place_of(&profile(0));
        profiles.add(place, 1);
        for height in 1..300 {
            place = change(&mut profiles, place, height);
        }
        let mut restored = Profiles::default();
        let bits = || profiles.list().iter().map(CharacterProfile::bits);
        restored.restore(profiles.next(), bits, core::iter::once(place)).expect("they are in range");
        let mut other = place;
        for height in 300..600 {
            (place, other) = (change(&mut profiles, place, height), change(&mut restored, other, height));
            assert_eq!(place, other);
        }
        assert_eq!(profiles.list(), restored.list());
    }
}
