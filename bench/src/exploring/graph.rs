//! The graph of places and walks: what can be reached, what leads back, and how far the way back is.
//!
//! In: a number of places, arrows. Out: for each place, yes or no; components; lengths of shortest ways.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Arrows by the place from which they lead, or by that to which they lead.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where the arrows of each place begin in `ends`, and the end of the last.
    firsts: Vec<u32>,
    ends: Vec<u32>,
}

impl Graph {
    /// Builds the graph of `count` places from arrows `(from, to)`.
    ///
    /// # Panics
    /// If an arrow names a place that does not exist.
    #[must_use]
    pub fn new(count: usize, arrows: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut firsts = vec![0_u32; count + 1];
        for (from, _) in arrows.clone() {
            firsts[from as usize + 1] += 1;
        }
        for place in 0..count {
            firsts[place + 1] += firsts[place];
        }
        let mut next = firsts.clone();
        let mut ends = vec![0; firsts[count] as usize];
        for (from, to) in arrows {
            assert!((to as usize) < count, "an arrow to place {to} of {count}");
            ends[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Self { firsts, ends }
    }

    /// Number of places.
    #[must_use]
    pub fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    /// True if there is no place.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the places to which the arrows of a place lead.
    #[must_use]
    pub fn next(&self, place: u32) -> &[u32] {
        &self.ends[self.firsts[place as usize] as usize..self.firsts[place as usize + 1] as usize]
    }

    /// Returns for each place whether it can be reached from one of `starts`.
    #[must_use]
    pub fn reached(&self, starts: &[u32]) -> Vec<bool> {
        let mut is_reached = vec![false; self.len()];
        let mut waiting: Vec<u32> = starts.to_vec();
        while let Some(place) = waiting.pop() {
            if !std::mem::replace(&mut is_reached[place as usize], true) {
                waiting.extend(self.next(place).iter().filter(|&&next| !is_reached[next as usize]));
            }
        }
        is_reached
    }

    /// Returns the length of the shortest way from one of `starts` to one of the places where `is_goal` is true, metres; `None` if no
    /// way is shorter than `most`. `length` gives that of an arrow, 0 or more.
    #[must_use]
    pub fn shortest(
        &self,
        starts: &[u32],
        is_goal: impl Fn(u32) -> bool,
        most: f64,
        length: impl Fn(u32, u32) -> f64,
    ) -> Option<f64> {
        // In micrometres, so that the order of lengths is that of whole numbers.
        let whole = |metres: f64| (metres * 1e6) as u64;
        let mut best = std::collections::HashMap::new();
        let mut waiting: BinaryHeap<Reverse<(u64, u32)>> = starts.iter().map(|&start| Reverse((0, start))).collect();
        best.extend(starts.iter().map(|&start| (start, 0)));
        while let Some(Reverse((so_far, place))) = waiting.pop() {
            if is_goal(place) {
                return Some(so_far as f64 * 1e-6);
            }
            if best.get(&place).is_some_and(|&known| known < so_far) {
                continue;
            }
            for &next in self.next(place) {
                let longer = so_far + whole(length(place, next));
                if longer <= whole(most) && best.get(&next).is_none_or(|&known| longer < known) {
                    best.insert(next, longer);
                    waiting.push(Reverse((longer, next)));
                }
            }
        }
        None
    }

    /// Returns the strongly connected component of each place, numbered from 0 (Tarjan 1972, without recursion).
    #[must_use]
    pub fn components(&self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let count = self.len();
        let (mut index, mut low, mut component) = (vec![NONE; count], vec![NONE; count], vec![NONE; count]);
        let (mut stack, mut calls, mut numbered, mut found) = (Vec::new(), Vec::new(), 0, 0);
        for root in 0..count as u32 {
            if index[root as usize] != NONE {
                continue;
            }
            calls.push((root, 0));
            while let Some((place, arrow)) = calls.pop() {
                let at = place as usize;
                if arrow == 0 {
                    (index[at], low[at]) = (numbered, numbered);
                    numbered += 1;
                    stack.push(place);
                } else {
                    let child = self.next(place)[arrow - 1] as usize;
                    low[at] = low[at].min(low[child]);
                }
                let mut arrow = arrow;
                let mut deeper = None;
                while let Some(&next) = self.next(place).get(arrow) {
                    arrow += 1;
                    if index[next as usize] == NONE {
                        deeper = Some(next);
                        break;
                    }
                    if component[next as usize] == NONE {
                        low[at] = low[at].min(index[next as usize]);
                    }
                }
                if let Some(next) = deeper {
                    calls.push((place, arrow));
                    calls.push((next, 0));
                    continue;
                }
                if low[at] == index[at] {
                    while let Some(member) = stack.pop() {
                        component[member as usize] = found;
                        if member == place {
                            break;
                        }
                    }
                    found += 1;
                }
            }
        }
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, arrows: &[(u32, u32)]) -> Graph {
        Graph::new(count, arrows.iter().copied())
    }

    #[test]
    fn rings_are_components_and_what_leads_out_of_them_is_none() {
        // A ring of three, a way down to a ring of two, and a place alone.
        let graph = graph(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3)]);
        let of = graph.components();
        assert!(of[0] == of[1] && of[1] == of[2] && of[3] == of[4]);
        assert!(of[0] != of[3] && of[5] != of[0] && of[5] != of[3]);
        assert_eq!(graph.reached(&[0]), [true, true, true, true, true, false]);
        assert_eq!(graph.reached(&[3]), [false, false, false, true, true, false]);
    }

    #[test]
    fn a_component_is_found_through_places_that_are_done() {
        let graph = graph(5, &[(0, 1), (1, 2), (2, 1), (0, 3), (3, 4), (4, 0), (2, 2)]);
        let of = graph.components();
        assert!(of[0] == of[3] && of[3] == of[4] && of[1] == of[2] && of[0] != of[1]);
    }

    #[test]
    fn the_shortest_way_is_not_that_of_fewest_arrows() {
        let graph = graph(4, &[(0, 3), (0, 1), (1, 2), (2, 3)]);
        let length = |from: u32, to: u32| if (from, to) == (0, 3) { 10.0 } else { 2.0 };
        assert_eq!(graph.shortest(&[0], |place| place == 3, 100.0, length), Some(6.0));
        assert_eq!(graph.shortest(&[0], |place| place == 3, 5.0, length), None);
    }
}
