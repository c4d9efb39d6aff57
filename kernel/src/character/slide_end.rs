//! What a slide answers to everybody: where it ended, and how.

use crate::base::input_error::InputError;
use crate::character::ground::Ground;
use crate::character::status::SlideStatus;
use glam::Vec3;

/// How a slide ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    /// From where the move began, metres.
    pub(crate) travel: Vec3,
    /// How far along gravity, metres: in its own pass, or of the whole way where it was joined to the desired displacement.
    pub(crate) fall: f32,
    /// The part of gravity's pass that was used, `0..=1`: 1 unless the bound on sweeps cut it short.
    pub(crate) fall_part: f32,
    /// How far depenetration from an overlap at the start moved the centre, metres.
    pub(crate) depenetrated_by: f32,
}

impl SlideEnd {
    /// That of one which did not begin.
    #[inline(always)]
    pub(crate) fn refused(error: InputError) -> Self {
        Self {
            status: SlideStatus::Refused(error),
            ground: Ground::Air,
            travel: Vec3::ZERO,
            fall: 0.0,
            fall_part: 1.0,
            depenetrated_by: 0.0,
        }
    }
}
