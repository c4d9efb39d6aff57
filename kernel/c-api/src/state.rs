//! States and inputs of characters: the plain data of the kernel, field by field.

use crate::error::Error;
use crate::types::{s8_dvec3, s8_position, s8_quat, s8_surface, s8_vec3};
use bytemuck::{Pod, Zeroable};
use std::mem::offset_of;
use sweep8::{CharacterState, Ground, MoveInput, SlideStatus};

/// The kind of ground that supports a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_ground {
    /// Nothing supports the character, or there is no gravity.
    S8_GROUND_AIR = 0,
    /// A surface no steeper than the settings allow supports the character.
    S8_GROUND_FLOOR = 1,
    /// The character slides down surfaces that are steeper than the settings allow.
    S8_GROUND_STEEP = 2,
    /// Steep surfaces hold the character: together, as in a funnel, or by friction.
    S8_GROUND_HELD_BY_STEEP = 3,
}

/// The way in which a slide, or the move of a character, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_status {
    /// Nothing was in the way of the move.
    S8_STATUS_FREE = 0,
    /// The body touched something, and followed the desired displacement along it to the end.
    S8_STATUS_SLID = 1,
    /// The touched surfaces block the desired displacement; the rest of it is dropped.
    S8_STATUS_BLOCKED = 2,
    /// The move needed more sweeps than allowed; the rest of the displacement is dropped.
    S8_STATUS_OUT_OF_ITERATIONS = 3,
    /// The body overlapped something at the start and could not be pushed free.
    S8_STATUS_OVERLAPPING = 4,
    /// A moving instance went into the character, which had no room to yield.
    S8_STATUS_CRUSHED = 5,
}

/// The state of a character, all that a step keeps of it: plain data, 128 bytes, aligned to 16. It may be copied,
/// sent and stored; the next move goes on from it with the same bits. Start from `s8_state_at`.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct s8_state {
    /// The centre of the character, world space, metres.
    pub position: s8_position,
    /// The velocity that persists, world space, m/s: of a fall, a jump, an impulse. The desired velocity is added to
    /// it.
    pub velocity: s8_vec3,
    /// The unit normal of the character's ground, world space; zero in the air.
    pub ground_normal: s8_vec3,
    /// The rotation from the body's axes to world space, unit length. `s8_world_turn_character` changes it where
    /// there is room.
    pub orientation: s8_quat,
    /// The point where the character touches the ground, world space, metres; zero in the air.
    pub ground_point: s8_vec3,
    /// The triangle that the character stands on; none in the air. For a crushed character, which has no ground: the instance that
    /// crushed it, without a triangle.
    pub ground_surface: s8_surface,
    /// The last centre of the character without an overlap, world space, metres.
    pub last_safe_position: s8_vec3,
    /// The index of the character's profile in the `s8_profiles` of the call; in a crowd, in the table of the crowd.
    pub profile: u32,
    /// A number that decides ties between characters: give each another one. A crowd sets it to the index of the id.
    pub key: u32,
    /// The ground of the character: one of `s8_ground`.
    pub ground: u8,
    /// How the character's last step ended: one of `s8_status`.
    pub status: u8,
    /// The material of the character's ground; 0 in the air, or without materials.
    pub ground_material: u16,
    /// While the character slides down steep surfaces, the speed of the free fall whose projection its velocity is,
    /// m/s; otherwise 0.
    pub fall_speed: f32,
    /// Two numbers for the caller: no step reads or changes them.
    pub user_data: [u32; 2],
    /// The group of the character, any number; at first 0. Characters of different groups neither block nor push nor see
    /// each other.
    pub group: u32,
}

/// The input of a character for one step. Start from `s8_input_earth`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct s8_input {
    /// The velocity that the character wants to move with, world space, m/s. Its part along up counts only while gravity
    /// is zero.
    pub desired_velocity: s8_vec3,
    /// Makes the character jump if it is grounded, or on the heads of solid ones: the least speed upward, m/s. 0: no jump.
    pub jump_speed: f32,
    /// Acceleration of gravity, world space, m/s^2; zero to fly, swim or climb.
    pub gravity: s8_vec3,
    /// The direction that is up for the character, world space, unit length; zero: opposite to gravity.
    pub up: s8_vec3,
    /// Change of the character's velocity at the start of the step, world space, m/s: an explosion, a hit.
    pub impulse: s8_vec3,
}

/// Asserts that a struct of C and its counterpart in the kernel have the same size, and each field the same offset.
macro_rules! same_layout {
    ($ours:ty, $theirs:ty, $($our:ident = $their:ident),+) => {
        const _: () = {
            assert!(size_of::<$ours>() == size_of::<$theirs>() && align_of::<$ours>() == align_of::<$theirs>());
            $(assert!(offset_of!($ours, $our) == offset_of!($theirs, $their));)+
        };
    };
}

same_layout!(
    s8_state,
    CharacterState,
    position = position,
    velocity = velocity,
    ground_normal = ground_normal,
    orientation = orientation,
    ground_point = ground_point,
    ground_surface = ground_surface,
    last_safe_position = last_safe_position,
    profile = profile,
    key = key,
    ground = ground_code,
    status = status_code,
    ground_material = ground_material,
    fall_speed = fall_speed,
    user_data = user_data,
    group = group
);
same_layout!(
    s8_input,
    MoveInput,
    desired_velocity = desired_velocity,
    jump_speed = jump_speed,
    gravity = gravity,
    up = up,
    impulse = impulse
);
const _: () = assert!(SlideStatus::Crushed as u32 == s8_status::S8_STATUS_CRUSHED as u32);

/// The version of the layout of `s8_state`. States of another version have other fields or meanings.
pub const S8_STATE_LAYOUT: u32 = 2;

const _: () = assert!(S8_STATE_LAYOUT == CharacterState::LAYOUT);

/// Converts a character's ground to the code of its kind, and its unit normal; zero in the air.
pub(crate) fn ground_of(ground: Ground) -> (u32, s8_vec3) {
    let code = match ground {
        Ground::Air => s8_ground::S8_GROUND_AIR,
        Ground::Floor(_) => s8_ground::S8_GROUND_FLOOR,
        Ground::Steep(_) => s8_ground::S8_GROUND_STEEP,
        Ground::HeldBySteep(_) => s8_ground::S8_GROUND_HELD_BY_STEEP,
    };
    (code as u32, ground.normal().unwrap_or_default().into())
}

/// Makes the state of a character with its centre at `place`, world space, metres: of profile 0, in the air, without
/// velocity.
#[unsafe(no_mangle)]
pub extern "C" fn s8_state_at(place: s8_dvec3) -> s8_state {
    bytemuck::cast(CharacterState::new(place))
}

/// Makes the input of a character that wants to stand still, under the gravity of Earth: 9.81 m/s^2 against +y.
#[unsafe(no_mangle)]
pub extern "C" fn s8_input_earth() -> s8_input {
    bytemuck::cast(MoveInput::EARTH)
}

/// The state that a pointer leads to, as the kernel sees it.
///
/// # Safety
/// Where the pointer is not NULL and aligned, a state lies there, and nobody else uses it.
pub(crate) unsafe fn state_mut<'a>(state: *mut s8_state) -> Result<&'a mut CharacterState, Error> {
    // SAFETY: promised by the caller.
    let state = unsafe { crate::pointer::array_mut(state, 1, "state") }?;
    Ok(bytemuck::cast_mut(&mut state[0]))
}
