//! Sorting characters by place, so that neighbours in memory walk the same part of the tree one after the other.
//!
//! In: the columns. Out: the same characters in the [order by place](crate::base::place_order). Results do not depend on it.
//! A crowd of which everybody is at rest is not sorted, as its step reads no triangles.

#[cfg(feature = "rayon")]
use crate::base::place_order::is_shared;
use crate::base::place_order::{Key, fill, position_on_curve, sort_keys};
use crate::base::spans::span;
use crate::crowd::columns::Columns;
use alloc::vec::Vec;

/// Reusable buffers for sorting the characters' slots by place.
#[derive(Debug, Default)]
pub(crate) struct SortBuffers {
    keys: Vec<Key>,
    spare: Columns,
}

impl SortBuffers {
    /// Sorts the characters' slots by place; returns true if any character has another slot now.
    pub(crate) fn sort(&mut self, columns: &mut Columns) -> bool {
        if !columns.resting.contains(&None) {
            return false;
        }
        span!(DEBUG, "sort");
        #[cfg(feature = "rayon")]
        if is_shared(columns.len()) {
            // The pool is entered once for all columns.
            return rayon::scope(|_| self.put_in_order(columns));
        }
        self.put_in_order(columns)
    }

    fn put_in_order(&mut self, columns: &mut Columns) -> bool {
        fill(&mut self.keys, &columns.states, |slot, state| (position_on_curve(state.position.high), slot));
        if self.keys.is_sorted() {
            return false;
        }
        sort_keys(&mut self.keys);
        columns.reorder(&self.keys, &mut self.spare);
        true
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;
    use crate::base::place_order::SHARED;
    use crate::character::model::move_input::MoveInput;
    use crate::character::model::state::CharacterState;
    use crate::crowd::columns::Slot;
    use glam::Vec3;
    use sweep8_scalar_ref::random::Random;

    #[test]
    fn a_crowd_too_large_for_one_thread_is_sorted_the_same_on_one_and_on_many() {
        let sorted = [1, 4].map(|threads| {
            let (mut columns, mut random) = (Columns::default(), Random(8));
            for index in 0..5 * SHARED as u32 {
                let mut state = CharacterState::new(Vec3::from(random.signed_vector() * 40.0));
                state.key = index;
                columns.push(Slot::new(index, state, MoveInput::EARTH));
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            assert!(pool.install(|| SortBuffers::default().sort(&mut columns)), "{threads} threads");
            assert!(
                columns.states.is_sorted_by_key(|state| position_on_curve(state.position.high)),
                "{threads} threads"
            );
            let keys: Vec<u32> = columns.states.iter().map(|state| state.key).collect();
            assert_eq!(keys, columns.indices, "{threads} threads: somebody else's state");
            assert!(columns.previous.iter().zip(&columns.states).all(|(previous, state)| *previous == state.position));
            columns.indices.sort_unstable();
            assert!(columns.indices.iter().copied().eq(0..5 * SHARED as u32), "{threads} threads: somebody is lost");
            keys
        });
        assert!(sorted[0] == sorted[1]);
    }
}
