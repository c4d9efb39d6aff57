//! Settings of a crowd, and the law of the fall.

use crate::base::input_error::{InputError, check_displacement};
use crate::character::settings::{GravityPass, SlideSettings};
use crate::character::slide_end::SlideEnd;
use crate::mesh::sides::Sides;
use glam::Vec3;

/// Settings of a crowd.
///
/// ```
/// use glam::Vec3;
/// use sweep8::CrowdSettings;
///
/// let on_the_moon = CrowdSettings { gravity: Vec3::new(0.0, -1.62, 0.0), ..CrowdSettings::default() };
/// assert_eq!(on_the_moon.skin, 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdSettings {
    /// Acceleration of gravity, world space, m/s². Its opposite is up. Default (0, -9.81, 0).
    pub gravity: Vec3,
    /// Largest speed of a fall, m/s, 0 or more. Bounds how much of the world one step looks at. Default 55.
    pub max_fall_speed: f32,
    /// As in [`SlideSettings::skin`], metres. Default 0.01.
    pub skin: f32,
    /// As in [`SlideSettings::max_iterations`], `1..=8`. Default 8.
    pub max_iterations: u32,
    /// As in [`SlideSettings::gravity_pass`].
    pub gravity_pass: GravityPass,
    /// As in [`SlideSettings::floor_cosine`], `0..=1`. Default 0.6428, 50°.
    pub floor_cosine: f32,
    /// As in [`SlideSettings::sides`].
    pub sides: Sides,
    /// Steps between two sortings of the state by place; 0 never sorts. Changes speed, not results. Default 16.
    pub sort_every: u32,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        let slide = SlideSettings::default();
        Self {
            gravity: Vec3::new(0.0, -9.81, 0.0),
            max_fall_speed: 55.0,
            skin: slide.skin,
            max_iterations: slide.max_iterations,
            gravity_pass: slide.gravity_pass,
            floor_cosine: slide.floor_cosine,
            sides: slide.sides,
            sort_every: 16,
        }
    }
}

impl CrowdSettings {
    /// Speed of a fall after another `seconds` of gravity, m/s.
    #[inline(always)]
    pub(super) fn faster(&self, fall_speed: f32, seconds: f32) -> f32 {
        (fall_speed + self.gravity.length() * seconds).min(self.max_fall_speed)
    }

    /// Speed of a fall after a slide in which it was `fall_speed`, m/s.
    ///
    /// Surfaces that turn a fall aside, one or a crease of several, see its projection and leave its speed: it is that
    /// of the free fall whose projection the motion is, so that sliding down does not depend on the time step. Of a fall
    /// that the bound on sweeps cut short the part goes on that was used.
    #[inline(always)]
    pub(super) fn fall_speed_after(fall_speed: f32, end: &SlideEnd) -> f32 {
        // Never `-0.0`, which a terminal speed may be.
        if end.ground.is_grounded() { 0.0 } else { fall_speed * end.fall_part + 0.0 }
    }

    /// The settings with which a step of `seconds` slides a character that falls at `fall_speed`, m/s, before it: what
    /// [`World::slide`](crate::World::slide) needs to repeat the move of one character.
    #[must_use]
    pub fn slide_settings(&self, fall_speed: f32, seconds: f32) -> SlideSettings {
        self.slide_settings_for(self.down() * (self.faster(fall_speed, seconds) * seconds))
    }

    /// The direction of gravity.
    #[inline(always)]
    pub(super) fn down(&self) -> Vec3 {
        self.gravity.normalize_or_zero()
    }

    /// The settings of a slide with a gravity of its own, metres.
    #[inline(always)]
    pub(super) fn slide_settings_for(&self, gravity: Vec3) -> SlideSettings {
        SlideSettings {
            skin: self.skin,
            max_iterations: self.max_iterations,
            gravity,
            gravity_pass: self.gravity_pass,
            floor_cosine: self.floor_cosine,
            sides: self.sides,
        }
    }

    pub(super) fn check(&self) -> Result<(), InputError> {
        check_displacement(self.gravity).map_err(|_| InputError::Settings)?;
        if !(self.max_fall_speed >= 0.0 && self.max_fall_speed.is_finite()) {
            return Err(InputError::Settings);
        }
        self.slide_settings(0.0, 0.0).check()
    }
}
