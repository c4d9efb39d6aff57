//! What a character can reach: by the kernel, and by flood fill.
//!
//! In: a world, a start. Out: places that one of both reaches, and the other does not come near.
//!
//! The kernel's set is found like the flood, by cells of a quarter of the hull's radius: from the first state in each cell it walks in
//! sixteen directions until it leaves the cell. Whoever loses the ground is not followed.

use super::compare::judged_world;
use super::walk::Walk;
use glam::{DVec2, DVec3, Vec3};
use std::collections::{HashMap, VecDeque};
use std::f32::consts::TAU;
use sweep8::{CharacterState, MoveInput};
use sweep8_scalar_ref::standing::{Class, Domain, March, flood};

/// Directions in which the kernel leaves a cell.
const DIRECTIONS: u32 = 16;

/// Steps in a second, and the speed: a third of a cell a step for a person.
const HZ: f32 = 60.0;
const SPEED: f32 = 2.0;
/// Largest number of steps in one direction.
const MOST_STEPS: u32 = 12;

/// Cells within which both sets have a place at about the same height, and the difference of heights, metres: what a slope makes of
/// that distance.
const NEAR_CELLS: i32 = 2;
const NEAR_HEIGHT: f64 = 0.35;

/// Height of a layer of cells, metres.
const LAYER: f64 = 0.1;

/// What both reached.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Places on floors that the judge and the kernel reach.
    pub places: [usize; 2],
    /// Places that only the judge reaches: centres of the hull.
    pub only_judged: Vec<DVec3>,
    /// Places that only the kernel reaches: centres of the hull.
    pub only_walked: Vec<DVec3>,
}

/// Compares what both reach within `half` metres of a walk's start; `None` if one of them does not stand there.
///
/// # Panics
/// If the kernel refuses a step.
#[must_use]
pub fn reach(walk: &Walk, half: f64) -> Option<Reach> {
    let start = *walk.trail()?.first()?;
    let (places, limits, _) = judged_world(walk);
    let domain = Domain::new(&places, limits);
    let at = start.position.to_dvec3();
    let march = March::start(&domain, DVec2::new(at.x, at.z), at.y)?;
    if !domain.class(march.place, &march.interval, false).carries() {
        return None;
    }
    let flooded = flood(&domain, march.place, march.interval, half);
    // Halfway up a step a place is no goal.
    let judged: Vec<DVec3> = flooded
        .places()
        .filter(|(place, interval)| domain.class(*place, interval, false) == Class::Floor)
        .map(|(place, interval)| DVec3::new(place.x, interval.low, place.y))
        .collect();
    let all_judged: Vec<DVec3> =
        flooded.places().map(|(place, interval)| DVec3::new(place.x, interval.low, place.y)).collect();
    let walked = walked(walk, start, half, flooded.cell);
    let only_judged = without(&judged, &walked, flooded.cell);
    let only_walked = without(&walked, &all_judged, flooded.cell);
    Some(Reach { places: [judged.len(), walked.len()], only_judged, only_walked })
}

/// Places that the kernel reaches.
fn walked(walk: &Walk, start: CharacterState, half: f64, cell: f64) -> Vec<DVec3> {
    let (world, profile) = (walk.world(), walk.profile());
    let origin = start.position.to_dvec3();
    let key = |state: &CharacterState| {
        // Rounded, so that rounding of the floor's height is within one layer.
        let at = ((state.position.to_dvec3() - origin) / DVec3::new(cell, LAYER, cell)).round();
        [at.x as i32, at.y as i32, at.z as i32]
    };
    let mut first = HashMap::from([(key(&start), origin)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(from) = waiting.pop_front() {
        for direction in 0..DIRECTIONS {
            let angle = direction as f32 * TAU / DIRECTIONS as f32;
            let desired_velocity = Vec3::new(angle.cos(), 0.0, angle.sin()) * SPEED;
            let mut state = from;
            for _ in 0..MOST_STEPS {
                let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
                world.move_character(&profile, &mut state, &input, 1.0 / HZ).expect("in range");
                let at = state.position.to_dvec3();
                if !state.ground().is_grounded() || (at - origin).with_y(0.0).abs().max_element() > half {
                    break;
                }
                let to = key(&state);
                if let std::collections::hash_map::Entry::Vacant(entry) = first.entry(to) {
                    entry.insert(at);
                    waiting.push_back(state);
                }
                if to != key(&from) {
                    break;
                }
            }
        }
    }
    first.into_values().collect()
}

/// Returns the places of `all` that have no place of `others` near.
fn without(all: &[DVec3], others: &[DVec3], cell: f64) -> Vec<DVec3> {
    let key = |at: &DVec3| [(at.x / cell).floor() as i32, (at.z / cell).floor() as i32];
    let mut cells: HashMap<[i32; 2], Vec<f64>> = HashMap::new();
    for at in others {
        cells.entry(key(at)).or_default().push(at.y);
    }
    let is_near = |at: &DVec3| {
        let [x, z] = key(at);
        let around = -NEAR_CELLS..=NEAR_CELLS;
        let heights = around.clone().flat_map(|i| around.clone().map(move |j| [x + i, z + j]));
        heights.filter_map(|key| cells.get(&key)).flatten().any(|height| (height - at.y).abs() < NEAR_HEIGHT)
    };
    let mut left: Vec<DVec3> = all.iter().filter(|at| !is_near(at)).copied().collect();
    left.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.z.total_cmp(&other.z)));
    left
}
