//! Characters among machines: how far their ground carried them, and whether their path crossed anything.
//!
//! In: before a step, all states and inputs; during it, the crowd after it and the [`Machinery`]. Out: each character's
//! own motion, the paths that crossed a triangle, and the depth of each overlap, in f64.
//!
//! A path is tested in the frame of every machine. As in [`super::trail`] it is taken as a straight line first. If that
//! crosses anything, the move is repeated alone in the same step, and its true corners are tested.
//!
//! No character may enter a static instance. A character that the kernel reported as crushed may overlap machines, and
//! machines may go through it, until it is clear of all machines once. Other characters may not.

use crate::checking::Body;
use crate::walking::machinery::Machinery;
use glam::DVec3;
use rayon::prelude::*;
use sweep8::{CharacterId, CharacterProfile, CharacterState, Crowd, MoveInput, SlideOutcome, SlideStatus, WorldStep};

/// Record of one character on a level with machines: motion by its ground, and flags of the checks.
#[derive(Clone, Copy, Debug, Default)]
struct Rider {
    /// Total displacement by which moving ground has carried the character, world space, metres.
    carried: DVec3,
    /// True from when a machine crushed the character until the character is clear of all machines.
    is_crushed: bool,
    has_crossed: bool,
}

/// Records of all characters on a level with machines: motion by their ground, and flags of the checks.
#[derive(Clone, Debug)]
pub struct Riders {
    each: Vec<Rider>,
    /// State and input of each character at the start of the step; empty on a level without machines.
    begins: Vec<(CharacterState, MoveInput)>,
}

impl Riders {
    /// Creates records of `count` characters; `among_machines` tells whether the level has machines.
    #[must_use]
    pub fn new(count: usize, among_machines: bool) -> Self {
        let begin = (CharacterState::new(glam::Vec3::ZERO), MoveInput::WEIGHTLESS);
        Self { each: vec![Rider::default(); count], begins: vec![begin; if among_machines { count } else { 0 }] }
    }

    /// Replaces the records by saved ones: total displacement by moving ground, metres, and crushed flag of each character.
    #[must_use]
    pub fn going_on(mut self, states: impl IntoIterator<Item = (DVec3, bool)>) -> Self {
        for (rider, (carried, is_crushed)) in self.each.iter_mut().zip(states) {
            (rider.carried, rider.is_crushed) = (carried, is_crushed);
        }
        self
    }

    /// Iterates over the characters: total displacement by moving ground, world space, metres, and crushed flag.
    pub fn states(&self) -> impl Iterator<Item = (DVec3, bool)> + '_ {
        self.each.iter().map(|rider| (rider.carried, rider.is_crushed))
    }

    /// Returns `position` of character `index` minus its total displacement by moving ground, world space, metres.
    #[must_use]
    pub fn own(&self, index: usize, position: DVec3) -> DVec3 {
        position - self.each[index].carried
    }

    /// Records state and input of character `index` at the start of a step; does nothing on a level without machines.
    pub fn begin(&mut self, index: usize, state: &CharacterState, input: &MoveInput) {
        if let Some(begin) = self.begins.get_mut(index) {
            *begin = (*state, *input);
        }
    }

    /// Tests the path of each character in the step in progress.
    ///
    /// # Panics
    /// If an id is not in the crowd.
    pub fn follow(
        &mut self,
        ids: &[CharacterId],
        profile: &CharacterProfile,
        crowd: &Crowd,
        step: &WorldStep,
        machinery: &Machinery,
    ) {
        self.each.par_iter_mut().zip(&self.begins).zip(ids).for_each(|((rider, (state, input)), &id)| {
            let after = crowd.state(id).expect("in the crowd");
            let [from, to] = [state, after].map(|state| state.position.to_dvec3());
            if state.ground().is_grounded() {
                let [index, _] = state.ground_surface.instance;
                rider.carried += machinery.carried(index, state.ground_point.as_dvec3());
            }
            rider.is_crushed |= after.status() == SlideStatus::Crushed;
            let crosses =
                |path: &[DVec3]| machinery.crosses_still(path) || !rider.is_crushed && machinery.crosses_moving(path);
            rider.has_crossed |= crosses(&[from, to]) && crosses(&true_path(profile, state, input, step, to));
        });
    }

    /// Returns each character's overlap depth with static instances and, unless a machine crushed the character, with machines, metres.
    #[must_use]
    pub fn depths(&mut self, machinery: &Machinery, positions: &[DVec3], body: Body) -> Vec<f64> {
        let depth = |(rider, &position): (&mut Rider, &DVec3)| {
            let [still, moving] = machinery.depths(position, body);
            rider.is_crushed &= moving > 0.0;
            if rider.is_crushed { still } else { still.max(moving) }
        };
        self.each.par_iter_mut().zip(positions).map(depth).collect()
    }

    /// Sets the entry of `crossed` of each character whose path has crossed a triangle since the last call.
    pub fn take_crossed(&mut self, crossed: &mut [bool]) {
        for (rider, crossed) in self.each.iter_mut().zip(crossed) {
            *crossed |= std::mem::take(&mut rider.has_crossed);
        }
    }
}

/// Repeats a move that ended at `to`; returns the points of its path, or only start and end if the move cannot be repeated.
fn true_path(
    profile: &CharacterProfile,
    state: &CharacterState,
    input: &MoveInput,
    step: &WorldStep,
    to: DVec3,
) -> Vec<DVec3> {
    let (from, mut again) = (state.position.to_dvec3(), *state);
    let moved = step.move_character(profile, &mut again, input);
    // Machines move first, and carry or push the character; then it moves by itself.
    let machines = moved.iter().map(|outcome| outcome.carried_by);
    let corners = machines.chain(moved.iter().flat_map(SlideOutcome::waypoints).copied());
    let corners = corners.map(|corner| from + corner.as_dvec3());
    // Ends at the recorded place, so that a repetition with another end is no excuse.
    [from].into_iter().chain(corners).chain([to]).collect()
}
