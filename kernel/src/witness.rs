//! What a slide tells: where it ended, and on the way what it touched and where it turned.
//!
//! Everybody is told the end. What happened on the way is told to a witness, who takes of it what it is asked for: one
//! slide answers with all of it, a crowd of thousands only counts.

use crate::contact::Touch;
use crate::outcome::{Ground, SlideStatus};
use crate::refusal::Refusal;
use glam::Vec3;

/// Who is told of a slide on its way.
pub(crate) trait Witness {
    /// It begins, or begins again: what was told before did not happen.
    fn begins(&mut self);

    /// It touches a surface with that normal in the world, made of that material.
    fn touches(&mut self, touch: &Touch, normal: Vec3, material: u16);

    /// It has moved on by `length` metres, to `travel` from where the move began.
    fn moves(&mut self, travel: Vec3, length: f32);
}

/// How a slide ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    /// From where the move began, metres.
    pub(crate) travel: Vec3,
    /// How far along gravity, metres: in its own pass, or of the whole way where it was joined to the wish.
    pub(crate) fall: f32,
    /// The part of gravity's pass that was used, `0..=1`: 1 unless the bound on sweeps cut it short.
    pub(crate) fall_part: f32,
    /// How far recovery from an overlap at the start moved the centre, metres.
    pub(crate) recovered: f32,
}

impl SlideEnd {
    /// That of one which did not begin.
    #[inline(always)]
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self {
            status: SlideStatus::Refused(refusal),
            ground: Ground::Air,
            travel: Vec3::ZERO,
            fall: 0.0,
            fall_part: 1.0,
            recovered: 0.0,
        }
    }
}
