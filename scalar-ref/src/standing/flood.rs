//! Every place that a walker can reach.
//!
//! In: a domain, a place with a height, a square of places around the origin of a grid. Out: the places of the grid that are reached,
//! with the lower ends of their intervals.
//!
//! Cells are a quarter of the hull's least level radius. From each reached cell the eight neighbours are tried, in a straight line of
//! four increments; one that carries is reached. Ways down that fall are not taken.

use super::domain::{Domain, Next};
use super::interval::Interval;
use glam::DVec2;
use std::collections::HashMap;

/// Cells along the least level radius of the hull.
const CELLS: f64 = 4.0;

/// Increments from cell to cell.
const INCREMENTS: u32 = 4;

/// Difference of lower ends up to which two intervals of one place are the same, metres.
const SAME: f64 = 1e-6;

/// What a flood reached.
#[derive(Debug)]
pub struct Flooded {
    /// Side of a cell, metres.
    pub cell: f64,
    start: DVec2,
    found: HashMap<[i32; 2], Vec<Interval>>,
}

impl Flooded {
    /// The places that are reached, each with an interval.
    pub fn places(&self) -> impl Iterator<Item = (DVec2, &Interval)> {
        let at = |key: &[i32; 2]| self.start + DVec2::new(f64::from(key[0]), f64::from(key[1])) * self.cell;
        self.found.iter().flat_map(move |(key, all)| all.iter().map(move |one| (at(key), one)))
    }
}

/// Floods from a place with an interval, within `half` metres of it along both axes.
#[must_use]
pub fn flood(domain: &Domain, start: DVec2, interval: Interval, half: f64) -> Flooded {
    let radii = domain.places.radii();
    let cell = radii.x.min(radii.z) / CELLS;
    let limit = (half / cell).floor() as i32;
    let mut found = Flooded { cell, start, found: HashMap::from([([0, 0], vec![interval])]) };
    let mut waiting = vec![([0, 0], interval)];
    while let Some((key, interval)) = waiting.pop() {
        let at = |[x, z]: [i32; 2]| start + DVec2::new(f64::from(x), f64::from(z)) * cell;
        for [x, z] in [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]] {
            let to: [i32; 2] = [key[0] + x, key[1] + z];
            if to[0].abs() > limit || to[1].abs() > limit {
                continue;
            }
            let Some(next) = goes(domain, at(key), interval, at(to)) else { continue };
            let known = found.found.entry(to).or_default();
            if known.iter().all(|one| (one.low - next.low).abs() > SAME) {
                known.push(next);
                waiting.push((to, next));
            }
        }
    }
    found
}

/// The interval at the end of a straight way from place to place; `None` if the walker does not get there.
fn goes(domain: &Domain, from: DVec2, interval: Interval, to: DVec2) -> Option<Interval> {
    let at = |number: u32| from.lerp(to, f64::from(number) / f64::from(INCREMENTS));
    (1..=INCREMENTS).try_fold(interval, |last, number| match domain.next(at(number - 1), &last, at(number)) {
        Next::Carried(next) => Some(next),
        Next::Falls(_) | Next::Wall => None,
    })
}
