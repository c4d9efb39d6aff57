//! The velocity that a character would have at the end of a step without obstacles: the base of its impulses on bodies.

use crate::base::input_error::{InputError, check_time_step};
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::step::move_passes::{Brake, counted_desire, passes};
use glam::Vec3;

impl CharacterState {
    /// The velocity that the character would have at the end of a step of `seconds` without obstacles, world space, m/s: the desired
    /// velocity, in the air times the air control, and its own after a jump off the ground, impulse and gravity. Friction and damping of the ground take
    /// nothing from it.
    ///
    /// Call it before the step. Its part into a [contact](crate::SlideContact) of the step, times the mass, is the impulse on the
    /// touched body; on the ground that is the weight times the time step. A crowd [reports it](crate::CharacterContact) with each
    /// contact.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, MoveInput};
    ///
    /// let state = CharacterState { velocity: Vec3::NEG_Y, ..CharacterState::new(Vec3::ZERO) };
    /// let input = MoveInput { desired_velocity: Vec3::X * 4.0, ..MoveInput::EARTH };
    /// let velocity = state.free_velocity(&CharacterProfile::default(), &input, 0.1)?;
    /// assert!((velocity - Vec3::new(4.0, -1.981, 0.0)).length() < 1e-6);
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is out of its range, in state, input or time step.
    pub fn free_velocity(
        &self,
        profile: &CharacterProfile,
        input: &MoveInput,
        seconds: f32,
    ) -> Result<Vec3, InputError> {
        check_time_step(seconds)?;
        input.check()?;
        self.check(usize::MAX)?;
        Ok(free_velocity(profile, self, input, seconds))
    }
}

/// Unchecked version of [`CharacterState::free_velocity`]: arguments must have been checked.
#[inline(never)]
pub(crate) fn free_velocity(
    profile: &CharacterProfile,
    state: &CharacterState,
    input: &MoveInput,
    seconds: f32,
) -> Vec3 {
    let passes = passes(profile, (state, state.position.high), input, seconds, Brake::OFF, None);
    let [level, fall] = passes.velocities;
    let own = level + passes.leaving.map_or(fall, |[_, then]| then);
    let control = if state.ground().is_grounded() { 1.0 } else { profile.settings().air_control };
    counted_desire(input, passes.up) * control + own
}
