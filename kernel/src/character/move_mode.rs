//! How a character that stands moves: the modes that a profile chooses among.

/// How a character moves while it stands.
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, MoveMode};
///
/// // Somebody far away, for whom less will do.
/// let far = CharacterSettings { mode: MoveMode::Slide, ..CharacterSettings::default() };
/// assert_eq!(CharacterProfile::new(&far)?.settings().mode, MoveMode::Slide);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[doc(alias("level of detail", "walking"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveMode {
    /// Follows the ground up and down, climbs steps, stays on the ground over crests. The level part of the desired velocity
    /// counts.
    #[default]
    Walk,
    /// One pass of collide and slide for the desired displacement, one for the fall: cheaper, but slopes slow it down, steps are
    /// walls, and over crests it flies.
    Slide,
}

/// The part of the desired speed that stays the same on a slope.
///
/// ```
/// use sweep8::{CharacterSettings, SlopeSpeed};
///
/// let hiker = CharacterSettings { slope_speed: SlopeSpeed::Along, ..CharacterSettings::default() };
/// assert_ne!(hiker, CharacterSettings::default());
/// ```
#[doc(alias = "floor constant speed")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlopeSpeed {
    /// The level part: as seen on a map.
    #[default]
    Level,
    /// The speed along the slope.
    Along,
}
