//! Faults of a run near each other as one.
//!
//! In: sightings. Out: groups of one kind, the most frequent first, each with its first sighting.

use crate::simulating::simulation::Sighting;
use glam::DVec3;

/// Sightings of one kind as near as this to the first one of a group belong to it, metres.
const NEAR: f64 = 2.0;

/// Several sightings of one kind at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The first of them.
    pub(super) first: Sighting,
    /// Number of sightings.
    pub(super) count: usize,
}

/// Groups sightings by kind and place.
pub(super) fn grouped<'a>(sightings: impl IntoIterator<Item = &'a Sighting>) -> Vec<Seen> {
    let mut groups: Vec<Seen> = Vec::new();
    for &sighting in sightings {
        let is_here = |group: &&mut Seen| group.first.what == sighting.what && is_near(group.first.at, sighting.at);
        match groups.iter_mut().find(is_here) {
            Some(group) => group.count += 1,
            None => groups.push(Seen { first: sighting, count: 1 }),
        }
    }
    groups.sort_by(|a, b| b.count.cmp(&a.count).then(a.first.frame.cmp(&b.first.frame)));
    groups
}

fn is_near(one: DVec3, other: DVec3) -> bool {
    one.distance(other) <= NEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_at_one_place_is_one_group_and_the_most_frequent_is_first() {
        let at = |what, frame, x| Sighting { what, frame, character: 0, at: DVec3::X * x };
        let groups =
            grouped(&[at("stuck", 9, 0.0), at("flicker", 5, 0.5), at("flicker", 6, 1.0), at("flicker", 7, 9.0)]);
        let found: Vec<_> = groups.iter().map(|seen| (seen.first.what, seen.first.frame, seen.count)).collect();
        assert_eq!(found, [("flicker", 5, 2), ("flicker", 7, 1), ("stuck", 9, 1)]);
    }
}
