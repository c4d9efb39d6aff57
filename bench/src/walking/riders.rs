//! Characters among machines: how far their ground carried them, and whether their way led through anything.
//!
//! In: before a step, everybody's state and input; while it lasts, the crowd after it and the [`Machinery`]. Out: each one's
//! own way, whose path crossed a triangle, how deep each is in what, in f64.
//!
//! A path is seen from every machine: it begins where the machine was and ends where it is. As in [`super::trail`] it is
//! taken as a straight line first. Where that crosses anything the move is made again by itself, in the same step, and its
//! true corners are looked at.
//!
//! Nobody is to enter what never moves. A crushed character may overlap what moves, and what moves may go through it, until it
//! is clear of all machines once: the kernel has said so. All others may not.

use crate::walking::machinery::Machinery;
use glam::DVec3;
use rayon::prelude::*;
use sweep8::{CharacterId, CharacterProfile, CharacterState, Crowd, MoveInput, SlideOutcome, SlideStatus, WorldStep};

/// One of them.
#[derive(Clone, Copy, Debug, Default)]
struct Rider {
    /// By how far its ground has carried it so far, metres.
    carried: DVec3,
    /// It was crushed, and has not been clear of all machines since.
    is_crushed: bool,
    has_crossed: bool,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct Riders {
    each: Vec<Rider>,
    /// State and input of each at the beginning of the step; empty where nothing moves.
    begins: Vec<(CharacterState, MoveInput)>,
}

impl Riders {
    /// So many, among machines or not.
    #[must_use]
    pub fn new(count: usize, among_machines: bool) -> Self {
        let begin = (CharacterState::new(glam::Vec3::ZERO), MoveInput::default());
        Self { each: vec![Rider::default(); count], begins: vec![begin; if among_machines { count } else { 0 }] }
    }

    /// The same, who were carried so far, metres, and are or are not crushed.
    #[must_use]
    pub fn going_on(mut self, states: impl IntoIterator<Item = (DVec3, bool)>) -> Self {
        for (rider, (carried, is_crushed)) in self.each.iter_mut().zip(states) {
            (rider.carried, rider.is_crushed) = (carried, is_crushed);
        }
        self
    }

    /// By how far the ground has carried each, metres, and whether it is crushed.
    pub fn states(&self) -> impl Iterator<Item = (DVec3, bool)> + '_ {
        self.each.iter().map(|rider| (rider.carried, rider.is_crushed))
    }

    /// Where a character at `position` would be if no ground had carried it, metres.
    #[must_use]
    pub fn own(&self, index: usize, position: DVec3) -> DVec3 {
        position - self.each[index].carried
    }

    /// Notes what the move of a character begins with.
    pub fn begin(&mut self, index: usize, state: &CharacterState, input: &MoveInput) {
        if let Some(begin) = self.begins.get_mut(index) {
            *begin = (*state, *input);
        }
    }

    /// Looks at everybody's way in the step that lasts.
    ///
    /// # Panics
    /// Where an id names nobody.
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

    /// How deep each is where it must not be, metres.
    #[must_use]
    pub fn depths(&mut self, machinery: &Machinery, positions: &[DVec3], radii: DVec3) -> Vec<f64> {
        let depth = |(rider, &position): (&mut Rider, &DVec3)| {
            let [still, moving] = machinery.depths(position, radii);
            rider.is_crushed &= moving > 0.0;
            if rider.is_crushed { still } else { still.max(moving) }
        };
        self.each.par_iter_mut().zip(positions).map(depth).collect()
    }

    /// Adds those whose path crossed something since this was asked last.
    pub fn take_crossed(&mut self, crossed: &mut [bool]) {
        for (rider, crossed) in self.each.iter_mut().zip(crossed) {
            *crossed |= std::mem::take(&mut rider.has_crossed);
        }
    }
}

/// The corners of a move that ended at `to`. Where it cannot be made again its ends alone.
fn true_path(
    profile: &CharacterProfile,
    state: &CharacterState,
    input: &MoveInput,
    step: &WorldStep,
    to: DVec3,
) -> Vec<DVec3> {
    let (from, mut again) = (state.position.to_dvec3(), *state);
    let moved = step.move_character(profile, &mut again, input);
    // Machines move first, whether they take it along or pass it; then it goes by itself.
    let machines = moved.iter().map(|outcome| outcome.carried_by);
    let corners = machines.chain(moved.iter().flat_map(SlideOutcome::waypoints).copied());
    let corners = corners.map(|corner| from + corner.as_dvec3());
    // The end is the one that was reached, so that a repetition that led elsewhere is no excuse.
    [from].into_iter().chain(corners).chain([to]).collect()
}
