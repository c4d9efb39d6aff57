//! Morton order (Morton 1966): cells of space along a curve that keeps neighbours together.

/// Number of bits that each coordinate of a cell contributes to the cell's Morton index.
pub(crate) const AXIS_BITS: u32 = 21;

/// Index of a cell of space along the Morton curve; only the low 21 bits of each coordinate count.
pub(crate) fn morton(cell: [u32; 3]) -> u64 {
    let [x, y, z] = cell.map(spread);
    x | y << 1 | z << 2
}

/// Inserts two zero bits after each of the low 21 bits of a number, to interleave three cell coordinates.
fn spread(number: u32) -> u64 {
    let mut bits = u64::from(number & ((1 << AXIS_BITS) - 1));
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
    fn each_bit_is_followed_by_those_of_the_other_axes() {
        for bit in 0..AXIS_BITS {
            assert_eq!(morton([1 << bit, 0, 0]), 1 << (3 * bit), "bit {bit}");
            assert_eq!(morton([0, 1 << bit, 0]), 2 << (3 * bit), "bit {bit}");
            assert_eq!(morton([0, 0, 1 << bit]), 4 << (3 * bit), "bit {bit}");
        }
        assert_eq!(morton([1 << AXIS_BITS, 0, 0]), 0, "what does not fit is left out");
    }
}
