//! The twin of `narrow/sweep/hits.rs`: the rule of a sweep, and its result.

/// The rule for contacts: the meaning of an overlap at the start, and the sides that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// An overlap at the start is a contact only if the motion goes deeper.
    pub approach_only: bool,
    /// A triangle with the centre on its back does not count.
    pub front_only: bool,
}

/// The result of the sweep of one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Fraction of first contact, at most the limit.
    pub fraction: Option<f32>,
    /// Squared distance at the start, if it is below 1.
    pub start_square: Option<f32>,
    /// Whether the contact is on the face; meaningful with a fraction or a squared distance.
    pub face: bool,
}
