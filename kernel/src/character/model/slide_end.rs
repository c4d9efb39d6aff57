//! The end of a slide: the values that every caller needs.

use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::status::SlideStatus;
use glam::Vec3;

/// Result of a slide: status, ground, displacement and velocities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    pub(crate) ground_surface: Surface,
    pub(crate) ground_material: u16,
    /// Point on the edge of a stair step on which the character rests halfway up, relative to the centre, metres.
    pub(crate) edge_of_step: Option<Vec3>,
    /// Displacement since the start of the move, world space, metres.
    pub(crate) travel: Vec3,
    /// Velocities of the two passes after their contacts, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// Speed of the fall whose projection on steep surfaces is the second velocity, m/s; 0 without such a fall.
    pub(crate) fall_speed: f32,
    /// Length of the depenetration at the start, metres.
    pub(crate) depenetrated_by: f32,
    /// Motion by movers before the slide.
    pub(crate) ridden: Ridden,
    /// Whether the slide searched beyond the reach of its passes, for stair steps or ground.
    pub(crate) looked_farther: bool,
}

/// Motion of a character by movers, before its own motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ridden {
    /// Whether a mover is near enough to carry or push the character.
    pub(crate) is_near: bool,
    /// Displacement by the movers, world space, metres.
    pub(crate) moved: Vec3,
    /// Angle by which the ground turned about the up direction, radians.
    pub(crate) turned_by: f32,
    /// Whether movers have pushed the character.
    pub(crate) is_pushed: bool,
    /// Index of the instance that crushed the character.
    pub(crate) crushed_by: Option<u32>,
    /// Whether a push reached its maximum number of iterations.
    pub(crate) is_out_of_iterations: bool,
}

impl SlideEnd {
    /// Result for a crushed character, which does not move by itself.
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
    /// Value for a character that no mover moves.
    pub(crate) const NOT: Self = Self {
        is_near: false,
        moved: Vec3::ZERO,
        turned_by: 0.0,
        is_pushed: false,
        crushed_by: None,
        is_out_of_iterations: false,
    };
}
