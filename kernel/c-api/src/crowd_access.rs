//! Characters of a crowd: states and inputs, of one and of all, and what is done to one.

use crate::crowd::{ask, change, s8_crowd};
use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, array_out, array_zeroed, given};
use crate::profile::s8_settings;
use crate::state::{s8_input, s8_state};
use crate::types::{s8_character_id, s8_dvec3, s8_position, s8_quat, s8_vec3};
use crate::world::s8_world;
use bytemuck::Pod;
use std::mem::MaybeUninit;
use sweep8::glam::Vec3;
use sweep8::{CharacterId, CharacterState, Crowd, InputError, MoveInput, Position};

/// The state of a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_get_state(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    state: *mut s8_state,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises room for one. No reference, as it may not be aligned.
        let (crowd, state) = (given(crowd, "crowd")?.get()?, unsafe { array_out(state, 1, "state") }?);
        state[0].write(bytemuck::cast(*crowd.state(id.into())?));
        Ok(())
    })
}

/// Replaces the state of a character; the state's key stays the index of the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_set_state(
    crowd: Option<&mut s8_crowd>,
    id: s8_character_id,
    state: *const s8_state,
) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises one.
        let state = unsafe { array(state, 1, "state") }?;
        Ok(crowd.set_state(id.into(), bytemuck::cast_ref(&state[0]))?)
    })
}

/// The input of a character for the next step.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_input(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    input: Option<&mut MaybeUninit<s8_input>>,
) -> s8_code {
    ask(crowd, input, "input", |crowd| Ok(bytemuck::cast(*crowd.input(id.into())?)))
}

/// Sets the input of a character. It stays until it is set again; a jump and an impulse in it apply once.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_input(
    crowd: Option<&mut s8_crowd>,
    id: s8_character_id,
    input: Option<&s8_input>,
) -> s8_code {
    change(crowd, |crowd| Ok(crowd.set_input(id.into(), bytemuck::cast_ref(given(input, "input")?))?))
}

/// Sets the desired velocity of a character, world space, m/s; the rest of its input stays.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_desired_velocity(
    crowd: Option<&mut s8_crowd>,
    id: s8_character_id,
    velocity: s8_vec3,
) -> s8_code {
    change(crowd, |crowd| Ok(crowd.set_desired_velocity(id.into(), velocity.into())?))
}

/// The centre of a character, world space, metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_position(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    place: Option<&mut MaybeUninit<s8_dvec3>>,
) -> s8_code {
    ask(crowd, place, "place", |crowd| Ok(crowd.position(id.into())?.into()))
}

/// The centre of a character before the last step, world space, metres: to interpolate pictures between steps.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_previous_position(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    place: Option<&mut MaybeUninit<s8_dvec3>>,
) -> s8_code {
    ask(crowd, place, "place", |crowd| Ok(crowd.previous_position(id.into())?.into()))
}

/// Angle by which the ground turned a character about up in the last step, radians, counter-clockwise seen from above: to turn
/// its view with the ground.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_turned_by(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    angle: Option<&mut MaybeUninit<f32>>,
) -> s8_code {
    ask(crowd, angle, "angle", |crowd| Ok(crowd.turned_by(id.into())?))
}

/// The lowest point of a character's body along up, world space, metres.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_feet(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    place: Option<&mut MaybeUninit<s8_dvec3>>,
) -> s8_code {
    ask(crowd, place, "place", |crowd| Ok(crowd.feet(id.into())?.into()))
}

/// Makes a character jump in the next step if it is grounded, or on the heads of solid ones, with at least this speed, m/s,
/// 0 to 16777216. A jump of speed v is v*v/(2g) high.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_jump(crowd: Option<&mut s8_crowd>, id: s8_character_id, speed: f32) -> s8_code {
    change(crowd, |crowd| Ok(crowd.jump(id.into(), speed)?))
}

/// Changes the velocity of a character at the start of the next step, world space, m/s: an explosion, a hit. Several
/// add up.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_add_impulse(
    crowd: Option<&mut s8_crowd>,
    id: s8_character_id,
    change_by: s8_vec3,
) -> s8_code {
    change(crowd, |crowd| Ok(crowd.add_impulse(id.into(), change_by.into())?))
}

/// Moves the centre of a character to `place` at once, world space, metres: in the air, without velocity.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_teleport(crowd: Option<&mut s8_crowd>, id: s8_character_id, place: s8_dvec3) -> s8_code {
    change(crowd, |crowd| Ok(crowd.teleport(id.into(), place)?))
}

/// Moves a character so that the lowest point of its body along up is at `feet`, world space, metres: in the air,
/// without velocity. `s8_crowd_get_feet` then gives that point. At rest the feet are the skin above the floor; with its
/// feet on the floor itself the next step lifts the character by the skin. Without up the centre is moved there.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_place_feet(crowd: Option<&mut s8_crowd>, id: s8_character_id, feet: s8_dvec3) -> s8_code {
    change(crowd, |crowd| Ok(crowd.place_feet(id.into(), feet)?))
}

/// The settings of a character.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_settings_of(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    settings: Option<&mut MaybeUninit<s8_settings>>,
) -> s8_code {
    ask(crowd, settings, "settings", |crowd| Ok(crowd.profile(id.into())?.settings().into()))
}

/// Changes the settings of a character, to crouch or to stand up, say; the feet stay in place. Refused if the new
/// body would overlap the world where the old one does not.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_settings_of(
    crowd: Option<&mut s8_crowd>,
    world: Option<&s8_world>,
    id: s8_character_id,
    settings: Option<&s8_settings>,
) -> s8_code {
    change(crowd, |crowd| {
        let (world, profile) = (given(world, "world")?.get(), given(settings, "settings")?.profile()?);
        Ok(crowd.set_profile(world, id.into(), &profile)?)
    })
}

/// Turns the body of a character to an orientation of unit length, as `s8_world_turn_character` does.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_turn(
    crowd: Option<&mut s8_crowd>,
    world: Option<&s8_world>,
    id: s8_character_id,
    orientation: s8_quat,
) -> s8_code {
    change(crowd, |crowd| Ok(crowd.turn(given(world, "world")?.get(), id.into(), orientation.into())?))
}

/// Sets the layers of a character, a bit each; 1 at first. Filters of queries use them; steps do not.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_layers(crowd: Option<&mut s8_crowd>, id: s8_character_id, layers: u32) -> s8_code {
    change(crowd, |crowd| Ok(crowd.set_layers(id.into(), layers)?))
}

/// The layers of a character, a bit each.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_layers(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    layers: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    ask(crowd, layers, "layers", |crowd| Ok(crowd.layers(id.into())?))
}

/// Puts a character into a group, any number; 0 at first. Characters of different groups neither block nor push nor see
/// each other, as if each group were a crowd of its own.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_group(crowd: Option<&mut s8_crowd>, id: s8_character_id, group: u32) -> s8_code {
    change(crowd, |crowd| Ok(crowd.set_group(id.into(), group)?))
}

/// The group of a character.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_group(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    group: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    ask(crowd, group, "group", |crowd| Ok(crowd.group(id.into())?))
}

/// Copies something of each character into an array of C, which has the same layout.
///
/// # Safety
/// As [`array_zeroed`].
unsafe fn copy_to<C: Pod, T: Pod>(
    crowd: Option<&s8_crowd>,
    (out, count, field): (*mut C, usize, &'static str),
    copy: impl FnOnce(&Crowd, &mut [T]) -> Result<(), InputError>,
) -> s8_code {
    guard(|| {
        let crowd = given(crowd, "crowd")?.get()?;
        check_count(crowd, count, field)?;
        // SAFETY: promised by the caller.
        let out = unsafe { array_zeroed(out, count, field) }?;
        Ok(copy(crowd, bytemuck::cast_slice_mut(out))?)
    })
}

/// Checks that an array has one element for each character of the crowd; the error names the field.
fn check_count(crowd: &Crowd, given: usize, field: &'static str) -> Result<(), Error> {
    let expected = crowd.len();
    if given == expected { Ok(()) } else { Err(Error::Length { field, given, expected }) }
}

/// Copies the ids of all characters to `ids`; `count` must be the number of characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_ids(
    crowd: Option<&s8_crowd>,
    ids: *mut s8_character_id,
    count: usize,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    unsafe { copy_to::<_, CharacterId>(crowd, (ids, count, "ids"), Crowd::copy_ids) }
}

/// Copies the states of all characters to `states`; `count` must be the number of characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_states(
    crowd: Option<&s8_crowd>,
    states: *mut s8_state,
    count: usize,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    unsafe { copy_to::<_, CharacterState>(crowd, (states, count, "states"), Crowd::copy_states) }
}

/// Copies the centres of all characters, world space, metres; `count` must be the number of characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_positions(
    crowd: Option<&s8_crowd>,
    positions: *mut s8_position,
    count: usize,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    unsafe { copy_to::<_, Position>(crowd, (positions, count, "positions"), Crowd::copy_positions) }
}

/// Copies the centres of all characters before the last step, world space, metres; `count` must be the number of
/// characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_previous_positions(
    crowd: Option<&s8_crowd>,
    positions: *mut s8_position,
    count: usize,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    unsafe { copy_to::<_, Position>(crowd, (positions, count, "positions"), Crowd::copy_previous_positions) }
}

/// Copies the angle by which the ground turned each character about up in the last step, radians; `count` must be the number of
/// characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_turned_by(crowd: Option<&s8_crowd>, angles: *mut f32, count: usize) -> s8_code {
    // SAFETY: the caller promises room for so many.
    unsafe { copy_to::<_, f32>(crowd, (angles, count, "angles"), Crowd::copy_turned_by) }
}

/// Replaces the states of all characters; `count` must be the number of characters. If one state is refused, none is
/// replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_set_states(
    crowd: Option<&mut s8_crowd>,
    states: *const s8_state,
    count: usize,
) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises so many.
        let states = unsafe { array(states, count, "states") }?;
        Ok(crowd.set_states(bytemuck::cast_slice(states))?)
    })
}

/// Sets the inputs of all characters; `count` must be the number of characters. If one input is refused, none is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_set_inputs(
    crowd: Option<&mut s8_crowd>,
    inputs: *const s8_input,
    count: usize,
) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises so many.
        let inputs = unsafe { array(inputs, count, "inputs") }?;
        Ok(crowd.set_inputs(bytemuck::cast_slice::<_, MoveInput>(inputs))?)
    })
}

/// Sets the desired velocities of all characters, world space, m/s; `count` must be the number of characters. If one
/// is refused, none is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_set_desired_velocities(
    crowd: Option<&mut s8_crowd>,
    velocities: *const s8_vec3,
    count: usize,
) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises so many.
        let velocities = unsafe { array(velocities, count, "velocities") }?;
        Ok(crowd.set_desired_velocities(bytemuck::cast_slice::<_, Vec3>(velocities))?)
    })
}
