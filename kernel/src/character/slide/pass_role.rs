//! The role of a pass of a slide, and how a pass ends.

/// Reason why a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps, perhaps by more than rounding; the motion so far does not count.
    NeedsDepenetration {
        is_deep: bool,
    },
}

/// Role of a pass: determines the displacement of the pass.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Desired,
    Fall,
    /// Moves by the rest of the level part of a fall, over the floor that ended the fall.
    Land,
    /// Moves by the level desired displacement, over floors.
    Walk,
    /// Moves down to ground within the rise of walkable slopes.
    Snap,
    /// Moves down to ground within the snap distance.
    SnapFar,
}

impl Role {
    /// Passes of a character that slides; `OF_WALK`: passes of a character that walks.
    pub(super) const OF_SLIDE: [Self; 2] = [Self::Desired, Self::Fall];
    pub(super) const OF_WALK: [Self; 4] = [Self::Walk, Self::Snap, Self::SnapFar, Self::Fall];
    /// Passes after a fall that ended on a floor.
    pub(super) const OF_LANDING: [Self; 2] = [Self::Land, Self::Snap];

    #[inline(always)]
    pub(super) fn is_snap(self) -> bool {
        matches!(self, Self::Snap | Self::SnapFar)
    }

    /// Whether the displacement is level and follows the floors.
    #[inline(always)]
    pub(super) fn is_level(self) -> bool {
        matches!(self, Self::Walk | Self::Land)
    }

    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        matches!(self, Self::Fall | Self::Land) || self.is_snap()
    }
}
