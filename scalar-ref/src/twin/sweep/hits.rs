//! The twin of `narrow/sweep/hits.rs`: the rule of a sweep, and its result.

/// The rule for contacts: the meaning of an overlap at the start, and the sides that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Whether an overlap at the start is a contact only if the motion goes deeper.
    pub approach_only: bool,
    /// Whether a triangle does not count if the centre is behind it.
    pub front_only: bool,
}

/// Result of the sweep of one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Fraction of first contact, at most the limit; `None` without a contact.
    pub fraction: Option<f32>,
    /// Squared distance at the start, ellipsoid space, if it is below 1.
    pub start_square: Option<f32>,
    /// Whether the contact is on the face; meaningful only with a fraction or a squared distance.
    pub face: bool,
}
