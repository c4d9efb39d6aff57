//! Moves of characters whose states the caller keeps: one, or an array.

use crate::error::{Error, guard, s8_code};
use crate::memory::{s8_character_memory, s8_move_memory};
use crate::open_step::s8_step;
use crate::outcome::{s8_outcome, tell};
use crate::pointer::{array, array_mut, given};
use crate::profile::s8_profiles;
use crate::report::{self, s8_report};
use crate::state::{s8_input, s8_state, state_mut};
use crate::types::{s8_quat, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use sweep8::{CharacterProfile, CharacterState, InputError, MoveInput, SlideOutcome, StepReport};

/// Finds the profile (checked settings) that a character's state names by its index; an error if there is none.
#[inline]
pub(crate) fn profile_of<'a>(profiles: &'a s8_profiles, state: &CharacterState) -> Result<&'a CharacterProfile, Error> {
    profiles.at(state.profile, "profile")
}

/// The pointers that C passes to a call which moves one character.
struct One<'a> {
    profiles: Option<&'a s8_profiles>,
    state: *mut s8_state,
    input: Option<&'a s8_input>,
    outcome: Option<&'a mut MaybeUninit<s8_outcome>>,
}

type Moved = Result<SlideOutcome, InputError>;

impl One<'_> {
    /// # Safety
    /// The state is NULL, or leads to a state that nobody else uses.
    #[inline]
    unsafe fn run(
        self,
        step: impl FnOnce(&CharacterProfile, &mut CharacterState, &MoveInput) -> Moved,
    ) -> Result<(), Error> {
        let (profiles, input) = (given(self.profiles, "profiles")?, given(self.input, "input")?);
        // SAFETY: promised by the caller.
        let state = unsafe { state_mut(self.state) }?;
        let profile = profile_of(profiles, state)?;
        // Looked at where it lies: an outcome is a kilobyte, and would be copied.
        match (&step(profile, state, bytemuck::cast_ref(input)), self.outcome) {
            (Ok(outcome), Some(out)) => tell(outcome, out),
            (Ok(_), None) => {}
            (&Err(error), _) => return Err(error.into()),
        }
        Ok(())
    }
}

/// Moves one character by `seconds`, 0 or more: jump, gravity, desired velocity, fall; and finds its ground.
/// Instances stand still: if one has a target, or a step is open, use `s8_step_move_character`. `outcome` may be
/// NULL. Any number of threads may move characters at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_move_character(
    world: Option<&s8_world>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    input: Option<&s8_input>,
    seconds: f32,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
) -> s8_code {
    guard(|| {
        let world = given(world, "world")?.at_rest()?;
        let one = One { profiles, state, input, outcome };
        // SAFETY: the caller of this call promises it.
        unsafe { one.run(|profile, state, input| world.move_character(profile, state, input, seconds)) }
    })
}

/// As `s8_world_move_character`, with the same bits, for a character that is moved in many steps: keep its `memory`
/// beside its state, and most moves find the triangles around it again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_move_character_with(
    world: Option<&s8_world>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    input: Option<&s8_input>,
    seconds: f32,
    memory: Option<&mut s8_character_memory>,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
) -> s8_code {
    guard(|| {
        let (world, memory) = (given(world, "world")?.at_rest()?, &mut given(memory, "memory")?.memory);
        let one = One { profiles, state, input, outcome };
        // SAFETY: the caller of this call promises it.
        unsafe { one.run(|profile, state, input| world.move_character_with(profile, state, input, seconds, memory)) }
    })
}

/// Moves one character by the time of a step: moving instances carry and push it, then it moves by itself. Otherwise
/// as `s8_world_move_character`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_step_move_character(
    step: Option<&s8_step>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    input: Option<&s8_input>,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
) -> s8_code {
    guard(|| {
        let step = given(step, "step")?.get()?;
        let one = One { profiles, state, input, outcome };
        // SAFETY: the caller of this call promises it.
        unsafe { one.run(|profile, state, input| step.move_character(profile, state, input)) }
    })
}

/// As `s8_step_move_character`, with memory of the character: see `s8_world_move_character_with`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_step_move_character_with(
    step: Option<&s8_step>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    input: Option<&s8_input>,
    memory: Option<&mut s8_character_memory>,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
) -> s8_code {
    guard(|| {
        let (step, memory) = (given(step, "step")?.get()?, &mut given(memory, "memory")?.memory);
        let one = One { profiles, state, input, outcome };
        // SAFETY: the caller of this call promises it.
        unsafe { one.run(|profile, state, input| step.move_character_with(profile, state, input, memory)) }
    })
}

/// The pointers and the count that C passes to a call which moves an array of characters.
struct Many<'a> {
    profiles: Option<&'a s8_profiles>,
    states: *mut s8_state,
    inputs: *const s8_input,
    count: usize,
    report: Option<&'a mut MaybeUninit<s8_report>>,
}

impl Many<'_> {
    /// # Safety
    /// States and inputs are NULL, or lead to `count` of them; nobody else uses these states.
    unsafe fn run(
        self,
        step: impl FnOnce(&[CharacterProfile], &mut [CharacterState], &[MoveInput]) -> Result<StepReport, InputError>,
    ) -> Result<(), Error> {
        let profiles = given(self.profiles, "profiles")?;
        // SAFETY: promised by the caller.
        let (states, inputs) =
            unsafe { (array_mut(self.states, self.count, "states")?, array(self.inputs, self.count, "inputs")?) };
        let states = bytemuck::cast_slice_mut(states);
        report::tell(step(&profiles.profiles, states, bytemuck::cast_slice(inputs))?, self.report);
        Ok(())
    }
}

/// Moves `count` characters by `seconds`, `states[k]` with `inputs[k]` and the profile that the state names; writes
/// the new states in place. The bits are the same as one by one; characters that respond to each other must be in one
/// call. Inputs are not changed: a jump or an impulse in them applies in every step. A character that is refused
/// keeps its state, and the report counts it; `report` may be NULL. With the feature `rayon` the call uses all
/// threads of its pool. An engine's own jobs may call it at the same time for parts of the characters, each with its
/// own memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_move_characters(
    world: Option<&s8_world>,
    profiles: Option<&s8_profiles>,
    states: *mut s8_state,
    inputs: *const s8_input,
    count: usize,
    seconds: f32,
    memory: Option<&mut s8_move_memory>,
    report: Option<&mut MaybeUninit<s8_report>>,
) -> s8_code {
    guard(|| {
        let (world, memory) = (given(world, "world")?.at_rest()?, &mut given(memory, "memory")?.memory);
        let many = Many { profiles, states, inputs, count, report };
        // SAFETY: the caller of this call promises it.
        unsafe { many.run(|profiles, states, inputs| world.move_characters(profiles, states, inputs, seconds, memory)) }
    })
}

/// Moves `count` characters by the time of a step; moving instances carry and push them. Otherwise as
/// `s8_world_move_characters`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_step_move_characters(
    step: Option<&s8_step>,
    profiles: Option<&s8_profiles>,
    states: *mut s8_state,
    inputs: *const s8_input,
    count: usize,
    memory: Option<&mut s8_move_memory>,
    report: Option<&mut MaybeUninit<s8_report>>,
) -> s8_code {
    guard(|| {
        let (step, memory) = (given(step, "step")?.get()?, &mut given(memory, "memory")?.memory);
        let many = Many { profiles, states, inputs, count, report };
        // SAFETY: the caller of this call promises it.
        unsafe { many.run(|profiles, states, inputs| step.move_characters(profiles, states, inputs, memory)) }
    })
}

/// Turns the body of a character to `orientation`, the rotation from the body's axes to world space, unit length: to
/// lie down, say. The feet stay in place along `up`, which has unit length or is zero. Refused if the turned body
/// would overlap the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_turn_character(
    world: Option<&s8_world>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    orientation: s8_quat,
    up: s8_vec3,
) -> s8_code {
    guard(|| {
        let (world, profiles) = (given(world, "world")?.get(), given(profiles, "profiles")?);
        // SAFETY: the caller of this call promises it.
        let state = unsafe { state_mut(state) }?;
        let profile = profile_of(profiles, state)?;
        Ok(world.turn_character(profile, state, orientation.into(), up.into())?)
    })
}

/// Gives a character that the caller keeps the profile at an index, to crouch or to stand up, say, and sets the index in
/// its state. The feet stay in place along `up`, which has unit length or is zero. Refused if the new body would overlap
/// the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_set_profile(
    world: Option<&s8_world>,
    profiles: Option<&s8_profiles>,
    state: *mut s8_state,
    profile: u32,
    up: s8_vec3,
) -> s8_code {
    guard(|| {
        let (world, profiles) = (given(world, "world")?.get(), given(profiles, "profiles")?);
        // SAFETY: the caller of this call promises it.
        let state = unsafe { state_mut(state) }?;
        let (from, to) = (profile_of(profiles, state)?, profiles.at(profile, "profile")?);
        world.set_profile(from, to, state, up.into())?;
        state.profile = profile;
        Ok(())
    })
}
