//! Settings of a crowd.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_vector};
use crate::base::tolerance::MAX_DISPLACEMENT;
use crate::character::model::move_input::MoveInput;
use glam::Vec3;

/// Settings of a crowd, which apply to all of its characters unless a character's input says otherwise.
///
/// Fields may be added in a minor version: end with `..CrowdSettings::default()`.
///
/// ```
/// use glam::Vec3;
/// use sweep8::CrowdSettings;
///
/// let on_the_moon = CrowdSettings { gravity: Vec3::new(0.0, -1.62, 0.0), ..CrowdSettings::default() };
/// assert_eq!(on_the_moon.sort_every, 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct CrowdSettings {
    /// Acceleration of gravity that a character is spawned with, world space, m/s². Its opposite is up. Default (0, -9.81,
    /// 0).
    pub gravity: Vec3,
    /// Number of steps between two sortings of the crowd by place; 0: never. Changes speed, not results. Default 16.
    pub sort_every: u32,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        Self { gravity: MoveInput::EARTH.gravity, sort_every: 16 }
    }
}

impl CrowdSettings {
    pub(super) fn check(&self) -> Result<(), InputError> {
        check_vector(Field::Gravity, self.gravity, MAX_DISPLACEMENT)
    }
}
