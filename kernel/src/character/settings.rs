//! How a slide behaves, and what it may be set to.

use crate::base::input_error::{InputError, check_move};
use crate::base::tolerance::{MAX_ITERATIONS, MAX_RADIUS};
use crate::mesh::sides::Sides;
use glam::Vec3;

/// When gravity acts within one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GravityPass {
    /// A displacement of its own after the desired displacement, over the same candidates: a walkable floor holds (the
    /// "two runs" of Nettle 2000, Fauerby 2000), and a desired displacement goes up no surface that is too steep to
    /// stand on.
    #[default]
    Separate,
    /// Added to the desired displacement, one pass: cheaper in the air; slopes are slid down, also by who stands still.
    /// What is desired and what gravity cannot be told apart: a desired displacement climbs what it is strong enough to
    /// climb.
    Joined,
}

/// Settings of one slide.
///
/// ```
/// use sweep8::SlideSettings;
///
/// let careful = SlideSettings { skin: 0.02, ..SlideSettings::default() };
/// assert_eq!(careful.max_iterations, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideSettings {
    /// Gap kept to every surface, metres along the contact normal; 0 to [`MAX_RADIUS`](crate::limits::MAX_RADIUS). It
    /// has to be larger than half the last place of the coordinates (0.5 mm at 10 km), or rounding can eat it. Default
    /// 0.01.
    pub skin: f32,
    /// Most sweeps of one pass, `1..=8`. Default 8.
    pub max_iterations: u32,
    /// Displacement of gravity in this move, world space, metres, to [`MAX_MOVE`](crate::limits::MAX_MOVE) along each
    /// axis. Its opposite is up. Default zero: no gravity.
    pub gravity: Vec3,
    /// When gravity acts. Default [`GravityPass::Separate`].
    pub gravity_pass: GravityPass,
    /// Cosine of the steepest slope that holds, between contact normal and up, `0..=1`; steeper ones are walls to a
    /// desired displacement that is a pass of its own. Default 0.6428, 50°.
    pub floor_cosine: f32,
    /// Which sides of triangles are felt. Default [`Sides::Both`].
    pub sides: Sides,
}

impl Default for SlideSettings {
    fn default() -> Self {
        Self {
            skin: 0.01,
            max_iterations: 8,
            gravity: Vec3::ZERO,
            gravity_pass: GravityPass::Separate,
            floor_cosine: 0.642_787_6,
            sides: Sides::Both,
        }
    }
}

impl SlideSettings {
    pub(crate) fn check(&self) -> Result<(), InputError> {
        let in_range = (0.0..=MAX_RADIUS).contains(&self.skin)
            && (1..=MAX_ITERATIONS as u32).contains(&self.max_iterations)
            && (0.0..=1.0).contains(&self.floor_cosine);
        if in_range { check_move(self.gravity).map_err(|_| InputError::Settings) } else { Err(InputError::Settings) }
    }
}
