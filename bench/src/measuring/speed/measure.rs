//! Times for comparison, measured alternately within one run.
//!
//! In: jobs that each do a fixed piece of work and return its time. Out: the times of each job by round. Every round runs
//! every job once, so that a slow period of the machine slows all jobs alike. A ratio is taken within its round, then the
//! median over the rounds.

/// The times of one repeated job, one for each round, nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing(Vec<f64>);

impl Timing {
    /// Returns the median of the job's times over the rounds, nanoseconds.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// Returns the interquartile range of the job's times, as a fraction of their median.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let mut times = self.0.clone();
        times.sort_by(f64::total_cmp);
        let last = times.len() - 1;
        (times[last - last / 4] - times[last / 4]) / self.median()
    }

    /// Returns the ratio of this job's time to the time of `other`: the median of the ratios within each round.
    #[must_use]
    pub fn times(&self, other: &Self) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }
}

/// A function that runs a piece of work once and returns its duration, nanoseconds.
pub type Job<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Runs all jobs once to warm up and then `rounds` times alternately; returns the times of each, in the order of the
/// jobs.
///
/// # Panics
///
/// When `rounds` is 0, because there is no median then.
#[must_use]
pub fn interleaved(rounds: usize, jobs: &mut [Job]) -> Vec<Timing> {
    assert!(rounds > 0, "a median needs a round");
    for job in &mut *jobs {
        job();
    }
    let mut timings = vec![Timing(Vec::with_capacity(rounds)); jobs.len()];
    for _ in 0..rounds {
        for (job, timing) in jobs.iter_mut().zip(&mut timings) {
            timing.0.push(job());
        }
    }
    timings
}

/// Returns the median of times; of an even number of them the mean of the middle two.
///
/// # Panics
///
/// When there are none.
#[must_use]
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len().is_multiple_of(2) { 0.5 * (times[middle - 1] + times[middle]) } else { times[middle] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_take_turns_and_the_first_turn_of_each_is_not_counted() {
        let order = std::cell::RefCell::new(Vec::new());
        let mut first = 0.0;
        let mut jobs: Vec<Job> = vec![
            Box::new(|| {
                order.borrow_mut().push('a');
                first += 1.0;
                first
            }),
            Box::new(|| {
                order.borrow_mut().push('b');
                10.0
            }),
        ];
        let timings = interleaved(3, &mut jobs);
        drop(jobs);
        assert_eq!(order.into_inner(), ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']);
        assert_eq!(timings, [Timing(vec![2.0, 3.0, 4.0]), Timing(vec![10.0; 3])]);
    }

    #[test]
    fn a_ratio_is_taken_within_its_round() {
        // The machine was three times slower in the second round, for both.
        let (slow, fast) = (Timing(vec![20.0, 60.0, 22.0]), Timing(vec![10.0, 30.0, 10.0]));
        assert_eq!((slow.times(&fast), slow.median()), (2.0, 22.0));
    }

    #[test]
    fn the_spread_is_that_of_the_middle_half() {
        let timing = Timing(vec![10.0, 11.0, 500.0, 9.0, 1.0]);
        assert_eq!(timing.spread(), 0.2);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    }
}
