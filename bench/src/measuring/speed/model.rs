//! Two models for planning, fitted to measurements.
//!
//! In: measured points. Out: the estimated cost of other sizes. Neither model knows caches: they interpolate well between
//! measured sizes, and only estimate far beyond the last.

/// A cost that grows with each doubling of a size: `base + doubling * log2(size)`, fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Cost at size 1, in the unit of the fitted costs.
    pub base: f64,
    /// Additional cost for each doubling of the size, in the unit of the fitted costs.
    pub doubling: f64,
    /// Maximum deviation of a fitted point from the line, as a fraction of the point's cost.
    pub worst: f64,
}

impl Growth {
    /// Fits the least-squares line to points of size and cost; `None` if all points have the same size.
    #[must_use]
    pub fn fitted(points: &[(f64, f64)]) -> Option<Self> {
        let points: Vec<(f64, f64)> = points.iter().map(|&(size, cost)| (size.log2(), cost)).collect();
        let count = points.len() as f64;
        let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
        let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
        let across: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let along: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        if across == 0.0 || points.is_empty() {
            return None;
        }
        let doubling = along / across;
        let mut line = Self { base: mean_y - doubling * mean_x, doubling, worst: 0.0 };
        let off = |&(x, y): &(f64, f64)| ((line.base + doubling * x - y) / y).abs();
        line.worst = points.iter().map(off).fold(0.0, f64::max);
        Some(line)
    }

    /// Returns the estimated cost at a size, in the unit of the fitted costs.
    #[must_use]
    pub fn at(&self, size: f64) -> f64 {
        self.base + self.doubling * size.log2()
    }
}

/// Amdahl's law (1967): a fraction of the work is serial, and the rest is distributed evenly over threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharing {
    /// Serial fraction of the work, 0 to 1, including the cost of distributing work to threads.
    pub serial: f64,
}

impl Sharing {
    /// Computes the serial fraction from the measured speed-up by two threads; 0 for a speed-up of two or more.
    #[must_use]
    pub fn fitted(two_threads: f64) -> Self {
        Self { serial: (2.0 / two_threads - 1.0).clamp(0.0, 1.0) }
    }

    /// Returns the estimated speed-up by this many threads over one thread.
    #[must_use]
    pub fn speed_up(&self, threads: usize) -> f64 {
        1.0 / (self.serial + (1.0 - self.serial) / threads as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let points = [1e4, 1e5, 1e6].map(|size: f64| (size, 300.0 + 20.0 * size.log2()));
        let line = Growth::fitted(&points).expect("three sizes");
        assert!((line.doubling - 20.0).abs() < 1e-9 && (line.base - 300.0).abs() < 1e-6 && line.worst < 1e-9);
        assert!((line.at(1e7) - (300.0 + 20.0 * 1e7_f64.log2())).abs() < 1e-6);
    }

    #[test]
    fn points_beside_the_line_tell_how_far() {
        let line = Growth::fitted(&[(1.0, 10.0), (2.0, 14.0), (4.0, 12.0)]).expect("three sizes");
        // By hand: 11 + 1 a doubling; 10 against 11, 14 against 12, 12 against 13.
        assert!((line.base - 11.0).abs() < 1e-12 && (line.doubling - 1.0).abs() < 1e-12);
        assert!((line.worst - 2.0 / 14.0).abs() < 1e-12);
    }

    #[test]
    fn one_size_makes_no_line() {
        assert_eq!(Growth::fitted(&[(8.0, 1.0), (8.0, 2.0)]), None);
        assert_eq!(Growth::fitted(&[]), None);
    }

    #[test]
    fn a_tenth_alone_is_found_again() {
        let law = Sharing { serial: 0.1 };
        let found = Sharing::fitted(law.speed_up(2));
        assert!((found.serial - 0.1).abs() < 1e-12);
        assert!((found.speed_up(16) - 6.4).abs() < 1e-9);
    }

    #[test]
    fn more_than_twice_as_fast_leaves_nothing_alone() {
        assert_eq!(Sharing::fitted(2.1).serial, 0.0);
        assert_eq!(Sharing::fitted(2.1).speed_up(8), 8.0);
    }
}
