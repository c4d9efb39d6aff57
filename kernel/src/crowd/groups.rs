//! The groups of the characters of a batch. Those of one group meet; those of different groups do not.
//!
//! In: the states. Out: a number for each group, from 0 in the order of the first characters, and the number for each slot. A table of
//! hashes finds the number of a group (open addressing with linear probing, Knuth 1973). In a batch of one group no slot is looked at
//! twice, and nothing is hashed.

use crate::character::model::state::CharacterState;
use alloc::vec::Vec;

/// Value of a free place of the table.
const FREE: u32 = u32::MAX;

/// The groups of a batch, numbered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    /// The group with each number.
    names: Vec<u32>,
    /// Number of the group of the character in each slot; empty if all are in one group.
    numbers: Vec<u32>,
    /// Numbers of the groups at the places of their hashes; a power of two in length, at most half full.
    table: Vec<u32>,
}

impl Groups {
    /// Numbers the groups of all characters.
    pub(crate) fn find(&mut self, states: &[CharacterState]) {
        self.names.clear();
        self.numbers.clear();
        self.table.clear();
        let Some(first) = states.first().map(|state| state.group) else { return };
        self.names.push(first);
        if states.iter().all(|state| state.group == first) {
            return;
        }
        self.widen(16);
        self.numbers.reserve(states.len());
        for state in states {
            let number = self.number_or_new(state.group);
            self.numbers.push(number);
        }
    }

    /// Number of groups.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// Number of the group of the character in a slot.
    #[inline(always)]
    pub(crate) fn of_slot(&self, slot: usize) -> usize {
        self.numbers.get(slot).map_or(0, |&number| number as usize)
    }

    /// Number of a group; `None` if no character is in it.
    #[inline(always)]
    pub(crate) fn number(&self, group: u32) -> Option<usize> {
        if self.table.is_empty() {
            return (self.names.first() == Some(&group)).then_some(0);
        }
        let number = self.table[self.place(group)];
        (number != FREE).then_some(number as usize)
    }

    fn number_or_new(&mut self, group: u32) -> u32 {
        let place = self.place(group);
        let known = self.table[place];
        if known != FREE {
            return known;
        }
        let number = self.names.len() as u32;
        self.names.push(group);
        self.table[place] = number;
        if 2 * self.names.len() > self.table.len() {
            self.widen(2 * self.table.len());
        }
        number
    }

    /// Place of a group in the table, or the free one where it belongs.
    #[inline(always)]
    fn place(&self, group: u32) -> usize {
        let mask = self.table.len() - 1;
        // Numbers in a row are spread evenly by Fibonacci hashing (Knuth 1973).
        let mut place = (u64::from(group).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            let number = self.table[place];
            if number == FREE || self.names[number as usize] == group {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// Makes a table of `length` places, and enters all groups that are known.
    fn widen(&mut self, length: usize) {
        self.table.clear();
        self.table.resize(length, FREE);
        for number in 0..self.names.len() {
            let place = self.place(self.names[number]);
            self.table[place] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn of(groups: &[u32]) -> (Groups, Vec<CharacterState>) {
        let state = |&group| CharacterState { group, ..CharacterState::new(Vec3::ZERO) };
        let (mut found, states) = (Groups::default(), groups.iter().map(state).collect::<Vec<_>>());
        found.find(&states);
        (found, states)
    }

    #[test]
    fn every_group_has_a_number_of_its_own_whatever_the_step_between_them() {
        for step in [1_u32, 2, 3, 1 << 12, 1 << 20, 0x9E37_79B9] {
            let names: Vec<u32> = (0..9_000).map(|k: u32| (k * 7 % 3_000).wrapping_mul(step)).collect();
            let (found, states) = of(&names);
            assert_eq!(found.count(), 3_000, "step {step}");
            for (slot, state) in states.iter().enumerate() {
                assert_eq!(found.number(state.group), Some(found.of_slot(slot)), "step {step}");
                assert_eq!(found.names[found.of_slot(slot)], state.group, "step {step}");
            }
            assert_eq!(found.number(3_001_u32.wrapping_mul(step)), None, "step {step}");
        }
    }

    #[test]
    fn one_group_and_none_need_no_table() {
        let (mut found, _) = of(&[u32::MAX; 5]);
        assert_eq!((found.count(), found.number(u32::MAX), found.number(0)), (1, Some(0), None));
        assert!(found.numbers.is_empty() && found.of_slot(4) == 0);
        found.find(&[]);
        assert_eq!((found.count(), found.number(u32::MAX)), (0, None));
    }
}
