//! Sorts up to eight values without branches: which of two boxes is nearer cannot be predicted.
//!
//! In: an array whose first elements are to be sorted, and whose others are the least value. Out: the array, greatest first. A
//! sorting network (Batcher 1968, odd-even merge sort) exchanges the same pairs whatever the values are.

/// Maximum number of values that the network sorts.
pub(crate) const FEW: usize = 8;

/// Pairs that sort the first four of eight values, and those that sort the others and merge both.
const OF_FOUR: [[usize; 2]; 5] = [[0, 1], [2, 3], [0, 2], [1, 3], [1, 2]];
const OF_EIGHT: [[usize; 2]; 14] =
    [[4, 5], [6, 7], [4, 6], [5, 7], [5, 6], [0, 4], [1, 5], [2, 6], [3, 7], [2, 4], [3, 5], [1, 2], [3, 4], [5, 6]];

/// Sorts the first `count` values, greatest first; the values after them are the least.
#[inline(always)]
pub(crate) fn sort_descending<T: Copy + Ord>(values: &mut [T; FEW], count: usize) {
    if count > 1 {
        exchange(values, OF_FOUR);
    }
    if count > 4 {
        exchange(values, OF_EIGHT);
    }
}

#[inline(always)]
fn exchange<T: Copy + Ord, const N: usize>(values: &mut [T; FEW], pairs: [[usize; 2]; N]) {
    for [a, b] in pairs {
        let [first, second] = [values[a], values[b]];
        values[a] = first.max(second);
        values[b] = first.min(second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_sorted_whatever_their_order() {
        // A network that sorts all zeros and ones sorts everything (Knuth 1973, volume 3, section 5.3.4).
        for count in 0..=FEW {
            for pattern in 0_u64..1 << count {
                let mut values: [u64; FEW] = core::array::from_fn(|place| pattern >> place & 1);
                sort_descending(&mut values, count);
                assert!(values.is_sorted_by(|a, b| a >= b), "{count} of {pattern:b}: {values:?}");
            }
        }
    }
}
