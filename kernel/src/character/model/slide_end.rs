//! The end of a slide, which every caller needs: where and how it ended.

use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::status::SlideStatus;
use glam::Vec3;

/// How a slide ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    pub(crate) ground_surface: Surface,
    pub(crate) ground_material: u16,
    /// Where the edge of a step is touched on which the character is halfway, from the centre, metres.
    pub(crate) edge_of_step: Option<Vec3>,
    /// From where the move began, metres.
    pub(crate) travel: Vec3,
    /// The parts of the [velocities](Passes::velocities) that remain after contacts, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// The speed of the free fall whose projection on steep surfaces the second velocity is, m/s; 0 where there is none.
    pub(crate) fall_speed: f32,
    /// How far depenetration from an overlap at the start moved the centre, metres.
    pub(crate) depenetrated_by: f32,
    /// How instances that move carried and pushed the character before the slide.
    pub(crate) ridden: Ridden,
    /// Whether more was looked at than lies in the reach of its passes.
    pub(crate) looked_farther: bool,
}

/// How instances that move carried and pushed a character before it moved by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ridden {
    /// Whether there are instances that might carry or push it.
    pub(crate) is_near: bool,
    /// Carried and pushed by so much, metres.
    pub(crate) moved: Vec3,
    /// The angle by which its ground turned about up, radians.
    pub(crate) turned_by: f32,
    /// The index of the instance that crushed it.
    pub(crate) crushed_by: Option<u32>,
    /// Whether the bound on sweeps ended it.
    pub(crate) is_out_of_iterations: bool,
}

impl SlideEnd {
    /// The end of the slide of a character that is crushed, and does not move by itself.
    pub(crate) const CRUSHED: Self = Self {
        status: SlideStatus::Crushed,
        ground: Ground::Air,
        ground_surface: Surface::NONE,
        ground_material: 0,
        edge_of_step: None,
        travel: Vec3::ZERO,
        velocities: [Vec3::ZERO; 2],
        fall_speed: 0.0,
        depenetrated_by: 0.0,
        ridden: Ridden::NOT,
        looked_farther: false,
    };
}

impl Ridden {
    /// Where nothing moves.
    pub(crate) const NOT: Self =
        Self { is_near: false, moved: Vec3::ZERO, turned_by: 0.0, crushed_by: None, is_out_of_iterations: false };
}
