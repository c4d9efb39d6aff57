//! Profiles: the shape and the rules of moves that many characters share.

use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, given};
use crate::types::s8_vec3;
use std::mem::MaybeUninit;
use sweep8::{
    CharacterProfile, CharacterSettings, EachOther, Ellipsoid, Field, InputError, MoveMode, Sides, SlopeSpeed,
};

/// Which sides of triangles count. The front is where the corners are seen counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_sides {
    /// Front and back.
    S8_SIDES_BOTH = 0,
    /// Triangles whose front, or whose plane, the centre is on at the start.
    S8_SIDES_FRONT = 1,
}

/// How a character that stands moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_mode {
    /// Walks: up steps, over slopes at the speed that is desired, with its feet on the ground.
    S8_MODE_WALK = 0,
    /// Slides along everything: no steps, no snap to the ground; cheaper, for who is far away.
    S8_MODE_SLIDE = 1,
}

/// The part of the desired speed that stays the same on slopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_slope_speed {
    /// The level part: as seen on a map.
    S8_SLOPE_SPEED_LEVEL = 0,
    /// The speed along the slope.
    S8_SLOPE_SPEED_ALONG = 1,
}

/// The response of a character to others that it meets. Of two the milder counts for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_each_other {
    /// Goes through others, who do not notice.
    S8_EACH_OTHER_IGNORE = 0,
    /// Walks into others, and is pushed apart from who overlaps it.
    S8_EACH_OTHER_SOFT = 1,
    /// Stops at others, and slides along them.
    S8_EACH_OTHER_SOLID = 2,
}

/// The shape of a character and the rules of its moves. Begin with `s8_settings_default`, a human of 1.8 m, and
/// change what differs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_settings {
    /// The radii of the body, metres, 0.0001 to 100000. Default (0.4, 0.9, 0.4).
    pub radii: s8_vec3,
    /// Gap kept to everything, metres, 0 to 100000; larger than half the last place of the coordinates. Default 0.01.
    pub skin: f32,
    /// Most sweeps of a pass, 1 to 8: bounds the work. Default 8.
    pub max_iterations: u32,
    /// One of `s8_sides`. Default both.
    pub sides: u32,
    /// The layers of instances that are felt, a bit each. Default all.
    pub layers: u32,
    /// The steepest slope that holds, radians, 0 to pi/2. Default 50 degrees.
    pub max_slope_angle: f32,
    /// One of `s8_mode`. Default it walks.
    pub mode: u32,
    /// Highest step that is climbed, metres, 0 to 100000; 0: none. Default 0.4.
    pub step_height: f32,
    /// How far below the ground may be that is gone down to, metres, 0 to 100000. Default 0.4.
    pub snap_distance: f32,
    /// One of `s8_slope_speed`. Default the level part.
    pub slope_speed: u32,
    /// Largest speed of a fall, m/s, 0 to 16777216. Default 55.
    pub max_fall_speed: f32,
    /// The part of the desired velocity that counts in the air, 0 to 1. Default 1.
    pub air_control: f32,
    /// How fast a velocity along the ground decays, 1/s, 0 to 16777216: that of an impulse, or of what was left of a
    /// fall. Default 10.
    pub ground_damping: f32,
    /// Whether who leaves ground that moves keeps its velocity: 1 or 0. Default 1.
    pub keeps_ground_velocity: u32,
    /// One of `s8_each_other`. Default they ignore each other, which costs nothing.
    pub each_other: u32,
    /// How heavy it is to others, kg, 0.001 to 1e9. Default 80.
    pub mass: f32,
    /// Reserved for half the length of a spine, metres: 0.
    pub spine: f32,
    /// Reserved for the axis of a spine: 0.
    pub spine_axis: u32,
}

pub(crate) fn sides_of(code: u32) -> Result<Sides, Error> {
    match code {
        0 => Ok(Sides::Both),
        1 => Ok(Sides::Front),
        value => Err(Error::Code { field: "sides", value, range: "one of s8_sides" }),
    }
}

impl s8_settings {
    /// The profile of these settings, checked.
    pub(crate) fn profile(&self) -> Result<CharacterProfile, Error> {
        let refused = |field, value, range| Err(Error::Code { field, value, range });
        if self.spine != 0.0 {
            return Err(InputError::OutOfRange { field: Field::Spine, value: self.spine }.into());
        }
        if self.spine_axis != 0 {
            return refused("spine_axis", self.spine_axis, "0: this version has none");
        }
        let settings = CharacterSettings {
            shape: Ellipsoid::new(self.radii.into())?,
            skin: self.skin,
            max_iterations: self.max_iterations,
            sides: sides_of(self.sides)?,
            layers: self.layers,
            max_slope_angle: self.max_slope_angle,
            mode: match self.mode {
                0 => MoveMode::Walk,
                1 => MoveMode::Slide,
                value => return refused("mode", value, "one of s8_mode"),
            },
            step_height: self.step_height,
            snap_distance: self.snap_distance,
            slope_speed: match self.slope_speed {
                0 => SlopeSpeed::Level,
                1 => SlopeSpeed::Along,
                value => return refused("slope_speed", value, "one of s8_slope_speed"),
            },
            max_fall_speed: self.max_fall_speed,
            air_control: self.air_control,
            ground_damping: self.ground_damping,
            keeps_ground_velocity: match self.keeps_ground_velocity {
                0 => false,
                1 => true,
                value => return refused("keeps_ground_velocity", value, "0 or 1"),
            },
            each_other: match self.each_other {
                0 => EachOther::Ignore,
                1 => EachOther::Soft,
                2 => EachOther::Solid,
                value => return refused("each_other", value, "one of s8_each_other"),
            },
            mass: self.mass,
        };
        Ok(CharacterProfile::new(&settings)?)
    }
}

/// The settings of a human of 1.8 m.
#[unsafe(no_mangle)]
pub extern "C" fn s8_settings_default() -> s8_settings {
    // Without `..`, so that a new setting is not forgotten here.
    let CharacterSettings {
        shape,
        skin,
        max_iterations,
        sides,
        layers,
        max_slope_angle,
        mode,
        step_height,
        snap_distance,
        slope_speed,
        max_fall_speed,
        air_control,
        ground_damping,
        keeps_ground_velocity,
        each_other,
        mass,
    } = CharacterSettings::default();
    s8_settings {
        radii: shape.radii().into(),
        skin,
        max_iterations,
        sides: sides as u32,
        layers,
        max_slope_angle,
        mode: mode as u32,
        step_height,
        snap_distance,
        slope_speed: slope_speed as u32,
        max_fall_speed,
        air_control,
        ground_damping,
        keeps_ground_velocity: u32::from(keeps_ground_velocity),
        each_other: each_other as u32,
        mass,
        spine: 0.0,
        spine_axis: 0,
    }
}

/// Profiles that states name by their index, checked and read-only, for any thread.
pub struct s8_profiles {
    pub(crate) profiles: Vec<CharacterProfile>,
}

/// The profiles of such settings, in their order; free them with `s8_profiles_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_profiles_new(
    settings: *const s8_settings,
    count: usize,
    profiles: Option<&mut MaybeUninit<Box<s8_profiles>>>,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises so many settings.
        let settings = unsafe { array(settings, count, "settings") }?;
        let made = settings.iter().map(s8_settings::profile).collect::<Result<_, _>>()?;
        given(profiles, "profiles")?.write(Box::new(s8_profiles { profiles: made }));
        Ok(())
    })
}

/// How many profiles there are; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_count(profiles: Option<&s8_profiles>) -> usize {
    profiles.map_or(0, |profiles| profiles.profiles.len())
}

/// Frees profiles; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_free(profiles: Option<Box<s8_profiles>>) {
    drop(profiles);
}

const _: () = assert!(
    EachOther::Solid as u32 == s8_each_other::S8_EACH_OTHER_SOLID as u32
        && EachOther::Soft as u32 == s8_each_other::S8_EACH_OTHER_SOFT as u32
        && MoveMode::Slide as u32 == s8_mode::S8_MODE_SLIDE as u32
        && SlopeSpeed::Along as u32 == s8_slope_speed::S8_SLOPE_SPEED_ALONG as u32
        && Sides::Front as u32 == s8_sides::S8_SIDES_FRONT as u32
);
