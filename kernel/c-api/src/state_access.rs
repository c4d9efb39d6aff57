//! States that the caller keeps: one that stands, whether one is valid, what crushed it, its frame, its feet, its free velocity.

use crate::character::profile_of;
use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, array_out, given};
use crate::profile::s8_profiles;
use crate::state::{s8_input, s8_state, state_mut};
use crate::types::{s8_dvec3, s8_instance_id, s8_vec3};
use std::mem::MaybeUninit;
use sweep8::CharacterState;

/// The state that a pointer leads to, as the kernel sees it.
///
/// # Safety
/// Where the pointer is not NULL and aligned, a state lies there, and nobody writes to it while it is used.
unsafe fn state_of<'a>(state: *const s8_state) -> Result<&'a CharacterState, Error> {
    // SAFETY: promised by the caller.
    let state = unsafe { array(state, 1, "state") }?;
    Ok(bytemuck::cast_ref(&state[0]))
}

/// Checks a state, such as one that came over a network: refuses one that no step could have left, or whose profile is
/// not less than `profile_count`. Moves check their states themselves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_check(state: *const s8_state, profile_count: usize) -> s8_code {
    // SAFETY: the caller promises a state.
    guard(|| Ok(unsafe { state_of(state) }?.check(profile_count)?))
}

/// Makes the state of a character that stands on a level floor at `floor`, world space, metres, with the profile at an
/// index: its feet are its skin above that point along `up`, which has unit length or is zero. It is in the air until
/// the first step finds the floor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_standing(
    floor: s8_dvec3,
    profiles: Option<&s8_profiles>,
    profile: u32,
    up: s8_vec3,
    state: *mut s8_state,
) -> s8_code {
    guard(|| {
        let body = given(profiles, "profiles")?.at(profile, "profile")?;
        // SAFETY: the caller promises room for one. No reference, as it may not be aligned.
        let out = unsafe { array_out(state, 1, "state") }?;
        let standing = CharacterState { profile, ..CharacterState::standing(floor, body, up.into()) };
        out[0].write(bytemuck::cast(standing));
        Ok(())
    })
}

/// The instance that crushed a character in the last step; of several that with the lowest index. `is_crushed` receives
/// whether there is one; `instance` is written only then, and may be NULL. Calls of any world take this id by its index
/// and generation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_get_crushed_by(
    state: *const s8_state,
    instance: Option<&mut MaybeUninit<s8_instance_id>>,
    is_crushed: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises a state.
        let (state, is_crushed) = (unsafe { state_of(state) }?, given(is_crushed, "is_crushed")?);
        let crushed_by = state.crushed_by();
        is_crushed.write(crushed_by.is_some());
        if let (Some(crushed_by), Some(instance)) = (crushed_by, instance) {
            instance.write(crushed_by.into());
        }
        Ok(())
    })
}

/// The instance that is the frame of reference of a character in the air. `has_frame` receives whether there is one; `instance` is
/// written only then, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_get_frame(
    state: *const s8_state,
    instance: Option<&mut MaybeUninit<s8_instance_id>>,
    has_frame: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises a state.
        let (state, has_frame) = (unsafe { state_of(state) }?, given(has_frame, "has_frame")?);
        let frame = state.frame();
        has_frame.write(frame.is_some());
        if let (Some(frame), Some(instance)) = (frame, instance) {
            instance.write(frame.into());
        }
        Ok(())
    })
}

/// Makes an instance the frame of reference of a character in the air, until it lands: its exact motion carries the character, and the
/// velocity of the state is relative to it. NULL: the world. Refuses a character that has ground, or that is crushed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_set_frame(state: *mut s8_state, instance: Option<&s8_instance_id>) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises a state.
        let state = unsafe { state_mut(state) }?;
        Ok(state.set_frame(instance.map(|&id| id.into()))?)
    })
}

/// The lowest point of a character's body along `up`, which has unit length: world space, metres.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_get_feet(
    state: *const s8_state,
    profiles: Option<&s8_profiles>,
    up: s8_vec3,
    feet: Option<&mut MaybeUninit<s8_dvec3>>,
) -> s8_code {
    guard(|| {
        let (profiles, feet) = (given(profiles, "profiles")?, given(feet, "feet")?);
        // SAFETY: the caller promises a state.
        let state = unsafe { state_of(state) }?;
        let profile = profile_of(profiles, state)?;
        state.check(profiles.profiles.len())?;
        feet.write(state.feet(profile, up.into()).into());
        Ok(())
    })
}

/// Moves a character so that the lowest point of its body along `up`, which has unit length or is zero, is at `feet`,
/// world space, metres: in the air, without velocity. `s8_state_get_feet` then gives that point. At rest the feet are
/// the skin above the floor; with its feet on the floor itself the next move lifts the character by the skin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_place_feet(
    state: *mut s8_state,
    profiles: Option<&s8_profiles>,
    up: s8_vec3,
    feet: s8_dvec3,
) -> s8_code {
    guard(|| {
        let profiles = given(profiles, "profiles")?;
        // SAFETY: the caller promises a state.
        let state = unsafe { state_mut(state) }?;
        let profile = profile_of(profiles, state)?;
        state.check(profiles.profiles.len())?;
        state.place_feet(feet, profile, up.into());
        Ok(())
    })
}

/// The velocity that a character would have after a step of `seconds`, 0 or more, if nothing were in its way: desired
/// velocity, jump, impulse and gravity; world space, m/s. Ask before the step. The part of it that points into a
/// contact, times the mass, is the impulse for an engine's body that the character pushes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_state_get_free_velocity(
    state: *const s8_state,
    profiles: Option<&s8_profiles>,
    input: Option<&s8_input>,
    seconds: f32,
    velocity: Option<&mut MaybeUninit<s8_vec3>>,
) -> s8_code {
    guard(|| {
        let (profiles, input, velocity) =
            (given(profiles, "profiles")?, given(input, "input")?, given(velocity, "velocity")?);
        // SAFETY: the caller promises a state.
        let state = unsafe { state_of(state) }?;
        let profile = profile_of(profiles, state)?;
        velocity.write(state.free_velocity(profile, bytemuck::cast_ref(input), seconds)?.into());
        Ok(())
    })
}
