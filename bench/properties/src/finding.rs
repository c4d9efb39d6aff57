//! The result of a case.

use std::fmt;

/// Result of a test case that does not violate its property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The property holds for the test case that the bytes encode.
    Held,
    /// The bytes encode no test case that the property can check.
    Skipped,
}

/// A violation of a property by a test case: text with the fault and all numbers of the test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the text `finding()` as an error if `holds` is false.
pub(crate) fn demand(holds: bool, finding: impl FnOnce() -> String) -> Result<(), Finding> {
    if holds { Ok(()) } else { Err(Finding(finding())) }
}
