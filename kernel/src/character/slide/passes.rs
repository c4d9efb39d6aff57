//! The input of a slide: the displacements of its two passes, and their velocities.

use glam::Vec3;

/// Displacements and velocities of a slide's two passes (desired motion, then fall), the second of which starts where the first ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// Displacements of the desired motion (stopped by steep slopes) and of the fall (ended by a floor), metres.
    pub(crate) displacements: [Vec3; 2],
    /// Velocities of the desired motion and of the fall, m/s; contacts change each in the same way as its displacement.
    pub(crate) velocities: [Vec3; 2],
    /// Velocity of the fall at the start of the step, m/s: how fast a character meets a surface on the way is between this and that
    /// after the step.
    pub(crate) began: Vec3,
    /// Displacement and velocity of a character that leaves a steep surface, in metres and m/s; they replace those of the second
    /// pass if that meets nothing.
    pub(crate) leaving: Option<[Vec3; 2]>,
    /// Whether a character that lands on a floor continues along it by the rest of the level part of its fall.
    pub(crate) lands: bool,
    /// Whether a character without gravity stands on a floor that it touches, because it neither rises nor falls.
    pub(crate) hovers: bool,
    /// Upper bound of the speed of the character's fall, m/s.
    pub(crate) max_fall_speed: f32,
    /// Up direction of the character, unit length; zero if nothing is ground.
    pub(crate) up: Vec3,
    /// Normal of the floor under a walking character; `None` for a character that slides.
    pub(crate) floor: Option<Vec3>,
    /// Whether the hull rests on that floor itself, and not on the edge of a step or between steep surfaces.
    pub(crate) rests_on_floor: bool,
    /// The edge of a step that the hull rests on.
    pub(crate) edge: RestsOnEdge,
    /// The frame of the move in a step in which instances move; `None` in others.
    pub(crate) frame: Option<MovingFrame>,
}

/// The edge of a step that a hull may rest on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RestsOnEdge {
    No,
    /// Point of the edge relative to the hull's centre, metres.
    At(Vec3),
    /// It may rest on one: so far from the origin a point of the world is rounded by more than the hull keeps off an edge.
    Unknown,
}

/// The frame to which displacements and velocities of the passes are relative, in a step in which instances move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingFrame {
    /// Velocity of the frame at the character, m/s.
    pub(crate) velocity: Vec3,
    /// Duration of the step.
    pub(crate) seconds: f32,
    /// Whether surfaces that come at the character give it their velocity; otherwise they only stop it.
    pub(crate) gives_velocity: bool,
}

impl Passes {
    /// Point of the edge that the hull rests on, relative to its centre, metres.
    pub(crate) fn edge(&self) -> Option<Vec3> {
        if let RestsOnEdge::At(point) = self.edge { Some(point) } else { None }
    }

    /// Velocity of the fall after the step without contacts, m/s: along a steep surface the character's own, not that of the fall whose
    /// projection it is.
    pub(crate) fn fell(&self) -> Vec3 {
        self.leaving.map_or(self.velocities[1], |[_, velocity]| velocity)
    }

    /// Part of a displacement perpendicular to the up direction.
    #[inline(always)]
    pub(crate) fn level(&self, displacement: Vec3) -> Vec3 {
        displacement - self.up * displacement.dot(self.up)
    }
}
