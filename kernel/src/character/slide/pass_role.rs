//! The role of a pass of a slide, and how a pass ends.

use crate::character::model::status::SlideStatus;

/// Reason why one pass of a slide (a loop of sweeps) ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps and must be pushed free (`is_deep`: by more than rounding); the motion of the slide so far does not count.
    NeedsDepenetration {
        is_deep: bool,
    },
}

impl Ended {
    /// Status of a slide that ended so.
    #[inline(always)]
    pub(super) fn status(self) -> SlideStatus {
        match self {
            Self::Free => SlideStatus::Free,
            Self::Slid => SlideStatus::Slid,
            Self::Blocked => SlideStatus::Blocked,
            Self::OutOfIterations => SlideStatus::OutOfIterations,
            Self::Overlapping | Self::NeedsDepenetration { .. } => SlideStatus::Overlapping,
        }
    }
}

/// Role of one pass of a slide: determines which displacement the pass makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Desired,
    /// Moves a walking character by its level desired displacement, over floors.
    Walk,
    /// Moves a character that landed by the rest of its fall's level part, over the floor that ended the fall.
    Land,
    Fall,
    /// Moves a walking character down to ground, as far as walkable slopes may lead down.
    Snap,
    /// Moves a walking character down to ground within the snap distance of its profile.
    SnapFar,
}

impl Role {
    /// Roles of the passes of a character that slides, in order; `OF_WALK`: of a character that walks.
    pub(super) const OF_SLIDE: [Self; 2] = [Self::Desired, Self::Fall];
    pub(super) const OF_WALK: [Self; 4] = [Self::Walk, Self::Snap, Self::SnapFar, Self::Fall];
    /// Roles of the passes, in order, of a character without gravity that neither rises nor falls.
    pub(super) const OF_HOVER: [Self; 2] = [Self::Desired, Self::Snap];
    /// Roles of the passes, in order, that follow a fall which ended on a floor.
    pub(super) const OF_LANDING: [Self; 2] = [Self::Land, Self::Snap];

    #[inline(always)]
    pub(super) fn is_snap(self) -> bool {
        matches!(self, Self::Snap | Self::SnapFar)
    }

    /// Whether a pass in this role has a level displacement and follows the floors.
    #[inline(always)]
    pub(super) fn is_level(self) -> bool {
        matches!(self, Self::Walk | Self::Land)
    }

    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        matches!(self, Self::Fall | Self::Land) || self.is_snap()
    }
}
