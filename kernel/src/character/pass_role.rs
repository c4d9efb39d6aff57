//! What a pass of a slide moves by, and how it may end.

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

/// What a pass moves by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Desired,
    Fall,
    /// What a floor left of the level part of a fall that it ended, over that floor.
    Land,
    /// A level desired displacement over floors.
    Walk,
    /// Down to the ground that is as near as slopes lead down.
    Snap,
    /// Down to the ground that is as near as a step.
    SnapFar,
}

impl Role {
    /// The passes of who slides and falls, and of who walks.
    pub(super) const OF_SLIDE: [Self; 2] = [Self::Desired, Self::Fall];
    pub(super) const OF_WALK: [Self; 4] = [Self::Walk, Self::Snap, Self::SnapFar, Self::Fall];
    /// What comes after a fall that ended on a floor: which may end before it does.
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
