//! Memory that queries reuse, so that nothing is allocated once it is warm.

use crate::candidates::Candidates;
use crate::walk::Pending;

/// Blocks of candidates that fit at first, 64 KiB. Most characters need five; the odd one in a corner of tiny triangles
/// should not be what makes a warm frame allocate.
const BLOCKS: usize = 128;

/// Children that can wait in a walk at first.
const STACK: usize = 256;

/// Working memory of one caller. Holds no results; one per thread, reused for every call, for any world and shape.
///
/// ```
/// let mut scratch = sweep8::Scratch::new();
/// # let _ = &mut scratch;
/// ```
#[derive(Debug)]
pub struct Scratch {
    pub(crate) stack: Vec<Pending>,
    pub(crate) candidates: Candidates,
}

impl Scratch {
    /// Memory for 1,000 triangles within reach of one character; it grows where there are more.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self { stack: Vec::with_capacity(STACK), candidates: Candidates::with_capacity(BLOCKS) }
    }
}
