//! The role of a pass of a slide: the displacement that it moves by, and how it may end.

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps, perhaps deeper than rounding explains; what was moved so far does not count.
    NeedsDepenetration {
        is_deep: bool,
    },
}

/// The displacement that a pass moves by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Desired,
    Fall,
    /// The rest of the level part of a fall, over the floor that ended the fall.
    Land,
    /// A level desired displacement over floors.
    Walk,
    /// Down to the ground that is as near as slopes lead down.
    Snap,
    /// Down to the ground that is as near as a step.
    SnapFar,
}

impl Role {
    /// The passes of a character that slides and falls, and of one that walks.
    pub(super) const OF_SLIDE: [Self; 2] = [Self::Desired, Self::Fall];
    pub(super) const OF_WALK: [Self; 4] = [Self::Walk, Self::Snap, Self::SnapFar, Self::Fall];
    /// The passes after a fall that ended on a floor, which may end before the first of them does.
    pub(super) const OF_LANDING: [Self; 2] = [Self::Land, Self::Snap];

    #[inline(always)]
    pub(super) fn is_snap(self) -> bool {
        matches!(self, Self::Snap | Self::SnapFar)
    }

    /// Whether its displacement is level, and follows the floors.
    #[inline(always)]
    pub(super) fn is_level(self) -> bool {
        matches!(self, Self::Walk | Self::Land)
    }

    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        matches!(self, Self::Fall | Self::Land) || self.is_snap()
    }
}
