//! Numbers that no two things of a process share.

use crate::base::lock::Lock;

/// One that was given to nothing else, and is not 0.
pub(crate) fn unique_number() -> u64 {
    // Not an atomic number: some processors have none of 64 bits.
    static GIVEN: Lock<u64> = Lock::new(0);
    let mut given = GIVEN.lock();
    *given += 1;
    *given
}
