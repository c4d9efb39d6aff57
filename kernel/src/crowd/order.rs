//! Sorting the state by place, so that neighbours in memory walk the same part of the tree one after the other.
//!
//! In: the state. Out: the same characters in the order of a Morton curve (Morton 1966) over cells of 2 m. Results do
//! not depend on it.

use super::state::State;

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
        let keys = state.places.iter().zip(0_u32..).map(|(place, slot)| {
            let [x, y, z] = place.center.to_array().map(|value| spread((value / CELL).floor() as i32));
            (x | y << 1 | z << 2, slot)
        });
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
        state.renumber();
    }
}

/// Puts `values` into the order of `keys`; `spare` is the other half of a double buffer.
fn permute<T: Copy>(values: &mut Vec<T>, spare: &mut Vec<T>, keys: &[(u64, u32)]) {
    spare.clear();
    spare.extend(keys.iter().map(|&(_, slot)| values[slot as usize]));
    std::mem::swap(values, spare);
}

/// The low 21 bits of a cell number, two zero bits after each.
fn spread(cell: i32) -> u64 {
    // Half the range is added, so that cells on both sides of the origin stay neighbours.
    let mut bits = u64::from((cell.wrapping_add(1 << 20) as u32) & 0x1F_FFFF);
    for (shift, mask) in [
        (32, 0x001F_0000_0000_FFFF),
        (16, 0x001F_0000_FF00_00FF),
        (8, 0x100F_00F0_0F00_F00F),
        (4, 0x10C3_0C30_C30C_30C3),
        (2, 0x1249_2492_4924_9249_u64),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_leaves_two_zeros_after_each_bit() {
        for bit in 0..21 {
            assert_eq!(spread((1 << bit) ^ (1 << 20)), 1 << (3 * bit), "bit {bit}");
        }
    }

    #[test]
    fn the_order_of_cells_goes_on_through_the_origin() {
        assert!(spread(-2) < spread(-1));
        assert!(spread(-1) < spread(0));
        assert!(spread(0) < spread(1));
    }
}
