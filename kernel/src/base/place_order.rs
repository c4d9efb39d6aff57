//! Orders things by their place: neighbours in the world become neighbours in the list, and so walk the same part of a tree.
//!
//! In: positions. Out: keys, sorted along a Morton curve over cells of 2 m, each with the index of its position. Long lists are
//! filled and sorted on all threads.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::morton::{AXIS_BITS, morton};
use alloc::vec::Vec;
use glam::Vec3;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Side of the cells along whose Morton curve elements are sorted, metres: about the region from which one move gathers triangles.
const CELL: f32 = 2.0;

/// Below this number of characters, waking other threads costs more than they save. In larger crowds it is the least number for one
/// thread.
#[cfg(feature = "rayon")]
pub(crate) const SHARED: usize = 4096;

/// Sort key: index of the element's cell along the Morton curve, then index of the element. No two keys are equal.
pub(crate) type Key = (u64, u32);

/// Index along the Morton curve of the cell that contains an element's centre (world space, metres).
pub(crate) fn position_on_curve(center: Vec3) -> u64 {
    // Adds half of the range, so that cells on both sides of the origin stay neighbours.
    let cell = |value: f32| ((value / CELL).round_down() as i32).wrapping_add(1 << (AXIS_BITS - 1)) as u32;
    morton(center.to_array().map(cell))
}

#[cfg(feature = "rayon")]
pub(crate) fn is_shared(characters: usize) -> bool {
    characters > SHARED && rayon::current_num_threads() > 1
}

/// Replaces the contents of `into` by `of(index, value)` for each of `values`; long lists are filled on all threads.
#[cfg(feature = "rayon")]
pub(crate) fn fill<T: Sync, U: Send>(into: &mut Vec<U>, values: &[T], of: impl Fn(u32, &T) -> U + Sync) {
    let values = values.par_iter().enumerate().with_min_len(SHARED);
    values.map(|(index, value)| of(index as u32, value)).collect_into_vec(into);
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn fill<T, U>(into: &mut Vec<U>, values: &[T], of: impl Fn(u32, &T) -> U) {
    into.clear();
    into.extend(values.iter().zip(0..).map(|(value, index)| of(index, value)));
}

/// Sorts keys in ascending order; long lists are sorted on all threads.
pub(crate) fn sort_keys<K: Ord + Send>(keys: &mut [K]) {
    #[cfg(feature = "rayon")]
    if is_shared(keys.len()) {
        return keys.par_sort_unstable();
    }
    keys.sort_unstable();
}

/// Reorders `values` so that value `i` becomes the one with the index in `keys[i]`; swaps `values` and `spare`, a double buffer.
pub(crate) fn permute<T: Copy + Send + Sync>(values: &mut Vec<T>, spare: &mut Vec<T>, keys: &[Key]) {
    fill(spare, keys, |_, &(_, slot)| values[slot as usize]);
    core::mem::swap(values, spare);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_cells_goes_on_through_the_origin() {
        let along = |x: f32| position_on_curve(Vec3::new(x, 0.0, 0.0));
        assert!(along(-2.0 * CELL) < along(-CELL));
        assert!(along(-CELL) < along(0.0));
        assert!(along(0.0) < along(CELL));
    }
}
