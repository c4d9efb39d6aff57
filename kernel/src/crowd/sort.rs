//! Sorting characters by place, so that neighbours in memory walk the same part of the tree one after the other.
//!
//! In: the columns. Out: the same characters in the order of a Morton curve over cells of 2 m. Results do not depend on it.
//! Large crowds are sorted on all threads: one thread alone would hold up the others. A crowd of which everybody is at rest
//! is not sorted, as its step reads no triangles.

use crate::base::morton::{AXIS_BITS, morton};
use crate::crowd::columns::Columns;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Side of a cell, metres: about what one character's gather covers.
const CELL: f32 = 2.0;

/// Characters below which waking other threads costs more than they take over; of larger crowds, the least that a thread
/// is given.
#[cfg(feature = "rayon")]
const SHARED: usize = 4096;

/// The place of a character on the curve, and its slot.
pub(super) type Key = (u64, u32);

/// Buffers of the sorting, kept between calls.
#[derive(Debug, Default)]
pub(super) struct Order {
    keys: Vec<Key>,
    spare: Columns,
}

impl Order {
    /// Sorts; whether anybody has another slot now.
    pub(super) fn sort(&mut self, columns: &mut Columns) -> bool {
        if !columns.resting.contains(&None) {
            return false;
        }
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

/// The place on the curve of the cell that a centre lies in.
fn position_on_curve(center: Vec3) -> u64 {
    // Half the range is added, so that cells on both sides of the origin stay neighbours.
    let cell = |value: f32| ((value / CELL).floor() as i32).wrapping_add(1 << (AXIS_BITS - 1)) as u32;
    morton(center.to_array().map(cell))
}

/// Puts `values` into the order of `keys`; `spare` is the other half of a double buffer.
pub(super) fn permute<T: Copy + Send + Sync>(values: &mut Vec<T>, spare: &mut Vec<T>, keys: &[Key]) {
    fill(spare, keys, |_, &(_, slot)| values[slot as usize]);
    std::mem::swap(values, spare);
}

#[cfg(feature = "rayon")]
fn is_shared(characters: usize) -> bool {
    characters > SHARED && rayon::current_num_threads() > 1
}

/// Makes `into` what `of` makes of each value and its index.
#[cfg(feature = "rayon")]
fn fill<T: Sync, U: Send>(into: &mut Vec<U>, values: &[T], of: impl Fn(u32, &T) -> U + Sync) {
    let values = values.par_iter().enumerate().with_min_len(SHARED);
    values.map(|(index, value)| of(index as u32, value)).collect_into_vec(into);
}

#[cfg(not(feature = "rayon"))]
fn fill<T, U>(into: &mut Vec<U>, values: &[T], of: impl Fn(u32, &T) -> U) {
    into.clear();
    into.extend(values.iter().zip(0..).map(|(value, index)| of(index, value)));
}

/// No two keys are equal, so that there is one order only.
fn sort_keys(keys: &mut [Key]) {
    #[cfg(feature = "rayon")]
    if is_shared(keys.len()) {
        return keys.par_sort_unstable();
    }
    keys.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "rayon")]
    use crate::base::test_random::TestRandom;
    #[cfg(feature = "rayon")]
    use crate::character::move_input::MoveInput;
    #[cfg(feature = "rayon")]
    use crate::character::state::CharacterState;
    #[cfg(feature = "rayon")]
    use crate::crowd::columns::Slot;

    #[test]
    fn the_order_of_cells_goes_on_through_the_origin() {
        let along = |x: f32| position_on_curve(Vec3::new(x, 0.0, 0.0));
        assert!(along(-2.0 * CELL) < along(-CELL));
        assert!(along(-CELL) < along(0.0));
        assert!(along(0.0) < along(CELL));
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn a_crowd_too_large_for_one_thread_is_sorted_the_same_on_one_and_on_many() {
        let sorted = [1, 4].map(|threads| {
            let (mut columns, mut random) = (Columns::default(), TestRandom(8));
            for index in 0..5 * SHARED as u32 {
                let mut state = CharacterState::new(Vec3::from(random.vector() * 40.0));
                state.key = index;
                columns.push(Slot::new(index, state, MoveInput::EARTH));
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            assert!(pool.install(|| Order::default().sort(&mut columns)), "{threads} threads");
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
