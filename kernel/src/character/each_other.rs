//! How characters respond to each other, as their profiles say: they let others through, are pushed apart, or are solid.

/// How characters respond to each other when they meet. Of two the milder counts for both: a character with
/// [`Ignore`](Self::Ignore) goes through anybody, and two are solid only if both are.
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, EachOther};
///
/// let guard = CharacterSettings { each_other: EachOther::Solid, mass: 110.0, ..CharacterSettings::default() };
/// assert_eq!(CharacterProfile::new(&guard)?.settings().each_other, EachOther::Solid);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[doc(alias("character collision", "crowd collision", "unit collision", "avoidance"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EachOther {
    /// Goes through others, who do not notice.
    #[default]
    Ignore,
    /// Walks into others, and is pushed apart from who overlaps it: the lighter of two more.
    Soft,
    /// Stops at others, and slides along them. Nobody is pushed, but those who overlap at the start of a step.
    Solid,
}
