//! The role of a pass of a slide, and how a pass ends.

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps, perhaps deeper than rounding explains; the motion so far does not count.
    NeedsDepenetration {
        is_deep: bool,
    },
}

/// The role of a pass: which displacement it moves by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Desired,
    Fall,
    /// The rest of the level part of a fall, over the floor that ended the fall.
    Land,
    /// A level desired displacement over floors.
    Walk,
    /// Down to ground within the depth of walkable slopes.
    Snap,
    /// Down to ground within the snap distance.
    SnapFar,
}

impl Role {
    /// The passes of a character that slides, and of one that walks.
    pub(super) const OF_SLIDE: [Self; 2] = [Self::Desired, Self::Fall];
    pub(super) const OF_WALK: [Self; 4] = [Self::Walk, Self::Snap, Self::SnapFar, Self::Fall];
    /// The passes after a fall that ended on a floor.
    pub(super) const OF_LANDING: [Self; 2] = [Self::Land, Self::Snap];

    #[inline(always)]
    pub(super) fn is_snap(self) -> bool {
        matches!(self, Self::Snap | Self::SnapFar)
    }

    /// Whether the displacement is level, and follows the floors.
    #[inline(always)]
    pub(super) fn is_level(self) -> bool {
        matches!(self, Self::Walk | Self::Land)
    }

    #[inline(always)]
    pub(super) fn is_down(self) -> bool {
        matches!(self, Self::Fall | Self::Land) || self.is_snap()
    }
}
