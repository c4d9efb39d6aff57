//! The twin of `narrow/sweep/hits.rs`: what a sweep is asked for, and what it finds.

/// The rule for contacts: which overlaps at the start and which sides count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// An overlap at the start is a contact only where the motion goes deeper.
    pub approach_only: bool,
    /// A triangle whose back the centre is on does not count.
    pub front_only: bool,
}

/// The result of the sweep of one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Fraction of first contact, at most the limit.
    pub fraction: Option<f32>,
    /// Squared distance at the start, where it is below 1.
    pub start_square: Option<f32>,
    /// Whether what is touched is the face; meaningful with a fraction or a squared distance.
    pub face: bool,
}
