//! A character, its profile and its input as brute force has them.

use sweep8::{CharacterProfile, CharacterState, Ground, MoveInput, MoveMode, SlopeSpeed};
use sweep8_scalar_ref::walking::{self, FACE_SINE, Input, Rules, Walker};

/// Cosine by which a slope of exactly the steepest angle may seem steeper.
const SLOPE_ROUNDING: f64 = 1e-6;

pub(crate) fn rules_of(profile: &CharacterProfile) -> Rules {
    let settings = profile.settings();
    Rules {
        radii: settings.shape.radii().as_dvec3(),
        skin: f64::from(settings.skin),
        max_iterations: settings.max_iterations,
        slope_cosine: f64::from(settings.max_slope_angle).cos() - SLOPE_ROUNDING,
        step_height: f64::from(settings.step_height),
        snap_distance: f64::from(settings.snap_distance),
        keeps_length: settings.slope_speed == SlopeSpeed::Along,
        walks: settings.mode == MoveMode::Walk,
        max_fall_speed: f64::from(settings.max_fall_speed),
        air_control: f64::from(settings.air_control),
        ground_damping: f64::from(settings.ground_damping),
        up: MoveInput::EARTH.up().as_dvec3(),
        face_sine: FACE_SINE,
    }
}

pub(crate) fn ground_of(state: &CharacterState) -> walking::Ground {
    match state.ground() {
        Ground::Air => walking::Ground::Air,
        Ground::Floor(normal) => walking::Ground::Floor(normal.as_dvec3()),
        Ground::Steep(normal) => walking::Ground::Steep(normal.as_dvec3()),
        Ground::HeldBySteep(normal) => walking::Ground::HeldBySteep(normal.as_dvec3()),
    }
}

pub(crate) fn walker_of(state: &CharacterState) -> Walker {
    let (center, velocity) = (state.position.to_dvec3(), state.velocity.as_dvec3());
    Walker { center, velocity, ground: ground_of(state) }
}

pub(crate) fn input_of(input: &MoveInput, hz: f32) -> Input {
    Input {
        desired: input.desired_velocity.as_dvec3(),
        gravity: input.gravity.as_dvec3(),
        jump_speed: f64::from(input.jump_speed),
        impulse: input.impulse.as_dvec3(),
        seconds: f64::from(1.0 / hz),
    }
}
