//! What can be reached from the starts, and what leads back to them.
//!
//! In: an exploration, starts. Out: for each place, two answers; and the places at which to look again before they are findings.

use super::explore::Explored;
use super::graph::Graph;
use sweep8::CharacterProfile;

/// Most places of pits from which characters roam.
const MOST_TRAPS: usize = 1000;

/// Returns the graph of all walks.
pub(super) fn forward(explored: &Explored) -> Graph {
    Graph::new(explored.places.list().len(), explored.arrows.iter().map(|arrow| (arrow.from, arrow.to)))
}

/// For each place, whether it can be reached from a start, and whether it leads back to one.
pub(super) struct Reach {
    pub(super) forward: Graph,
    pub(super) is_reached: Vec<bool>,
    pub(super) is_returning: Vec<bool>,
}

impl Reach {
    pub(super) fn new(explored: &Explored, starts: &[u32]) -> Self {
        let forward = forward(explored);
        let count = explored.places.list().len();
        let back = Graph::new(count, explored.arrows.iter().map(|arrow| (arrow.to, arrow.from)));
        let (is_reached, is_returning) = (forward.reached(starts), back.reached(starts));
        Self { forward, is_reached, is_returning }
    }

    pub(super) fn is_home(&self, number: u32) -> bool {
        self.is_reached[number as usize] && self.is_returning[number as usize]
    }

    /// Places of pits as small as a trap, from which nobody seems to get out; some of each, if there are many.
    pub(super) fn traps(&self, explored: &Explored) -> Vec<u32> {
        let numbers = 0..explored.places.list().len() as u32;
        let pits: Vec<u32> =
            numbers.filter(|&number| self.is_reached[number as usize] && !self.is_home(number)).collect();
        let every = pits.len().div_ceil(MOST_TRAPS).max(1);
        pits.into_iter().step_by(every).collect()
    }

    /// Places of pits, and reached places beside floors that are not reached and no higher than a step.
    pub(super) fn doubtful(&self, explored: &Explored, profile: &CharacterProfile) -> Vec<u32> {
        let (places, list) = (&explored.places, explored.places.list());
        let step = f64::from(profile.settings().step_height) + places.side();
        let is_beside = |number: u32| {
            let center = list[number as usize].center();
            let [x, z] = places.cell(center);
            let around = (-3..=3).flat_map(|i| (-3..=3).map(move |j| [x + i, z + j]));
            around.flat_map(|cell| places.within(cell)).any(|&other| {
                let stand = &list[other as usize];
                !self.is_reached[other as usize] && stand.is_floor && (stand.center().y - center.y).abs() <= step
            })
        };
        let numbers = 0..list.len() as u32;
        numbers
            .filter(|&number| self.is_reached[number as usize] && (!self.is_home(number) || is_beside(number)))
            .collect()
    }
}
