//! The path of one character of a step among the others.
//!
//! In: states and inputs of all characters before a step in a world where nothing moves, and the index of one. Out: its move with its
//! path, as single moves have it: a step of all keeps no paths.

use crate::base::input_error::InputError;
use crate::character::model::move_input::MoveInput;
use crate::character::model::outcome::SlideOutcome;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::step::character_move::CharacterMove;
use crate::character::step::oriented_move::MoveTask;
use crate::crowd::columns::{Columns, Slot};
use crate::crowd::neighbours::neighbours::Neighbours;
use crate::crowd::neighbours::search::{FindNear, Seeker};
use crate::query::thread_memory::call_memory;
use crate::world::world::World;

/// Moves character `index` as [`World::move_characters`] moves it among all `states`, by its input and `seconds`, in a world where nothing
/// moves; nobody else moves, and `states` stay as they are.
///
/// # Errors
/// [`InputError`] if its turn among the others makes its move too long.
///
/// # Panics
/// If a state, an input or the index is out of range.
pub fn path_among(
    world: &World,
    profiles: &[CharacterProfile],
    states: &[CharacterState],
    inputs: &[MoveInput],
    index: usize,
    seconds: f32,
) -> Result<SlideOutcome, InputError> {
    let mut columns = Columns::default();
    for (number, (&state, &input)) in states.iter().zip(inputs).enumerate() {
        columns.push(Slot::new(number as u32, state, input));
    }
    let mut neighbours = Neighbours::default();
    let meet = neighbours.prepare(&mut columns, profiles, seconds);
    let (mut state, input) = (states[index], &inputs[index]);
    let profile = &profiles[state.profile as usize];
    let mut neighbourhood = Neighbourhood::default();
    let meets = meet && profile.meets_others();
    if meets {
        let seeker = Seeker { profile, state: &state, input, seconds, index: index as u32 };
        world.lanes.run(FindNear { cells: neighbours.cells(), seeker, neighbourhood: &mut neighbourhood });
    }
    let mut outcome = SlideOutcome::NOTHING;
    let about = CharacterMove {
        instances: world.solids(profile.rules.layers),
        profile,
        state: &mut state,
        input,
        seconds,
        neighbourhood: meets.then_some(&neighbourhood),
        block_cache: None,
        observer: &mut outcome,
        scratch: &mut call_memory(),
    };
    let end = world.lanes.run(MoveTask { about })?;
    outcome.end_at(state.position, &end);
    Ok(outcome)
}
