//! The end of a slide: the values that every caller needs.

use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::status::SlideStatus;
use glam::Vec3;

/// The end of a slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    pub(crate) ground_surface: Surface,
    pub(crate) ground_material: u16,
    /// The touched point on the edge of the step that the character rests on halfway, relative to the centre, metres.
    pub(crate) edge_of_step: Option<Vec3>,
    /// Displacement since the start of the move, metres.
    pub(crate) travel: Vec3,
    /// The velocities of both passes after their contacts, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// The speed of the fall whose projection on steep surfaces is the second velocity, m/s; 0 if there is no such fall.
    pub(crate) fall_speed: f32,
    /// Length of the depenetration at the start, metres.
    pub(crate) depenetrated_by: f32,
    /// The motion by movers before the slide.
    pub(crate) ridden: Ridden,
    /// Whether the slide looked farther than the reach of its passes, for steps or ground.
    pub(crate) looked_farther: bool,
}

/// The motion of a character by movers, before it moves by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ridden {
    /// Whether movers are near that might carry or push the character.
    pub(crate) is_near: bool,
    /// Displacement by the movers, metres.
    pub(crate) moved: Vec3,
    /// The angle by which the ground turned about up, radians.
    pub(crate) turned_by: f32,
    /// The index of the instance that crushed the character.
    pub(crate) crushed_by: Option<u32>,
    /// Whether a push ran out of iterations.
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
    /// The value where nothing moves.
    pub(crate) const NOT: Self =
        Self { is_near: false, moved: Vec3::ZERO, turned_by: 0.0, crushed_by: None, is_out_of_iterations: false };
}
