//! The result of a case.

use std::fmt;

/// The result of a case without a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The property held.
    Held,
    /// The bytes are no case.
    Skipped,
}

/// A case that violates a property: the fault, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a finding unless `holds`.
pub(super) fn demand(holds: bool, finding: impl FnOnce() -> String) -> Result<(), Finding> {
    if holds { Ok(()) } else { Err(Finding(finding())) }
}
