//! Permutations that move the lanes of a mask to the front.

use crate::simd::WIDTH;

/// For each mask of lanes, a permutation with one source lane in each byte: first the lanes in the mask, then the others.
pub(crate) static COMPRESS_ORDER: [u64; 1 << WIDTH] = {
    let mut orders = [0; 1 << WIDTH];
    let mut mask = 0;
    while mask < orders.len() {
        let (mut first, mut rest) = (0, (mask as u32).count_ones());
        let mut lane = 0;
        while lane < WIDTH {
            let place = if mask >> lane & 1 == 1 { &mut first } else { &mut rest };
            orders[mask] |= (lane as u64) << (8 * *place);
            *place += 1;
            lane += 1;
        }
        mask += 1;
    }
    orders
};
