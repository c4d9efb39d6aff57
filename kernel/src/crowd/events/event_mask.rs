//! Which events a step records.

use core::ops::BitOr;

/// Set of events that a step records, for [`Crowd::record_events`](crate::Crowd::record_events): bits, joined by `|`.
///
/// Events outside of the mask are not made: without a bit of contacts no contacts are recorded, without [`SENSORS`](Self::SENSORS)
/// nobody looks for sensors. With [`GROUND`](Self::GROUND) alone characters at rest stay at rest.
///
/// ```
/// use sweep8::EventMask;
///
/// let mask = EventMask::GROUND | EventMask::SENSORS;
/// assert!(mask.contains(EventMask::SENSORS) && !mask.contains(EventMask::CONTACTS));
/// assert_eq!(EventMask::NEWS | EventMask::CONTACTS_KEPT, EventMask::ALL);
/// assert_eq!(EventMask::default(), EventMask::NONE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EventMask(u32);

impl EventMask {
    /// Mask of no events: none are recorded.
    pub const NONE: Self = Self(0);
    /// Bit that records [`ContactBegan`](crate::EventKind::ContactBegan) events.
    pub const CONTACTS_BEGUN: Self = Self(1);
    /// Bit that records [`ContactKept`](crate::EventKind::ContactKept) events: one for each touched surface and step.
    pub const CONTACTS_KEPT: Self = Self(2);
    /// Bit that records [`ContactEnded`](crate::EventKind::ContactEnded) events.
    pub const CONTACTS_ENDED: Self = Self(4);
    /// Bit that records [`GroundEntered`](crate::EventKind::GroundEntered) and [`GroundLeft`](crate::EventKind::GroundLeft) events.
    pub const GROUND: Self = Self(8);
    /// Bit that records [`Stepped`](crate::EventKind::Stepped) events.
    pub const STEPS: Self = Self(16);
    /// Bit that records [`SensorEntered`](crate::EventKind::SensorEntered) and [`SensorLeft`](crate::EventKind::SensorLeft) events.
    pub const SENSORS: Self = Self(32);
    /// Records [`Pushed`](crate::EventKind::Pushed): one event for each pushing instance and step.
    pub const PUSHES: Self = Self(64);
    /// Records [`Crushed`](crate::EventKind::Crushed): one event for each step in which the character is crushed.
    pub const CRUSHES: Self = Self(128);
    /// Mask of the three kinds of contact events: begun, kept and ended.
    pub const CONTACTS: Self = Self(1 | 2 | 4);
    /// Mask of all events. A later version may add kinds of events to this mask.
    pub const ALL: Self = Self(255);
    /// Mask of all events but [`CONTACTS_KEPT`](Self::CONTACTS_KEPT): only differences from the step before.
    pub const NEWS: Self = Self(255 & !2);

    /// Whether all events of the mask `other` are in this mask.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether at least one kind of events of the mask `other` is in this mask.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The event mask as a number for [`from_bits`](Self::from_bits); each bit keeps its meaning in later versions.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Event mask from the number of [`bits`](Self::bits); `None` if this version does not know one of its bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Whether the mask has events that characters at rest also cause, so that a step must move all characters.
    pub(crate) const fn needs_all_moved(self) -> bool {
        self.0 & !Self::GROUND.0 != 0
    }
}

impl BitOr for EventMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
