//! Profiles: the shape and the rules of moves that many characters share.

use crate::error::{Error, guard, s8_code};
use crate::pointer::{array, given};
use crate::types::{s8_dvec3, s8_vec3};
use std::mem::MaybeUninit;
use sweep8::{
    Axis, CharacterProfile, CharacterSettings, EachOther, Ellipsoid, Field, InputError, MoveMode, Shape, Sides,
    SlopeSpeed,
};

/// The sides of triangles that count. The corners of a triangle are counter-clockwise seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_sides {
    /// Front and back sides of triangles count.
    S8_SIDES_BOTH = 0,
    /// Only triangles count that have the centre at the start on their front or in their plane.
    S8_SIDES_FRONT = 1,
}

/// The way in which a character moves on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_mode {
    /// The character climbs stair steps, keeps the desired speed on slopes, and follows the ground down.
    S8_MODE_WALK = 0,
    /// The character slides along everything, without steps or following the ground: cheaper, for distant characters.
    S8_MODE_SLIDE = 1,
}

/// The part of a character's desired speed that stays the same on slopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_slope_speed {
    /// The level part of the desired speed stays the same on slopes: the speed on a map.
    S8_SLOPE_SPEED_LEVEL = 0,
    /// The speed along the slope stays the same as on level ground.
    S8_SLOPE_SPEED_ALONG = 1,
}

/// The way in which a character responds to others. Of the responses of two that meet, the milder applies to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_each_other {
    /// The character passes through other characters.
    S8_EACH_OTHER_IGNORE = 0,
    /// The character walks into others, and is pushed apart from those that it overlaps.
    S8_EACH_OTHER_SOFT = 1,
    /// The character stops at others, and slides along them.
    S8_EACH_OTHER_SOLID = 2,
}

/// The shape of a character and the rules of its moves. Start from `s8_settings_default`, a human 1.8 m tall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_settings {
    /// The radii of the character's body, metres, 0.0001 to 100000. Default (0.4, 0.9, 0.4).
    pub radii: s8_vec3,
    /// The gap kept to all surfaces, metres, 0 to 100000. It must exceed half the last place of the coordinates: 0.5
    /// mm at 10 km. Default 0.01.
    pub skin: f32,
    /// Largest number of sweeps in one collide-and-slide pass, 1 to 8: bounds the work. Default 8.
    pub max_iterations: u32,
    /// The sides of triangles that block the character: one of `s8_sides`. Default `S8_SIDES_BOTH`.
    pub sides: u32,
    /// The mask of the layers of instances that the character collides with, a bit each. Default all.
    pub layers: u32,
    /// The steepest slope that the character can stand on, radians, 0 to pi/2. Default 50 degrees.
    pub max_slope_angle: f32,
    /// How the character moves on the ground: one of `s8_mode`. Default `S8_MODE_WALK`.
    pub mode: u32,
    /// The highest stair step that the character climbs, metres, 0 to 100000; 0: none. Default 0.4.
    pub step_height: f32,
    /// How far the ground may fall away below the feet for the character to follow it, metres, 0 to 100000. Default
    /// 0.4.
    pub snap_distance: f32,
    /// Which part of the desired speed stays the same on slopes: one of `s8_slope_speed`. Default
    /// `S8_SLOPE_SPEED_LEVEL`.
    pub slope_speed: u32,
    /// The largest speed of a fall, m/s, 0 to 16777216. Default 55.
    pub max_fall_speed: f32,
    /// How fast the velocity of a fall, a jump or an impulse decays in the air, 1/s, 0 to 16777216: by exp(-drag * t). A fall
    /// tends to the speed gravity / drag. Default 0.
    pub drag: f32,
    /// The part of the desired velocity that applies in the air, 0 to 1. Default 1.
    pub air_control: f32,
    /// How fast a velocity along the ground decays, 1/s, 0 to 16777216: the velocity of an impulse, or of a landing. The
    /// friction of the ground slows it, too. Default 10.
    pub ground_damping: f32,
    /// Whether the character keeps the velocity of a platform when leaving it: 1 or 0. Default 1.
    pub keeps_ground_velocity: u32,
    /// Keep moving ground as the frame of reference when leaving it, until the landing: 1 or 0. In the air the exact motion of that
    /// ground carries the character, and its velocity is relative to the ground. Default 0.
    pub keeps_ground_frame: u32,
    /// Keep the velocity of a push by a moving instance along the ground: 1 or 0. In the air it is always kept. Default 0.
    pub keeps_push_velocity: u32,
    /// How the character responds to others: one of `s8_each_other`. Default `S8_EACH_OTHER_IGNORE`, which costs
    /// nothing.
    pub each_other: u32,
    /// The mass of the character, which weighs it against others that it meets, kg, 0.001 to 1e9. Default 80.
    pub mass: f32,
    /// Half the length of the spine along which the ellipsoid is swept, metres: 0 for an ellipsoid, or 0.0001 to 100000. With three equal
    /// radii it is a capsule. Default 0.
    pub spine: f32,
    /// The axis of the body along which the spine lies: 0 for y (upright), 1 for z, 2 for x. Default 0.
    pub spine_axis: u32,
}

pub(crate) fn sides_of(code: u32) -> Result<Sides, Error> {
    match code {
        0 => Ok(Sides::Both),
        1 => Ok(Sides::Front),
        value => Err(Error::Code { field: "sides", value, range: "one of s8_sides" }),
    }
}

/// Makes a shape of its parts in C; an error names the one that is refused.
#[inline]
pub(crate) fn shape_of(radii: s8_vec3, spine: f32, spine_axis: u32) -> Result<Shape, Error> {
    let axis = match spine_axis {
        0 => Axis::Y,
        1 => Axis::Z,
        2 => Axis::X,
        value => return Err(Error::Code { field: "spine_axis", value, range: "0, 1 or 2" }),
    };
    let ellipsoid = Ellipsoid::new(radii.into())?;
    Shape::swept(ellipsoid, axis, spine)
        .map_err(|_| InputError::OutOfRange { field: Field::Spine, value: spine }.into())
}

impl s8_settings {
    /// Makes a character profile of these settings; an error if one is out of range.
    pub(crate) fn profile(&self) -> Result<CharacterProfile, Error> {
        let refused = |field, value, range| Err(Error::Code { field, value, range });
        let shape = shape_of(self.radii, self.spine, self.spine_axis)?;
        let flag = |field, value| match value {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(Error::Code { field, value, range: "0 or 1" }),
        };
        let settings = CharacterSettings {
            shape,
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
            drag: self.drag,
            air_control: self.air_control,
            ground_damping: self.ground_damping,
            keeps_ground_velocity: flag("keeps_ground_velocity", self.keeps_ground_velocity)?,
            keeps_ground_frame: flag("keeps_ground_frame", self.keeps_ground_frame)?,
            keeps_push_velocity: flag("keeps_push_velocity", self.keeps_push_velocity)?,
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

impl From<&CharacterSettings> for s8_settings {
    fn from(settings: &CharacterSettings) -> Self {
        // Without `..`, so that a new setting is not forgotten here.
        let &CharacterSettings {
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
            drag,
            air_control,
            ground_damping,
            keeps_ground_velocity,
            keeps_ground_frame,
            keeps_push_velocity,
            each_other,
            mass,
        } = settings;
        Self {
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
            drag,
            air_control,
            ground_damping,
            keeps_ground_velocity: u32::from(keeps_ground_velocity),
            keeps_ground_frame: u32::from(keeps_ground_frame),
            keeps_push_velocity: u32::from(keeps_push_velocity),
            each_other: each_other as u32,
            mass,
            spine: shape.half_length(),
            spine_axis: match shape.axis() {
                Axis::Y => 0,
                Axis::Z => 1,
                Axis::X => 2,
            },
        }
    }
}

/// Makes the settings of a human character 1.8 m tall.
#[unsafe(no_mangle)]
pub extern "C" fn s8_settings_default() -> s8_settings {
    (&CharacterSettings::default()).into()
}

/// An array of profiles: checked settings, which states name by their index. Any number of threads may use it while
/// none changes it.
pub struct s8_profiles {
    pub(crate) profiles: Vec<CharacterProfile>,
}

impl s8_profiles {
    /// Returns the profile at an index; an error that names `field`, which holds the index, if there is none.
    #[inline]
    pub(crate) fn at(&self, index: u32, field: &'static str) -> Result<&CharacterProfile, Error> {
        let range = "less than the number of profiles";
        self.profiles.get(index as usize).ok_or(Error::Code { field, value: index, range })
    }
}

/// Makes an array of `count` profiles from settings, in their order; free it with `s8_profiles_free`.
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

/// The number of character profiles in the array; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_count(profiles: Option<&s8_profiles>) -> usize {
    profiles.map_or(0, |profiles| profiles.profiles.len())
}

/// The settings of the profile at an index.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_get(
    profiles: Option<&s8_profiles>,
    index: u32,
    settings: Option<&mut MaybeUninit<s8_settings>>,
) -> s8_code {
    guard(|| {
        let (profiles, settings) = (given(profiles, "profiles")?, given(settings, "settings")?);
        settings.write(profiles.at(index, "index")?.settings().into());
        Ok(())
    })
}

/// The centre of an upright character with the profile at an index that stands on a level floor at `floor`, world space,
/// metres: its feet are its skin above that point along `up`, which has unit length or is zero.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_standing_on(
    profiles: Option<&s8_profiles>,
    index: u32,
    floor: s8_dvec3,
    up: s8_vec3,
    center: Option<&mut MaybeUninit<s8_dvec3>>,
) -> s8_code {
    guard(|| {
        let (profiles, center) = (given(profiles, "profiles")?, given(center, "center")?);
        center.write(profiles.at(index, "index")?.standing_on(floor, up.into()).into());
        Ok(())
    })
}

/// Replaces the profile at an index, for all states that name it, from their next move on. If a body becomes larger
/// and then overlaps the world, its next move pushes it out.
#[unsafe(no_mangle)]
pub extern "C" fn s8_profiles_set(
    profiles: Option<&mut s8_profiles>,
    index: u32,
    settings: Option<&s8_settings>,
) -> s8_code {
    guard(|| {
        let (profiles, profile) = (given(profiles, "profiles")?, given(settings, "settings")?.profile()?);
        profiles.at(index, "index")?;
        profiles.profiles[index as usize] = profile;
        Ok(())
    })
}

/// Frees an array of character profiles; NULL is allowed.
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
