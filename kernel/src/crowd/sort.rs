//! Sorting the state by place, so that neighbours in memory walk the same part of the tree one after the other.
//!
//! In: the state. Out: the same characters in the order of a Morton curve over cells of 2 m. Results do
//! not depend on it. Large crowds are sorted on all threads: one thread alone would hold up the others. A crowd of which
//! everybody is at rest is not sorted, as its step reads no triangles.

use crate::base::morton::{AXIS_BITS, morton};
use crate::crowd::columns::State;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Side of a cell, metres: about what one character's gather covers.
const CELL: f32 = 2.0;

/// Characters below which waking other threads costs more than they take over; of larger crowds, the least that a thread
/// is given.
#[cfg(feature = "rayon")]
const SHARED: usize = 4096;

/// Buffers of the sorting, kept between calls.
#[derive(Debug, Default)]
pub(super) struct Order {
    keys: Vec<(u64, u32)>,
    spare: State,
}

impl Order {
    pub(super) fn sort(&mut self, state: &mut State) {
        if !state.resting.contains(&None) {
            return;
        }
        #[cfg(feature = "rayon")]
        if is_shared(state.len()) {
            // The pool is entered once for all arrays.
            return rayon::scope(|_| self.put_in_order(state));
        }
        self.put_in_order(state);
    }

    fn put_in_order(&mut self, state: &mut State) {
        fill(&mut self.keys, &state.positions, |slot, position| (position_on_curve(position.high), slot));
        if self.keys.is_sorted() {
            return;
        }
        sort_keys(&mut self.keys);
        let keys = &self.keys;
        permute(&mut state.ids, &mut self.spare.ids, keys);
        permute(&mut state.positions, &mut self.spare.positions, keys);
        permute(&mut state.shapes, &mut self.spare.shapes, keys);
        permute(&mut state.velocities, &mut self.spare.velocities, keys);
        permute(&mut state.fall_speeds, &mut self.spare.fall_speeds, keys);
        permute(&mut state.statuses, &mut self.spare.statuses, keys);
        permute(&mut state.grounds, &mut self.spare.grounds, keys);
        permute(&mut state.block_caches, &mut self.spare.block_caches, keys);
        permute(&mut state.resting, &mut self.spare.resting, keys);
        state.renumber();
    }
}

/// The place on the curve of the cell that a centre lies in.
fn position_on_curve(center: Vec3) -> u64 {
    // Half the range is added, so that cells on both sides of the origin stay neighbours.
    let cell = |value: f32| ((value / CELL).floor() as i32).wrapping_add(1 << (AXIS_BITS - 1)) as u32;
    morton(center.to_array().map(cell))
}

/// Puts `values` into the order of `keys`; `spare` is the other half of a double buffer.
fn permute<T: Copy + Send + Sync>(values: &mut Vec<T>, spare: &mut Vec<T>, keys: &[(u64, u32)]) {
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
fn sort_keys(keys: &mut [(u64, u32)]) {
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
    use crate::frame::position::Position;
    #[cfg(feature = "rayon")]
    use crate::shape::ellipsoid::Ellipsoid;

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
            let (mut state, mut random) = (State::default(), TestRandom(8));
            let shape = Ellipsoid::new(Vec3::ONE).expect("a ball");
            for _ in 0..5 * SHARED {
                let id = state.push(shape, Position::new((random.vector() * 40.0).into()));
                state.fall_speeds[id as usize] = random.next();
            }
            let hash = state.hash();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| Order::default().sort(&mut state));
            assert!(state.positions.is_sorted_by_key(|position| position_on_curve(position.high)), "{threads} threads");
            assert!(state.hash() == hash, "{threads} threads: somebody else's state, or nobody's");
            state.ids
        });
        assert!(sorted[0] == sorted[1]);
    }
}
