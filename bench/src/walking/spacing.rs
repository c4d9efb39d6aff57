//! Places that are apart: no character overlaps one that was placed before.
//!
//! In: a shape, and places one after the other. Out: for each place, whether the capsule of the shape overlaps an
//! earlier one.

use crate::checking::Body;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;
use sweep8_scalar_ref::capsule::Capsule;

/// Minimum gap between the capsules of two start places, metres: more than the gap that characters keep between each other.
const GAP: f64 = 0.02;

/// Occupied start places, in a grid of ground squares as wide as a capsule plus the gap between capsules.
#[derive(Clone, Debug)]
pub struct Taken {
    body: Body,
    side: f64,
    squares: BTreeMap<[i64; 2], Vec<Capsule>>,
}

impl Taken {
    /// Creates an empty set of start places for characters with this body.
    #[must_use]
    pub fn new(body: impl Into<Body>) -> Self {
        let body = body.into();
        let half = body.capsule(DVec3::ZERO).half_box();
        Self { body, side: 2.0 * half.x.max(half.z) + GAP, squares: BTreeMap::new() }
    }

    /// Adds a start place (a centre, metres) if the gap to all other places is large enough; returns true if it was added.
    pub fn take(&mut self, place: Vec3) -> bool {
        let one = self.body.capsule(place.as_dvec3());
        let [x, z] = [one.center.x, one.center.z].map(|along| (along / self.side).floor() as i64);
        let around = (-1..=1).flat_map(|dz| (-1..=1).map(move |dx| [x + dx, z + dz]));
        let mut near = around.filter_map(|square| self.squares.get(&square)).flatten();
        let is_free = near
            .all(|other| one.center.distance(other.center) > one.reach() + other.reach() + GAP || one.gap(other) > GAP);
        if is_free {
            self.squares.entry([x, z]).or_default().push(one);
        }
        is_free
    }
}
