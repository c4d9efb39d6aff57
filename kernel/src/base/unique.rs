//! Numbers that no two things of a process share.

use std::sync::atomic::{AtomicU64, Ordering};

/// One that was given to nothing else, and is not 0.
pub(crate) fn unique_number() -> u64 {
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    GIVEN.fetch_add(1, Ordering::Relaxed) + 1
}
