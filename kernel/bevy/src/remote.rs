//! Reflection of the library's types.

use bevy_math::Vec3;
use bevy_reflect::prelude::ReflectDefault;
use bevy_reflect::reflect_remote;
use sweep8::{CharacterSettings, EachOther, Ground, MoveMode, Shape, Sides, SlopeSpeed};

/// Reflects [`Shape`] as one opaque value, because its sizes are validated on construction.
#[reflect_remote(Shape)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(opaque)]
#[reflect(Clone, Debug, PartialEq)]
pub struct ShapeReflect {}

#[reflect_remote(Sides)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
pub enum SidesReflect {
    Both,
    Front,
}

#[reflect_remote(MoveMode)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
pub enum MoveModeReflect {
    Walk,
    Slide,
}

#[reflect_remote(SlopeSpeed)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
pub enum SlopeSpeedReflect {
    Level,
    Along,
}

#[reflect_remote(EachOther)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(Debug, PartialEq)]
pub enum EachOtherReflect {
    Ignore,
    Soft,
    Solid,
}

#[reflect_remote(Ground)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Debug, Default, PartialEq)]
pub enum GroundReflect {
    Air,
    Floor(Vec3),
    Steep(Vec3),
    HeldBySteep(Vec3),
}

#[reflect_remote(CharacterSettings)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Debug, Default, PartialEq)]
pub struct SettingsReflect {
    #[reflect(remote = ShapeReflect)]
    pub shape: Shape,
    pub skin: f32,
    pub max_iterations: u32,
    #[reflect(remote = SidesReflect)]
    pub sides: Sides,
    pub layers: u32,
    pub max_slope_angle: f32,
    #[reflect(remote = MoveModeReflect)]
    pub mode: MoveMode,
    pub step_height: f32,
    pub snap_distance: f32,
    #[reflect(remote = SlopeSpeedReflect)]
    pub slope_speed: SlopeSpeed,
    pub max_fall_speed: f32,
    pub drag: f32,
    pub air_control: f32,
    pub ground_damping: f32,
    pub keeps_ground_velocity: bool,
    pub keeps_ground_frame: bool,
    pub keeps_push_velocity: bool,
    #[reflect(remote = EachOtherReflect)]
    pub each_other: EachOther,
    pub mass: f32,
}
