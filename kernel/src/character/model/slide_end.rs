//! The end of a slide: the values that every caller needs.

use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::status::SlideStatus;
use glam::Vec3;

/// Result of a slide: status, ground, displacement and velocities after contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlideEnd {
    pub(crate) status: SlideStatus,
    pub(crate) ground: Ground,
    pub(crate) ground_surface: Surface,
    pub(crate) ground_material: u16,
    /// Touched point of the ground relative to the centre, metres, of a character halfway up a stair step, on its edge, or with a spine
    /// that lies on the ground; otherwise `None`: the normal tells it.
    pub(crate) touched_point: Option<Vec3>,
    /// Displacement of the character since the start of its move, world space, metres.
    pub(crate) travel: Vec3,
    /// Velocities of the slide's two passes, desired motion and fall, after their contacts, world space, m/s.
    pub(crate) velocities: [Vec3; 2],
    /// Speed of the free fall whose projection on the met steep surfaces is the second velocity, m/s; 0 without such a fall.
    pub(crate) fall_speed: f32,
    /// Distance by which the character was pushed out of an overlap at the start of the slide, metres.
    pub(crate) depenetrated_by: f32,
    /// Motion of the character by moving instances before its slide.
    pub(crate) ridden: Ridden,
    /// Whether the body has no room at the start because of instances that have moved.
    pub(crate) is_squeezed: bool,
    /// Whether the slide searched for stair steps or ground beyond the region that its passes reach: in the box
    /// [`looked_in`](crate::query::scratch::Scratch::looked_in).
    pub(crate) looked_farther: bool,
}

/// Motion of a character by moving instances (carried or pushed), before its own motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ridden {
    /// Whether a moving instance is near enough to carry or push the character.
    pub(crate) is_near: bool,
    /// Displacement of the character by moving instances, world space, metres.
    pub(crate) moved: Vec3,
    /// Angle by which the ground under the character turned about the up direction in the step, radians.
    pub(crate) turned_by: f32,
    /// Whether movers have pushed the character.
    pub(crate) is_pushed: bool,
    /// Index of the instance that crushed the character; `None` if none did.
    pub(crate) crushed_by: Option<u32>,
    /// Whether pushing the character reached the maximum number of sweeps.
    pub(crate) is_out_of_iterations: bool,
}

impl SlideEnd {
    /// Result of the slide of a crushed character, which does not move by itself.
    pub(crate) const CRUSHED: Self = Self {
        status: SlideStatus::Crushed,
        ground: Ground::Air,
        ground_surface: Surface::NONE,
        ground_material: 0,
        touched_point: None,
        travel: Vec3::ZERO,
        velocities: [Vec3::ZERO; 2],
        fall_speed: 0.0,
        depenetrated_by: 0.0,
        ridden: Ridden::NOT,
        is_squeezed: false,
        looked_farther: false,
    };
}

impl Ridden {
    /// Value for a character that no moving instance carries or pushes.
    pub(crate) const NOT: Self = Self {
        is_near: false,
        moved: Vec3::ZERO,
        turned_by: 0.0,
        is_pushed: false,
        crushed_by: None,
        is_out_of_iterations: false,
    };
}
