//! Plays back a recorded crowd.
//!
//! In: a [`Recording`]. Out: its crowd, and frame by frame the changes from outside; the caller makes the steps.

use crate::replaying::fields::Reader;
use crate::replaying::plain::{input_of, state_of, words_of, words_of_input};
use crate::replaying::recording::{Block, Recording};
use sweep8::{CharacterId, Crowd, InputError};

/// Crowd that repeats a recorded run; the caller makes the steps.
pub(super) struct Player<'a> {
    blocks: Reader<'a>,
    pub(super) crowd: Crowd,
    pub(super) ids: Vec<CharacterId>,
}

/// Error: the kernel refuses a recorded state or input of a character.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) character: usize,
    pub(super) cause: InputError,
}

impl<'a> Player<'a> {
    /// Spawns a crowd with the characters' states and inputs at the start of the recording.
    pub(super) fn new(recording: &'a Recording) -> Result<Self, Refused> {
        let mut crowd = Crowd::default();
        let mut ids = Vec::with_capacity(recording.starts.len());
        for (character, (state, input)) in recording.starts.iter().enumerate() {
            let spawned = crowd.spawn(&recording.profile, state.position).and_then(|id| {
                crowd.set_state(id, state)?;
                crowd.set_input(id, input)?;
                Ok(id)
            });
            ids.push(spawned.map_err(|cause| Refused { character, cause })?);
        }
        Ok(Self { blocks: Reader(&recording.blocks), crowd, ids })
    }

    /// Applies the changes that the recorded program made before the next step, or after the last step.
    pub(super) fn turn(&mut self) -> Result<(), Refused> {
        let Self { blocks, crowd, ids } = self;
        // It was already checked.
        let Some(Block { states, inputs }) = Block::read(blocks, ids.len()) else { return Ok(()) };
        for change in states {
            let id = ids[change.index];
            let changed = crowd.state(id).map(|state| state_of(change.applied(words_of(state))));
            let set = changed.and_then(|state| crowd.set_state(id, &state));
            set.map_err(|cause| Refused { character: change.index, cause })?;
        }
        for change in inputs {
            let id = ids[change.index];
            let changed = crowd.input(id).map(|input| input_of(change.applied(words_of_input(input))));
            let set = changed.and_then(|input| crowd.set_input(id, &input));
            set.map_err(|cause| Refused { character: change.index, cause })?;
        }
        Ok(())
    }
}
