//! The twin of `narrow/sweep/hits.rs`: the rule of a sweep, and its result.

/// Rule for the contacts of a sweep: how an overlap at the start counts, and which sides of triangles count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Whether an overlap at the start is a contact only if the motion goes deeper into the triangle.
    pub approach_only: bool,
    /// Whether triangles do not count if the sphere's centre is behind them.
    pub front_only: bool,
}

/// Result of the sweep of a unit sphere against one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Fraction of the motion at the first contact, at most the limit of the sweep; `None` without a contact.
    pub fraction: Option<f32>,
    /// Squared distance of the sphere's centre from the triangle at the start, ellipsoid space; `None` without an overlap.
    pub start_square: Option<f32>,
    /// Whether the triangle's face is touched, not an edge or corner; meaningful only with a contact or an overlap.
    pub face: bool,
}
