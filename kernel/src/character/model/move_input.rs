//! The input of a character for one step.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number, check_vector};
use crate::base::tolerance::MAX_DISPLACEMENT;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// The input of a character for one step. Plain data: any bytes may be cast to it, and are checked when it is used.
///
/// Fields may be added in a minor version: end with `..MoveInput::EARTH`, which is the default, or `..MoveInput::WEIGHTLESS`.
/// Input whose bytes are all zero is weightless.
///
/// ```
/// use glam::Vec3;
/// use sweep8::MoveInput;
///
/// let input = MoveInput { desired_velocity: Vec3::X * 2.0, ..MoveInput::EARTH };
/// assert_eq!(input.up(), Vec3::Y);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct MoveInput {
    /// The desired velocity of the character, world space, m/s. Its part along [up](Self::up) counts only while gravity is zero:
    /// a character that flies or swims rises as it desires, one under gravity does not.
    pub desired_velocity: Vec3,
    /// Minimum upward speed of a jump, m/s; 0: no jump. Acts on a character that stands on the ground or on the heads of solid
    /// characters.
    pub jump_speed: f32,
    /// Acceleration of gravity, world space, m/s²; zero for a character that flies, swims or climbs.
    pub gravity: Vec3,
    /// Up direction of the character, world space, unit length; zero: opposite to gravity. With an up but without gravity the
    /// character stands and walks on floors that it touches, until it desires or jumps upwards.
    pub up: Vec3,
    /// Change of the character's velocity at the start of the step, world space, m/s, for example by an explosion or a hit.
    pub impulse: Vec3,
}

const _: () = assert!(size_of::<MoveInput>() == 52);

/// Tolerance for the length of an up direction in an input: maximum deviation from 1.
const UNIT_ROUNDING: f32 = 1e-3;

impl Default for MoveInput {
    /// [`MoveInput::EARTH`].
    fn default() -> Self {
        Self::EARTH
    }
}

impl MoveInput {
    /// Input of a character that stands still under the gravity of Earth, 9.81 m/s² along -y.
    pub const EARTH: Self = Self {
        desired_velocity: Vec3::ZERO,
        jump_speed: 0.0,
        gravity: Vec3::new(0.0, -9.81, 0.0),
        up: Vec3::ZERO,
        impulse: Vec3::ZERO,
    };

    /// Input of a character that stays where it is, without gravity and up: to fly, swim and climb. Without up there is no ground.
    pub const WEIGHTLESS: Self = Self { gravity: Vec3::ZERO, ..Self::EARTH };

    /// Up direction that a step uses: the field `up` if set, otherwise opposite to gravity; zero if both are zero.
    #[inline(always)]
    #[must_use]
    pub fn up(&self) -> Vec3 {
        if self.up == Vec3::ZERO { (-self.gravity).normalize_or_zero() } else { self.up.normalize_or_zero() }
    }

    /// Checks that every field of this input of a character is in its range.
    #[inline(always)]
    pub(crate) fn check(&self) -> Result<(), InputError> {
        check_vector(Field::DesiredVelocity, self.desired_velocity, MAX_DISPLACEMENT)?;
        check_number(Field::JumpSpeed, self.jump_speed, 0.0, MAX_DISPLACEMENT)?;
        check_vector(Field::Gravity, self.gravity, MAX_DISPLACEMENT)?;
        check_vector(Field::Impulse, self.impulse, MAX_DISPLACEMENT)?;
        if self.up == Vec3::ZERO {
            return Ok(());
        }
        check_number(Field::Up, self.up.length(), 1.0 - UNIT_ROUNDING, 1.0 + UNIT_ROUNDING)
    }

    /// Whether both inputs of a character have the same bits: `-0.0` differs from `0.0`.
    #[inline(always)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(bytemuck::cast_ref::<Self, [u32; 13]>);
        a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    /// Input that stays for the next step of the character: the same without jump and impulse.
    #[inline(always)]
    pub(crate) fn lasting(&self) -> Self {
        Self { jump_speed: 0.0, impulse: Vec3::ZERO, ..*self }
    }
}
