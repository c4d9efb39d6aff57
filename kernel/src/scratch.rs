//! Memory that queries reuse, so that nothing is allocated once it is warm.

use crate::candidates::Candidates;
use crate::walk::Pending;

/// Working memory of one caller. Holds no results; one per thread, reused for every call, for any world and shape.
///
/// ```
/// let mut scratch = sweep8::Scratch::new();
/// # let _ = &mut scratch;
/// ```
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) stack: Vec<Pending>,
    pub(crate) candidates: Candidates,
}

impl Scratch {
    /// Empty memory; it grows in the first calls.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
