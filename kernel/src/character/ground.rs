//! What carries a character.

use glam::Vec3;

/// What carries the character after gravity acted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// Nothing, or gravity was not asked for.
    #[default]
    Air,
    /// A surface no steeper than the setting allows; its contact normal.
    Floor(Vec3),
    /// Steeper surfaces only, along which it slides; the normal of the last one.
    Steep(Vec3),
    /// Steep surfaces that hold it, together as in a funnel, or by friction; the normal of the last one.
    HeldBySteep(Vec3),
}

impl Ground {
    /// Whether the character stands: on a floor, or held between steep surfaces.
    #[inline]
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        matches!(self, Self::Floor(_) | Self::HeldBySteep(_))
    }
}
