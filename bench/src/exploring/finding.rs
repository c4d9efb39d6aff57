//! A finding about a level, and the kinds of findings and of places.

use super::places::Stand;
use super::walker::Order;
use glam::Vec3;

/// Kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Characters can walk off the level and fall out of it.
    OpenBorder,
    /// Characters get in, and not back to a start.
    Pit,
    /// Characters get down, and back up only by a long way.
    OneWayDrop,
    /// No way leads to the floor, and none from it to a start.
    UnreachedFloor,
    /// No way leads to the floor, but one gets down from it: a roof, the top of a crate, a ledge.
    Above,
    /// In a sealed level: the floor is outside of its walls.
    Outside,
}

impl Kind {
    /// Returns the name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenBorder => "open border",
            Self::Pit => "pit",
            Self::OneWayDrop => "one-way drop",
            Self::UnreachedFloor => "unreached floor",
            Self::Above => "above",
            Self::Outside => "outside",
        }
    }

    /// Returns whether the kind is something that is wrong, and not merely something to know.
    #[must_use]
    pub fn is_wrong(self) -> bool {
        !matches!(self, Self::Above | Self::Outside)
    }
}

/// Something about one part of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: Kind,
    /// A point on the floor in its middle, world space, metres.
    pub at: Vec3,
    /// Distance from `at` within which all of it is, metres.
    pub radius: f32,
    /// Height of its highest point, metres.
    pub top: f32,
    /// Area of its floor, m²; 0 for borders and drops.
    pub area: f64,
    /// Length of its edge, metres; 0 for floors.
    pub length: f64,
    /// Least and greatest height of the fall that leads in (pits, drops) or down (above), metres.
    pub fall: Option<[f32; 2]>,
    /// Length of the shortest way back, metres, of a one-way drop.
    pub way_back: Option<f64>,
    /// Whether characters can walk off the level from it.
    pub has_border: bool,
    /// A walk that shows it.
    pub example: Option<(Stand, Order)>,
}

/// Kind of a place, for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PlaceKind {
    /// Reached, with a way back.
    Reached,
    /// Not reached, and no way back.
    Unreached,
    /// Reached, with no way back.
    Pit,
    /// Not reached, but one gets down from it.
    Above,
    /// Outside of a sealed level.
    Outside,
    /// Inside of a solid, or too small to be a floor: not shown.
    None,
}
