//! Converts a character, its profile and its input for the walk by brute force.

use glam::Vec3;
use sweep8::{CharacterProfile, CharacterState, Ground, MoveInput, MoveMode, SlopeSpeed};
use sweep8_scalar_ref::walking::{self, FACE_SINE, Input, Rules, Walker};

/// Rounding error of a slope's cosine, by which a slope of exactly the maximum angle may seem steeper.
const SLOPE_ROUNDING: f64 = 1e-6;

/// Converts a character profile to the rules of the brute-force character, with `up` as the up direction.
#[must_use]
pub fn rules(profile: &CharacterProfile, up: Vec3) -> Rules {
    let settings = profile.settings();
    Rules {
        radii: settings.shape.radii().as_dvec3(),
        skin: f64::from(settings.skin),
        max_iterations: settings.max_iterations,
        slope_cosine: (f64::from(settings.max_slope_angle).cos() - SLOPE_ROUNDING).max(0.0),
        step_height: f64::from(settings.step_height),
        snap_distance: f64::from(settings.snap_distance),
        keeps_length: settings.slope_speed == SlopeSpeed::Along,
        walks: settings.mode == MoveMode::Walk,
        max_fall_speed: f64::from(settings.max_fall_speed),
        air_control: f64::from(settings.air_control),
        ground_damping: f64::from(settings.ground_damping),
        up: up.as_dvec3(),
        face_sine: FACE_SINE,
    }
}

/// Converts a character state of the kernel to the state of the brute-force character.
#[must_use]
pub fn walker(state: &CharacterState) -> Walker {
    let ground = match state.ground() {
        Ground::Air => walking::Ground::Air,
        Ground::Floor(normal) => walking::Ground::Floor(normal.as_dvec3()),
        Ground::Steep(normal) => walking::Ground::Steep(normal.as_dvec3()),
        Ground::HeldBySteep(normal) => walking::Ground::HeldBySteep(normal.as_dvec3()),
    };
    Walker { center: state.position.to_dvec3(), velocity: state.velocity.as_dvec3(), ground }
}

/// Converts a kernel's move input for a step of `seconds` to the input of the brute-force character.
#[must_use]
pub fn input(input: &MoveInput, seconds: f32) -> Input {
    Input {
        desired: input.desired_velocity.as_dvec3(),
        gravity: input.gravity.as_dvec3(),
        jump_speed: f64::from(input.jump_speed),
        impulse: input.impulse.as_dvec3(),
        seconds: f64::from(seconds),
    }
}
