//! Times of several contestants who take turns.
//!
//! In: contestants, a number of rounds, one lap. Out: the median of each one's laps. A round is a lap of everybody, so
//! that what else the machine does in the meantime hits all alike: ratios of one race mean more than its times.

use std::time::Duration;

/// The median time of a lap, for each contestant.
///
/// `lap` runs a lap and says what it took.
pub fn medians<C>(contestants: &mut [C], rounds: usize, mut lap: impl FnMut(&mut C) -> Duration) -> Vec<Duration> {
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            times.push(lap(contestant));
        }
    }
    times.iter_mut().map(|times| median(times)).collect()
}

/// The middle one of some times, the later of the two middle ones of an even number.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
