//! How many cases a long family of drawn cases runs.

use std::sync::LazyLock;

/// Whether tests run their full number of cases: the environment variable `SWEEP8_LONG` is 1.
static IS_LONG: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SWEEP8_LONG").is_some_and(|value| value == "1"));

/// The full number of cases if the environment variable `SWEEP8_LONG` is 1, the reduced one otherwise. `docs/testing.md` lists
/// all families that are reduced, with both numbers.
#[must_use]
pub fn cases<T>(full: T, reduced: T) -> T {
    if *IS_LONG { full } else { reduced }
}
