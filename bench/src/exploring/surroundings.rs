//! Where a place is: inside of a solid, under the open sky, or among walls on all sides.
//!
//! In: a world, a centre. Out: yes or no, by rays in directions spread over the sphere.

use super::places::Stand;
use crate::walking::directions::directions;
use glam::DVec3;
use sweep8::{Sides, World};

/// Number of rays of a place.
const RAYS: usize = 32;

/// Rays that lead down more steeply than by this sine do not count for solids.
const DOWN: f32 = -0.1;

/// Thickest sheet whose front and back count as one, metres.
const SHEET: f32 = 0.001;

/// Most places of a group that are asked.
const SAMPLE: usize = 24;

/// Part of the places of a group that decides for it.
const MOST: f64 = 0.5;
/// Part of the places of a level that are enclosed, from which on the level is sealed.
const SEALED: f64 = 0.8;

/// What surrounds a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// More rays hit the back of a triangle first than a front: the place is inside of a solid, or under a surface. Rays that lead down
    /// do not count, because they hit the floor in either case.
    pub is_in_solid: bool,
    /// Every ray comes to a triangle.
    pub is_enclosed: bool,
}

/// Casts the rays of one place.
///
/// # Panics
/// Never: centres of characters are in range.
#[must_use]
pub fn around(world: &World, center: DVec3) -> Surroundings {
    let Some((low, high)) = world.bounds() else { return Surroundings { is_in_solid: false, is_enclosed: false } };
    let far = 2.0 * (high - low).length() + 1.0;
    let (mut fronts, mut backs, mut hits) = (0, 0, 0);
    for direction in directions(RAYS) {
        let Some(hit) = world.ray(center, direction, far, Sides::Both).expect("in range") else { continue };
        hits += 1;
        if direction.y < DOWN {
            continue;
        }
        // A sheet of two coincident triangles has a front and a back at one distance.
        let reach = hit.distance + SHEET;
        let is_front = hit.is_front || world.ray(center, direction, reach, Sides::Front).expect("in range").is_some();
        if is_front { fronts += 1 } else { backs += 1 }
    }
    Surroundings { is_in_solid: backs > fronts, is_enclosed: hits == RAYS }
}

/// Returns whether most places of a group are inside of a solid, and whether most are enclosed.
#[must_use]
pub fn of_group(world: &World, places: &[Stand], group: &[u32]) -> Surroundings {
    let [in_solid, enclosed] = parts(world, places, group);
    Surroundings { is_in_solid: in_solid > MOST, is_enclosed: enclosed > MOST }
}

/// Returns whether a level is sealed, by places in it: from outside of it a ray escapes, from inside none.
#[must_use]
pub fn is_sealed(world: &World, places: &[Stand], group: &[u32]) -> bool {
    parts(world, places, group)[1] >= SEALED
}

/// Parts of a group, 0 to 1, that are inside of a solid, and enclosed.
fn parts(world: &World, places: &[Stand], group: &[u32]) -> [f64; 2] {
    let every = group.len().div_ceil(SAMPLE).max(1);
    let (mut count, mut in_solid, mut enclosed) = (0, 0, 0);
    for &number in group.iter().step_by(every) {
        let here = around(world, places[number as usize].center());
        count += 1;
        in_solid += usize::from(here.is_in_solid);
        enclosed += usize::from(here.is_enclosed);
    }
    [in_solid, enclosed].map(|some| some as f64 / f64::from(count.max(1)))
}
