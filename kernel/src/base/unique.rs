//! Numbers that are unique within a process.

use crate::base::lock::Lock;

/// Returns a number, never 0, that no other call in this process returns.
pub(crate) fn unique_number() -> u64 {
    // A lock, not an atomic: some processors have no 64-bit atomics.
    static GIVEN: Lock<u64> = Lock::new(0);
    let mut given = GIVEN.lock();
    *given += 1;
    *given
}
