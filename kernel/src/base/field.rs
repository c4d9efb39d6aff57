//! Input fields that a call can refuse: their names and ranges.

use crate::base::tolerance::{
    MAX_COORDINATE, MAX_DISPLACEMENT, MAX_GRID_SIDE, MAX_ITERATIONS, MAX_LOW, MAX_MASS, MAX_MOVE, MAX_RADIAL_SEGMENTS,
    MAX_RADIUS, MAX_SCALE, MIN_MASS, MIN_MESH_SIZE,
};
use core::fmt;

/// The input field that an [`InputError`](crate::InputError) refuses.
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
    /// Centre of a shape or query point, world space, metres.
    Position,
    /// Low part of a position: the remainder below the last place of the position's `f32` part, metres.
    PositionLow,
    /// The displacement of a sweep, metres.
    Displacement,
    /// The displacement of a slide, or velocity times time step, metres.
    Move,
    /// Direction of a ray or an axis, of any length but zero.
    Direction,
    /// A slice of directions of rays, as long as all characters share them or each has its own.
    Directions,
    /// Vector from the centre of a body to the origin of its rays, along the axes of the body, metres.
    Offset,
    /// The largest distance at which a query finds something, metres.
    Distance,
    /// Duration of a time step, seconds.
    TimeStep,
    /// The gap that a slide keeps to surfaces, metres.
    Skin,
    /// The largest number of sweeps in one pass of a slide, the loop that sweeps a shape and turns its motion along touched surfaces.
    MaxIterations,
    /// The steepest slope that a character can stand on, radians.
    MaxSlopeAngle,
    /// The highest step that a character climbs, metres.
    StepHeight,
    /// The largest distance by which a walking character snaps down to the ground, metres.
    SnapDistance,
    /// The largest speed of a fall, m/s.
    MaxFallSpeed,
    /// The rate at which the velocity of a character in the air decays, 1/s.
    Drag,
    /// The part of the desired velocity that a character in the air follows, 0 to 1.
    AirControl,
    /// The rate at which a character's velocity along the ground decays, 1/s.
    GroundDamping,
    /// The mass of a character, kg.
    Mass,
    /// The fall speed of a character, m/s.
    FallSpeed,
    /// The velocity of a character, m/s.
    Velocity,
    /// The desired velocity of a character, m/s.
    DesiredVelocity,
    /// The speed of a jump, m/s.
    JumpSpeed,
    /// A change of a character's velocity at the start of a step, m/s.
    Impulse,
    /// The acceleration of gravity, m/s².
    Gravity,
    /// Up direction of a character, unit length.
    Up,
    /// The orientation of a body, a unit quaternion.
    Orientation,
    /// The normal or contact point of the ground in a character state.
    Ground,
    /// The touched surface (instance and triangle) of the ground in a character state.
    GroundSurface,
    /// Numeric code in a character state, such as the kind of the ground.
    Code,
    /// The spine (half length and axis) of a character profile.
    Spine,
    /// The number of parts of a body that slides.
    Parts,
    /// The index of a character profile in a list of profiles.
    Profile,
    /// A slice of character states.
    States,
    /// A slice of character inputs: desired velocity, jump, gravity.
    Inputs,
    /// A slice of character positions.
    Positions,
    /// A character id, or a slice of them.
    Ids,
    /// A slice that receives answers to queries.
    Answers,
    /// The translation of an instance's placement, world space, metres.
    Translation,
    /// The rotation of an instance's placement, a unit quaternion.
    Rotation,
    /// The scale of an instance's placement along a mesh axis.
    Scale,
    /// The bounding box that an instance would have, world space, metres.
    Bounds,
    /// The scale of an instance that moves in a step: start and end of the motion must have the same scale.
    MovedScale,
    /// The angle by which an instance turns in a step, radians.
    Turn,
    /// An instance id, or the number of instances.
    Instances,
    /// Half of the extents of a cuboid mesh, metres.
    HalfExtents,
    /// Half the length of the cylinder of a capsule mesh, metres.
    HalfHeight,
    /// The radius of a capsule mesh, metres.
    Radius,
    /// The number of segments around a capsule mesh.
    RadialSegments,
    /// The number of heights along the x axis of a heightfield.
    Columns,
    /// The number of heights along the z axis of a heightfield.
    Rows,
    /// The distances between neighbouring heights of a heightfield along the x and z axes, metres.
    CellSize,
    /// The heights of a heightfield, metres.
    Heights,
    /// A slice of angles, one for each character, radians.
    Angles,
}

impl Field {
    /// Name of this input field, as error messages write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::PositionLow => "position.low",
            Self::Displacement => "displacement",
            Self::Move => "move",
            Self::Direction => "direction",
            Self::Directions => "directions",
            Self::Offset => "offset",
            Self::Distance => "distance",
            Self::TimeStep => "time step",
            Self::Skin => "skin",
            Self::MaxIterations => "max_iterations",
            Self::MaxSlopeAngle => "max_slope_angle",
            Self::StepHeight => "step_height",
            Self::SnapDistance => "snap_distance",
            Self::MaxFallSpeed => "max_fall_speed",
            Self::Drag => "drag",
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
            Self::Spine => "spine",
            Self::Parts => "parts",
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
            Self::Angles => "angles",
        }
    }

    /// Accepted range of the values of this input field, in words.
    #[must_use]
    pub fn range(self) -> &'static str {
        match self {
            Self::Position | Self::Displacement | Self::Translation | Self::Bounds | Self::Offset => {
                "-16777216 to 16777216 m along each axis"
            }
            Self::PositionLow => "-2 to 2 m along each axis",
            Self::Move => "-4096 to 4096 m along each axis",
            Self::Direction => "finite, and longer than 0",
            Self::Directions => "one for each ray of a character, or one for each ray of each character",
            Self::Distance => "0 m or more",
            Self::TimeStep => "0 s or more, and finite",
            Self::Skin | Self::StepHeight | Self::SnapDistance => "0 to 100000 m",
            Self::MaxIterations => "1 to 8",
            Self::MaxSlopeAngle => "0 to 1.5707964 (90°)",
            Self::MaxFallSpeed | Self::JumpSpeed => "0 to 16777216 m/s",
            Self::FallSpeed => "0 to 16777216 m/s, and 0 unless the ground is steep",
            Self::AirControl => "0 to 1",
            Self::Drag | Self::GroundDamping => "0 to 16777216 /s",
            Self::Mass => "0.001 to 1000000000 kg",
            Self::Velocity | Self::DesiredVelocity | Self::Impulse => "-16777216 to 16777216 m/s along each axis",
            Self::Gravity => "-16777216 to 16777216 m/s² along each axis",
            Self::Up => "zero, or as long as 1",

            Self::Ground => "finite, the normal as long as 1",
            Self::GroundSurface => "none in the air, and an instance without a triangle where it crushed the character",
            Self::Code => "one that this version knows",
            Self::Spine => "0, or 0.0001 to 100000 m along a known axis",
            Self::Parts => "1 to 8 where the body slides",
            Self::Profile => "less than the number of profiles",
            Self::States | Self::Inputs | Self::Positions | Self::Ids | Self::Angles => "one for each character",
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

// The texts above repeat these values.
const _: () = assert!(MAX_COORDINATE == 16_777_216.0 && MAX_DISPLACEMENT == 16_777_216.0 && MAX_MOVE == 4_096.0);
const _: () = assert!(MIN_MASS == 1e-3 && MAX_MASS == 1e9);
const _: () = assert!(MAX_SCALE == 1_000.0 && MAX_RADIUS == 100_000.0 && MAX_ITERATIONS == 8 && MAX_LOW == 2.0);
const _: () = assert!(MAX_RADIUS == 100_000.0 && MAX_ITERATIONS == 8 && MAX_LOW == 2.0);
const _: () = assert!(MIN_MESH_SIZE == 1e-4 && MAX_RADIAL_SEGMENTS == 1024 && MAX_GRID_SIDE == 65_536);
