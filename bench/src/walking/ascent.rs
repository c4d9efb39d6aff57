//! The height that a path climbs.
//!
//! In: the heights along a path, metres. Out: the sum of its climbs. A climb goes from a low point to the highest one
//! before the path leads down again. Ups and downs of less than [`LEAST`] do not count, so a trembling body climbs
//! nothing.

/// Minimum height of a climb of a path that is counted, and minimum descent that ends a climb, metres: less than a stair step.
pub const LEAST: f64 = 0.1;

/// Returns the sum of all climbs of a path, metres, from the heights along the path, metres; ignores climbs below [`LEAST`].
#[must_use]
pub fn climbed(heights: impl IntoIterator<Item = f64>) -> f64 {
    let mut heights = heights.into_iter();
    let Some(first) = heights.next() else { return 0.0 };
    let (mut low, mut high, mut sum) = (first, first, 0.0);
    for height in heights {
        let ends = high - height >= LEAST && high - low >= LEAST;
        if ends {
            sum += high - low;
        }
        if ends || height < low {
            (low, high) = (height, height);
        }
        high = high.max(height);
    }
    if high - low >= LEAST { sum + (high - low) } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_up_counts_whole() {
        assert_eq!(climbed([0.0, 0.25, 0.5, 0.75]), 0.75);
    }

    #[test]
    fn a_way_down_and_a_level_one_count_nothing() {
        assert_eq!(climbed([3.0, 2.0, 1.0, 0.5]), 0.0);
        assert_eq!(climbed([1.0; 8]), 0.0);
        assert_eq!(climbed([]), 0.0);
    }

    #[test]
    fn who_trembles_climbs_nothing() {
        let trembling = (0..1000).map(|frame| if frame % 2 == 0 { 0.0 } else { 0.09 });
        assert_eq!(climbed(trembling), 0.0);
    }

    #[test]
    fn a_short_way_down_does_not_end_a_climb() {
        assert_eq!(climbed([0.0, 0.5, 0.4375, 1.0]), 1.0);
    }

    #[test]
    fn climbs_add_up() {
        assert_eq!(climbed([0.0, 1.0, 0.5, 2.0, 0.0, 0.25]), 1.0 + 1.5 + 0.25);
    }

    #[test]
    fn a_climb_begins_at_the_lowest_point_before_it() {
        assert_eq!(climbed([1.0, 0.5, 0.0, 0.0625, 0.5]), 0.5);
    }
}
