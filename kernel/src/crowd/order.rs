//! Sorting the state by place, so that neighbours in memory walk the same part of the tree one after the other.
//!
//! In: the state. Out: the same characters in the order of a Morton curve over cells of 2 m. Results do
//! not depend on it.

use super::state::State;
use crate::morton::{AXIS_BITS, morton};
use glam::Vec3;

/// Side of a cell, metres: about what one character's gather covers.
const CELL: f32 = 2.0;

/// Buffers of the sorting, kept between calls.
#[derive(Debug, Default)]
pub(super) struct Order {
    keys: Vec<(u64, u32)>,
    spare: State,
}

impl Order {
    pub(super) fn sort(&mut self, state: &mut State) {
        self.keys.clear();
        let keys = state.places.iter().zip(0_u32..).map(|(place, slot)| (place_on_curve(place.center), slot));
        self.keys.extend(keys);
        self.keys.sort_unstable();
        let keys = &self.keys;
        permute(&mut state.ids, &mut self.spare.ids, keys);
        permute(&mut state.places, &mut self.spare.places, keys);
        permute(&mut state.shapes, &mut self.spare.shapes, keys);
        permute(&mut state.velocities, &mut self.spare.velocities, keys);
        permute(&mut state.fall_speeds, &mut self.spare.fall_speeds, keys);
        permute(&mut state.statuses, &mut self.spare.statuses, keys);
        permute(&mut state.grounds, &mut self.spare.grounds, keys);
        permute(&mut state.vicinities, &mut self.spare.vicinities, keys);
        state.renumber();
    }
}

/// Puts `values` into the order of `keys`; `spare` is the other half of a double buffer.
fn permute<T: Copy>(values: &mut Vec<T>, spare: &mut Vec<T>, keys: &[(u64, u32)]) {
    spare.clear();
    spare.extend(keys.iter().map(|&(_, slot)| values[slot as usize]));
    std::mem::swap(values, spare);
}

/// The place on the curve of the cell that a centre lies in.
fn place_on_curve(center: Vec3) -> u64 {
    // Half the range is added, so that cells on both sides of the origin stay neighbours.
    let cell = |value: f32| ((value / CELL).floor() as i32).wrapping_add(1 << (AXIS_BITS - 1)) as u32;
    morton(center.to_array().map(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_cells_goes_on_through_the_origin() {
        let along = |x: f32| place_on_curve(Vec3::new(x, 0.0, 0.0));
        assert!(along(-2.0 * CELL) < along(-CELL));
        assert!(along(-CELL) < along(0.0));
        assert!(along(0.0) < along(CELL));
    }
}
