//! Input that can be refused: its fields, by name, and the range of each.

use crate::base::tolerance::{
    MAX_COORDINATE, MAX_DISPLACEMENT, MAX_GRID_SIDE, MAX_ITERATIONS, MAX_LOW, MAX_MASS, MAX_MOVE, MAX_RADIAL_SEGMENTS,
    MAX_RADIUS, MAX_SCALE, MIN_MASS, MIN_MESH_SIZE,
};
use core::fmt;

/// The input that an [`InputError`](crate::InputError) is about.
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, Field};
///
/// let refused = CharacterProfile::new(&CharacterSettings { air_control: 2.0, ..CharacterSettings::default() });
/// let field = refused.expect_err("there is no more than all of it").field();
/// assert_eq!(field, Field::AirControl);
/// assert_eq!((field.name(), field.range()), ("air_control", "0 to 1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Field {
    /// A centre, or a point asked about, world space, metres.
    Position,
    /// The part of a position below the last place of the other, metres.
    PositionLow,
    /// A displacement that is swept, metres.
    Displacement,
    /// A displacement of a move: of a slide, or velocity times time step, metres.
    Move,
    /// The direction of a ray.
    Direction,
    /// A distance, metres.
    Distance,
    /// A time step, seconds.
    TimeStep,
    /// The gap kept to surfaces, metres.
    Skin,
    /// Most sweeps of one pass.
    MaxIterations,
    /// The steepest slope that holds, radians.
    MaxSlopeAngle,
    /// The highest step that is climbed, metres.
    StepHeight,
    /// How far below the ground may be that is gone down to, metres.
    SnapDistance,
    /// The largest speed of a fall, m/s.
    MaxFallSpeed,
    /// The part of the desired velocity that counts in the air.
    AirControl,
    /// How fast a velocity along the ground decays, 1/s.
    GroundDamping,
    /// A mass, kg.
    Mass,
    /// The speed of a free fall, m/s.
    FallSpeed,
    /// A velocity, m/s.
    Velocity,
    /// A desired velocity, m/s.
    DesiredVelocity,
    /// A jump's speed, m/s.
    JumpSpeed,
    /// A change of velocity, m/s.
    Impulse,
    /// An acceleration of gravity, m/s².
    Gravity,
    /// A direction that is up.
    Up,
    /// An orientation.
    Orientation,
    /// The normal or point of a ground.
    Ground,
    /// The surface of a ground.
    GroundSurface,
    /// A code of a state.
    Code,
    /// A group of characters.
    Group,
    /// The spine of a saved profile.
    Spine,
    /// An index of a profile.
    Profile,
    /// States of characters.
    States,
    /// Inputs of characters.
    Inputs,
    /// Positions of characters.
    Positions,
    /// Ids of characters.
    Ids,
    /// Answers to queries.
    Answers,
    /// Where the origin of an instance lies.
    Translation,
    /// How an instance is turned.
    Rotation,
    /// The scale of an instance.
    Scale,
    /// The box around an instance.
    Bounds,
    /// The scale of an instance that moves.
    MovedScale,
    /// By how much an instance turns in a step, radians.
    Turn,
    /// Instances of meshes.
    Instances,
    /// Half of a cuboid's extents, metres.
    HalfExtents,
    /// Half the length of a capsule's cylinder, metres.
    HalfHeight,
    /// The radius of a capsule, metres.
    Radius,
    /// Segments around a capsule.
    RadialSegments,
    /// Heights along the x axis of a heightfield.
    Columns,
    /// Heights along the z axis of a heightfield.
    Rows,
    /// The distances between heights, metres.
    CellSize,
    /// Heights, metres.
    Heights,
}

impl Field {
    /// The name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::PositionLow => "position.low",
            Self::Displacement => "displacement",
            Self::Move => "move",
            Self::Direction => "direction",
            Self::Distance => "distance",
            Self::TimeStep => "time step",
            Self::Skin => "skin",
            Self::MaxIterations => "max_iterations",
            Self::MaxSlopeAngle => "max_slope_angle",
            Self::StepHeight => "step_height",
            Self::SnapDistance => "snap_distance",
            Self::MaxFallSpeed => "max_fall_speed",
            Self::AirControl => "air_control",
            Self::GroundDamping => "ground_damping",
            Self::Mass => "mass",
            Self::FallSpeed => "fall_speed",
            Self::Velocity => "velocity",
            Self::DesiredVelocity => "desired_velocity",
            Self::JumpSpeed => "jump_speed",
            Self::Impulse => "impulse",
            Self::Gravity => "gravity",
            Self::Up => "up",
            Self::Orientation => "orientation",
            Self::Ground => "ground",
            Self::GroundSurface => "ground_surface",
            Self::Code => "code",
            Self::Group => "group",
            Self::Spine => "spine",
            Self::Profile => "profile",
            Self::States => "states",
            Self::Inputs => "inputs",
            Self::Positions => "positions",
            Self::Ids => "ids",
            Self::Answers => "answers",
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Bounds => "bounds",
            Self::MovedScale => "scale of a target",
            Self::Turn => "turn",
            Self::Instances => "instances",
            Self::HalfExtents => "half_extents",
            Self::HalfHeight => "half_height",
            Self::Radius => "radius",
            Self::RadialSegments => "radial_segments",
            Self::Columns => "columns",
            Self::Rows => "rows",
            Self::CellSize => "cell_size",
            Self::Heights => "heights",
        }
    }

    /// The range of values that are accepted, in words.
    #[must_use]
    pub fn range(self) -> &'static str {
        match self {
            Self::Position | Self::Displacement | Self::Translation | Self::Bounds => {
                "-16777216 to 16777216 m along each axis"
            }
            Self::PositionLow => "-2 to 2 m along each axis",
            Self::Move => "-4096 to 4096 m along each axis",
            Self::Direction => "finite, and longer than 0",
            Self::Distance => "0 m or more",
            Self::TimeStep => "0 s or more, and finite",
            Self::Skin | Self::StepHeight | Self::SnapDistance => "0 to 100000 m",
            Self::MaxIterations => "1 to 8",
            Self::MaxSlopeAngle => "0 to 1.5707964 (90°)",
            Self::MaxFallSpeed | Self::JumpSpeed => "0 to 16777216 m/s",
            Self::FallSpeed => "0 to 16777216 m/s, and 0 unless the ground is steep",
            Self::AirControl => "0 to 1",
            Self::GroundDamping => "0 to 16777216 /s",
            Self::Mass => "0.001 to 1000000000 kg",
            Self::Velocity | Self::DesiredVelocity | Self::Impulse => "-16777216 to 16777216 m/s along each axis",
            Self::Gravity => "-16777216 to 16777216 m/s² along each axis",
            Self::Up => "zero, or as long as 1",

            Self::Ground => "finite, the normal as long as 1",
            Self::GroundSurface => "none in the air, and an instance without a triangle where it crushed the character",
            Self::Code => "one that this version knows",
            Self::Group | Self::Spine => "0: this version has none",
            Self::Profile => "less than the number of profiles",
            Self::States | Self::Inputs | Self::Positions | Self::Ids => "one for each character",
            Self::Answers => "one for each query",
            Self::Rotation | Self::Orientation => "as long as 1",
            Self::Scale => "0.001 to 1000, or as much below 0",
            Self::MovedScale => "what it was: a motion is rigid",
            Self::Turn => "0 to 1.5707964 (90°) in a step, and less where a character is beside something long",
            Self::Instances => "instances that are in the world",
            Self::HalfExtents => "0.0001 to 16777216 m along each axis",
            Self::HalfHeight => "0, or 0.0001 to 100000 m",
            Self::Radius => "0.0001 to 100000 m",
            Self::RadialSegments => "a multiple of 4 from 4 to 1024",
            Self::Columns | Self::Rows => "2 to 65536",
            Self::CellSize => "0.0001 m or more along each axis, the whole grid no longer than 16777216 m",
            Self::Heights => "-16777216 to 16777216 m, one for each column of each row",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// The texts above state them.
const _: () = assert!(MAX_COORDINATE == 16_777_216.0 && MAX_DISPLACEMENT == 16_777_216.0 && MAX_MOVE == 4_096.0);
const _: () = assert!(MIN_MASS == 1e-3 && MAX_MASS == 1e9);
const _: () = assert!(MAX_SCALE == 1_000.0 && MAX_RADIUS == 100_000.0 && MAX_ITERATIONS == 8 && MAX_LOW == 2.0);
const _: () = assert!(MAX_RADIUS == 100_000.0 && MAX_ITERATIONS == 8 && MAX_LOW == 2.0);
const _: () = assert!(MIN_MESH_SIZE == 1e-4 && MAX_RADIAL_SEGMENTS == 1024 && MAX_GRID_SIDE == 65_536);
